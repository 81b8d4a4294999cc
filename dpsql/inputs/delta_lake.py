"""Reads one version of a Delta table from its log (Delta Transaction Log Protocol).

The files alone are read unless rows were deleted by deletion vectors, columns are mapped to other
names, a partition's value is not in its path, or a feature is used that is not known here; then
delta-rs streams the rows. The version is fixed when the table is opened.
"""

import json
import re
from datetime import date
from decimal import Decimal
from pathlib import Path
from urllib.parse import unquote, urlsplit

from deltalake import DeltaTable

from dpsql.errors import ConfigError, InputError, ParseError, withhold
from dpsql.inputs.delta_types import read_type
from dpsql.inputs.lake_table import LakeColumn, LakeTable, match_below

_COMMIT = re.compile(r"[0-9]{20}\.(json|checkpoint\..*)")
#: Types of partition columns whose values have only one spelling.
_PLAIN = ("VARCHAR", "BIGINT", "INTEGER", "SMALLINT", "TINYINT", "BOOLEAN", "DATE")
#: Features of readers that change no rows, or whose use is checked.
_KNOWN = {
    "columnMapping",
    "deletionVectors",
    "timestampNtz",
    "typeWidening",
    "typeWidening-preview",
    "v2Checkpoint",
    "vacuumProtocolCheck",
}


def open_delta_lake(folder: Path, words: str, version: int | None) -> LakeTable:
    """Read the log up to `version`, the latest if None.

    Raises:
        ConfigError: the log has no such version. ParseError: it cannot be read. InputError: a file
            is not local, or delta-rs cannot read the folder's name.
    """
    refuse_unreadable_name(folder, words)
    _refuse_empty_commits(folder, words)
    if version is not None:
        _refuse_absent(version, folder, words)
    try:
        table = DeltaTable(folder.as_uri(), version=version)
        return _describe(table, folder, words)
    except (InputError, ParseError):
        raise
    except Exception as error:
        withhold(error)
        raise ParseError(
            f"{words}: its log cannot be read; it is damaged, cut short, or of a newer protocol"
        ) from None


def _refuse_absent(version: int, folder: Path, words: str) -> None:
    """Raise ConfigError for a version that the log does not yet or no longer contain."""
    commits = [path.name for path in (folder / "_delta_log").iterdir()]
    present = sorted(int(name[:20]) for name in commits if _COMMIT.fullmatch(name))
    if present and not present[0] <= version <= present[-1]:
        raise ConfigError(
            f"{words}: version {version} is not there; its log has {present[0]} to {present[-1]}"
        )


def refuse_unreadable_name(folder: Path, words: str) -> None:
    """Raise InputError for %20 or backslashes: delta-rs would read another folder's log."""
    if unquote(str(folder)) != str(folder) or re.search(r"[\\\x00-\x1f\x7f]", str(folder)):
        raise InputError(
            f"{words}: delta-rs cannot read below a folder whose name has %, two digits or letters"
            " a-f behind it, a backslash or a line break; rename the folder"
        )


def _refuse_empty_commits(folder: Path, words: str) -> None:
    """Raise ParseError for a truncated, empty commit: it would be read as one without changes."""
    for commit in sorted((folder / "_delta_log").glob("[0-9]*.json")):
        if commit.stat().st_size == 0:
            raise ParseError(f"{words}: {commit.name} of its log is empty; restore the file")


def _describe(table: DeltaTable, folder: Path, words: str) -> LakeTable:
    number = table.version()
    metadata = table.metadata()
    columns = tuple(
        LakeColumn(field["name"], read_type(field["type"]))
        for field in json.loads(table.schema().to_json())["fields"]
    )
    # Not file_uris(), which percent-encodes only the folder.
    actions = table.get_add_actions()
    paths = tuple(_as_local(path, folder, words) for path in actions.column("path").to_pylist())
    partition_columns = tuple(metadata.partition_columns)
    deleted = _has_deletion_vectors(table)
    types = {column.name: column.type for column in columns}
    by_files = (
        not deleted
        and metadata.configuration.get("delta.columnMapping.mode", "none") == "none"
        and set(table.protocol().reader_features or ()) <= _KNOWN
        and all(types.values())
        and all(_is_plain(types[name]) for name in partition_columns)
    )
    values: tuple[tuple[str | None, ...], ...] = ()
    if by_files and partition_columns:
        rows = actions.column("partition").to_pylist()
        values = tuple(tuple(_write_value(row[name]) for name in partition_columns) for row in rows)
    watched = [folder / "_delta_log" / f"{number:020d}.json"]
    if deleted:
        watched += sorted(folder.rglob("deletion_vector_*.bin"))
    return LakeTable(
        words=words,
        version=f"version {number}",
        columns=columns,
        paths=paths,
        by_files=by_files,
        watched=tuple(watched),
        pattern=match_below(folder),
        # Opened again: the log need not stay in memory until then.
        rows=lambda: DeltaTable(folder.as_uri(), version=number).scan(),
        partition_columns=partition_columns if by_files else (),
        partition_values=values,
    )


def _is_plain(type_: str) -> bool:
    return type_ in _PLAIN or type_.startswith("DECIMAL")


def _as_local(path: str, folder: Path, words: str) -> Path:
    """Decode the percent-encoded path of a listed file; a log can name files anywhere."""
    parts = urlsplit(path)
    if parts.scheme not in ("", "file") and path.startswith(f"{parts.scheme}://"):
        raise InputError(f"{words}: it lists files that are not on this machine; copy them here")
    return folder / unquote(parts.path if parts.scheme == "file" else path)


def _has_deletion_vectors(table: DeltaTable) -> bool:
    if "deletionVectors" not in (table.protocol().reader_features or ()):
        return False
    return any(batch.num_rows for batch in table.deletion_vectors())


def _write_value(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date):
        return value.isoformat()
    return format(value, "f") if isinstance(value, Decimal) else str(value)
