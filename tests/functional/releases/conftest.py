"""A DuckDB file with P and T as tables, and jobs that release into it."""

import duckdb
import pytest


@pytest.fixture
def people_file(duckdb_bench):
    """A database of which T has 10 of 100 people."""
    path = duckdb_bench.folder / "people.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE SCHEMA mart")
        town = "'town ' || (range % 10) AS town, range AS person"
        connection.execute(f"CREATE TABLE people AS SELECT {town} FROM range(100)")
        # In an order that a release must not have.
        connection.execute("CREATE TABLE trial AS FROM people WHERE person < 10 ORDER BY -person")
    return path


@pytest.fixture
def make_table_job(duckdb_bench, people_file):
    """Make jobs whose P and T are tables of this file."""

    def make_job(table="mart.released", **words):
        given = {
            "public": "people",
            "private": "trial",
            "delta": {"max": "1/10"},
            "release": {"table": table, "manifest": "r.manifest.json"},
            "engine": {"duckdb": {"database": people_file.name}},
        }
        return duckdb_bench.job({"town": {"prefix": [5]}}, **given | words)

    return make_job
