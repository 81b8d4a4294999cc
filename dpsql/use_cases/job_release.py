"""Finds the release that a command works on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dpsql.domain.found.published import Release
from dpsql.domain.job import Job
from dpsql.domain.sections.release_options import ReleaseOptions
from dpsql.engines.connect import find_release_table, name_limits
from dpsql.engines.release_table import ReleaseTable
from dpsql.errors import ConfigError, DpsqlError, TargetError, error_of
from dpsql.faces import name_function
from dpsql.files.absolute import make_absolute
from dpsql.files.beside import name_manifest
from dpsql.inputs.find import Inputs, find_inputs
from dpsql.inputs.refusals import refuse_unspeakable
from dpsql.inputs.released import find_released
from dpsql.release.earlier import read_release_claims
from dpsql.release.lakes.folder_table import FolderTable
from dpsql.release.manifest import Claims
from dpsql.release.publish import find_claims
from dpsql.release.table_rows import private_folder, take_out
from dpsql.release.target import Target
from dpsql.session.engine import keep_debug
from dpsql.session.models import require_model
from dpsql.session.options import Options


def find_job_release(job: Job, release: str | Path | None) -> Path:
    """Return the file that was named, or the job's own; ConfigError if there is no such file."""
    if release is None and job.release is None:
        raise ConfigError("release: name the file to verify, or give the job a release")
    if reads_table(job, release):
        raise ConfigError(
            f"release: {job.release_table or job.release_path} is a table with a manifest, and this"
            " reads files of other tools; name a file here"
        )
    path = Path(release) if release is not None else job.folder / str(job.release_path)
    if not os.path.isfile(path):  # noqa: PTH113 - Path raises for names that no file can have
        makes = f"such release; {name_function('anonymize')} makes it"
        hint = makes if release is None else "such file; name it"
        raise ConfigError(f"{path.name}: no {hint}")
    return path


@dataclass(frozen=True)
class ReadRelease:
    """A file with the rows of a release, and the table that it is, if it is one.

    The manifest of a table lies beside the file as well; `told`: what the table is called.
    """

    file: Path
    told: Release | None = None
    table: ReleaseTable | None = None


@contextmanager
def reading_release(job: Job, release: str | Path, options: Options) -> Iterator[ReadRelease]:
    """Yield a release that was named.

    `release`: a file; a folder that dpsql released, whose data file is read; or the table that the
    job releases, by its name, whose rows are written to a private file.

    Raises:
        ConfigError: there is no such release. IntegrityError: it is not as dpsql writes it.
    """
    if job.release_table is not None and str(release) == job.release_table:
        with taking_out(job, options) as (file, claims, table):
            name_manifest(file).write_bytes(claims.to_bytes())
            yield ReadRelease(file, tell_release(job, claims), table)
        return
    if not os.path.isdir(release):  # noqa: PTH112 - Path raises for names that no file can have
        yield ReadRelease(find_job_release(job, release))
        return
    file = find_released(str(release)).paths[0]
    stated = read_release_claims(file).release
    if stated.kind is None or stated.kind == "table":
        yield ReadRelease(file)
        return
    folder = FolderTable(file.parent, stated.kind, name_limits(job.engine), job.folder)
    told = Release(str(release), stated.rows, stated.sha256, format=stated.kind)
    yield ReadRelease(file, told, folder)


@contextmanager
def reading_released(job: Job | None, release: str | Path, options: Options) -> Iterator[Path]:
    """Yield the file of a release of dpsql, with its manifest beside it.

    `release`: a file, a folder, or a table of the engine of the `job` that has a manifest in its
    folder; the rows of a table are written to a private file.

    Raises:
        ConfigError: there is no such release. IntegrityError: it is not as dpsql writes it.
    """
    of_table = None if job is None else _find_table(job, str(release))
    if of_table is None:
        yield find_released(str(release)).paths[0]
        return
    with taking_out(of_table, options) as (file, claims, _):
        name_manifest(file).write_bytes(claims.to_bytes())
        yield file


def _find_table(job: Job, name: str) -> Job | None:
    """Return the job with the release that is a table of this name; None if it is none."""
    if job.release_table == name:
        return job
    # A file that is missing is told as one, and Path raises for names that no file can have.
    is_file = os.path.exists(name) or name.lower().endswith((".csv", ".parquet"))  # noqa: PTH110
    if is_file or not name.replace(".", "").isidentifier():
        return None
    if not name_manifest(job.folder / name).exists():
        return None
    return job.with_unchecked({"release": ReleaseOptions(table=name)})


@contextmanager
def taking_out(job: Job, options: Options) -> Iterator[tuple[Path, Claims, ReleaseTable]]:
    """Write the rows of the table that the job releases to a private file, while it lasts.

    Raises:
        ConfigError: there is no such table. IntegrityError: it is not as dpsql writes it, or has no
            manifest.
    """
    with job_target(job, options) as target, private_folder() as folder:
        assert target.table is not None  # noqa: S101 - the caller looked
        file, claims = folder / target.staged_path.name, find_claims(target)
        if not take_out(target.table, file):
            missing = "the engine has no such table" if target.is_in_engine else "no such release"
            raise ConfigError(f"{target.name}: {missing}; {name_function('anonymize')} makes it")
        yield file, claims, target.table


def reads_table(job: Job, release: str | Path | None) -> bool:
    """Whether a command that names this release, or none, is to read the table of the job."""
    if release is None or job.release_format is None:
        return job.releases_table if release is None else str(release) == job.release_table
    return make_absolute(Path(release)) == make_absolute(job.folder / str(job.release_path))


@contextmanager
def job_target(job: Job, options: Options, *, overwrite: bool = False) -> Iterator[Target]:
    """Yield where the job releases, a file or a table, with the table's connection while it lasts.

    Raises:
        ConfigError: the job has no release. TargetError: a release cannot be there.
    """
    if job.release is None:
        raise ConfigError("release: is missing; name the file to write, .parquet or .csv")
    debug = keep_debug(options)
    if job.release_table is None:
        path = make_absolute(job.folder / str(job.release_path))
        folder = None
        if job.release_format is not None:
            limits = name_limits(job.engine)
            given = path, job.release_format, limits, job.folder, debug, job.release.location
            folder = FolderTable(*given)
        target = Target(path, overwrite, folder)
        _refuse_unfit(target)
        yield target
        return
    base = make_absolute(job.folder / job.release.manifest_base)
    named = job.engine, job.folder, job.release_table, options.connection, debug
    with find_release_table(*named) as table:
        target = Target(base, overwrite, table)
        _refuse_unfit(target)
        yield target


def find_spared_inputs(job: Job, target: Target) -> Inputs:
    """Return the inputs of the job.

    Raises:
        TargetError: the release would be one of them, or lie among their files.
    """
    inputs = find_inputs(job)
    target.refuse_inputs((*inputs.table_files, *inputs.other_files))
    inputs.refuse_reading(target.path, in_folder=target.is_folder)
    return inputs


def foresee_release(job: Job, options: Options) -> tuple[DpsqlError | None, str]:
    """Return why the job cannot make its release, and the name of what it would overwrite.

    None and an empty name if nothing is known; a server is not asked.
    """
    if job.release is None:
        return None, ""
    present = None
    try:
        require_model(job)
        with job_target(job, options) as target:
            find_spared_inputs(job, target)
            target.refuse_unwritable()
            if target.table is not None and target.table.is_local:
                target.table.connect()
                target.table.refuse_unfit(job.released_columns)
                present = target.table.name if target.table.exists() else None
            present = present or target.find_present()
    except DpsqlError as error:
        return error, ""
    return None, present or ""


def tell_release(job: Job, claims: Claims) -> Release:
    """Return the published release as the job names it."""
    counted = claims.release.rows, claims.release.sha256
    if job.release_table is not None:
        return Release(job.release_table, *counted, kind="table")
    path = str(job.release_path)
    return Release(path, *counted, format=job.release_format, folder=job.folder)


def _refuse_unfit(target: Target) -> None:
    refuse_unspeakable(target.path, "release", TargetError)
    try:
        target.refuse_unfit()
    except OSError as error:
        raise error_of(error, "release: it cannot be made there", TargetError) from None
