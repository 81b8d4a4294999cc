"""Reads a job file, YAML whose scalars stay text, as a Job; errors name line and key."""

from pathlib import Path

from dpsql.domain.invalid_job import InvalidJob
from dpsql.domain.job import Job
from dpsql.errors import ConfigError
from dpsql.job_files.plain_yaml import parse_words, read_bytes


def read_job(path: str | Path) -> Job:
    """Read and validate the job at `path`; relative paths in it start from its folder.

    Raises:
        ConfigError: unreadable, not YAML, or not a job; names the file, the line and the key.
    """
    path = Path(path)
    return parse_job(read_bytes(path, "job file"), path.name, path.parent)


def as_job(job: Job | str | Path) -> Job:
    """Return the job, or read the one at a path; raises as `read_job`."""
    return job if isinstance(job, Job) else read_job(job)


def parse_job(content: bytes, name: str, folder: Path) -> Job:
    """Validate the text of a job; `name` is for errors, relative paths start from `folder`."""
    words, origin = parse_words(content, name, "job file")
    if not isinstance(words, dict):
        raise ConfigError(f"{name}: a job file is a mapping that starts with public: and private:")
    if "folder" in words:
        raise ConfigError(f"{origin.place('folder')}folder: is not a key of the job file")
    try:
        return Job(**words, folder=folder).written_at(origin)
    except InvalidJob as error:
        raise ConfigError(f"{origin.place(*error.keys)}{error}") from None


AnyJob = Job | str | Path
