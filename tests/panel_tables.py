"""Tables of tests about people with several rows, and the statements of a first job, run."""

import re

import duckdb
import pyarrow
from pyarrow import parquet


def write_rows(name, rows):
    """Write rows to a file, CSV or Parquet by the end of its name, which is returned."""
    table = pyarrow.Table.from_pylist(rows)
    if name.endswith(".csv"):
        duckdb.from_arrow(table).write_csv(name)
    else:
        parquet.write_table(table, name)
    return name


def run_statements(folder):
    """Run the statements in the comments of a job; return its text."""
    text = (folder / "job.yaml").read_text()
    for statement in re.findall("^#  (COPY .*)$", text, re.MULTILINE):
        duckdb.sql(statement)
    return text
