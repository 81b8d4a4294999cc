"""Keeps the counts of P: for later runs in a cache, or for the verifier of the same run.

In a cache, P is counted file by file: a later run counts the files that are new. A kept file holds
the distinct tuples of quasi-identifiers of one file of P, with their people. Its name is made of
two digests: one of all that decides its content (the bytes of the file of P, how they are read,
names and types of the columns), one of its own bytes. So no other state of P and no damaged file is
ever read. The folder belongs to this user alone. It is never tidied: who removes it loses time, and
nothing else.

Without a cache, a large CSV is counted once in a run, since to parse it takes longer than all else.
The counts lie in a private folder of the run, and are removed with it.
"""

import hashlib
import logging
import os
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

import duckdb
from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.engines.base import ColumnType, Engine
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.duckdb.session import make_work_folder
from dpsql.errors import ConfigError, InputChanged, InputError, ResourceError, error_of
from dpsql.files.absolute import make_absolute
from dpsql.files.durable import sync
from dpsql.inputs.find import Fingerprint
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files
from dpsql.session.run import Run
from dpsql.signals import holding_signals
from dpsql.sql.tables.people import PeopleColumn, check_people
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render

_COUNTED = "counted_file"
#: Types of the quasi-identifiers in P.
Types = Mapping[str, ColumnType]
#: A P whose counts can be kept.
FilesOfP = Files | LakeTable
#: What a kept file means; another meaning gets another name.
_FORMAT = "dpsql-counts/1"
#: Bytes; a smaller CSV is parsed again in less time than its counts are written.
LARGE_CSV = 32 * 2**20
_log = logging.getLogger("dpsql")


@dataclass(frozen=True)
class _Asked:
    """What is counted of each file: tuples of columns of these types, and their people.

    `people` names the result. `count` is the column of P with the people of a row, if it has one.
    """

    types: Types
    people: str
    count: str | None


@contextmanager
def keeping_counts(run: Run) -> Iterator[Run]:
    """Yield the run with a private folder in its `work_dir` for counts of P, if it reads P once.

    Raises:
        ConfigError: `work_dir` is not writable.
    """
    options = run.job.engine.duckdb
    if options is None or not _is_counted_once(run):
        yield run
        return
    with holding_signals():
        folder = make_work_folder(run.job.folder, options.work_dir)
    try:
        yield replace(run, counts=folder.path)
    finally:
        folder.remove()


def _is_counted_once(run: Run) -> bool:
    """Whether the run counts P once, for its search and its verifier: P is a large CSV.

    Only where T is a table of its own; marked in P, it is counted along with P. Dumped statements
    read P itself, as whoever repeats them has no such counts.
    """
    job, public, options = run.job, run.inputs.public, run.options
    return (
        job.cache is None
        and options.connection is None
        and options.dump_sql is None
        and job.private.source is not None
        and job.private.key is None
        and isinstance(public, Files)
        and public.format == "csv"
        and sum(size for _, size, *_ in Fingerprint.of(public.paths).states) >= LARGE_CSV
    )


def find_counts(run: Run) -> list[Path]:
    """Return the folders of kept counts that a session of the run writes: one or none.

    Raises:
        ConfigError: as `open_cache`.
    """
    return [run.counts] if run.counts is not None else open_cache(run.job)


def open_cache(job: Job) -> list[Path]:
    """Create the folder of kept counts if the job names one; return it in a list, else none.

    Raises:
        ConfigError: others can read it, or it cannot be made.
    """
    if job.cache is None:
        return []
    folder = make_absolute(job.folder / job.cache.path)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.lstat()
    except OSError as error:
        raise error_of(error, f"cache: {job.cache.path} cannot be made", ConfigError) from None
    if state.st_uid != os.geteuid() or not folder.is_dir() or folder.is_symlink():
        raise ConfigError(f"cache: {job.cache.path} is no folder of this user; name another")
    if state.st_mode & 0o077:
        raise ConfigError(
            f"cache: others may read {job.cache.path}, and kept counts tell as much as P; run chmod"
            " 700 on it, or name another folder"
        )
    return [folder]


def use_kept_counts(run: Run, engine: Engine, tables: Tables) -> Tables:
    """Register the kept counts in place of P if the run keeps any; count what is not kept.

    Raises:
        ConfigError: P does not consist of files, or a quasi-identifier has no type to keep.
        InputChanged: a file changed while it was counted. InputError, TypeMismatch: as
            `check_people`.
    """
    folders = find_counts(run)
    if not folders:
        return tables
    (folder,) = folders
    public = _refuse_unkept(run, tables, folder)
    if not public.paths:
        return tables
    assert isinstance(engine, DuckDBEngine)  # noqa: S101 - the job is validated
    types = {name: tables.types[name] for name in tables.quasi_identifiers}
    asked = _Asked(types, _name_people(types), run.job.public.count)
    keep = _keep if run.counts is None else _keep_for_run
    kept = tuple(keep(engine, public, asked, folder))
    engine.forget(PUBLIC)
    engine.register(PUBLIC, Files(kept, "parquet"))
    columns = engine.columns(PUBLIC)
    for name, column_ in columns.items():
        # Some types of DuckDB come back from Parquet as others.
        if name in types and column_.name != types[name].name:
            raise _refuse_type(name, types[name])
    people = PeopleColumn(asked.people, PUBLIC, columns[asked.people])
    return replace(tables, people=people)


def _refuse_unkept(run: Run, tables: Tables, folder: Path) -> FilesOfP:
    """Return the files of P; raises ConfigError if their counts cannot be kept there."""
    public = run.inputs.public
    if not isinstance(public, Files | LakeTable):
        raise ConfigError(
            "cache: the counts of P are kept for each of its files; name files, a folder of files"
            " or a lake table as P, or drop cache"
        )
    if isinstance(public, LakeTable) and not public.by_files:
        raise _refuse_streamed(public)
    if run.counts is None and run.inputs.would_read(folder / "counts.parquet"):
        raise ConfigError("cache: what is kept there would be read as P; name another folder")
    for name in tables.quasi_identifiers:
        if not tables.is_plain(name):
            raise _refuse_type(name, tables.types[name])
    return public


def _refuse_streamed(table: LakeTable) -> ConfigError:
    return ConfigError(
        f"cache: {table.words} has deleted rows or mapped columns, so that its files alone do not"
        " hold its rows; compact it, or drop cache"
    )


def _take_file(public: FilesOfP, number: int) -> FilesOfP:
    """Return one file of P as a place of its own."""
    paths = public.paths[number : number + 1]
    values = public.partition_values[number : number + 1]
    if isinstance(public, Files):
        return replace(public, paths=paths, partition_values=values, pattern="")

    def refuse() -> NoReturn:
        raise _refuse_streamed(public)

    # Its stream would yield the rows of all files.
    return replace(public, paths=paths, partition_values=values, pattern="", rows=refuse)


def _refuse_type(name: str, type_: ColumnType) -> ConfigError:
    return ConfigError(
        f"cache: values of column {name!r} of type {type_.title} cannot be kept; drop cache"
    )


def _name_people(names: Collection[str]) -> str:
    """Return a name for the column of people that no quasi-identifier has."""
    taken, name = {name.casefold() for name in names}, "people"
    while name in taken:
        name += "_"
    return name


def _keep(engine: DuckDBEngine, public: FilesOfP, asked: _Asked, folder: Path) -> Iterator[Path]:
    """Yield the kept file of each file of P; those that there are not yet are counted."""
    # One list for all: a lake may have thousands of files.
    known = {_key(path): path for path in folder.glob("*-*.parquet")}
    counted = 0
    for number, path in enumerate(public.paths):
        file = _take_file(public, number)
        before = Fingerprint.of((path,))
        key = _digest(file, asked)
        found = known.get(key)
        if found is None or _is_damaged(found):
            found = _count(engine, file, asked, folder / key)
            counted += 1
            try:
                before.refuse_changes()
            except InputChanged:
                found.unlink(missing_ok=True)
                raise
        yield found
    _log.info("kept counts: %d of %d files of P were counted", counted, len(public.paths))


def _keep_for_run(
    engine: DuckDBEngine, public: FilesOfP, asked: _Asked, folder: Path
) -> Iterator[Path]:
    """Yield one file of a folder of this run; all files of P are counted if it is not there yet."""
    kept = folder / "people.parquet"
    if not kept.exists():
        engine.export(_read_file(engine, public, asked), kept)
        engine.forget(_COUNTED)
    yield kept


def _digest(file: FilesOfP, asked: _Asked) -> str:
    """Digest all that decides the counts of a file."""
    try:
        with file.paths[0].open("rb") as content:
            digest = hashlib.file_digest(content, "sha256")
    except OSError as error:
        raise error_of(error, f"{file.paths[0].name}: it cannot be read", InputError) from None
    form: tuple[object, ...]
    if isinstance(file, LakeTable):
        # What else the table declares, and in which order, decides nothing.
        declared = {column.name: column for column in file.columns}
        counts = [] if asked.count is None else [asked.count]
        form = ("lake", [declared[name] for name in (*asked.types, *counts)])
    else:
        form = (file.format, file.delimiter, file.columns)
    read = (_FORMAT, duckdb.__version__, *form, file.partition_columns)
    columns = [(name, type_.name) for name, type_ in asked.types.items()]
    counted = (columns, asked.people, *([] if asked.count is None else [asked.count]))
    digest.update(repr((read, file.partition_values, *counted)).encode())
    return digest.hexdigest()


def _key(path: Path) -> str:
    """Return the digest of what a kept file counts."""
    return path.name.partition("-")[0]


def _is_damaged(path: Path) -> bool:
    """Whether the bytes of a kept file differ from its name, or are gone; then it is removed."""
    with suppress(OSError):
        if path.name == _name(_key(path), path):
            return False
    _log.warning("cache: %s is damaged and is counted again", path.name)
    with suppress(OSError):
        path.unlink()
    return True


def _name(key: str, path: Path) -> str:
    with path.open("rb") as content:
        return f"{key}-{hashlib.file_digest(content, 'sha256').hexdigest()}.parquet"


def _count(engine: DuckDBEngine, file: FilesOfP, asked: _Asked, start: Path) -> Path:
    """Count one file of P into a new file whose path begins with `start`; returns its path."""
    query = _read_file(engine, file, asked)
    new = start.with_name(f".{start.name}.{secrets.token_hex(6)}.parquet")
    try:
        engine.export(query, new)
        engine.forget(_COUNTED)
        new.chmod(0o600)
        sync(new)
        target = start.with_name(_name(start.name, new))
        new.replace(target)
    except OSError as error:
        raise error_of(error, "cache: the counts cannot be kept", ResourceError) from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    return target


def _read_file(engine: DuckDBEngine, file: FilesOfP, asked: _Asked) -> exp.Query:
    """Register a file and check its counts, if it has any; returns the statement to count it."""
    engine.register(_COUNTED, file)
    present, counts = engine.columns(_COUNTED), None
    if asked.count is not None:
        if asked.count not in present:
            raise InputError(f"P: count: a file of P has no column {asked.count!r}; add it there")
        counts = PeopleColumn(asked.count, _COUNTED, present[asked.count])
        check_people(engine, counts)
    return count_file_query(asked.types, present, asked.people, counts)


def count_file_query(
    types: Types, present: Collection[str], people: str, counts: PeopleColumn | None = None
) -> exp.Query:
    """The statement that counts the people of one file of P, which has the columns `present`.

    `counts`: its column with the people of a row; None if each row is a person.
    """
    columns = [
        {"name": identifier(name), "value": _read(name, type_, name in present)}
        for name, type_ in types.items()
    ]
    return render(
        "count_file",
        columns=columns,
        people=identifier(people),
        of_rows=exp.Count(this=exp.Star()) if counts is None else counts.of_rows,
        condition=None if counts is None else counts.is_somebody,
    )


def _read(name: str, type_: ColumnType, is_there: bool) -> exp.Expr:
    """Return a column of a file in the type that it has in P; NULL if the file lacks it."""
    value: exp.Expr = column(name, _COUNTED) if is_there else exp.null()
    return exp.cast(value, type_.name)
