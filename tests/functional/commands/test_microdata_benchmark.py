"""The benchmark of methods for microdata, with dpsql's own releases, over 300 people."""

from collections import Counter
from fractions import Fraction
from math import inf

import numpy as np
import pytest

import dpsql
from benchmarks.microdata import grid, small_tables
from benchmarks.microdata.epsilon import compare_with_counts, measure_counts
from benchmarks.microdata.grid import Table, run_own
from benchmarks.microdata.methods.own import ALGORITHMS, make_job
from benchmarks.microdata.people import Column, People, make_column
from benchmarks.microdata.tables import write_table

AGES = [(str(age), f"{age // 4 * 4} on", "any") for age in range(8)]
TOWNS = [(town, town[0], "any") for town in ("ax", "ay", "bx")]
OUTCOME = Column("outcome", (("no", "*"), ("yes", "*")))


def draw_people(rows):
    columns = make_column("age", AGES), make_column("town", TOWNS)
    random = np.random.default_rng(0)
    codes = np.stack([random.integers(0, n, rows) for n in (8, 3, 2)], axis=1)
    return People("made up", columns, OUTCOME, codes, np.ones(rows))


def test_own_releases_agree_with_compare_and_counts_have_their_epsilon(tmp_path, monkeypatch):
    monkeypatch.setattr(grid, "DELTAS", ["1/2"])
    monkeypatch.setattr(grid, "KS", ["3"])
    people, table = draw_people(300), Table("made up", "random", 0)
    (tmp_path / "hierarchies").mkdir()
    for name, lines in (("age", AGES), ("town", TOWNS)):
        text = "".join(f"{';'.join(line)}\n" for line in lines)
        (tmp_path / "hierarchies" / f"{name}.csv").write_text(text)
    write_table(people, slice(None), tmp_path / "public.parquet")
    members = people.draw("random", 0)
    write_table(people, members, tmp_path / f"{table.name}.parquet")
    rows = run_own(people, table, members, tmp_path)
    assert [row.method for row in rows] == ["k, levels", *ALGORITHMS]
    assert any(row.presence for row in rows)
    assert {row.method for row in rows if row.audit is not None} == {"k, levels", "levels"}
    for row in rows:
        if row.presence is None:
            assert row.method == "levels from P"
            continue
        assert row.counted == row.presence
        assert row.gap < 1e-9
        if row.method != "pooled":
            assert row.worst == pytest.approx(float(Fraction(row.presence)))
        if row.method in ALGORITHMS:
            assert Fraction(row.presence) <= Fraction(row.setting)
        assert row.audit is None or 0 <= row.audit <= 1
    (boxes,) = [row for row in rows if row.method == "boxes"]
    both = compare_with_counts(people, members, tmp_path, [boxes])
    for told, number in zip(both, (1, 2), strict=True):
        assert told.beliefs == ("independent", "|T| known")[number - 1]
        assert Fraction(told.prior) == Fraction(1, 10)
        posterior = dpsql.epsilon_to_presence(number * told.epsilon, Fraction(told.prior))[1]
        assert posterior == pytest.approx(float(Fraction(boxes.presence)))
        assert 0 < told.counts_one_way_alone <= 1
        assert (told.release_one_way, told.release_two_way) == (boxes.one_way, boxes.two_way)
    assert not (tmp_path / "counts.csv").exists()
    job = make_job(tmp_path, people, table.name)
    # No table can be asked for so small an ε: every age of P then has the same share.
    (shift,) = measure_counts(people, members, job, 1e-7, [("age",)], tmp_path)
    own = np.bincount(people.known[members, 0], minlength=8) / len(members)
    assert shift == pytest.approx(abs(own - 1 / 8).sum() / 2)
    assert measure_counts(people, members, job, inf, [("age",)], tmp_path) == [0.0]


@pytest.mark.parametrize("method", small_tables.METHODS)
def test_small_tables_are_released_as_dpsql_does(tmp_path, method):
    """The reference, with the hierarchies and orders that the audit of small tables gives it."""
    people = draw_people(300)
    instance = small_tables.draw_instance(people, 1)
    columns = [c.name for c in people.columns]
    for name, rows in (("public", instance.public), ("private", instance.private)):
        lines = [",".join(columns), *(",".join(map(str, row)) for row in rows)]
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
    for column in people.columns:
        text = "".join(f"{';'.join(line)}\n" for line in column.labels)
        (tmp_path / f"{column.name}.csv").write_text(text)
    algorithm, _ = ALGORITHMS[method]
    job = dpsql.Job(
        folder=tmp_path,
        public="public.csv",
        private="private.csv",
        quasi_identifiers={
            "age": {"hierarchy": "age.csv", "order": "number"},
            "town": {"hierarchy": "town.csv"},
        },
        delta={"max": "1/2"},
        algorithm=algorithm,
        release="release.csv",
    )
    told = dpsql.anonymize(job).to_dict()
    published = small_tables.METHODS[method](instance)
    sizes = Counter(published.labels.get(row) for row in instance.public)
    rows = Counter(published.labels[row] for row in instance.private)
    presence = max(Fraction(number, sizes[label]) for label, number in rows.items())
    assert Fraction(told["presence"]["max"]) == presence
    if method == "boxes":
        released = (tmp_path / "release.csv").read_text().splitlines()[1:]
        assert len(set(released)) == len(rows)
    elif method == "pooled":
        pooling, steps = published.how
        assert told["pooled"]["least"] == pooling.least
        assert [tuple(step["levels"].values()) for step in told["steps"]] == [*steps]
    else:
        assert tuple(told["levels"].values()) == published.how
