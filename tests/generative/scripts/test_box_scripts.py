"""The script of a release of boxes releases it again, and in other tables what the boxes allow."""

from collections import Counter
from fractions import Fraction
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.by_hand import DuckDBByHand, run_script
from tests.generative.budget import share_of_profile
from tests.generative.instances.box_releases import spell_box
from tests.generative.instances.partition_questions import (
    LEAVES,
    NUMBERS,
    mpalm_questions,
    order_as_the_oracle_does,
)
from tests.generative.instances.published_boxes import publish
from tests.generative.parts.test_mpalm_releases import DRAW
from tests.oracle.search import partitions
from tests.oracle.search.boxes import lies_inside
from tests.oracle.search.partitions import Part, find_partition, satisfies
from tests.oracle.tables.instance import Models


def _order(question, rows):
    """The orders of the values of some rows."""
    kinds, listed = question[3], question[5]
    columns = zip(*rows, strict=True)
    return tuple(
        order_as_the_oracle_does(kind, values, listed)
        for kind, values in zip(kinds, columns, strict=True)
    )


def _judge(boxes, public, members, by, accepts):
    """Whether boxes can be released for these tables, and the rows."""
    inside = [[box for box in boxes if lies_inside(row, box, by)] for row in public]
    texts = [spell_box(found[0]) if found else None for found in inside]
    of_public = Counter(texts)
    of_private = Counter(text for text, member in zip(texts, members, strict=True) if member)
    holds = all(len(found) < 2 for found in inside) and not of_private[None]
    for text, people in of_public.items():
        rows = of_private[text]
        holds = holds and accepts(Part((public[0],) * people, (public[0],) * rows))
    return holds, [text for text in of_private.elements() if text is not None]


@st.composite
def questions(draw):
    """A question, without orders that follow from P; and a person more, less or released."""
    public, members, delta, kinds, strategy, listed = draw(mpalm_questions())
    kinds = tuple("alpha" if kind == "frequency" else kind for kind in kinds)
    cells = [st.sampled_from([*(NUMBERS if kind == "number" else LEAVES), None]) for kind in kinds]
    change = draw(st.sampled_from(["more", "less", "turn"]))
    place = draw(st.integers(0, len(public) - 1))
    changed = list(zip(public, members, strict=True))
    if change == "more":
        changed.append((draw(st.tuples(*cells)), draw(st.booleans())))
    elif change == "less" and len(changed) > 1:
        del changed[place]
    else:
        changed[place] = (public[place], not members[place])
    return (public, members, delta, kinds, strategy, listed), changed


@share_of_profile(2)
@given(questions(), st.sampled_from([*DRAW]))
def test_a_script_releases_t_in_boxes_only_where_they_hold(drawn, box):
    question, changed = drawn
    public, members, delta, kinds, strategy, listed = question
    if box == "T_checked":
        delta = (Fraction(0), delta[1])
    by, accepts = _order(question, public), satisfies(Models(delta))
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    rule = partitions.Strategy(strategy.columns, strategy.values, strategy.priority, delta)
    expected = find_partition(Part(public, private), by, rule, accepts)
    if expected is None:
        return
    words = {"columns": strategy.columns, "values": strategy.values, "box": box}
    if strategy.columns == "priority":
        words["priority"] = [f"c{j}" for j in strategy.priority]
    if box == "T":
        words["unsafe"] = True
    boxes = DRAW[box](expected[0], by, accepts)
    demands = {"delta": {"min": str(delta[0]), "max": str(delta[1])}}
    with TemporaryDirectory() as folder:
        asked = public, members, kinds, listed, {"mpalm": words}
        job, found, rows = publish(folder, *asked, **demands)
        script = dpsql.script(job, manifest=job.folder / "r.parquet.manifest.json")
        try:
            dpsql.verify(job)
            verified = True
        except dpsql.NotSatisfied:
            verified = False
    assert verified is found.satisfied
    verdict, release = _run(script, kinds, zip(public, members, strict=True))
    assert (verdict == "holds") is verified
    assert Counter(release) == Counter(rows if verified else [])
    public, members = zip(*changed, strict=True)
    ends = [values for box in boxes for values in zip(*box, strict=True)]
    by = _order(question, [*public, *ends])
    holds, expected_rows = _judge(boxes, public, members, by, accepts)
    verdict, release = _run(script, kinds, changed)
    assert (verdict == "holds") is holds
    assert Counter(release) == Counter(expected_rows if holds else [])


def _run(script, kinds, people):
    """Run a script by hand; its verdict and its release."""
    names = [f"c{j}" for j in range(len(kinds))]
    with DuckDBByHand() as database:
        rows = [(*row, str(int(member))) for row, member in people]
        database.load("public_table", [*names, "m"], rows)
        found, release = run_script(database, script)
    return found["verdict"][0][0], release
