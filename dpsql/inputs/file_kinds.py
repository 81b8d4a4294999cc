"""Tells what a file is that dpsql does not read, by its name or its first bytes, and its mend."""

from pathlib import Path

from dpsql.errors import ConfigError, ParseError

_AS_TABLE = "save it as CSV UTF-8 or Parquet"
_UNPACK_GZIP, _UNPACK_ZSTD = "unpack it: gunzip -c OLD > NEW", "unpack it: zstd -d OLD -o NEW"
#: Files of other programs, by their names; a table of an engine is not called so.
_UNREAD = {
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".ods", ".sas7bdat", ".sav", ".dta"), _AS_TABLE),
    **dict.fromkeys((".rds", ".feather", ".arrow", ".orc", ".avro"), _AS_TABLE),
    **dict.fromkeys((".json", ".jsonl", ".ndjson"), _AS_TABLE),
    ".gz": _UNPACK_GZIP,
    ".zst": _UNPACK_ZSTD,
    ".bz2": "unpack it: bunzip2 -c OLD > NEW",
    ".xz": "unpack it: unxz -c OLD > NEW",
    **dict.fromkeys((".zip", ".7z", ".tar"), "unpack it"),
}
UNREAD = tuple(_UNREAD)
_PARQUET = b"PAR1"
#: How files of other kinds begin, what they are, and what mends them.
_STARTS = {
    _PARQUET: ("Parquet", "name it .parquet, or write {path: …, format: parquet}"),
    b"\x1f\x8b": ("compressed by gzip", _UNPACK_GZIP),
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", _UNPACK_ZSTD),
    b"PK\x03\x04": ("an archive or a workbook of Excel", f"unpack it, or {_AS_TABLE}"),
    b"\xd0\xcf\x11\xe0": ("a workbook of Excel", _AS_TABLE),
}
#: Bytes of a file that are looked at, and those that no line of text has.
_START, _BINARY = 64, frozenset(range(32)) - frozenset(b"\t\n\r")


def refuse_unread(words: str) -> None:
    """Raise ConfigError for a name that files of other programs have."""
    for suffix, mend in _UNREAD.items():
        if words.lower().endswith(suffix):
            raise ConfigError(f"{words}: dpsql does not read this format; {mend}")


def tell_kind(start: bytes) -> str:
    r"""Return what a file is that begins so and is no text, and what mends it; empty if unknown.

    >>> tell_kind(b"PAR1\x15")
    'it is Parquet; name it .parquet, or write {path: …, format: parquet}'
    >>> tell_kind(b"zip;age")
    ''
    """
    found = next((told for mark, told in _STARTS.items() if start.startswith(mark)), None)
    return "" if found is None else f"it is {found[0]}; {found[1]}"


def refuse_text_as_parquet(path: Path) -> None:
    """Raise ParseError for a file that is to be Parquet and begins as another kind, or as a text.

    A damaged one is left to whatever reads it. Raises OSError if it cannot be read.
    """
    with path.open("rb") as file:
        start = file.read(_START)
    if not start or start.startswith(_PARQUET[: len(start)]):
        return
    if told := tell_kind(start):
        raise ParseError(f"{path.name}: {told}")
    if not _BINARY & {*start} and start.isascii() and b"\n" in start:
        raise ParseError(
            f"{path.name}: it is a text and no Parquet; if it is a CSV, name it .csv, or write"
            " {path: …, format: csv}"
        )
