"""Reads files in place by Spark, writes files for Spark, and reads its files back."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from dpsql.engines.base import ColumnType, Row
from dpsql.engines.spark.staging import address, is_plain
from dpsql.engines.spark.types import define, is_alike
from dpsql.inputs.places import Files

_ARROW = {"VARCHAR": pyarrow.string(), "BIGINT": pyarrow.int64()}
#: Partition values that every reader takes as the same text.
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9_.-]+")
_READ_ROWS = 50_000
_PART = re.compile(r"part-(\d+)-[^.]*?(?:c(\d+))?\.[a-z.]*parquet")


def read_in_place(session: Any, files: Files, columns: Mapping[str, ColumnType]) -> Any | None:
    """Return a frame over Parquet files in place; None if Spark would not read the same table.

    That is the case if it does not see the same files, or reads a column with another type or other
    values.
    """
    if files.format != "parquet" or files.missing_are_null:
        return None
    if not all(map(is_alike, columns.values())):
        return None
    root = _root(files)
    if not all(map(is_plain, files.paths)) or any(path.name[0] in "._" for path in files.paths):
        return None
    if files.partition_columns and (root is None or not _are_plain(files, root)):
        return None
    if any(_has_old_moments(path) for path in files.paths) or not _sees(session, files.paths):
        return None
    reader = session.read.schema(define({name: one.name for name, one in columns.items()}))
    if root is not None:
        reader = reader.option("basePath", address(root))
    return reader.parquet(*map(address, files.paths))


def _root(files: Files) -> Path | None:
    """Return the folder that contains the partition folders.

    The result is only right for plain paths: the pattern escapes the others.
    """
    if not files.partition_columns:
        return None
    return Path(files.pattern).parent


def _are_plain(files: Files, root: Path) -> bool:
    """Whether all folders below the root are the file's partitions, with plain values."""
    for path in files.paths:
        parts = [part.partition("=") for part in path.relative_to(root).parts[:-1]]
        if tuple(name for name, _, _ in parts) != files.partition_columns:
            return False
        if not all(_PLAIN_VALUE.fullmatch(value) and value[0] != "_" for _, _, value in parts):
            return False
    return True


def _has_old_moments(path: Path) -> bool:
    """Whether the file contains timestamps of 96 bits, which do not state their time zone."""
    schema = parquet.ParquetFile(path).schema
    return any(schema.column(i).physical_type == "INT96" for i in range(len(schema)))


def _sees(session: Any, paths: Sequence[Path]) -> bool:
    """Whether Spark, which may run elsewhere, finds files of the same sizes and times."""
    try:
        listed = session.read.format("binaryFile").load(list(map(address, paths)))
        table = listed.select("length", "modificationTime").toArrow()
    except Exception as error:
        condition = getattr(error, "getCondition", lambda: None)()
        if condition == "PATH_NOT_FOUND":
            return False
        raise
    found = zip(*(column.to_pylist() for column in table.columns), strict=True)
    states = [path.stat() for path in paths]
    seen = sorted((length, int(time.timestamp() * 1000)) for length, time in found)
    return seen == sorted((state.st_size, state.st_mtime_ns // 1_000_000) for state in states)


def write_parquet(rows: pyarrow.RecordBatchReader, folder: Path, *, numbered: bool) -> None:
    """Write rows to a file in the folder; `numbered` adds a column of positions, from 0."""
    fields = [field.with_name(f"c{i}") for i, field in enumerate(rows.schema)]
    schema = pyarrow.schema(fields)
    if numbered:
        schema = schema.append(pyarrow.field("position", pyarrow.int64()))
    first = 0
    with parquet.ParquetWriter(folder / "part-0.parquet", schema) as writer:
        for batch in rows:
            columns = batch.columns
            if numbered:
                columns = [*columns, pyarrow.array(range(first, first + len(batch)))]
            first += len(batch)
            writer.write_batch(pyarrow.RecordBatch.from_arrays(columns, schema=schema))


def write_rows(folder: Path, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
    """Write rows to one more file of the folder; types are VARCHAR or BIGINT."""
    schema = pyarrow.schema([(name, _ARROW[type_]) for name, type_ in columns.items()])
    values = zip(*rows, strict=True) if rows else ([] for _ in columns)
    arrays = [pyarrow.array(list(v), field.type) for v, field in zip(values, schema, strict=True)]
    number = next(i for i in count() if not (folder / f"part-{i}.parquet").exists())
    table = pyarrow.Table.from_arrays(arrays, schema=schema)
    parquet.write_table(table, folder / f"part-{number}.parquet")


def read_names(folder: Path) -> list[str]:
    """Return the column names of the files that `write_rows` wrote."""
    return list(parquet.read_schema(folder / "part-0.parquet").names)


def read_in_order(folder: Path, names: Sequence[str]) -> pyarrow.RecordBatchReader:
    """Read Spark's output in its order, part by part, with columns renamed to `names`."""
    parts = sorted(folder.glob("part-*"), key=_place_of)
    schema = parquet.read_schema(parts[0])
    fields = [field.with_name(name) for field, name in zip(schema, names, strict=True)]
    named = pyarrow.schema(fields)

    def batches() -> Iterator[pyarrow.RecordBatch]:
        for part in parts:
            with parquet.ParquetFile(part) as file:
                for batch in file.iter_batches(_READ_ROWS):
                    yield pyarrow.RecordBatch.from_arrays(batch.columns, schema=named)

    return pyarrow.RecordBatchReader.from_batches(named, batches())


def _place_of(part: Path) -> tuple[int, int]:
    found = _PART.fullmatch(part.name)
    assert found is not None  # noqa: S101 - Spark's own naming
    return int(found[1]), int(found[2] or 0)
