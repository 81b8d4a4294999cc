"""Repeats Adult for Mondrian: ``python -m benchmarks.adult.replicate ADULT DIR``.

ADULT is a folder that `benchmarks.adult.fetch` laid out. DIR/public.parquet has each of its rows
67 times, 3,029,874 rows, all of them members of T, and DIR/job.yaml asks for 1000-anonymity over
five quasi-identifiers. Measure it by
``python -m benchmarks.search DIR --delta 0,1 --algorithm mondrian``.
"""

import argparse
import shutil
import sys
from pathlib import Path

import duckdb

COPIES, K = 67, 1000
NAMES = ("age", "education", "marital-status", "occupation", "native-country")


def replicate(adult: Path, folder: Path) -> None:
    """Write the table, its hierarchies and the job."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(adult / "hierarchies", folder / "hierarchies", dirs_exist_ok=True)
    columns = ", ".join(f'"{name}"' for name in NAMES)
    with duckdb.connect() as connection:
        rows = connection.read_parquet(str(adult / "adult.parquet"))
        copies = connection.sql(f"SELECT unnest(range({COPIES}))")
        table = connection.sql(f"SELECT {columns}, true AS member FROM rows, copies")
        table.write_parquet(str(folder / "public.parquet"))
        del rows, copies
    listed = "\n".join(f"  {name}: hierarchies/{name}.csv" for name in NAMES)
    (folder / "job.yaml").write_text(
        "public: public.parquet\nprivate: {where: member}\n"
        f"quasi_identifiers:\n{listed}\n"
        f"constraints: {{k_anonymity: {K}}}\nalgorithm: mondrian\nrelease: release.parquet\n",
        encoding="utf-8",
    )


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adult.replicate")
    parser.add_argument("adult", type=Path, metavar="ADULT")
    parser.add_argument("folder", type=Path, metavar="DIR")
    words = parser.parse_args()
    replicate(words.adult, words.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
