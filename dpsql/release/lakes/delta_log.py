"""The log of a Delta table that is a release: one commit, a function of the released file alone.

dpsql writes it itself (Delta Transaction Log Protocol): libraries add the time, their version, a
random name for each table and what they were called with. The protocol requires an identifier of
the table, which follows from the file's SHA-256 here, and a time, which is 0. No statistics of
columns are stated; the footer of the file has them.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from uuid import UUID, uuid5

from dpsql.engines.duckdb.types import find_family
from dpsql.errors import ConfigError, InputError, name_extra
from dpsql.inputs.delta_types import write_type
from dpsql.inputs.refusals import refuse_ambiguous_names
from dpsql.release.data_file import DataFile

TITLE = "a Delta table"
#: The one file of the log, below the table.
FOLDER = "_delta_log"
COMMIT = f"{FOLDER}/00000000000000000000.json"
#: Identifiers of tables are names in it; any constant would do.
_NAMESPACE = UUID("6f1de3a2-5f0b-4f55-9d43-0a3f8f1f7c11")
#: What stands in a column's name only where Delta maps columns to other names.
_NOT_IN_NAMES = frozenset(" ,;{}()\n\t=")
#: For types that Delta does not have: a type that can represent all their values.
_WIDER = {
    "UTINYINT": "SMALLINT",
    "USMALLINT": "INTEGER",
    "UINTEGER": "BIGINT",
    "UBIGINT": "DECIMAL(20,0)",
    "TIMESTAMP_S": "TIMESTAMP",
    "TIMESTAMP_MS": "TIMESTAMP",
}


def refuse_missing_extra() -> None:
    """Raise ConfigError unless delta-rs is installed, which reads what was written."""
    try:
        import deltalake  # noqa: F401
    except ModuleNotFoundError:
        raise ConfigError(f"release: a Delta table needs {name_extra('delta')}") from None


def refuse_unfit(columns: Sequence[str], folder: Path, location: str) -> None:
    """Raise InputError or SchemaError for columns, or a folder, that readers would not find."""
    from dpsql.inputs.delta_lake import refuse_unreadable_name

    refuse_unreadable_name(folder, "release")
    refuse_ambiguous_names(tuple(columns), "release")
    for name in columns:
        if _NOT_IN_NAMES & set(name):
            raise InputError(
                f"release: a Delta table cannot have a column {name!r}: no space, comma, semicolon,"
                " equals sign, bracket, tab or line break; rename it, or write format: parquet"
            )


def name_once_stored(name: str, type_: str) -> str:
    """Return DuckDB's type that a column has once a Delta table stores it.

    Raises:
        InputError: Delta has no type for its values.
    """
    if write_type(type_) is not None:
        return type_
    if type_ in _WIDER:
        return _WIDER[type_]
    if find_family(type_) in ("text", "uuid", "time"):
        return "VARCHAR"
    raise InputError(
        f"release: a Delta table cannot hold column {name!r} of type {type_} as it is; cast it in"
        " the table, or write format: parquet"
    )


def write_files(file: DataFile) -> dict[str, bytes]:
    """Return the commit that makes a Parquet file the whole table, by its name below the folder."""
    fields: list[dict[str, object]] = [
        {"name": name, "type": write_type(type_), "nullable": True, "metadata": {}}
        for name, type_ in file.types.items()
    ]
    metadata = {
        "id": str(uuid5(_NAMESPACE, file.sha256)),
        "format": {"provider": "parquet", "options": {}},
        "schemaString": _spell({"type": "struct", "fields": fields}),
        "partitionColumns": [],
        "configuration": {},
    }
    added = {
        "path": file.name,
        "partitionValues": {},
        "size": file.size,
        "modificationTime": 0,
        "dataChange": True,
        "stats": _spell({"numRecords": file.rows}),
    }
    actions = {"protocol": _state_protocol(file.types), "metaData": metadata, "add": added}
    lines = (_spell({name: action}) + "\n" for name, action in actions.items())
    return {COMMIT: "".join(lines).encode()}


def _state_protocol(types: Mapping[str, str]) -> dict[str, object]:
    """Ask of readers the least that they must know: times without a zone are a feature."""
    if "TIMESTAMP" not in types.values():
        return {"minReaderVersion": 1, "minWriterVersion": 2}
    features = ["timestampNtz"]
    return {
        "minReaderVersion": 3,
        "minWriterVersion": 7,
        "readerFeatures": features,
        "writerFeatures": features,
    }


def _spell(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
