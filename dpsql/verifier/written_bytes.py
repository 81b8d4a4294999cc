"""Checks that the bytes of a release are those that dpsql writes for its rows, and no others.

Bytes that do not affect the rows could carry a mark, or reveal facts about T: quotes of a CSV, the
layout and metadata of a Parquet file, the bits of a NaN. The verified rows are written again, by
the one writer of every engine's releases, and both files are compared. Whether the rows are right
is checked elsewhere. Bytes of Parquet are equal only for the same version of DuckDB.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import duckdb

from dpsql.domain.job import Job
from dpsql.engines.base import Engine
from dpsql.engines.connect import open_carrier
from dpsql.engines.debug import Debug
from dpsql.errors import IntegrityError, TypeMismatch, Unreadable, error_of
from dpsql.release.manifest import Shape, hash_file
from dpsql.sql.tables.public_and_private import Tables
from dpsql.verifier.released_file import find_release

_WRITER = re.compile(rb"DuckDB version v(\d+\.\d+\.\d+)")
#: Who writes the bytes that a table is hashed by.
WRITER = f"DuckDB {duckdb.__version__}"
#: Bytes at the end of a Parquet file, whose footer names its writer.
_END = 2**16


def name_types(tables: Tables, shape: Shape) -> dict[str, str]:
    """Return DuckDB's types of the released columns: labels and ranges are texts."""
    raw = {name for name, level in shape.items() if level == 0} if isinstance(shape, dict) else ()
    named = {
        name: tables.name_plain_type(name) if name in raw else "VARCHAR"
        for name in tables.quasi_identifiers
    }
    counted = {} if tables.release_count is None else {tables.release_count: "BIGINT"}
    return named | {name: tables.types[name].name for name in tables.keep} | counted


def refuse_other_bytes(
    job: Job,
    file: Path,
    types: Mapping[str, str],
    debug: Debug | None = None,
    engine: Engine | None = None,
) -> None:
    """Write the rows of a release again, into a private folder, and compare the bytes.

    `engine`: a session that may read the file.

    Raises:
        IntegrityError: they differ. Unreadable: the file cannot be read. ResourceError: the disk
            or memory is exhausted.
    """
    place = find_release(file, "," if file.suffix.lower() == ".csv" else None)
    with open_carrier(job.engine, job.folder, [file.absolute()], debug, engine) as carrier:
        try:
            again = carrier.write_again(place, types)
        except TypeMismatch as error:
            raise IntegrityError(f"release: {error}") from None
        if hash_file(again) == hash_file(file):
            return
    raise IntegrityError(_describe(file))


def _describe(file: Path) -> str:
    if writer := _find_writer(file):
        return (
            f"release: DuckDB {writer} wrote it, and bytes of Parquet differ from version to"
            f" version; verify it with that one (duckdb=={writer}; this is {duckdb.__version__})"
        )
    return (
        "release: its rows are right, but not the bytes that dpsql writes for them; it was changed,"
        " or written by something else"
    )


def _find_writer(file: Path) -> str | None:
    """Return the version of DuckDB in the footer of a Parquet file, if it is not this one."""
    if file.suffix.lower() != ".parquet":
        return None
    try:
        with file.open("rb") as content:
            content.seek(max(0, file.stat().st_size - _END))
            found = _WRITER.findall(content.read())
    except OSError as error:
        raise error_of(error, f"{file.name}: it cannot be read", Unreadable) from None
    version = found[-1].decode() if found else duckdb.__version__
    return None if version == duckdb.__version__ else version
