"""Writes a job as a dbt project; runs nothing."""

from collections.abc import Mapping
from pathlib import Path

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.job_files.read import AnyJob, as_job
from dpsql.warehouses.dbt.folder import write_files
from dpsql.warehouses.dbt.project import list_files
from dpsql.warehouses.scripts.chosen import find_chosen


@refuses_wrong_types
def dbt(
    job: AnyJob,
    folder: str | Path,
    dialect: str | None = None,
    levels: Mapping[str, int] | None = None,
    *,
    manifest: str | Path | None = None,
    overwrite: bool = False,
) -> list[str]:
    """Write the job as a dbt project into `folder`, and return its files; nothing is run.

    Example: ``dpsql.dbt("job.yaml", "project", levels={"zip": 2})``

    `dialect`: if None, that of the job's engine. `manifest`: that of a release, whose levels or
    steps stand in place of `levels`.

    Raises:
        ConfigError, HierarchyError: as `warehouses.dbt.project.list_files`. IntegrityError: the
            manifest is damaged. TargetError: the folder is not empty, and `overwrite` is not set or
            it is not a project of dpsql.
    """
    job = as_job(job)
    dialect = job.engine.name if dialect is None else dialect
    chosen = find_chosen(job, levels, None if manifest is None else Path(manifest))
    files = list_files(job, dialect, chosen)
    write_files(files, Path(folder), overwrite=overwrite)
    return sorted(files)
