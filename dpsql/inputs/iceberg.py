"""Reads a snapshot of an Iceberg table from its metadata (Iceberg table specification).

The files alone are read unless rows were deleted from them, or the columns of a file differ from
those of the table; then pyiceberg streams the rows, file by file. Only local files are opened,
whatever the metadata names. The snapshot is fixed when the table is opened.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyiceberg.catalog.noop import NoopCatalog
from pyiceberg.manifest import FileFormat, ManifestFile
from pyiceberg.serializers import NOOP_COMPRESSOR, FromByteStream, GzipCompressor
from pyiceberg.table import FileScanTask, StaticTable
from pyiceberg.transforms import IdentityTransform
from pyiceberg.types import IcebergType, PrimitiveType

from dpsql.domain.plurals import name_count
from dpsql.errors import ConfigError, InputError, ParseError, withhold
from dpsql.inputs.iceberg_local_io import HERE, LocalFiles, Moved
from dpsql.inputs.iceberg_types import read_type
from dpsql.inputs.lake_table import LakeColumn, LakeTable, match_below

if TYPE_CHECKING:
    import pyarrow

_NUMBERED = re.compile(
    r"(?P<name>v?(?P<number>\d+)(-.*?)?)(\.gz)?\.metadata\.json(\.gz)?", re.DOTALL
)


def open_iceberg(path: Path, words: str, snapshot: int | None, moved: Moved = HERE) -> LakeTable:
    """Read the metadata and the file lists of `snapshot`, the current one if None.

    `moved`: where the files are that the metadata names.

    Raises:
        ConfigError: the latest metadata is ambiguous. ParseError: metadata cannot be read, or has
            no such snapshot. InputError: a file is not local.
    """
    metadata = path if path.is_file() else _find_latest(path / "metadata", words)
    try:
        return _describe(metadata, words, snapshot, moved)
    except (InputError, ParseError):
        raise
    except Exception as error:
        withhold(error)
        raise ParseError(
            f"{words}: {metadata.name} or what it lists cannot be read; it is damaged, cut short,"
            " or uses what pyiceberg does not know (equality deletes: compact the table)"
        ) from None


def _find_latest(folder: Path, words: str) -> Path:
    """Return the metadata file with the greatest number, which starts its name (v3, 00003-…).

    A hint file, as tables without a catalogue have it, must name the same version.
    """
    numbered: dict[int, list[Path]] = {}
    for file in folder.iterdir():
        if found := _NUMBERED.fullmatch(file.name):
            numbered.setdefault(int(found["number"]), []).append(file)
    latest = numbered[max(numbered)] if numbered else []
    hint = folder / "version-hint.text"
    if hint.exists():
        told = hint.read_text(encoding="utf-8", errors="replace").strip()
        latest = [file for file in latest if _is_told(file, told)]
    if len(latest) != 1:
        raise ConfigError(
            f"{words}: which of its metadata is the latest is not plain (version-hint.text counts"
            " too); name the .metadata.json"
        )
    return latest[0]


def _is_told(file: Path, told: str) -> bool:
    """Whether a hint names the file: 3 means v3; the end of other names may be omitted."""
    found = _NUMBERED.fullmatch(file.name)
    return found is not None and told in (found["name"].removeprefix("v"), found["name"], file.name)


def _describe(metadata: Path, words: str, snapshot: int | None, moved: Moved) -> LakeTable:
    table = _open(metadata, moved)
    pinned = table.metadata.current_snapshot_id if snapshot is None else snapshot
    if pinned is not None and table.metadata.snapshot_by_id(pinned) is None:
        raise ParseError(f"{words}: it has no snapshot {pinned}; take one that it lists")
    tasks = _plan(table, words, pinned) if pinned is not None else []
    schema = table.scan(snapshot_id=snapshot).projection()
    in_metadata = {
        field.source_id
        for spec in table.metadata.specs().values()
        for field in spec.fields
        if isinstance(field.transform, IdentityTransform)
    }
    columns = tuple(
        LakeColumn(
            field.name,
            _name_type(field.field_type),
            field.field_id,
            # Values that a file lacks may be in the metadata alone.
            may_lack=not field.required and field.field_id not in in_metadata,
        )
        for field in schema.fields
    )
    deletes = {file.file_path for task in tasks for file in task.delete_files}
    by_files = (
        not deletes
        and all(column.type for column in columns)
        and all(field.initial_default is None for field in schema.fields)
        and all(task.file.file_format == FileFormat.PARQUET for task in tasks)
    )
    return LakeTable(
        words=words,
        version=f"snapshot {pinned}" if pinned is not None else "the empty table",
        columns=columns,
        paths=tuple(moved.find(task.file.file_path, words) for task in tasks),
        by_files=by_files,
        watched=(metadata, *(moved.find(file, words) for file in sorted(deletes))),
        pattern=match_below(metadata.parent.parent),
        rows=lambda: _stream(metadata, words, pinned, snapshot, moved),
    )


def _open(metadata: Path, moved: Moved) -> StaticTable:
    """Open the table; not by from_metadata, which would import classes that the metadata names."""
    files = LocalFiles(moved)
    location = str(metadata)
    # Writers name compressed metadata in two ways; pyiceberg detects only the newer one.
    is_packed = metadata.name.endswith((".gz.metadata.json", ".metadata.json.gz"))
    with files.new_input(location).open() as stream:
        content = FromByteStream.table_metadata(
            stream, compression=GzipCompressor() if is_packed else NOOP_COMPRESSOR
        )
    return StaticTable(("static", location), content, location, files, NoopCatalog("static"))


def _plan(table: StaticTable, words: str, snapshot: int) -> list[FileScanTask]:
    """List the data files with their deletes, in a stable order."""
    found = table.metadata.snapshot_by_id(snapshot)
    manifests = found.manifests(table.io) if found is not None else []
    for manifest in manifests:
        _refuse_cut(manifest, table, words)
    tasks = [
        task
        for task in table.scan(snapshot_id=snapshot).plan_files()
        if isinstance(task, FileScanTask)
    ]
    told = found.summary["total-data-files"] if found is not None and found.summary else None
    if told is not None and len(tasks) < int(told):
        raise ParseError(
            f"{words}: snapshot {snapshot} has {name_count(int(told), 'file')} by its summary, and"
            f" lists {len(tasks)}; restore its manifests"
        )
    return sorted(tasks, key=lambda task: task.file.file_path)


def _refuse_cut(manifest: ManifestFile, table: StaticTable, words: str) -> None:
    """Raise ParseError for a truncated manifest, which would be read as a shorter one."""
    if len(table.io.new_input(manifest.manifest_path)) != manifest.manifest_length:
        name = Path(manifest.manifest_path).name
        raise ParseError(f"{words}: {name} is cut short or changed; restore the file")


def _name_type(type_: IcebergType) -> str:
    """Return DuckDB's type; empty for nested and unknown types."""
    return read_type(str(type_)) if isinstance(type_, PrimitiveType) else ""


def _stream(
    metadata: Path, words: str, pinned: int | None, snapshot: int | None, moved: Moved
) -> "pyarrow.RecordBatchReader":
    """Read the rows batch by batch.

    pyiceberg's public functions read whole files, all at once, and keep them in memory. Hence
    this code uses its private functions, and the supported range of versions is narrow.
    """
    from pyarrow import RecordBatchReader
    from pyiceberg.expressions import AlwaysTrue
    from pyiceberg.io.pyarrow import ArrowScan, _read_all_delete_files, schema_to_pyarrow

    table = _open(metadata, moved)
    schema = table.scan(snapshot_id=snapshot).projection()
    scan = ArrowScan(table.metadata, table.io, schema, AlwaysTrue())

    def batches() -> Iterator[Any]:
        for task in _plan(table, words, pinned) if pinned is not None else ():
            deletes = _read_all_delete_files(table.io, [task])
            yield from scan._record_batches_from_scan_tasks_and_deletes([task], deletes)

    target = schema_to_pyarrow(schema, include_field_ids=False)
    return RecordBatchReader.from_batches(target, (batch.cast(target) for batch in batches()))
