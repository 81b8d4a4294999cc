"""Compares peak memory of a job on lake tables and Parquet: ``python -m benchmarks.lakes DIR``.

The same census-like rows (benchmarks.census) are stored as one Parquet file, as a Delta and an
Iceberg table, and as both with a deleted row in a file that stays, which cannot be read by a list
of files. Each is measured in a separate process. Existing tables are used again.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import yaml
from deltalake import DeltaTable, write_deltalake
from pyiceberg.table import Table

from benchmarks.census import generate
from benchmarks.processes import Run, describe_machine, print_row, run_process
from tests.lakes import iceberg_tables
from tests.lakes.delta_logs import inline_vector

LIMIT = 900.0
#: Exit codes: done; measured, but not satisfied.
ENDED = (0, 4)
BATCH_ROWS = 1_000_000


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lakes", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, default=20_000_000)
    parser.add_argument("--memory", default="1GB", help="memory limit of the engine")
    parser.add_argument("--command", choices=["measure", "anonymize"], default="measure")
    parser.add_argument("--form", choices=list(FORMS), action="append")
    words = parser.parse_args()
    if not (words.folder / "job.yaml").exists():
        generate(words.folder, words.rows)
    with pq.ParquetFile(words.folder / "public.parquet") as file:
        rows = f"{file.metadata.num_rows:,} rows, memory {words.memory}, {words.command}"
    print(describe_machine(), rows, sep="; ", end="\n\n")
    print_row("table", "files", "seconds", "peak MB", "over Parquet's")
    print_row(*["---"] * 5)
    plain = 0
    for form in words.form or FORMS:
        place = FORMS[form](words.folder)
        run = _run(words.folder, place, words.memory, words.command)
        if run.exit_code not in ENDED:
            print(run.complaint, file=sys.stderr)
            return 1
        plain = plain or run.peak_bytes
        files = len(list((words.folder / place).rglob("*.parquet"))) or 1
        cells = f"{run.seconds:.1f}", f"{run.peak_bytes / 1e6:.0f}", f"{run.peak_bytes / plain:.2f}"
        print_row(form, str(files), *cells)
    return 0


def _run(folder: Path, place: str, memory: str, command: str) -> Run:
    words = yaml.safe_load((folder / "job.yaml").read_text(encoding="utf-8"))
    words |= {"public": {"path": place}, "engine": {"duckdb": {"memory": memory, "threads": 2}}}
    words["release"] = f"release-{Path(place).stem}.parquet"
    job = folder / f"job-{Path(place).stem}.yaml"
    job.write_text(yaml.safe_dump(words, sort_keys=False), encoding="utf-8")
    for left in folder.glob(f"{words['release']}*"):
        left.unlink()
    run = run_process([sys.executable, "-m", "dpsql", command, str(job), "--json"], LIMIT)
    if run.exit_code in ENDED:
        told = json.loads(run.printed)
        assert told["public_rows"] > 0
    return run


def _parquet(folder: Path) -> str:
    return "public.parquet"


def _delta(folder: Path) -> str:
    return _write_delta(folder, "delta")


def _write_delta(folder: Path, name: str) -> str:
    """Write a table of several files, one for each batch of rows, as streams are written."""
    target = folder / name
    if not target.exists():
        with pq.ParquetFile(folder / "public.parquet") as file:
            for batch in file.iter_batches(BATCH_ROWS):
                write_deltalake(str(target), batch, mode="append")
    return name


def _delta_with_deletes(folder: Path) -> str:
    """Delete a row of a file by a vector in the log."""
    name = "delta_deleted"
    if (folder / name).exists():
        return name
    _write_delta(folder, name)
    log = folder / name / "_delta_log"
    number = DeltaTable(str(folder / name)).version()
    last = (log / f"{number:020d}.json").read_text(encoding="utf-8").splitlines()
    added = next(line for line in map(json.loads, last) if "add" in line)
    first = (log / f"{0:020d}.json").read_text(encoding="utf-8").splitlines()
    metadata = next(line for line in map(json.loads, first) if "metaData" in line)
    features = ["deletionVectors"]
    protocol = {
        "minReaderVersion": 3,
        "minWriterVersion": 7,
        "readerFeatures": features,
        "writerFeatures": features,
    }
    remove = {"path": added["add"]["path"], "deletionTimestamp": 1, "dataChange": True}
    added["add"]["deletionVector"] = inline_vector([7])
    actions = [{"protocol": protocol}, metadata, {"remove": remove}, added]
    commit = log / f"{number + 1:020d}.json"
    commit.write_text("".join(f"{json.dumps(action)}\n" for action in actions), encoding="utf-8")
    return name


def _iceberg(folder: Path) -> str:
    if not (folder / "iceberg").exists():
        _write_iceberg(folder, "iceberg")
    return "iceberg"


def _iceberg_with_deletes(folder: Path) -> str:
    if not (folder / "iceberg_deleted").exists():
        table = _write_iceberg(folder, "iceberg_deleted")
        task = next(iter(table.scan().plan_files()))
        iceberg_tables.delete_positions(table, [(task.file.file_path, 7)])
    return "iceberg_deleted"


def _write_iceberg(folder: Path, name: str) -> Table:
    with pq.ParquetFile(folder / "public.parquet") as file:
        table = iceberg_tables.create(folder, file.schema_arrow, name)
        for batch in file.iter_batches(BATCH_ROWS):
            table.append(pa.Table.from_batches([batch]))
    return table


FORMS: dict[str, Callable[[Path], str]] = {
    "Parquet": _parquet,
    "Delta": _delta,
    "Iceberg": _iceberg,
    "Delta, a row deleted": _delta_with_deletes,
    "Iceberg, a row deleted": _iceberg_with_deletes,
}

if __name__ == "__main__":
    sys.exit(main())
