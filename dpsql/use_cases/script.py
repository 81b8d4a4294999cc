"""Writes a job as a script for a warehouse; runs nothing."""

from collections.abc import Mapping

from dpsql.job_files.read import AnyJob, as_job
from dpsql.warehouses.scripts.script import Script, write_script


def script(job: AnyJob, dialect: str = "duckdb", levels: Mapping[str, int] | None = None) -> Script:
    """Write the job as a script for a warehouse and run nothing; see `warehouses.scripts`."""
    return write_script(as_job(job), dialect, levels)
