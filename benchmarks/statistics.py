"""Measures a search on statistics beside one over T alone: ``python -m benchmarks.statistics DIR``.

DIR is a folder that `benchmarks.census` wrote, with one table. T is some of its rows, P is then
known by its size and a table of counts for each quasi-identifier; what T does not know is not read.
In each round two fresh processes run one after the other: ``dpsql anonymize --json`` of T with P as
statistics, and of T as all of P by k-anonymity, with the k at which about as many nodes are
counted. Compared are the seconds of load and search.
"""

import argparse
import json
import sys
from pathlib import Path
from statistics import median
from typing import Any

import duckdb
import yaml

from benchmarks.processes import Run, run_process


def write_tables(folder: Path, names: list[str], rows: int) -> int:
    """Write T of about so many rows, and a table of counts per column; return the people of P."""
    with duckdb.connect() as connection:
        source = f"'{folder / 'public.parquet'}'"
        (people,) = connection.execute(f"SELECT count(*) FROM {source}").fetchone() or (0,)
        columns = ", ".join(f'"{name}"' for name in names)
        chosen = f"SELECT {columns} FROM {source} USING SAMPLE {rows} ROWS (reservoir, 7)"
        connection.execute(f"COPY ({chosen}) TO '{folder / 'some.parquet'}'")
        for j, name in enumerate(names):
            counted = f'SELECT "{name}", count(*) AS people FROM {source} GROUP BY 1'
            connection.execute(f"COPY ({counted}) TO '{folder / f'column_{j}.parquet'}'")
    return int(people)


def write_jobs(folder: Path, people: int, words: argparse.Namespace) -> tuple[Path, Path]:
    """Write the job on statistics, and that over T alone."""
    usual: dict[str, Any] = yaml.load((folder / "job.yaml").read_text(), yaml.BaseLoader)
    names = list(usual["quasi_identifiers"])
    usual |= {"metric": "loss", "engine": {"duckdb": {"threads": str(words.threads)}}}
    tables = [
        {"path": f"column_{j}.parquet", "columns": [name], "count": "people"}
        for j, name in enumerate(names)
    ]
    known = {
        "population": {"size": people, "tables": tables},
        "private": "some.parquet",
        "delta": {"max": words.delta},
        "confidence": "0.95",
        "release": "known.parquet",
    }
    alone = {
        "public": "some.parquet",
        "private": {"where": "(TRUE)"},
        "public_columns": names,
        "constraints": {"k_anonymity": words.k},
        "release": "alone.parquet",
    }
    paths = []
    for name, changes in (("known", known), ("alone", alone)):
        left = {key: one for key, one in usual.items() if key not in ("public", "delta")}
        paths.append(folder / f"{name}.yaml")
        paths[-1].write_text(yaml.safe_dump(left | changes, sort_keys=False), encoding="utf-8")
    return paths[0], paths[1]


def run_job(job: Path, limit: float) -> Run:
    """Anonymize in a process of its own."""
    words = [sys.executable, "-m", "dpsql", "anonymize", str(job), "--json", "--overwrite"]
    return run_process(words, limit)


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.statistics", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, default=200_000, help="rows of T (200000)")
    parser.add_argument("--delta", default="1/5", help="δmax on statistics (1/5)")
    parser.add_argument("--k", type=int, default=50, help="k over T alone (50)")
    parser.add_argument("--repeat", type=int, default=3, help="rounds (3)")
    parser.add_argument("--threads", type=int, default=2, help="threads (2)")
    parser.add_argument("--limit", type=float, default=600, help="seconds for one process (600)")
    words = parser.parse_args()
    folder: Path = words.folder
    names = list(yaml.safe_load((folder / "job.yaml").read_text())["quasi_identifiers"])
    jobs = write_jobs(folder, write_tables(folder, names, words.rows), words)
    ratios = []
    for _ in range(words.repeat):
        told = []
        for job in jobs:
            run = run_job(job, words.limit)
            if run.exit_code:
                print(run.complaint, file=sys.stderr)
                return 1
            found = json.loads(run.printed)
            seconds = found["seconds"]
            told.append(seconds["load"] + seconds["search"])
            print(
                f"{job.stem}: load {seconds['load']:.2f}, search {seconds['search']:.2f},"
                f" verify {seconds['verify']:.2f} s; {found['search']['checked']} nodes in"
                f" {found['search']['rounds']} rounds, loss {found['metrics']['loss']:.3f},"
                f" {run.peak_bytes / 1e6:,.0f} MB",
                flush=True,
            )
        ratios.append(told[0] / told[1])
    print(f"median of (load + search) on statistics over that of T alone: {median(ratios):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
