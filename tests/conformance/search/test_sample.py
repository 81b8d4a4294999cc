"""A table is taken for sparse only where a second, larger look at its first rows says so too."""

import pyarrow
import pyarrow.parquet
import pytest

import dpsql
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.sql.tables import sample
from dpsql.sql.templates import column, identifier
from dpsql.verifier import recount


@pytest.mark.parametrize(
    ("values", "sparse"),
    [
        (list(range(9)), False),
        (list(range(100)), True),
        (list(range(1000)), True),
        ([None, *range(99)], True),
        ([i // 2 for i in range(1000)], False),
        ([*range(10), *[7] * 990], False),
        ([*range(40), *[7] * 60], True),
        ([*range(99), 98], True),
        # Of the hundred rows of the second look two repeat others: as many as may; three are more.
        ([*range(98), 0, 1, *range(100, 500)], True),
        ([*range(97), 0, 1, 2, *range(100, 500)], False),
    ],
)
def test_what_is_sparse(tmp_path, monkeypatch, values, sparse):
    monkeypatch.setattr(sample, "LEAST_SAMPLE", 10)
    monkeypatch.setattr(sample, "SAMPLED", 0.2)
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        engine.upload("numbers", {"n": "BIGINT"}, [(value,) for value in values])
        named = [(column("n", "numbers"), identifier("q0"))]
        assert sample.is_sparse(engine, named, "numbers") is sparse


def test_a_row_is_all_of_its_values(tmp_path, monkeypatch):
    monkeypatch.setattr(sample, "LEAST_SAMPLE", 10)
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        rows = [(i // 10, i % 10) for i in range(100)]
        engine.upload("numbers", {"n": "BIGINT", "m": "BIGINT"}, rows)
        named = [(column(name, "numbers"), identifier(name)) for name in ("n", "m")]
        assert sample.is_sparse(engine, named, "numbers")
        assert not sample.is_sparse(engine, named[:1], "numbers")


def test_the_verifier_counts_listed_rows_like_groups(duckdb_bench, monkeypatch):
    names, rows = ("town", "member"), [("aa", True), ("ab", False), ("aa", False), ("b", False)] * 3
    columns = zip(names, zip(*rows, strict=True), strict=True)
    pyarrow.parquet.write_table(
        pyarrow.table({name: list(values) for name, values in columns}),
        duckdb_bench.folder / "p.parquet",
    )
    words = {"public": "p.parquet", "private": {"where": "member"}, "delta": {"max": "1/2"}}
    job = duckdb_bench.job({"town": {"prefix": [1]}}, **words)
    duckdb_bench.anonymize(job)
    grouped = dpsql.verify(job)
    looks = []
    monkeypatch.setattr(recount, "is_sparse", lambda *_: looks.append(1) or True)
    assert dpsql.verify(job) == grouped
    assert looks
