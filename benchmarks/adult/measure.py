"""Measures whole commands on Adult: ``python -m benchmarks.adult.measure DIR [RUNS]``.

DIR is what `fetch` laid out. Seconds run from process start to exit, peak memory is that of the
process (wait4); each figure is the median of RUNS (5). The yardstick, a bare DuckDB GROUP BY of P
over the same eight columns in a process of its own, is taken between the commands of each round,
so that a ratio compares runs of the same minute. Prints rows of a Markdown table.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import duckdb
import yaml

import dpsql

QUESTIONS = [
    ("loss", {"min": "0", "max": "0.05"}),
    ("loss", {"min": "0", "max": "0.1"}),
    ("loss", {"min": "0", "max": "0.2"}),
    ("loss", {"min": "0", "max": "0.5"}),
    ("loss", {"min": "0.01", "max": "0.1"}),
    ("precision", {"min": "0.01", "max": "0.1"}),
    ("entropy", {"min": "0.01", "max": "0.1"}),
    ("discernibility", {"min": "0.01", "max": "0.1"}),
    ("discernibility", {"min": "0", "max": "0.5"}),
    ("class_size", {"min": "0.01", "max": "0.1"}),
]
DPSQL = [sys.executable, "-m", "dpsql"]
#: The whole yardstick: import, open, group, exit; it prints the seconds of the statement alone.
YARDSTICK = """
import sys, time, duckdb
connection = duckdb.connect()
start = time.perf_counter()
connection.execute(sys.argv[1]).fetchall()
print(time.perf_counter() - start)
"""


@dataclass
class Series:
    """Repeated runs of one command."""

    seconds: list[float] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    printed: str = ""

    def run(self, command: list[str]) -> None:
        """Run once, from process start to exit.

        Raises:
            RuntimeError: the command fails.
        """
        with tempfile.TemporaryFile("w+") as out:
            start = perf_counter()
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            self.seconds.append(perf_counter() - start)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            self.printed = out.read()
        if process.returncode:
            raise RuntimeError(f"exit code {process.returncode}: {command}")
        self.peaks.append(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


def measure(folder: Path, runs: int) -> None:
    """Run every question `runs` times, in rounds, and print the table."""
    job = yaml.load((folder / "job.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    columns = ", ".join(f'"{name}"' for name in job["quasi_identifiers"])
    query = f"SELECT {columns}, count(*) FROM '{folder / 'adult.parquet'}' GROUP BY {columns}"
    yardstick, start, statements = Series(), Series(), []
    series = [Series() for _ in QUESTIONS]
    jobs = [_write_job(folder, job, number) for number in range(len(QUESTIONS))]
    for _ in range(runs):
        start.run([*DPSQL, "--help"])
        for one, path in zip(series, jobs, strict=True):
            one.run(
                [sys.executable, "-m", "dpsql", "anonymize", str(path), "--overwrite", "--json"]
            )
            yardstick.run([sys.executable, "-c", YARDSTICK, query])
            statements.append(float(yardstick.printed))
    for path in jobs:
        path.unlink()
    _print_machine(runs)
    base = median(yardstick.seconds)
    _print_row("metric", "δ", "seconds", "ratio", "load", "search", "nodes counted", "peak MB")
    _print_row(*["---"] * 8)
    for (metric, delta), one in zip(QUESTIONS, series, strict=True):
        found = json.loads(one.printed)
        _print_row(
            metric,
            f"({delta['min']}, {delta['max']})",
            f"{median(one.seconds):.2f}",
            f"{median(one.seconds) / base:.1f}",
            f"{found['seconds']['load']:.2f}",
            f"{found['seconds']['search']:.2f}",
            f"{found['search']['checked']} of {found['search']['nodes']:,}",
            f"{median(one.peaks) / 1e6:.0f}",
        )
    for name, other in (("bare GROUP BY", yardstick), ("dpsql --help", start)):
        ratio = f"{median(other.seconds) / base:.1f}"
        peak = f"{median(other.peaks) / 1e6:.0f}"
        _print_row(name, "", f"{median(other.seconds):.2f}", ratio, "", "", "", peak)
    print(f"\nThe bare statement alone, without process start: {median(statements):.3f} s")


def _write_job(folder: Path, job: dict[str, Any], number: int) -> Path:
    metric, delta = QUESTIONS[number]
    path = folder / f"measure-{number}.yaml"
    words = job | {"metric": metric, "delta": delta, "release": f"measured/{number}.parquet"}
    (folder / "measured").mkdir(exist_ok=True)
    path.write_text(yaml.safe_dump(words, sort_keys=False), encoding="utf-8")
    return path


def _print_machine(runs: int) -> None:
    versions = f"Python {platform.python_version()}, DuckDB {duckdb.__version__}"
    load = os.getloadavg()[0]
    print(
        f"dpsql {dpsql.__version__}, {versions}, {platform.system()} {platform.machine()},"
        f" {os.cpu_count()} cores, load average {load:.1f}; medians of {runs}\n"
    )


def _print_row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |")


def main() -> int:
    """Run the command; return its exit code."""
    if not 2 <= len(sys.argv) <= 3:
        print("usage: python -m benchmarks.adult.measure DIR [RUNS]", file=sys.stderr)
        return 2
    measure(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 5)
    return 0


if __name__ == "__main__":
    sys.exit(main())
