"""Puts kept counts in place of P: of earlier runs (`counts_cache`) or of this (`counts_of_run`)."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from dpsql.engines.base import ColumnType, Engine
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import ConfigError
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files
from dpsql.session.counted_file import Asked, FilesOfP, name_unkept_stream
from dpsql.session.counts_cache import keep_in_cache, open_cache
from dpsql.session.counts_of_run import keep_for_run
from dpsql.session.run import Run
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables


def find_counts(run: Run) -> list[Path]:
    """Return the folders of kept counts that a session of the run writes: one or none.

    Raises:
        ConfigError: as `counts_cache.open_cache`.
    """
    return [run.counts] if run.counts is not None else open_cache(run.job)


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
    asked = Asked(types, _name_people(types), run.job.public_count)
    keep = keep_in_cache if run.counts is None else keep_for_run
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
        raise name_unkept_stream(public)
    if run.counts is None and run.inputs.would_read(folder / "counts.parquet"):
        raise ConfigError("cache: what is kept there would be read as P; name another folder")
    for name in tables.quasi_identifiers:
        if not tables.is_plain(name):
            raise _refuse_type(name, tables.types[name])
    return public


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
