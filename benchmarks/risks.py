"""Measures ``dpsql risks`` beside a bare GROUP BY: ``python -m benchmarks.risks DIR``.

DIR is a folder that `benchmarks.census` wrote, with one table. In each round two fresh processes
run one after the other, with the same threads and memory: the yardstick Y of `benchmarks.search`,
and ``dpsql risks --json`` at the raw levels, where the classes are as many as the groups of Y.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from statistics import median

import yaml

from benchmarks.processes import Run, run_process
from benchmarks.search import YARDSTICK, count_rows


def run_yardstick(folder: Path, names: list[str], threads: int, limit: float) -> Run:
    """Group P by the quasi-identifiers."""
    columns = ", ".join(f'"{name}"' for name in names)
    query = (
        f"SELECT {columns}, count(*), count(*) FILTER (member)"
        f" FROM 'public.parquet' GROUP BY {columns}"
    )
    with tempfile.TemporaryDirectory() as spill:
        config = {"threads": threads, "temp_directory": spill}
        words = [sys.executable, "-c", YARDSTICK, query, json.dumps(config)]
        return run_process(words, limit, folder)


def run_risks(folder: Path, threads: int, limit: float) -> Run:
    """Measure the risks of the rows of T as they are."""
    words = yaml.load((folder / "job.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    words["engine"] = {"duckdb": {"threads": str(threads)}}
    job = folder / "measured.yaml"
    job.write_text(yaml.safe_dump(words, sort_keys=False), encoding="utf-8")
    try:
        return run_process([sys.executable, "-m", "dpsql", "risks", str(job), "--json"], limit)
    finally:
        job.unlink()


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.risks", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--repeat", type=int, default=3, help="rounds (3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="all cores")
    parser.add_argument("--limit", type=float, default=3600, help="seconds for one process (3600)")
    words = parser.parse_args()
    names = list(yaml.safe_load((words.folder / "job.yaml").read_text())["quasi_identifiers"])
    print(f"{count_rows(words.folder):,} rows")
    stages, wholes = [], []
    for _ in range(words.repeat):
        bare = run_yardstick(words.folder, names, words.threads, words.limit)
        risks = run_risks(words.folder, words.threads, words.limit)
        for run in (bare, risks):
            if run.exit_code:
                print(run.complaint, file=sys.stderr)
                return 1
        yard, found = json.loads(bare.printed), json.loads(risks.printed)
        seconds = found["seconds"]
        stages.append(seconds["total"] / yard["seconds"])
        wholes.append(risks.seconds / yard["seconds"])
        print(
            f"Y {yard['seconds']:.2f} s, {yard['groups']:,} groups,"
            f" {bare.peak_bytes / 1e6:,.0f} MB; risks"
            f" {json.dumps(seconds)}, whole {risks.seconds:.2f} s,"
            f" {risks.peak_bytes / 1e6:,.0f} MB; {stages[-1]:.2f} and {wholes[-1]:.2f} Y",
            flush=True,
        )
    print(f"medians: stages {median(stages):.2f} Y, whole {median(wholes):.2f} Y")
    return 0


if __name__ == "__main__":
    sys.exit(main())
