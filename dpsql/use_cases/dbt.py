"""Writes a job as a dbt project; runs nothing."""

from collections.abc import Mapping
from pathlib import Path

from dpsql.job_files.read import AnyJob, as_job
from dpsql.warehouses.dbt.folder import write_files
from dpsql.warehouses.dbt.project import list_files


def dbt(
    job: AnyJob,
    folder: str | Path,
    dialect: str = "duckdb",
    levels: Mapping[str, int] | None = None,
    *,
    overwrite: bool = False,
) -> list[str]:
    """Write the job as a dbt project into `folder`, and return its files; nothing is run.

    Raises:
        ConfigError, HierarchyError: as `warehouses.dbt.project.list_files`. TargetError: the folder
            is not empty, and `overwrite` is not set or it is not a project of dpsql.
    """
    files = list_files(as_job(job), dialect, levels)
    write_files(files, Path(folder), overwrite=overwrite)
    return sorted(files)
