"""`least_k` lists Mondrian's releases as the oracle finds them, anew for every k."""

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.sections.strategy import MondrianColumnRule, MondrianValueRule
from tests.generative.budget import share_of_profile
from tests.generative.instances.partition_questions import (
    KINDS,
    LEAVES,
    NUMBERS,
    order_as_the_oracle_does,
    write_words,
)
from tests.oracle.search.boxes import find_box_loss, find_presence_range, find_private_boxes
from tests.oracle.search.mondrian import find_counted_parts
from tests.oracle.search.partitions import Part, satisfies
from tests.oracle.tables.instance import Models

DELTA = Fraction(0), Fraction(4, 5)


@st.composite
def questions(draw):
    """P row by row with its members, the kind of each column's order, and words of Mondrian."""
    kinds = tuple(draw(st.lists(st.sampled_from(KINDS[:-1]), min_size=1, max_size=3)))
    cells = [st.sampled_from([*(NUMBERS if kind == "number" else LEAVES), None]) for kind in kinds]
    public = tuple(draw(st.lists(st.tuples(*cells), min_size=4, max_size=16)))
    members = tuple(draw(st.lists(st.booleans(), min_size=len(public), max_size=len(public))))
    columns = draw(st.sampled_from(get_args(MondrianColumnRule)))
    values = draw(st.sampled_from(get_args(MondrianValueRule)))
    return public, members, kinds, columns, values


@share_of_profile(10)
@given(questions())
def test_least_k_agrees_with_the_oracle(question):
    public, members, kinds, columns, values = question
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    if len(private) < 2 or len(private) > DELTA[1] * len(public):
        return
    by = tuple(
        order_as_the_oracle_does(kind, cells, LEAVES)
        for kind, cells in zip(kinds, zip(*public, strict=True), strict=True)
    )
    names = [f"c{j}" for j in range(len(kinds))]
    with TemporaryDirectory() as folder:
        lines = [
            ",".join([*("" if cell is None else cell for cell in row), str(int(member))])
            for row, member in zip(public, members, strict=True)
        ]
        text = "\n".join([",".join([*names, "m"]), *lines, ""])
        (Path(folder) / "p.csv").write_text(text, "utf-8")
        job = dpsql.Job(
            public={"path": "p.csv", "delimiter": ","},
            private={"where": "m = '1'"},
            quasi_identifiers={
                name: write_words(kind, LEAVES) for name, kind in zip(names, kinds, strict=True)
            },
            delta={"max": str(DELTA[1])},
            algorithm={"mondrian": {"columns": columns, "values": values}},
            folder=Path(folder),
        )
        found = dpsql.least_k(job).to_dict()
    by_k = {k: one for one in found["trials"] for k in range(one["k"], one["actual_k"] + 1)}
    assert list(by_k) == list(range(2, len(private) + 1))
    holding = []
    for k, one in by_k.items():
        accepts = satisfies(Models(k_anonymity=k))
        parts = find_counted_parts(Part(public, private), by, columns, values, accepts)
        boxes = find_private_boxes(parts, by)
        presence = find_presence_range(boxes, public, by)
        assert (one["actual_k"], one["partitions"]) == (min(boxes.values()), len(parts))
        assert tuple(map(Fraction, one["presence"].values())) == presence
        assert one["metrics"]["loss"] == pytest.approx(float(find_box_loss(boxes, by)), abs=1e-12)
        assert one["satisfied"] == (DELTA[0] <= presence[0] and presence[1] <= DELTA[1])
        holding += [k] if one["satisfied"] else []
    assert found["least_k"] == (holding[0] if holding else None)
    later = range(holding[0], len(private) + 1) if holding else ()
    failing = [k for low, high in found["larger_k_that_fail"] for k in range(low, high + 1)]
    assert failing == [k for k in later if k not in holding]
