"""Finds the release that a command works on."""

import os
from pathlib import Path

from dpsql.domain.job import Job
from dpsql.errors import ConfigError


def find_job_release(job: Job, release: str | Path | None) -> Path:
    """Return the release that was named, or the job's own; ConfigError if there is no such file."""
    if release is None and job.release is None:
        raise ConfigError("release: name the file to verify, or give the job a release")
    path = Path(release) if release is not None else job.folder / str(job.release_path)
    if not os.path.isfile(path):  # noqa: PTH113 - Path raises for names that no file can have
        hint = "such release; dpsql anonymize makes it" if release is None else "such file; name it"
        raise ConfigError(f"{path.name}: no {hint}")
    return path
