"""A release of boxes says what the oracle's boxes say, row for row, and keeps to the job."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.test_mpalm import order_as_the_oracle_does, questions, write_words
from tests.oracle import partitions
from tests.oracle.boxes import (
    find_box_discernibility,
    find_box_loss,
    find_checked_boxes,
    find_presence_range,
    find_private_boxes,
    find_public_boxes,
    lies_inside,
)
from tests.oracle.instance import Models
from tests.oracle.partitions import Part, find_partition, satisfies

DRAW = {
    "P": lambda parts, by, _: find_public_boxes(parts, by),
    "T_checked": find_checked_boxes,
    "T": lambda parts, by, _: find_private_boxes(parts, by),
}


def spell(box):
    """The box as a row of the release."""
    cells = []
    for low, high in box:
        ends = ["NULL" if end is None else end for end in (low, high)]
        cells.append(low if low == high else f"[{ends[0]}..{ends[1]}]")
    return tuple(cells)


def run(folder, public, members, names, words, delta, strategy, box, keep):
    header = ",".join([*names, "m", "id"])
    lines = [
        ",".join([*("" if cell is None else cell for cell in row), str(int(member)), f"r{i}"])
        for i, (row, member) in enumerate(zip(public, members, strict=True))
    ]
    (folder / "p.csv").write_text("\n".join([header, *lines, ""]), "utf-8")
    asked = {"columns": strategy.columns, "values": strategy.values, "box": box}
    if strategy.columns == "priority":
        asked["priority"] = [names[j] for j in strategy.priority]
    if box == "T":
        asked["unsafe"] = True
    job = dpsql.Job(
        public={"path": "p.csv", "delimiter": ","},
        private={"where": "m = '1'"},
        quasi_identifiers=dict(zip(names, words, strict=True)),
        delta={"min": str(delta[0]), "max": str(delta[1])},
        algorithm={"mpalm": asked},
        keep=["id"] if keep else [],
        release="r.parquet",
        folder=folder,
    )
    found = dpsql.anonymize(job)
    table = pyarrow.parquet.read_table(folder / "r.parquet")
    rows = list(zip(*(table.column(name).to_pylist() for name in table.column_names), strict=True))
    return job, found, rows


@share_of_profile(2)
@given(questions(), st.sampled_from([*DRAW]), st.booleans())
def test_releases_of_boxes(question, box, keep):
    public, members, delta, kinds, strategy, listed = question
    if box == "T_checked":
        delta = (Fraction(0), delta[1])
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    by = tuple(
        order_as_the_oracle_does(kind, values, listed)
        for kind, values in zip(kinds, zip(*public, strict=True), strict=True)
    )
    rule = partitions.Strategy(strategy.columns, strategy.values, strategy.priority)
    accepts = satisfies(Models(delta))
    expected = find_partition(Part(public, private), by, rule, accepts)
    names = [f"c{j}" for j in range(len(kinds))]
    words = [write_words(kind, listed) for kind in kinds]
    with TemporaryDirectory() as folder:
        asked = (Path(folder), public, members, names, words, delta, strategy, box, keep)
        if expected is None:
            try:
                run(*asked)
            except dpsql.NoSafeRelease:
                return
            raise AssertionError("a whole that breaks the job was released")
        job, found, rows = run(*asked)
        boxes = DRAW[box](expected[0], by, accepts)
        if box != "T":
            verified = dpsql.verify(job)
            assert verified.presence["max"] == str(found.presence.maximum)
    presence = find_presence_range(boxes, public, by)
    assert (found.presence.minimum, found.presence.maximum) == presence
    assert found.partitions == len(boxes)
    assert found.metrics["discernibility"] == find_box_discernibility(boxes)
    assert found.metrics["loss"] == float(find_box_loss(boxes, by))
    if not keep:
        assert Counter(rows) == Counter({spell(box): count for box, count in boxes.items()})
        return
    expected_rows = Counter(
        (*spell(box), f"r{i}")
        for i, (row, member) in enumerate(zip(public, members, strict=True))
        for box in boxes
        if member and lies_inside(row, box, by)
    )
    assert Counter(rows) == expected_rows
