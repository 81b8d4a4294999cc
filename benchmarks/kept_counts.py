"""Measures runs on kept counts beside a bare GROUP BY: ``python -m benchmarks.kept_counts DIR``.

DIR is a folder of `benchmarks.census`. Its P becomes a lake of two files, one with 99 % of the rows
and one with the rest, and T a table of its own. Each run is ``dpsql anonymize`` in a fresh process:
without a cache, with an empty one, with another δ, with the second file new, and verified from the
kept counts, too. Prints medians; the ratios are those of a run to the yardstick beside it.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import duckdb
import yaml

from benchmarks.processes import describe_machine, print_row, run_process
from benchmarks.search import YARDSTICK

LIMIT = 3600.0
KEPT = {"path": "counts", "verify": "kept"}
HEADER = ("run", "load s", "search s", "verify s", "whole s", "load ÷ Y", "whole ÷ Y")


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kept_counts", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows-of-t", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=5, help="rounds (5)")
    parser.add_argument("--threads", type=int, default=2)
    words = parser.parse_args()
    job = yaml.safe_load((words.folder / "job.yaml").read_text(encoding="utf-8"))
    names = list(job["quasi_identifiers"])
    print(describe_machine(), file=sys.stderr)
    found: dict[str, list[tuple[dict[str, Any], float]]] = {}
    with tempfile.TemporaryDirectory(dir=words.folder) as place:
        folder = Path(place)
        lay_out(words.folder, folder, names, words.rows_of_t)
        job["private"] = {"path": "private.parquet"}
        job["engine"] = {"duckdb": {"threads": words.threads}}
        for _ in range(words.repeat):
            yardstick = measure_group_by(folder, names, words.threads)
            for name, told in run_all(folder, job):
                found.setdefault(name, []).append((told, yardstick))
    print_row(*HEADER)
    print_row(*["---"] * len(HEADER))
    for name, pairs in found.items():
        print_row(name, *_summarize(pairs))
    return 0


def lay_out(source: Path, folder: Path, names: list[str], rows_of_t: int) -> None:
    """Write the lake (``first.parquet`` in it, ``second.parquet`` beside it) and T."""
    (folder / "lake").mkdir()
    (folder / "hierarchies").symlink_to((source / "hierarchies").absolute())
    public = source / "public.parquet"
    columns = ", ".join(f'"{name}"' for name in names)
    with duckdb.connect() as connection:
        ((rows,),) = connection.execute(f"SELECT count(*) FROM '{public}'").fetchall()
        most = rows - rows // 100
        for name, part in (("lake/first", f"LIMIT {most}"), ("second", f"OFFSET {most}")):
            connection.sql(f"FROM '{public}' {part}").write_parquet(str(folder / f"{name}.parquet"))
        private = f"SELECT {columns} FROM '{public}' WHERE member LIMIT {rows_of_t}"
        connection.sql(private).write_parquet(str(folder / "private.parquet"))


def measure_group_by(folder: Path, names: list[str], threads: int) -> float:
    """Return the seconds of the yardstick Y over both files."""
    columns = ", ".join(f'"{name}"' for name in names)
    query = (
        f"SELECT {columns}, count(*), count(*) FILTER (member)"
        f" FROM read_parquet(['lake/first.parquet', 'second.parquet']) GROUP BY {columns}"
    )
    words = [sys.executable, "-c", YARDSTICK, query, json.dumps({"threads": threads})]
    return float(json.loads(run_process(words, LIMIT, folder).printed)["seconds"])


def run_all(folder: Path, job: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each run and what it told; the lake has its second file at the end."""
    grown, waiting = folder / "lake" / "second.parquet", folder / "second.parquet"
    job |= {"public": "lake", "release": "release.parquet"}
    shutil.copy(waiting, grown)
    yield "no cache", anonymize(folder, job)
    yield "empty cache", anonymize(folder, job | {"cache": "counts"})
    other = job | {"delta": {"min": 0, "max": "0.2"}}
    yield "another δ", anonymize(folder, other | {"cache": "counts"})
    yield "another δ, verified from kept counts", anonymize(folder, other | {"cache": KEPT})
    shutil.rmtree(folder / "counts")
    grown.unlink()
    anonymize(folder, job | {"cache": "counts"})
    shutil.copy(waiting, grown)
    yield "1 % of P is new, verified from kept counts", anonymize(folder, job | {"cache": KEPT})
    shutil.rmtree(folder / "counts")


def anonymize(folder: Path, job: dict[str, Any]) -> dict[str, Any]:
    """Run the command on a job; return its seconds by stage, and its own as ``whole``."""
    path = folder / "job.yaml"
    path.write_text(yaml.safe_dump(job, sort_keys=False), encoding="utf-8")
    command = [sys.executable, "-m", "dpsql", "anonymize", str(path), "--overwrite", "--json"]
    run = run_process(command, LIMIT)
    if run.exit_code:
        raise SystemExit(f"exit code {run.exit_code}: {run.complaint}")
    return {**json.loads(run.printed)["seconds"], "whole": run.seconds}


def _summarize(pairs: list[tuple[dict[str, Any], float]]) -> Iterator[str]:
    for stage in ("load", "search", "verify", "whole"):
        yield f"{median(told[stage] for told, _ in pairs):.2f}"
    for stage in ("load", "whole"):
        yield f"{median(told[stage] / yardstick for told, yardstick in pairs):.2f}"


if __name__ == "__main__":
    sys.exit(main())
