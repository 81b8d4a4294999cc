"""What lies in lake tables is carried into Postgres as it is read by DuckDB."""

from pathlib import Path

import pyarrow
import pytest
from deltalake import write_deltalake

import dpsql
from tests.postgres.conftest import VARIABLE
from tests.postgres_server import running_postgres


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


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
def test_a_byte_order_mark_at_the_start_is_kept(postgres_bench, server, release):
    value = "\ufeffabc"
    server.execute("CREATE TABLE marked AS SELECT %s AS town", [value])
    job = postgres_bench.job(
        {"town": {"tree": {"*": [value]}}},
        public="marked",
        private="marked",
        delta={"max": 1},
        release=release,
    )
    assert postgres_bench.anonymize(job).levels == {"town": 0}
    assert [row[0] for row in postgres_bench.read_release(release)] == [value]


def test_the_log_of_the_server_is_not_told_of_nul(postgres_bench, monkeypatch):
    plain = running_postgres()
    monkeypatch.setenv(VARIABLE, f"{plain} options='-c log_min_messages=error'")
    table = pyarrow.table({"town": ["a\0b"]})
    job = postgres_bench.job({"town": {"prefix": [1]}}, public=table, private=table)
    log = Path(plain.split()[0].removeprefix("host=")) / "log"
    before = log.read_text()
    with pytest.raises(dpsql.InputError, match="NUL"):
        postgres_bench.measure(job)
    told = log.read_text().removeprefix(before)
    assert "NUL" in told
    assert "0x00" not in told
