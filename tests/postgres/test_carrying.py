"""What lies in lake tables is carried into Postgres as it is read by DuckDB."""

import pyarrow
from deltalake import write_deltalake

import dpsql


def test_a_delta_table_is_measured_in_postgres_as_in_duckdb(postgres_bench):
    people = pyarrow.table({"town": ["a", "a", "b", None], "member": [True, False, True, False]})
    write_deltalake(postgres_bench.folder / "people", people)
    write_deltalake(postgres_bench.folder / "people", people, mode="append")
    words = {
        "public": "./people",
        "private": {"where": "member"},
        "quasi_identifiers": {"town": {"tree": {"x": ["a", "b"]}, "nulls": "own_leaf"}},
        "folder": postgres_bench.folder,
    }
    found = [
        dpsql.measure(dpsql.Job(**words, engine=engine)).to_dict()
        for engine in (postgres_bench.engine.choice, "duckdb")
    ]
    kept = ("public_rows", "private_rows", "presence", "metrics")
    assert [[one[word] for word in kept] for one in found] == [
        [8, 4, {"min": "0", "max": "1"}, found[0]["metrics"]]
    ] * 2
