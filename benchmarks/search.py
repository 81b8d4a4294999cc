"""Measures whole commands beside a bare GROUP BY: ``python -m benchmarks.search DIR``.

DIR is a folder that `benchmarks.census` wrote, or holds such folders. For each question (data, δ,
metric) and round, two fresh processes run one after the other, with the same threads and memory:

- the yardstick Y: CREATE TEMP TABLE AS SELECT of the quasi-identifiers, count(*) and
  count(*) FILTER (member), grouped by the quasi-identifiers. Its seconds are those of the
  statement alone, without the start of the process;
- ``dpsql anonymize --json``: seconds of its stages as it reports them, and from start to exit.

Each pair is written as a line of DIR/search.jsonl at once. Pairs that the file has for the current
source of dpsql and settings are not run again, so a run can be stopped and resumed.
"""

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import yaml

import dpsql
from benchmarks.processes import Run, describe_machine, run_process
from benchmarks.search_table import print_tables

DELTAS = ("0,0.05", "0,0.1", "0,0.2", "0,0.5", "0.01,0.1")
METRICS = ("loss", "discernibility")
#: Takes a query and settings; prints the statement's seconds and the number of groups.
YARDSTICK = """
import json, sys, time, duckdb
query, settings = sys.argv[1], json.loads(sys.argv[2])
connection = duckdb.connect(config=settings)
connection.execute("SET enable_progress_bar = false")
start = time.perf_counter()
connection.execute("CREATE TEMP TABLE groups AS " + query)
seconds = time.perf_counter() - start
groups = connection.execute("SELECT count(*) FROM groups").fetchone()[0]
print(json.dumps({"seconds": seconds, "groups": groups}))
"""


@dataclass(frozen=True)
class Settings:
    """The settings that all runs share; `build` identifies the source of dpsql."""

    build: str
    machine: str
    threads: int
    memory: str | None


@dataclass(frozen=True)
class Question:
    """A job: data (the name of its folder), δ as min,max, metric, and algorithm as a job has it."""

    data: str
    delta: str
    metric: str
    algorithm: str


class Bench:
    """Runs pairs for one folder and records them in its file."""

    def __init__(self, folder: Path, settings: Settings, limit: float) -> None:
        self.folder, self.settings, self.limit = folder, settings, limit
        self.file = folder / "search.jsonl"
        self.pairs = read_pairs(self.file)

    def run(self, question: Question, number: int) -> None:
        """Run a pair and record it, unless it is recorded or the question failed before."""
        key = {"settings": asdict(self.settings), "question": asdict(question)}
        known = [pair for pair in self.pairs if key.items() <= pair.items()]
        if any(pair["round"] == number or pair["command"]["exit_code"] for pair in known):
            return
        folder = self.folder / question.data
        job = yaml.load((folder / "job.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
        print(f"round {number + 1}: {question}", file=sys.stderr, flush=True)
        pair = key | {
            "round": number,
            "rows": count_rows(folder),
            "load_average": os.getloadavg()[0],
            "yardstick": self._run_yardstick(folder, list(job["quasi_identifiers"])),
            "command": self._run_command(folder, job, question),
        }
        self.pairs.append(pair)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(pair) + "\n")

    def _run_yardstick(self, folder: Path, names: list[str]) -> dict[str, Any]:
        columns = ", ".join(f'"{name}"' for name in names)
        query = (
            f"SELECT {columns}, count(*), count(*) FILTER (member)"
            f" FROM 'public.parquet' GROUP BY {columns}"
        )
        with tempfile.TemporaryDirectory() as spill:
            config = {"threads": self.settings.threads, "temp_directory": spill}
            if self.settings.memory:
                config["memory_limit"] = self.settings.memory
            words = [sys.executable, "-c", YARDSTICK, query, json.dumps(config)]
            return _tell(run_process(words, self.limit, folder))

    def _run_command(self, folder: Path, job: dict[str, Any], question: Question) -> dict[str, Any]:
        low, high = question.delta.split(",")
        engine = {"threads": str(self.settings.threads)}
        if self.settings.memory:
            engine["memory"] = self.settings.memory
        words = {"metric": question.metric, "delta": {"min": low, "max": high}}
        words["algorithm"] = yaml.load(question.algorithm, yaml.BaseLoader)
        words |= {"release": "measured.parquet", "engine": {"duckdb": engine}}
        path = folder / "measured.yaml"
        path.write_text(yaml.safe_dump(job | words, sort_keys=False), encoding="utf-8")
        command = [sys.executable, "-m", "dpsql", "anonymize", str(path), "--overwrite", "--json"]
        try:
            return _tell(run_process(command, self.limit))
        finally:
            for rest in folder.glob("measured.*"):
                rest.unlink()


def _tell(run: Run) -> dict[str, Any]:
    """Return the JSON form of the run; `found` is what the process printed."""
    told = {"exit_code": run.exit_code, "process": run.seconds, "peak_bytes": run.peak_bytes}
    if run.exit_code:
        return told | {"complaint": run.complaint}
    return told | {"found": json.loads(run.printed)}


def read_pairs(file: Path) -> list[dict[str, Any]]:
    """Read the recorded pairs, the oldest first."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def count_rows(folder: Path) -> int:
    """Return the number of rows of P, from the file's footer."""
    with duckdb.connect() as connection:
        query = "SELECT sum(num_rows) FROM parquet_file_metadata(?)"
        row = connection.execute(query, [str(folder / "public.parquet")]).fetchone()
    return int(row[0]) if row else 0


def find_data(folder: Path, rows: list[int]) -> Iterator[Path]:
    """Find the folders with a job, the smallest data first; all sizes if `rows` is empty."""
    jobs = [folder / "job.yaml"] if (folder / "job.yaml").exists() else folder.glob("*/job.yaml")
    for _, place in sorted((count_rows(job.parent), job.parent) for job in jobs):
        if not rows or count_rows(place) in rows:
            yield place


def find_build() -> str:
    """Return the start of a SHA-256 over the source of dpsql and its templates."""
    package = Path(dpsql.__file__).parent
    folders = [package, package.parent / "sql_templates"]
    files = [path for place in folders for path in place.rglob("*.*") if path.suffix != ".pyc"]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(package.parent)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:8]


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, nargs="+", default=[], help="only data of these sizes")
    parser.add_argument("--repeat", type=int, default=5, help="rounds (5)")
    parser.add_argument("--delta", action="append", metavar="MIN,MAX", help="may be repeated")
    parser.add_argument("--metric", action="append", help="may be repeated")
    parser.add_argument(
        "--algorithm", action="append", metavar="YAML", help="such as {mpalm: {columns: best}}"
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="all cores")
    parser.add_argument("--memory", help="limit of both, such as 1GB (DuckDB's own)")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for one process (3600)")
    parser.add_argument("--print", action="store_true", help="print what is known, run nothing")
    words = parser.parse_args()
    settings = Settings(find_build(), describe_machine(), words.threads, words.memory)
    data = list(find_data(words.folder, words.rows))
    if not data:
        parser.error(f"{words.folder}: no data of that size; make it with benchmarks.census")
    parent = words.folder.parent if data == [words.folder] else words.folder
    bench = Bench(parent, settings, words.limit)
    questions = [
        Question(place.name, delta, metric, algorithm)
        for algorithm in words.algorithm or ["spalm"]
        for place in data
        for delta in words.delta or DELTAS
        for metric in words.metric or METRICS
    ]
    if not words.print:
        for number, question in product(range(words.repeat), questions):
            bench.run(question, number)
    print_tables(
        pair
        for question in questions
        for pair in bench.pairs
        if pair["question"] == asdict(question)
        and (words.print or pair["settings"] == asdict(settings))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
