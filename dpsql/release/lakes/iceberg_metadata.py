"""The metadata of an Iceberg table that is a release, a function of the file and its address.

dpsql writes it itself (Iceberg table specification, version 2): libraries add the time, random
identifiers and names, their version, and the least and greatest values of columns. What the
specification requires of these follows from the file's SHA-256; times are 0. Files are named by
addresses below the location of the table, as the specification requires. The Parquet file has no
field ids, so that the table maps names to them (`schema.name-mapping.default`).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from dpsql.engines.duckdb.types import find_family
from dpsql.errors import ConfigError, InputError, name_extra
from dpsql.inputs.iceberg_types import write_type
from dpsql.inputs.refusals import refuse_ambiguous_names
from dpsql.release.data_file import DataFile
from dpsql.release.lakes.avro_file import MARKER_SIZE, write_file
from dpsql.release.lakes.iceberg_schemas import MANIFEST, MANIFEST_LIST

TITLE = "an Iceberg table"
#: Below the table.
FOLDER = "metadata"
METADATA, HINT = f"{FOLDER}/v1.metadata.json", f"{FOLDER}/version-hint.text"
#: What else lies there, with the SHA-256 of the data file in its name: readers keep files by name.
LIST_PREFIX, MANIFEST_PREFIX = f"{FOLDER}/snap-", f"{FOLDER}/manifest-"
#: Identifiers of tables are names in it; any constant would do.
_NAMESPACE = UUID("e0a4b7b4-3a54-4f0f-9c57-8d0d7be4a9d3")
#: For types that Iceberg does not have: a type that can represent all their values.
_WIDER = {
    "TINYINT": "INTEGER",
    "SMALLINT": "INTEGER",
    "UTINYINT": "INTEGER",
    "USMALLINT": "INTEGER",
    "UINTEGER": "BIGINT",
    "UBIGINT": "DECIMAL(20,0)",
    "TIMESTAMP_S": "TIMESTAMP",
    "TIMESTAMP_MS": "TIMESTAMP",
}


def refuse_missing_extra() -> None:
    """Raise ConfigError unless pyiceberg is installed, which reads what was written."""
    try:
        import pyarrow  # noqa: F401
        import pyiceberg  # noqa: F401
    except ModuleNotFoundError:
        raise ConfigError(f"release: an Iceberg table needs {name_extra('iceberg')}") from None


def refuse_unfit(columns: Sequence[str], folder: Path, location: str) -> None:
    """Raise InputError or SchemaError for columns, or an address, that readers would not find."""
    refuse_ambiguous_names(tuple(columns), "release")
    if set("?#") & set(location):
        raise InputError(
            "release: the address of an Iceberg table may have no ? and no #, behind which readers"
            " expect something else; rename the folder, or give another location"
        )


def name_once_stored(name: str, type_: str) -> str:
    """Return DuckDB's type that a column has once an Iceberg table stores it.

    Raises:
        InputError: Iceberg has no type for its values.
    """
    if write_type(type_) is not None:
        return type_
    if type_ in _WIDER:
        return _WIDER[type_]
    if find_family(type_) == "text":
        return "VARCHAR"
    raise InputError(
        f"release: an Iceberg table cannot hold column {name!r} of type {type_} as it is; cast it"
        " in the table, or write format: parquet"
    )


def write_files(file: DataFile) -> dict[str, bytes]:
    """Return all that lies beside the data file, by name below the folder.

    Their sum is a table of format version 2 with one snapshot of one manifest of one file.
    """
    snapshot = _number_snapshot(file)
    schema = {
        "type": "struct",
        "schema-id": 0,
        "fields": [
            {"id": number, "name": name, "required": False, "type": write_type(type_)}
            for number, (name, type_) in enumerate(file.types.items(), 1)
        ],
    }
    manifest_name = f"{MANIFEST_PREFIX}{file.sha256}.avro"
    list_name = f"{LIST_PREFIX}{file.sha256}.avro"
    manifest = _write_manifest(file, schema, snapshot)
    listed = _write_list(file, f"{file.location}/{manifest_name}", len(manifest), snapshot)
    metadata = _describe(file, schema, f"{file.location}/{list_name}", snapshot)
    return {
        manifest_name: manifest,
        list_name: listed,
        METADATA: _spell(metadata).encode(),
        HINT: b"1",
    }


def _number_snapshot(file: DataFile) -> int:
    """Return a positive number of 63 bits; readers may keep what they read by it."""
    return int(file.sha256[:16], 16) >> 1 | 1


def _write_manifest(file: DataFile, schema: dict[str, Any], snapshot: int) -> bytes:
    entry = {
        "status": 1,
        "snapshot_id": snapshot,
        "sequence_number": 1,
        "file_sequence_number": 1,
        "data_file": {
            "content": 0,
            "file_path": f"{file.location}/{file.name}",
            "file_format": "PARQUET",
            "partition": {},
            "record_count": file.rows,
            "file_size_in_bytes": file.size,
        },
    }
    metadata = {
        "schema": _spell(schema),
        "schema-id": "0",
        "partition-spec": "[]",
        "partition-spec-id": "0",
        "format-version": "2",
        "content": "data",
    }
    return write_file(MANIFEST, metadata, [entry], _mark(file))


def _write_list(file: DataFile, manifest: str, length: int, snapshot: int) -> bytes:
    row = {
        "manifest_path": manifest,
        "manifest_length": length,
        "partition_spec_id": 0,
        "content": 0,
        "sequence_number": 1,
        "min_sequence_number": 1,
        "added_snapshot_id": snapshot,
        "added_files_count": 1,
        "existing_files_count": 0,
        "deleted_files_count": 0,
        "added_rows_count": file.rows,
        "existing_rows_count": 0,
        "deleted_rows_count": 0,
    }
    metadata = {
        "snapshot-id": str(snapshot),
        "parent-snapshot-id": "null",
        "sequence-number": "1",
        "format-version": "2",
    }
    return write_file(MANIFEST_LIST, metadata, [row], _mark(file))


def _mark(file: DataFile) -> bytes:
    """Return the marker of the Avro files, which only has to be rare in them."""
    return bytes.fromhex(file.sha256)[:MARKER_SIZE]


def _describe(
    file: DataFile, schema: dict[str, Any], listed: str, snapshot: int
) -> dict[str, object]:
    names = [{"field-id": field["id"], "names": [field["name"]]} for field in schema["fields"]]
    counted = {
        "data-files": 1,
        "delete-files": 0,
        "records": file.rows,
        "files-size": file.size,
        "position-deletes": 0,
        "equality-deletes": 0,
    }
    summary = {"operation": "append"} | {f"total-{key}": str(n) for key, n in counted.items()}
    return {
        "format-version": 2,
        "table-uuid": str(uuid5(_NAMESPACE, file.sha256)),
        "location": file.location,
        "last-sequence-number": 1,
        "last-updated-ms": 0,
        "last-column-id": len(names),
        "current-schema-id": 0,
        "schemas": [schema],
        "default-spec-id": 0,
        "partition-specs": [{"spec-id": 0, "fields": []}],
        "last-partition-id": 999,
        "default-sort-order-id": 0,
        "sort-orders": [{"order-id": 0, "fields": []}],
        "properties": {"schema.name-mapping.default": _spell(names)},
        "current-snapshot-id": snapshot,
        "refs": {"main": {"snapshot-id": snapshot, "type": "branch"}},
        "snapshots": [
            {
                "snapshot-id": snapshot,
                "sequence-number": 1,
                "timestamp-ms": 0,
                "manifest-list": listed,
                "summary": summary,
                "schema-id": 0,
            }
        ],
        "snapshot-log": [{"snapshot-id": snapshot, "timestamp-ms": 0}],
        "metadata-log": [],
    }


def _spell(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
