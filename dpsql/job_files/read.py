"""Reads a job file, YAML whose scalars stay text, as a Job; errors name line and key."""

from pathlib import Path

from dpsql.domain.arguments import name_type, refuses_wrong_types
from dpsql.domain.fits.invalid_job import InvalidJob
from dpsql.domain.job import Job
from dpsql.errors import ConfigError
from dpsql.faces import name_function
from dpsql.files.absolute import make_absolute
from dpsql.files.beside import name_manifest
from dpsql.job_files.plain_yaml import parse_words, read_bytes

_TABLES = (".parquet", ".csv")


@refuses_wrong_types
def read_job(path: str | Path) -> Job:
    """Read and validate the job at `path`; relative paths in it start from its folder.

    So they do after a change of the working folder.

    Example: ``dpsql.read_job("job.yaml").quasi_identifiers``

    Raises:
        ConfigError: a table, not YAML, or not a job, or unreadable; names file, line and key.
    """
    return _read(path, is_kept=True)


def _read(path: str | Path, *, is_kept: bool) -> Job:
    """Read a job; where it is kept, the working folder may be another when it is used."""
    if isinstance(path, str) and len(path.splitlines()) > 1:
        # Its comments may tell of T.
        raise ConfigError("path: give a path, not the text of a job")
    path = Path(path)
    if path.suffix.lower() in _TABLES and path.is_file():
        if name_manifest(path).is_file():
            raise ConfigError(
                f"{path.name} is a release, not a job file; {name_function('verify', 'JOB', 'job')}"
                " checks the release of a job"
            )
        raise ConfigError(
            f"{path.name} is a table, not a job file; {name_function('init')} makes a job from the"
            " tables of P and T"
        )
    content = read_bytes(path, "job file", missing=f"; {_tell_first_job()}")
    return parse_job(content, path.name, (make_absolute(path) if is_kept else path).parent)


def as_job(job: Job | str | Path) -> Job:
    """Return the job, or read the one at a path; raises as `read_job`."""
    if isinstance(job, Job):
        return job
    if not isinstance(job, str | Path):
        given = name_type(job)
        raise ConfigError(f"job: give the path of a job file, or a dpsql.Job(…), not {given}")
    return _read(job, is_kept=False)


def parse_job(content: bytes, name: str, folder: Path) -> Job:
    """Validate the text of a job; `name` is for errors, relative paths start from `folder`."""
    words, origin = parse_words(content, name, "job file")
    if words is None:
        raise ConfigError(f"{name}: the job file is empty; {_tell_first_job()}")
    if not isinstance(words, dict):
        raise ConfigError(f"{name}: a job file is a mapping that starts with public: and private:")
    if "folder" in words:
        raise ConfigError(f"{origin.place('folder')}folder: is not a key of the job file")
    try:
        return Job(**words, folder=folder).written_at(origin)
    except InvalidJob as error:
        raise ConfigError(f"{origin.place(*error.keys)}{error.in_file}") from None


def _tell_first_job() -> str:
    return f"{name_function('init', 'P T', 'P, T')} writes a first job for the tables P and T"


AnyJob = Job | str | Path
