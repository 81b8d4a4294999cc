"""Reads the partition columns of a Hive-partitioned table from its folders: ``key=value``.

Keys and values are percent-encoded. An empty value is the empty text,
``__HIVE_DEFAULT_PARTITION__`` is NULL, every other value is a text. Only folders below the named
one count. Engines would also use those above it, which would hide columns of the files.
"""

from pathlib import Path
from urllib.parse import unquote_to_bytes

from dpsql.errors import InputError, SchemaError
from dpsql.inputs.refusals import refuse_ambiguous_names

_NULL = "__HIVE_DEFAULT_PARTITION__"
Values = tuple[tuple[str | None, ...], ...]


def read_partition_columns(
    folder: Path, files: tuple[Path, ...], words: str
) -> tuple[tuple[str, ...], Values]:
    """Return the names of the partition columns, and their values for each file.

    Raises:
        SchemaError: files are below different keys, or two keys have the same name.
        InputError: a key or a value is not UTF-8.
    """
    found = [
        [part.partition("=") for part in file.relative_to(folder).parts[:-1] if "=" in part]
        for file in files
    ]
    try:
        keys = {tuple(_decode(key) for key, _, _ in parts) for parts in found}
        values = tuple(tuple(_read_value(value) for _, _, value in parts) for parts in found)
    except UnicodeDecodeError:
        raise InputError(f"{words}: a partition (key=value folder) is not UTF-8") from None
    if len(keys) > 1:
        raise SchemaError(f"{words}: its files lie below different partitions (key=value folders)")
    names = keys.pop()
    refuse_ambiguous_names(names, words)
    if not names:
        return (), ()
    return names, values


def _read_value(value: str) -> str | None:
    return None if value == _NULL else _decode(value)


def _decode(text: str) -> str:
    return unquote_to_bytes(text).decode()
