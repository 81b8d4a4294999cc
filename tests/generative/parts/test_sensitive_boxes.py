"""Parts whose sensitive values must satisfy a model: cut as the oracle cuts, and published so."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.jobs import state_sensitive
from tests.generative.instances.partition_questions import (
    mondrian_questions,
    mpalm_questions,
    order_as_the_oracle_does,
)
from tests.generative.instances.published_boxes import compare, publish
from tests.generative.search.test_sensitive import POOLS, models
from tests.oracle.models.sensitive import satisfies
from tests.oracle.search import partitions
from tests.oracle.search.boxes import find_public_boxes
from tests.oracle.search.mondrian import find_counted_parts
from tests.oracle.search.partitions import Part, find_partition
from tests.oracle.tables.instance import Models


@st.composite
def values_of(draw, public):
    """A value for each row of P, and what the classes of T must be like."""
    pool = draw(st.sampled_from(POOLS))
    cells = st.sampled_from(pool)
    values = draw(st.lists(cells, min_size=len(public), max_size=len(public)))
    return tuple(values), draw(models(pool))


def protect(accepts, asked, private):
    """The test of a part that also looks at the last cell of its rows of T."""
    table = Counter(row[-1] for row in private)

    def accepts_both(part):
        counts = Counter(row[-1] for row in part.private)
        return accepts(part) and (not counts or satisfies(asked, counts, table))

    return accepts_both


def arrange(public, members, values, kinds, listed):
    """The whole as a part, with the values as last cells of its rows of T; the orders."""
    rows = zip(public, members, values, strict=True)
    private = tuple((*row, value) for row, member, value in rows if member)
    by = tuple(
        order_as_the_oracle_does(kind, column, listed)
        for kind, column in zip(kinds, zip(*public, strict=True), strict=True)
    )
    return Part(public, private), by


@share_of_profile(2)
@given(mpalm_questions(), st.sampled_from([0, 100_000]), st.data())
def test_mpalm(question, tried_at_once, data):
    public, members, delta, kinds, strategy, listed = question
    delta = data.draw(st.sampled_from([delta, (Fraction(0), Fraction(1))]))
    values, asked = data.draw(values_of(public))
    whole, by = arrange(public, members, values, kinds, listed)
    rule = partitions.Strategy(strategy.columns, strategy.values, strategy.priority, delta)
    accepts = protect(partitions.satisfies(Models(delta)), asked, whole.private)
    expected = find_partition(whole, by, rule, accepts)
    words = {"columns": strategy.columns, "values": strategy.values}
    if strategy.columns == "priority":
        words["priority"] = [f"c{j}" for j in strategy.priority]
    with TemporaryDirectory() as folder:
        demands = {
            "delta": {"min": str(delta[0]), "max": str(delta[1])},
            "constraints": state_sensitive(asked, "ill", Path(folder)),
        }
        given_words = public, members, kinds, listed, {"mpalm": words}
        try:
            with patch("dpsql.sql.partition.parts.LARGEST_TRIED_AT_ONCE", tried_at_once):
                job, found, rows = publish(folder, *given_words, sensitive=values, **demands)
        except dpsql.NoSafeRelease:
            assert expected is None
            return
        dpsql.verify(job)
    boxes = find_public_boxes(expected[0], by)
    compare(found, rows, boxes, public, members, by, sensitive=values)


@share_of_profile(2)
@given(mondrian_questions(), st.data())
def test_mondrian(question, data):
    public, members, kinds, words, limits, delta, listed = question
    values, asked = data.draw(values_of(public))
    whole, by = arrange(public, members, values, kinds, listed)
    assume(words.columns != "priority" and whole.private)
    accepts = protect(partitions.satisfies(Models(delta, **limits)), asked, whole.private)
    asked_words = words.model_dump(exclude_defaults=True) | {"box": "P"}
    with TemporaryDirectory() as folder:
        demands = {"constraints": limits | state_sensitive(asked, "ill", Path(folder))}
        if delta is not None:
            demands["delta"] = {"min": str(delta[0]), "max": str(delta[1])}
        given_words = public, members, kinds, listed, {"mondrian": asked_words}
        try:
            job, found, rows = publish(folder, *given_words, sensitive=values, **demands)
        except dpsql.NoSafeRelease:
            assert not accepts(whole)
            return
        dpsql.verify(job)
    parts = find_counted_parts(whole, by, words.columns, words.values, accepts)
    compare(found, rows, find_public_boxes(parts, by), public, members, by, sensitive=values)
