"""Kills a worker of a Spark cluster during a search: ``python -m benchmarks.spark_cluster DIR``.

DIR is a folder that `benchmarks.census` wrote. A master, two workers and a Spark Connect server run
on loopback, each in its own process. The job runs in DuckDB, then on the cluster; while the
frequency set is being counted there, one worker is killed by SIGKILL. The levels, the presence and
the rows of both releases must be the same. Prints a JSON object.
"""

import argparse
import json
import os
import signal
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import duckdb
import yaml

import dpsql
from benchmarks.spark import SETTINGS
from dpsql.engines.spark.engine import SparkEngine
from tests.spark_server import HOME, find_free_port, running, start_spark, wait_for_port

CLUSTER = {
    "spark.driver.memory": "2g",
    "spark.executor.memory": "2g",
    "spark.executor.cores": "1",
    "spark.cores.max": "2",
}
_MASTER = "org.apache.spark.deploy.master.Master"
_WORKER = "org.apache.spark.deploy.worker.Worker"


def start_cluster(stack: ExitStack, folder: Path) -> tuple[str, str]:
    """Start all; return the server's address, and a word that identifies one worker's processes."""
    home = Path(os.environ[HOME])
    port = find_free_port()
    spark_class = str(home / "bin" / "spark-class")
    words = [_MASTER, "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]
    master = stack.enter_context(running([spark_class, *words], folder / "master.log", home))
    wait_for_port(port, master, folder / "master.log")
    for number in range(2):
        work = folder / f"worker-{number}"
        work.mkdir()
        words = [_WORKER, "--host", "127.0.0.1", "--cores", "1", "--memory", "2g"]
        words += ["--webui-port", "0", "--work-dir", str(work), f"spark://127.0.0.1:{port}"]
        stack.enter_context(running([spark_class, *words], work / "log", home))
    remote = stack.enter_context(
        start_spark(f"spark://127.0.0.1:{port}", SETTINGS | CLUSTER, "-Xss4m")
    )
    return remote, str(folder / "worker-1")


def kill_worker(word: str) -> int:
    """Kill the worker and its executor; return the number of these processes."""
    killed = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
            place = str((process / "cwd").readlink())
        except OSError:
            continue
        is_java = command[0].endswith(b"java")
        if is_java and (word.encode() in b" ".join(command) or place.startswith(word)):
            os.kill(int(process.name), signal.SIGKILL)
            killed += 1
    return killed


def run(folder: Path, engine: dict[str, Any], target: Path) -> tuple[dict[str, Any], list[Any]]:
    """Return the outcome of a run, and the rows of its release."""
    job = yaml.load((folder / "job.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    job |= {"release": str(target), "engine": engine}
    told = dpsql.anonymize(dpsql.Job(**job, folder=folder)).to_dict()
    with duckdb.connect() as connection:
        rows = connection.execute("FROM read_parquet(?)", [str(target)]).fetchall()
    return told, rows


def main() -> None:
    """Run the job on both, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.absolute()
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        expected, expected_rows = run(folder, {"duckdb": {}}, work / "duckdb.parquet")
        remote, doomed = start_cluster(stack, work)
        fetch = SparkEngine._fetch
        killed: list[int] = []

        def fetch_and_kill(engine: SparkEngine, sql: str) -> Any:
            if "GROUPING SETS" in sql and not killed:
                killed.append(0)
                threading.Timer(1, lambda: killed.append(kill_worker(doomed))).start()
            return fetch(engine, sql)

        SparkEngine._fetch = fetch_and_kill  # type: ignore[assignment, method-assign]
        start = time.perf_counter()
        told, rows = run(folder, {"spark": {"remote": remote}}, work / "spark.parquet")
        seconds = time.perf_counter() - start
    same = {
        "levels": told["levels"] == expected["levels"],
        "presence": told["presence"] == expected["presence"],
        "rows": rows == expected_rows,
    }
    print(json.dumps({"killed_processes": sum(killed), "same": same, "seconds": seconds}))
    if not all(same.values()) or not sum(killed):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
