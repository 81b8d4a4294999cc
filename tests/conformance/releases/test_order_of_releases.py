"""The verifier knows the order that a release is written in, and takes no other for it."""

import json
from hashlib import sha256

import duckdb
import pyarrow
import pytest

import dpsql

FLOATS = [-0.0, 0.0, float("nan"), float("inf"), float("-inf"), -1.5, 10.0, 9.0, None]
KEPT = {
    "text": ["", "a", "B", "é", "e\u0301", "\U0001f642", "a b", 'a"b', None],
    "float": FLOATS,
    "whole": [9, 10, 100, -1, 2**63 - 1, 0, -(2**63), 1, None],
    "list": [[1], [1, 2], [], [None], [1, None], [0], [2], [None, 1], None],
    "record": [{"x": x, "y": y} for x in (1, None) for y in ("a", "", None)] + [None] * 3,
}


def write_job(bench, release, **columns):
    """A job that releases T, all of one value, with these columns kept."""
    size = len(next(iter(columns.values())))
    return bench.job(
        {"v": {"tree": {"*": ["a"]}}},
        public=pyarrow.table({"v": ["a"] * size * 2}),
        private=pyarrow.table({"v": ["a"] * size, **columns}),
        delta={"max": "1/2"},
        keep=list(columns),
        release=release,
    )


def rewrite(path, order):
    """Put the rows into another order, and let the manifest name the new bytes."""
    options = "HEADER" if path.suffix == ".csv" else "ROW_GROUP_SIZE 2048"
    with duckdb.connect() as connection:
        reader = f"'{path}'"
        if path.suffix == ".csv":
            reader = f"read_csv('{path}', all_varchar = true)"
        connection.execute(f"CREATE TABLE rows AS SELECT * FROM {reader}")
        connection.execute(f"COPY (FROM rows ORDER BY {order}) TO '{path}' ({options})")
    manifest = path.with_name(f"{path.name}.manifest.json")
    claims = json.loads(manifest.read_text(encoding="utf-8"))
    claims["release"]["sha256"] = sha256(path.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(claims, indent=2) + "\n", encoding="utf-8")


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
@pytest.mark.parametrize("first", KEPT)
def test_what_is_written_is_in_order_F05(bench, release, first):
    """Every value beside every number: the second column decides where the first is equal."""
    cells, numbers = zip(*((cell, i) for i in range(12) for cell in KEPT[first]), strict=True)
    job = write_job(bench, release, first=cells, number=numbers)
    is_nested = first in ("list", "record") and release == "r.parquet"
    if is_nested and "duckdb" not in bench.engine.name:
        with pytest.raises(dpsql.InputError, match=r"'first' of type .* cannot stand in Parquet"):
            bench.anonymize(job)
        return
    assert bench.anonymize(job, csv_formulas="quote").release.rows == len(cells)


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
def test_zeros_that_sort_as_equal_say_nothing_of_the_order_of_t_F05(bench, release):
    zeros = [0.0, -0.0] * 6
    written = set()
    for order in (1, -1):
        job = write_job(bench, release, first=zeros[::order], second=[[x] for x in zeros[::order]])
        if "duckdb" not in bench.engine.name:  # servers do not put lists in Parquet
            job = job.with_unchecked({"keep": ("first",)})
        bench.anonymize(job, overwrite=True, csv_formulas="quote")
        written.add((bench.folder / release).read_bytes())
    assert len(written) == 1
    if release == "r.parquet":
        rewrite(bench.folder / release, "CAST(first AS VARCHAR) DESC")
        with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
            dpsql.verify(job, **bench.engine.options)


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
@pytest.mark.parametrize("order", ["rowid DESC", "second, first", "first DESC, second", "first"])
def test_another_order_is_found_F05(bench, release, order):
    cells, numbers = zip(*((cell, i) for i in (1, 2, None) for cell in (1, 2, 3)), strict=True)
    job = write_job(bench, release, first=cells, second=numbers)
    bench.anonymize(job)
    more = ", second NULLS FIRST" if order == "first" else ""
    rewrite(bench.folder / release, order + more)
    with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
        dpsql.verify(job, **bench.engine.options)


def test_numbers_of_parquet_are_not_sorted_as_texts(bench):
    job = write_job(bench, "r.parquet", number=[9, 10, 100])
    bench.anonymize(job)
    rewrite(bench.folder / "r.parquet", "CAST(number AS VARCHAR)")
    with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
        dpsql.verify(job, **bench.engine.options)


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
def test_two_rows_of_many_that_change_places_are_found(bench, release):
    """Several threads and row groups read the file, and its order is that of its rows."""
    size = 400_000
    texts = [f"{i:06}" for i in range(size)]
    job = write_job(bench, release, text=texts)
    job = job.with_unchecked({"engine": dpsql.Job.model_fields["engine"].default})
    bench.anonymize(job)
    dpsql.verify(job, **bench.engine.options)
    rewrite(
        bench.folder / release, "CASE text WHEN '300000' THEN '300001' ELSE text END, rowid DESC"
    )
    with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
        dpsql.verify(job, **bench.engine.options)


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
@pytest.mark.parametrize(
    "order", ["rowid DESC", "age, town", "rowid % 5, rowid", "town NULLS FIRST, age", "town"]
)
def test_another_order_of_rows_that_repeat_is_found_F05(bench, release, order):
    """Runs of equal rows: in another order, and torn apart."""
    people = [(town, age) for town in ("a", "b", None) for age in (9, 10, None)]
    towns, ages = (list(column) for column in zip(*people * 10, strict=True))
    job = bench.job(
        {"town": {"prefix": [1], "nulls": "own_leaf"}, "age": {"widths": [5], "nulls": "own_leaf"}},
        public=pyarrow.table({"town": towns, "age": ages}),
        private=pyarrow.table({"town": towns[:45], "age": ages[:45]}),
        delta={"max": "1/2"},
        release=release,
    )
    assert set(bench.anonymize(job).levels.values()) == {0}
    more = ", age DESC NULLS LAST, rowid" if order == "town" else ""
    rewrite(bench.folder / release, order + more)
    with pytest.raises(dpsql.IntegrityError, match="not sorted by what they hold"):
        dpsql.verify(job, **bench.engine.options)
