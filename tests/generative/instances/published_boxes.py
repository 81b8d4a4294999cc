"""Jobs that publish boxes, run on small tables, and what their releases must say."""

from collections import Counter
from pathlib import Path

import pyarrow.parquet

import dpsql
from tests.generative.instances.box_releases import spell_box, write_csv
from tests.generative.instances.partition_questions import write_words
from tests.oracle.search.boxes import (
    find_box_discernibility,
    find_box_loss,
    find_presence_range,
    lies_inside,
)


def publish(
    folder, public, members, kinds, listed, algorithm, *, keep=False, sensitive=(), **demands
):
    """Run a job over P and its members; return it, its outcome and the released rows.

    Column `id`, which may be kept, numbers the rows of P: r0, r1, ... Column `ill` has the
    sensitive values of the rows of P, if there are any, and is kept.
    """
    names = [f"c{j}" for j in range(len(kinds))]
    ill = sensitive or [None] * len(public)
    rows = [
        (*row, str(int(member)), f"r{i}", value)
        for i, (row, member, value) in enumerate(zip(public, members, ill, strict=True))
    ]
    write_csv(Path(folder) / "p.csv", [*names, "m", "id", "ill"], rows)
    words = [write_words(kind, listed) for kind in kinds]
    job = dpsql.Job(
        public={"path": "p.csv", "delimiter": ","},
        private={"where": "m = '1'"},
        quasi_identifiers=dict(zip(names, words, strict=True)),
        algorithm=algorithm,
        public_columns=names,
        keep=[*(["id"] if keep else []), *(["ill"] if sensitive else [])],
        release="r.parquet",
        folder=Path(folder),
        **demands,
    )
    found = dpsql.anonymize(job)
    table = pyarrow.parquet.read_table(job.folder / "r.parquet")
    rows = list(zip(*(table.column(name).to_pylist() for name in table.column_names), strict=True))
    return job, found, rows


def compare(found, rows, boxes, public, members, by, *, keep=False, sensitive=()):
    """The release says what the oracle's boxes say, and the outcome measures them as it does."""
    presence = find_presence_range(boxes, public, by)
    assert (found.presence.minimum, found.presence.maximum) == presence
    assert found.box_count == len(boxes)
    assert found.metrics["discernibility"] == find_box_discernibility(boxes)
    assert found.metrics["loss"] == float(find_box_loss(boxes, by))
    expected = Counter(
        (*spell_box(box), *([f"r{i}"] if keep else []), *([sensitive[i]] if sensitive else []))
        for i, (row, member) in enumerate(zip(public, members, strict=True))
        for box in boxes
        if member and lies_inside(row, box, by)
    )
    assert Counter(rows) == expected
