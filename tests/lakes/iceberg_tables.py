"""Iceberg tables, written by pyiceberg into a folder without a service; deletes by hand."""

from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.memory import InMemoryCatalog
from pyiceberg.manifest import (
    DataFile,
    DataFileContent,
    FileFormat,
    ManifestContent,
    ManifestWriterV2,
)
from pyiceberg.table import Table
from pyiceberg.typedef import Record


def create(folder: Path, schema, name="people", **words) -> Table:
    """Create an empty table in `folder`/`name`."""
    catalog = InMemoryCatalog("test", warehouse=str(folder))
    catalog.create_namespace("lake")
    location = str(folder / name)
    return catalog.create_table(f"lake.{name}", schema=schema, location=location, **words)


def write(folder: Path, *tables: pa.Table, name="people", **words) -> Table:
    """Create a table with a snapshot for each table of rows."""
    table = create(folder, tables[0].schema, name, **words)
    for rows in tables:
        table.append(rows)
    return table


class _DeleteManifest(ManifestWriterV2):
    def content(self):
        return ManifestContent.DELETES

    @property
    def _meta(self):
        return super()._meta | {"content": "deletes"}


def delete_positions(table: Table, positions: list[tuple[str, int]]) -> None:
    """Commit a file of position deletes: (data file, row)."""
    paths, rows = zip(*sorted(positions), strict=True)
    path = Path(table.location()) / "data" / f"deletes-{len(table.snapshots())}.parquet"
    schema = pa.schema(
        [
            pa.field("file_path", pa.string(), False, {b"PARQUET:field_id": b"2147483546"}),
            pa.field("pos", pa.int64(), False, {b"PARQUET:field_id": b"2147483545"}),
        ]
    )
    pq.write_table(pa.table([list(paths), list(rows)], schema=schema), path)
    _append(table, _describe(table, path, len(rows), DataFileContent.POSITION_DELETES))


def delete_equal(table: Table, column: str, values: list) -> None:
    """Commit a file of equality deletes."""
    field = table.schema().find_field(column)
    path = Path(table.location()) / "data" / "equal.parquet"
    number = str(field.field_id)
    wanted = pa.field(column, pa.string()).with_metadata({"PARQUET:field_id": number})
    pq.write_table(pa.table([values], schema=pa.schema([wanted])), path)
    content = DataFileContent.EQUALITY_DELETES
    _append(table, _describe(table, path, len(values), content, equality_ids=[field.field_id]))


def add_file(table: Table, rows: pa.Table, partition: Record) -> None:
    """Commit a data file as another tool could have written it: without partition columns."""
    ids = {field.name: str(field.field_id).encode() for field in table.schema().fields}
    fields = [
        pa.field(f.name, f.type, f.nullable, {b"PARQUET:field_id": ids[f.name]})
        for f in rows.schema
    ]
    path = Path(table.location()) / "data" / f"file-{len(table.snapshots())}.parquet"
    path.parent.mkdir(exist_ok=True)
    pq.write_table(rows.cast(pa.schema(fields)), path)
    _append(table, _describe(table, path, rows.num_rows, DataFileContent.DATA, partition))


def _describe(
    table: Table,
    path: Path,
    rows: int,
    content: DataFileContent,
    partition: Record | None = None,
    equality_ids: list[int] | None = None,
) -> DataFile:
    file = DataFile.from_args(
        content=content,
        file_path=str(path),
        file_format=FileFormat.PARQUET,
        partition=partition or Record(),
        record_count=rows,
        file_size_in_bytes=path.stat().st_size,
        equality_ids=equality_ids,
    )
    file.spec_id = table.spec().spec_id
    return file


def _append(table: Table, file: DataFile) -> None:
    def make(format_version, **words):
        assert format_version == 2
        kind = ManifestWriterV2 if file.content == DataFileContent.DATA else _DeleteManifest
        return kind(**words)

    with (
        patch("pyiceberg.table.update.snapshot.write_manifest", make),
        table.transaction() as transaction,
        transaction.update_snapshot().fast_append() as add,
    ):
        add.append_data_file(file)
