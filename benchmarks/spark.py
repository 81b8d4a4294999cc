"""Measures a search on Spark beside Spark's bare GROUP BY: ``python -m benchmarks.spark DIR``.

DIR is a folder that `benchmarks.census` wrote. The benchmark starts a Spark server on this machine,
with two threads, unless --remote names one. In each round, on the same server, one after the other:

- the yardstick Y: the quasi-identifiers, their rows of P and of T, grouped and written as Parquet;
- ``dpsql.anonymize`` with the job of DIR, its seconds by stages, its statements and rows fetched.

Prints a JSON object per round.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import yaml

import dpsql
from benchmarks.processes import describe_machine
from dpsql.engines.spark.engine import SparkEngine
from dpsql.engines.spark.remote import open_session
from tests.spark_server import start_spark

#: The server of `tests`, set for large tables: full compilation, and adaptive plans.
SETTINGS = {
    "spark.driver.memory": "6g",
    "spark.sql.shuffle.partitions": "8",
    "spark.sql.adaptive.enabled": "true",
}
JAVA = "-XX:+UseParallelGC -Xss4m"


def group_by(remote: str, public: Path, names: list[str], folder: Path) -> tuple[float, int]:
    """Return the seconds of the yardstick, and the number of its groups."""
    session = open_session(remote)
    columns = ", ".join(f"`{name}`" for name in names)
    session.read.parquet(f"file://{public}").createOrReplaceTempView("public")
    start = time.perf_counter()
    session.sql(
        f"SELECT {columns}, COUNT(*) AS public_count,"
        f" SUM(CASE WHEN member THEN 1 ELSE 0 END) AS private_count FROM public GROUP BY {columns}"
    ).write.parquet(f"file://{folder}/groups")
    seconds = time.perf_counter() - start
    groups = session.read.parquet(f"file://{folder}/groups").count()
    session.stop()
    return seconds, groups


def anonymize(remote: str, folder: Path, words: dict[str, Any]) -> dict[str, Any]:
    """Return the outcome of a run, the number of its statements, and of the rows it fetched."""
    sent = {"statements": 0, "rows": 0}
    fetch = SparkEngine._fetch

    def counted(engine: SparkEngine, sql: str) -> Any:
        rows = fetch(engine, sql)
        sent["statements"] += 1
        sent["rows"] += len(rows)
        return rows

    SparkEngine._fetch = counted  # type: ignore[assignment, method-assign]
    job = yaml.load((folder / "job.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    with tempfile.TemporaryDirectory() as target:
        job |= words | {"release": f"{target}/r.parquet", "engine": {"spark": {"remote": remote}}}
        start = time.perf_counter()
        outcome = dpsql.anonymize(dpsql.Job(**job, folder=folder)).to_dict()
        seconds = time.perf_counter() - start
    SparkEngine._fetch = fetch  # type: ignore[method-assign]
    told = {key: outcome[key] for key in ("levels", "search", "seconds", "public_rows")}
    return told | {"whole": seconds, "fetches": sent}


def main() -> None:
    """Measure as the command line states."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--remote")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--delta", default="0,0.1")
    arguments = parser.parse_args()
    folder = arguments.folder.absolute()
    low, high = arguments.delta.split(",")
    words = {"delta": {"min": low, "max": high}}
    names = list(yaml.safe_load((folder / "job.yaml").read_text())["quasi_identifiers"])
    known = nullcontext(arguments.remote)
    with known if arguments.remote else start_spark(settings=SETTINGS, java=JAVA) as remote:
        for number in range(arguments.rounds):
            with tempfile.TemporaryDirectory() as written:
                public = folder / "public.parquet"
                seconds, groups = group_by(remote, public, names, Path(written))
            ran = anonymize(remote, folder, words)
            ran["search_over_group_by"] = (
                ran["seconds"]["load"] + ran["seconds"]["search"]
            ) / seconds
            yardstick = {"seconds": seconds, "groups": groups}
            load = {"load_average": os.getloadavg()[0], "machine": describe_machine()}
            print(json.dumps({"round": number, "yardstick": yardstick} | ran | load))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
