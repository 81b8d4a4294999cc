"""Writes a job as a script for a warehouse; runs nothing."""

from collections.abc import Mapping
from pathlib import Path

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.job_files.read import AnyJob, as_job
from dpsql.warehouses.scripts.chosen import find_chosen
from dpsql.warehouses.scripts.script import Script, write_script


@refuses_wrong_types
def script(
    job: AnyJob,
    dialect: str | None = None,
    levels: Mapping[str, int] | None = None,
    *,
    manifest: str | Path | None = None,
) -> Script:
    """Write the job as a script for a warehouse and run nothing; see `warehouses.scripts`.

    Example: ``print(dpsql.script("job.yaml", "snowflake", {"zip": 2}))``

    `dialect`: if None, that of the job's engine. `manifest`: that of a release, whose levels or
    steps stand in place of `levels`.
    """
    job = as_job(job)
    dialect = job.engine.name if dialect is None else dialect
    chosen = find_chosen(job, levels, None if manifest is None else Path(manifest))
    return write_script(job, dialect, chosen)
