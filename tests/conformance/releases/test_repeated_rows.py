"""DuckDB writes the same bytes whether it sorts all rows of a release or the distinct ones."""

from datetime import date
from decimal import Decimal

import duckdb
import pyarrow
import pytest

from dpsql.engines.duckdb import engine as duckdb_engine
from dpsql.engines.duckdb import repeated_rows

PLAIN = {
    "text": ["b", "", "a", None, "é", 'say "x"'],
    'a"b': [3, None, 1, 2, -1, 10],
    "day": [date(2024, 2, 29), None, date(1, 1, 1), date(2000, 1, 1), None, date(1999, 12, 31)],
    "rate": [Decimal("1.50"), Decimal("-1"), None, Decimal("0"), Decimal("10"), Decimal("9")],
    "yes": [True, False, None, True, False, None],
}
#: Values that are equal and not the same, or that might be.
OTHERS = {
    "float": [0.0, -0.0, None, 1.0, float("nan"), 2.0],
    "list": [[1], None, [1, None], [], [2], [1]],
}


@pytest.fixture
def repeated(monkeypatch):
    """The queries that were written by their distinct rows, where three rows are a sample."""
    found = []

    def note(*words):
        query = repeated_rows.repeat_rows(*words)
        found.append(query)
        return query

    monkeypatch.setattr(duckdb_engine, "repeat_rows", note)
    monkeypatch.setattr(repeated_rows, "_SAMPLED", 3)
    return found


def release(bench, name, columns, monkeypatch, *, sampled, **options):
    """The bytes of a release that keeps these columns, each row five times."""
    monkeypatch.setattr(repeated_rows, "_SAMPLED", sampled)
    cells = {key: values * 5 for key, values in columns.items()}
    job = bench.job(
        {"v": {"tree": {"*": ["x", "y"]}}},
        public=pyarrow.table({"v": ["x", "y"] * 30}),
        private=pyarrow.table({"v": ["x", "y"] * 15, **cells}),
        delta={"max": "1/2"},
        keep=list(columns),
        release=name,
    )
    bench.anonymize(job, overwrite=True, csv_formulas="quote", **options)
    return (bench.folder / name).read_bytes()


@pytest.mark.parametrize("name", ["r.parquet", "r.csv"])
@pytest.mark.parametrize("piece", [1, 2, 2048])
def test_bytes_are_those_of_a_sort_of_all_rows(duckdb_bench, repeated, monkeypatch, name, piece):
    monkeypatch.setattr(repeated_rows, "_PIECE", piece)
    some = release(duckdb_bench, name, PLAIN, monkeypatch, sampled=3)
    assert [query for query in repeated if query]
    del repeated[:]
    assert release(duckdb_bench, name, PLAIN, monkeypatch, sampled=10**6) == some
    assert not any(repeated)


@pytest.mark.parametrize("column", OTHERS)
def test_rows_that_are_equal_and_not_the_same_are_all_sorted(
    duckdb_bench, repeated, monkeypatch, column
):
    release(duckdb_bench, "r.parquet", {column: OTHERS[column]}, monkeypatch, sampled=3)
    assert not any(repeated)


def test_rows_that_hardly_repeat_are_all_sorted(duckdb_bench, repeated, monkeypatch):
    monkeypatch.setattr(repeated_rows, "_MOST_DISTINCT", 4)
    release(duckdb_bench, "r.parquet", PLAIN, monkeypatch, sampled=3)
    assert repeated
    assert not any(repeated)


def test_a_session_that_may_lose_the_order_sorts_all_rows(duckdb_bench, repeated, monkeypatch):
    with duckdb.connect() as connection:
        connection.execute("SET preserve_insertion_order = false")
        release(duckdb_bench, "r.parquet", PLAIN, monkeypatch, sampled=3, connection=connection)
    assert not any(repeated)
