"""Measures searches in Postgres beside a bare GROUP BY: ``python -m benchmarks.postgres DIR``.

DIR is a folder that `benchmarks.census` wrote. The benchmark starts a private server, copies P into
it and analyzes it; this is not measured. It then measures, one after the other, with the server's
own settings except for memory:

- the yardstick Y: CREATE UNLOGGED TABLE AS SELECT of the quasi-identifiers, count(*) and
  count(*) FILTER (member), grouped by the quasi-identifiers, with the work_mem of dpsql. The least
  of three runs counts;
- ``dpsql.anonymize`` for each δ: seconds of loading and searching, divided by Y; the statements
  that count nodes, and all rows that are fetched before the release is written.
"""

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import duckdb
import psycopg
import pyarrow
import yaml
from pyarrow import csv

import dpsql
from dpsql.engines.base import Engine
from tests.postgres_server import start_postgres

DELTAS = ((0, "0.05"), (0, "0.1"), (0, "0.2"))
COUNTING = ("count_nodes", "count_private_classes")


def load(connection: psycopg.Connection[Any], folder: Path) -> int:
    """Copy P into the table `census`, text as text, and analyze it; returns its rows."""
    with duckdb.connect() as source:
        described = source.execute(
            "DESCRIBE FROM read_parquet(?)", [str(folder / "public.parquet")]
        ).fetchall()
        columns = ", ".join(
            f'"{name}" {"text" if type_ == "VARCHAR" else type_}' for name, type_, *_ in described
        )
        connection.execute(f"CREATE TABLE census ({columns})".encode())
        batches = source.read_parquet(str(folder / "public.parquet")).to_arrow_reader(100_000)
        form = csv.WriteOptions(include_header=False)
        with connection.cursor().copy("COPY census FROM STDIN (FORMAT csv)") as copy:
            for batch in batches:
                block = pyarrow.BufferOutputStream()
                csv.write_csv(batch, block, form)
                copy.write(block.getvalue().to_pybytes())
    connection.execute("VACUUM ANALYZE census")
    counted = connection.execute("SELECT count(*) FROM census").fetchone()
    return int(counted[0]) if counted else 0


def measure_yardstick(connection: psycopg.Connection[Any], names: list[str]) -> tuple[float, int]:
    """Return the seconds of a bare GROUP BY, and the number of its groups."""
    columns = ", ".join(f'"{name}"' for name in names)
    connection.execute("SET work_mem = '64MB'")
    seconds = []
    for _ in range(3):
        connection.execute("DROP TABLE IF EXISTS groups")
        start = perf_counter()
        made = connection.execute(
            f"CREATE UNLOGGED TABLE groups AS SELECT {columns}, count(*) AS n,"
            f" count(*) FILTER (WHERE member) AS t FROM census GROUP BY {columns}".encode()
        )
        seconds.append(perf_counter() - start)
    connection.execute("DROP TABLE groups")
    return min(seconds), made.rowcount


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count statements by purpose, and rows that are fetched before a release is written."""
    found: Counter[str] = Counter()
    fetch, export = Engine.fetch, Engine.export

    def counted_fetch(self: Engine, query: Any) -> Any:
        rows = fetch(self, query)
        if not found["exported"]:
            found[query.meta.get("template", "fetch")] += 1
            found["rows"] += len(rows)
        return rows

    def counted_export(
        self: Engine, query: Any, target: Path, types: Mapping[str, str] | None = None
    ) -> None:
        found["exported"] += 1
        export(self, query, target, types)

    Engine.fetch = counted_fetch  # type: ignore[method-assign]
    Engine.export = counted_export  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Engine.fetch, Engine.export = fetch, export  # type: ignore[method-assign]


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.postgres", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    folder = parser.parse_args().folder
    words = yaml.safe_load((folder / "job.yaml").read_text(encoding="utf-8"))
    with start_postgres(shared_buffers="1GB", max_wal_size="4GB") as dsn:
        os.environ["PGDSN"] = dsn
        with psycopg.connect(dsn, autocommit=True) as connection:
            rows = load(connection, folder)
            yardstick, groups = measure_yardstick(connection, list(words["quasi_identifiers"]))
        print(f"{rows:,} rows, {groups:,} groups; GROUP BY {yardstick:.2f} s")
        print("δ          load s  search s  release s  verify s   ratio  rounds  rows fetched")
        for least, most in DELTAS:
            with tempfile.TemporaryDirectory() as out:
                job = dpsql.Job.model_validate(
                    words
                    | {
                        "public": {"table": "census"},
                        "delta": {"min": least, "max": most},
                        "release": f"{out}/release.parquet",
                        "engine": "postgres",
                    },
                ).model_copy(update={"folder": folder})
                with counting() as found:
                    seconds = dpsql.anonymize(job).seconds
            ratio = (seconds["load"] + seconds["search"]) / yardstick
            rounds = sum(found[purpose] for purpose in COUNTING)
            print(
                f"({least}, {most:>4})  {seconds['load']:7.2f} {seconds['search']:9.2f}"
                f" {seconds['release']:10.2f} {seconds['verify']:9.2f} {ratio:7.2f}"
                f" {rounds:7} {found['rows']:13,}"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
