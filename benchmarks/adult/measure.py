"""Measures whole commands on Adult: ``python -m benchmarks.adult.measure DIR [RUNS]``.

DIR is a folder that `fetch` laid out. Seconds run from process start to exit, peak memory is that
of the process; each figure is the median of RUNS (5). The yardstick is a bare DuckDB GROUP BY of P
over the same eight columns, in a process of its own. It runs between the commands of each round, so
that a ratio compares runs of the same minute. Prints rows of a Markdown table.
"""

import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import yaml

from benchmarks.processes import describe_machine, print_row, run_process

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


#: Seconds that one process may take.
LIMIT = 600.0


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
        run = run_process(command, LIMIT)
        if run.exit_code:
            raise RuntimeError(f"exit code {run.exit_code}: {command}")
        self.seconds.append(run.seconds)
        self.peaks.append(run.peak_bytes)
        self.printed = run.printed


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
            one.run([*DPSQL, "anonymize", str(path), "--overwrite", "--json"])
            yardstick.run([sys.executable, "-c", YARDSTICK, query])
            statements.append(float(yardstick.printed))
    for path in jobs:
        path.unlink()
    print(f"{describe_machine()}; load average {os.getloadavg()[0]:.1f}; medians of {runs}\n")
    base = median(yardstick.seconds)
    print_row("metric", "δ", "seconds", "ratio", "load", "search", "nodes counted", "peak MB")
    print_row(*["---"] * 8)
    for (metric, delta), one in zip(QUESTIONS, series, strict=True):
        found = json.loads(one.printed)
        print_row(
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
        print_row(name, "", f"{median(other.seconds):.2f}", ratio, "", "", "", peak)
    print(f"\nThe bare statement alone, without process start: {median(statements):.3f} s")


def _write_job(folder: Path, job: dict[str, Any], number: int) -> Path:
    metric, delta = QUESTIONS[number]
    path = folder / f"measure-{number}.yaml"
    words = job | {"metric": metric, "delta": delta, "release": f"measured/{number}.parquet"}
    (folder / "measured").mkdir(exist_ok=True)
    path.write_text(yaml.safe_dump(words, sort_keys=False), encoding="utf-8")
    return path


def main() -> int:
    """Run the command; return its exit code."""
    if not 2 <= len(sys.argv) <= 3:
        print("usage: python -m benchmarks.adult.measure DIR [RUNS]", file=sys.stderr)
        return 2
    measure(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 5)
    return 0


if __name__ == "__main__":
    sys.exit(main())
