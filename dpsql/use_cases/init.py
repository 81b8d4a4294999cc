"""Writes a first job for two tables, or for one whose rows are marked."""

import logging
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, overload

from pydantic import ValidationError

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.domain.frame import Frame
from dpsql.domain.job import Job
from dpsql.domain.job_keys import Table
from dpsql.domain.sections.engine_options import ENGINES, EngineOptions, as_engine
from dpsql.errors import ConfigError, TargetError, error_of
from dpsql.faces import name_option
from dpsql.files import private_file
from dpsql.files.absolute import make_absolute
from dpsql.files.near_files import tell_missing_folder
from dpsql.first_job.algorithms import recommends_pooled
from dpsql.first_job.asked_tables import read_asked
from dpsql.first_job.casts import has_casts, name_unlike, tell_casts
from dpsql.first_job.databases import is_database, refuse_database
from dpsql.first_job.draft import Draft, draft
from dpsql.first_job.people.answers import read_answer
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.people import find_certain_panel
from dpsql.first_job.profile import tell_nobody
from dpsql.first_job.rules.hierarchy_files import list_hierarchies, list_idle, read_former
from dpsql.first_job.tables import Asked
from dpsql.first_job.warned import name_asked, warn_of
from dpsql.first_job.written.in_memory import read_in_memory, tell_indexes
from dpsql.first_job.written.job_text import write_job
from dpsql.first_job.written.name_places import name_places
from dpsql.first_job.written.people_lines import write_copies
from dpsql.first_job.wrong_private import tell_right_private

_log = logging.getLogger("dpsql")
#: Bytes of a file that are looked at to tell a job from a table.
_LONGEST_JOB = 2**20
_OUT = "job.yaml"


@dataclass(frozen=True)
class FirstJob:
    """A first job that was written: its path, the columns that it uses, and those left out.

    `left_out`: the reason by column. `telling`: columns that alone show who is in T. `hierarchies`:
    the files beside it that list labels. `key_faults`: what is wrong with the key in T, and
    `unmatched_rows` rows of T without an equal row in P where there is no key, `surplus_rows` those
    that P has less often than T; `panel`: the column that names people with several rows of P; the
    job runs once that is mended. `pools`: whether its algorithm is pooled. `has_copies`: whether it
    has statements that keep one row of each person. `has_casts`: whether a statement was told that
    gives columns of texts their types; `unlike`: names of columns that are left out for theirs.
    `right_private`: what to name in place of a T that has no rows, or is all of P; else empty.
    `asked`: columns that may name people, if that is asked.
    """

    path: Path
    chosen: tuple[str, ...]
    left_out: Mapping[str, str]
    telling: tuple[TellingColumn, ...] = ()
    hierarchies: tuple[Path, ...] = ()
    key_faults: tuple[str, ...] = ()
    unmatched_rows: int = 0
    surplus_rows: int = 0
    panel: Panel | None = None
    pools: bool = False
    has_copies: bool = False
    has_casts: bool = False
    unlike: str = ""
    right_private: str = ""
    asked: tuple[str, ...] = ()


@overload
def init(
    public: str | Path | Mapping[str, Any],
    private: str | Path | Mapping[str, Any] | None = None,
    out: str | Path = "job.yaml",
    *,
    where: str | None = None,
    engine: str | Mapping[str, Any] | EngineOptions | None = None,
    connection: Any = None,
    person: str | Sequence[str] | None = None,
    overwrite: bool = False,
) -> Path: ...


@overload
def init(
    public: Frame,
    private: Table | None = None,
    *,
    where: str | None = None,
    engine: str | Mapping[str, Any] | EngineOptions | None = None,
    connection: Any = None,
    person: str | Sequence[str] | None = None,
) -> Job: ...


@overload
def init(
    public: Table,
    private: Frame,
    *,
    engine: str | Mapping[str, Any] | EngineOptions | None = None,
    connection: Any = None,
    person: str | Sequence[str] | None = None,
) -> Job: ...


@refuses_wrong_types
def init(
    public: Table,
    private: Table | None = None,
    out: str | Path = _OUT,
    *,
    where: str | None = None,
    engine: str | Mapping[str, Any] | EngineOptions | None = None,
    connection: Any = None,
    person: str | Sequence[str] | None = None,
    overwrite: bool = False,
) -> Path | Job:
    """Write a job for P and T to a new file `out`; return its path.

    It runs as it is, or says what to mend in P or T, as where people have several rows.

    Example: ``dpsql.init("census.parquet", "trial.parquet")``

    Of a table of pandas, polars or Arrow, no file is written, because none could name it: a `Job`
    is returned, and ``print(job)`` shows the text that the file would have, with its comments. Only
    labels that must be listed go to a file in the working folder. `job.replace` refines the job.

    A table may be named as in a job: ``{"path": "people.csv", "delimiter": ";"}``.
    `where`, in place of `private`: the column of P, or the predicate, that is true for T's rows.
    `engine`: as in a job file, or the path of a DuckDB database; then P and T may be its tables.
    `connection`: an open connection to use. `person`: the column of P that names people, or those
    that do together, where you know it; ``[]`` if each row of P is another person. Without it,
    `init` looks at the rows, and asks where it is not sure. The job depends on values of P and |T|;
    and on T where a column alone decides who is in T, or shows much of T: it is left out, with the
    reason. So the file is the data holder's. `overwrite`: replace a job that exists.

    Raises:
        ConfigError: neither T nor `where` is named, or both; the engine is not known. TargetError:
            the file exists, or it cannot be written. The errors of reading the tables.
    """
    asked = _read_asked(public, private, where, _read_engine(engine), connection)
    asked = replace(asked, person=_read_person(person))
    _refuse_two_answers(asked)
    if not asked.in_memory:
        return _write_job(asked, Path(out), overwrite=overwrite).path
    if Path(out) != Path(_OUT) or overwrite:
        raise ConfigError(
            "out, overwrite: a job of tables in memory is returned, and no file is written; drop"
            " them"
        )
    return _make_job(asked)


def write_first_job(
    public: str | Path | Mapping[str, Any],
    private: str | Path | Mapping[str, Any] | None,
    out: str | Path,
    *,
    where: str | None = None,
    engine: str | Mapping[str, Any] | EngineOptions | None = None,
    person: Sequence[str] | None = None,
    overwrite: bool = False,
) -> FirstJob:
    """Write a first job as `init` does, and return what it has and what it leaves out."""
    asked = _read_asked(public, private, where, _read_engine(engine), None)
    asked = replace(asked, person=_read_person(person))
    _refuse_two_answers(asked)
    return _write_job(asked, Path(out), overwrite=overwrite)


def _make_job(asked: Asked) -> Job:
    """Return a first job of tables in memory, and tell of what is doubtful in them."""
    target = make_absolute(Path(_OUT))
    found = draft(asked)
    listed = list(list_hierarchies(found, target))
    files = {name: file.name for name, file, _ in listed}
    text = write_job(found, replace(name_places(asked, target.parent), hierarchies=files))
    with _writing({file: written for _, file, written in listed}):
        job = read_in_memory(text, asked.in_memory, target.parent)
    for told in tell_indexes(asked.in_memory, asked.public):
        _log.warning(told)
    if found.found.private_rows:
        for line in tell_casts(asked, found.found):
            _log.warning(line)
    _tell(target, found, ())
    return job


def _write_job(asked: Asked, target: Path, *, overwrite: bool) -> FirstJob:
    """Write a first job of tables that a file can name."""
    _refuse_existing(target, overwrite=overwrite)
    former = read_former(target)
    found = draft(replace(asked, answer=read_answer(former)))
    listed = list(list_hierarchies(found, target))
    files = {name: file.name for name, file, _ in listed}
    places = name_places(asked, make_absolute(target).parent)
    places = replace(places, hierarchies=files)
    job = write_job(found, places)
    with _writing({file: text for _, file, text in listed}):
        _write(target, job, overwrite=overwrite)
    if idle := [*list_idle(target, former, job)]:
        _log.warning("no longer used, of the job that was replaced: %s", ", ".join(idle))
    if found.found.private_rows:
        for line in tell_casts(asked, found.found):
            _log.warning(line)
    told = _tell(target, found, tuple(file for _, file, _ in listed))
    has_copies = told.panel is not None and any(write_copies(found, places, told.panel)[0])
    is_cast = bool(found.found.private_rows) and has_casts(asked, found.found)
    unlike = name_unlike(asked, found.found) if found.found.private_rows else ""
    return replace(told, has_copies=has_copies, has_casts=is_cast, unlike=unlike)


def _read_asked(
    public: object,
    private: object,
    where: str | None,
    engine: EngineOptions | None,
    connection: Any,
) -> Asked:
    """Read what is named: paths, names of tables, or what a job would have."""
    of_public, options = read_asked(public, name_option("public", flag="PUBLIC"))
    of_private, more = (
        (None, {})
        if private is None
        else read_asked(private, name_option("private", flag="PRIVATE"))
    )
    by_path = {of_public: options} | ({} if of_private is None else {of_private: more})
    return Asked(of_public, of_private, where, engine, connection, options=by_path)


def _read_person(said: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Read which columns name people, each once; none of them if each row is another person."""
    if said is None:
        return None
    return tuple(dict.fromkeys([said] if isinstance(said, str) else said))


@contextmanager
def _writing(files: Mapping[Path, str]) -> Iterator[None]:
    """Write files that do not exist; remove them again if what follows fails."""
    written: list[Path] = []
    try:
        for file, text in files.items():
            if not file.exists():
                _write(file, text, overwrite=False)
                written.append(file)
        yield
    except BaseException:
        for file in written:
            file.unlink(missing_ok=True)
        raise


def _write(target: Path, text: str, *, overwrite: bool) -> None:
    try:
        private_file.write(target, text, replaces=overwrite)
    except FileExistsError:
        raise _existing(target) from None
    except OSError as error:
        raise error_of(error, f"{target.name}: it cannot be written", TargetError) from None


def _tell(path: Path, found: Draft, hierarchies: tuple[Path, ...]) -> FirstJob:
    if nobody := tell_nobody(found.found):
        # What else would be told of T follows from that.
        _log.warning(nobody)
    else:
        warn_of(found)
    left_out = {one.name: one.reason for one in found.left_out}
    return FirstJob(
        path,
        tuple(one.name for one in found.chosen),
        left_out,
        found.telling,
        hierarchies,
        () if found.key is None else found.key.faults,
        found.unmatched.rows,
        found.unmatched.surplus,
        find_certain_panel(found.found),
        recommends_pooled(found),
        right_private=tell_right_private(found.found),
        asked=name_asked(found),
    )


def _refuse_existing(target: Path, *, overwrite: bool) -> None:
    """Raise TargetError for a file that is not to be replaced, before the tables are read.

    A file that is no job is never replaced: it could be one of the tables.
    """
    if not os.path.lexists(target):
        if not target.parent.is_dir():
            raise TargetError(f"{target}: {tell_missing_folder(target.parent)}")
        return
    if not overwrite:
        raise TargetError(f"{_existing(target)}; P and T were not looked at yet")
    if target.is_symlink() or not target.is_file() or not _is_job(target):
        another = name_option("out", flag="-o")
        raise TargetError(f"{target.name}: it exists and is no job file; name another ({another})")


def _existing(target: Path) -> TargetError:
    replaces, another = name_option("overwrite", True), name_option("out", flag="-o")
    return TargetError(f"{target.name}: it exists; pass {replaces} or name another ({another})")


def _is_job(path: Path) -> bool:
    """Whether a line of the file begins as the one of a job that names P; it may be damaged."""
    try:
        with path.open("rb") as file:
            return re.search(rb"^public:", file.read(_LONGEST_JOB), re.MULTILINE) is not None
    except OSError:
        return False


def _refuse_two_answers(asked: Asked) -> None:
    if asked.public not in asked.in_memory:
        refuse_database(asked.public, asked.folder)
    if (asked.private is None) == (asked.where is None):
        both = ", not both" if asked.where is not None else ""
        raise ConfigError(
            f"name the table of T, or {name_option('where')} with a column of P that marks it{both}"
        )


def _read_engine(said: str | Mapping[str, Any] | EngineOptions | None) -> EngineOptions | None:
    """Read an engine as a job has it, or the path of a database of DuckDB."""
    if said is None or isinstance(said, EngineOptions):
        return said
    if isinstance(said, str) and said not in ENGINES and is_database(Path(said)):
        said = {"duckdb": {"database": said}}
    try:
        return EngineOptions.model_validate(as_engine(said))
    except ValueError as error:
        hint = "; or name a DuckDB database that exists" if isinstance(said, str) else ""
        raise ConfigError(f"{name_option('engine')}: {_tell_wrong(error)}{hint}") from None


def _tell_wrong(error: ValueError) -> str:
    """Return what is wrong with an engine, and where."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"].removeprefix("Value error, ")
