"""Reads the header of a CSV, its delimiter and column names, before any engine reads the file."""

import csv
import os
import re
from collections import Counter
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from dpsql.domain.plurals import name_count
from dpsql.errors import InputError, ParseError, SchemaError, error_of
from dpsql.files.encodings import START, find_utf_16, tell_to_utf_8
from dpsql.inputs.file_kinds import tell_kind
from dpsql.inputs.refusals import refuse_ambiguous_names

DELIMITERS = ",;\t|"
#: What helps where a job names the file, and where it does not.
GIVE_DELIMITER = "give {path: …, delimiter: …}"
SAVE_OTHERWISE = 'save it with one of , ; | or a tab, and put names that hold another one in "…"'
#: The name of a first column without one: pandas writes its index so, and calls it that in Parquet.
INDEX = "__index_level_0__"
#: Of two delimiters in a header, one is in a name if the other is there so many times as often.
_MORE_OFTEN = 5
_MAX_HEADER = 2**20
_MAX_LINE = 2 * 2**20


def read_header(path: Path, delimiter: str | None) -> tuple[str, tuple[str, ...]]:
    """Read the delimiter and the column names from the first record.

    A first column without a name, as pandas writes its index, is `INDEX`.
    """
    text = _read_start(path)
    if told := tell_kind(_read_first_bytes(path)):
        raise ParseError(f"{path.name}: {told}")
    # Letters of UTF-16 that ASCII has are UTF-8, too, with NUL between them.
    if text is None or "\0" in text[:START]:
        is_utf_16, mend = _tell_mend(path)
        if text is None or is_utf_16:
            raise ParseError(f"{path.name}: not UTF-8; {mend}")
    if not text.partition("\n")[0].strip("\r\n"):
        raise ParseError(f"{path.name}, line 1: it is empty; a CSV starts with its header")
    delimiter = delimiter or _find_delimiter(text, path.name)
    try:
        columns = tuple(next(csv.reader(StringIO(text, newline=""), delimiter=delimiter)))
    except csv.Error:
        raise ParseError(f"{path.name}, line 1: the header cannot be read") from None
    if not all(columns):
        if not all(columns[1:]) or len(columns) == 1:
            raise SchemaError(f"{path.name}, line 1: a column has no name; name every column")
        columns = (INDEX, *columns[1:])
    broken = [i for i, name in enumerate(columns, 1) if any(one in name for one in "\r\n")]
    if broken:
        # DuckDB takes the first break for the line ending and may then return no row at all.
        where = f"{path.name}, line 1: the name of column {broken[0]}"
        raise SchemaError(f"{where} {_tell_break(text, delimiter)}")
    refuse_ambiguous_names(columns, path.name)
    return delimiter, columns


def _tell_break(text: str, delimiter: str) -> str:
    """Say where the quote closes that lets a name go on over lines; it quotes no cell."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        next(reader)
    except csv.Error:
        return 'begins with a " that is not closed as it should be: drop the ", or close it'
    return (
        f'holds a line break, as its " closes on line {reader.line_num} only: write it on one line,'
        ' or drop the "'
    )


def suggest_unquoted(name: str, columns: Sequence[str]) -> str:
    """Return the rest of a sentence about a missing column, if the header has it with a quote.

    >>> print(suggest_unquoted("age", ["id", 'a"ge']))
    ; line 1 has it with a stray " in its name: drop the "
    >>> suggest_unquoted("age", ["id", "zip"])
    ''
    """
    stray = any('"' in one and one.replace('"', "").strip() == name for one in columns)
    return '; line 1 has it with a stray " in its name: drop the "' * stray


def _tell_mend(path: Path) -> tuple[bool, str]:
    """Tell UTF-16, and how the file is mended; no frame of an error has its bytes."""
    with path.open("rb") as file:
        # As many letters may be four times as many bytes.
        start = file.read(4 * _MAX_HEADER)
    return bool(find_utf_16(start)), tell_to_utf_8(start)


class _Hidden(str):
    """Text that no traceback shows, whatever prints its variables: it may contain values of T."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<hidden>"


def _read_start(path: Path) -> _Hidden | None:
    """Read the first megabyte; None if it is not UTF-8, since that error would quote the text."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return _Hidden(file.read(_MAX_HEADER))
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise error_of(error, f"{path.name}: it cannot be read", InputError) from None


def _read_first_bytes(path: Path) -> bytes:
    """Read as much as tells a kind of file; what is a text is not kept."""
    with path.open("rb") as file:
        return file.read(4)


def _find_delimiter(text: str, name: str) -> str:
    """Return the only delimiter in the header line outside quotes; the first if there is none.

    Of several, the one that is there far more often, if the first row has as many.
    """
    counts = _count_delimiters(text, 0)
    if not counts:
        return DELIMITERS[0]
    likely = max(counts, key=lambda one: counts[one])
    is_likely = counts[likely] >= _MORE_OFTEN * (sum(counts.values()) - counts[likely])
    if len(counts) > 1 and not (is_likely and _count_delimiters(text, 1)[likely] == counts[likely]):
        raise ParseError(f"{name}, line 1: the delimiter is not plain; {GIVE_DELIMITER}")
    return likely


def _count_delimiters(text: str, line: int) -> Counter[str]:
    """Count the delimiters of a line outside quotes; no frame of an error has its cells."""
    lines = re.split(r"\r\n|\r|\n", text, maxsplit=line + 1)
    unquoted = "".join(lines[line].split('"')[::2]) if line < len(lines) else ""
    return Counter(sign for sign in unquoted if sign in DELIMITERS)


def suggest_delimiter(columns: Sequence[str], delimiter: str) -> str:
    r"""Return the rest of a sentence about a missing column, if another delimiter is likely.

    It shows no name, which may be a cell: it counts signs in the names that `delimiter` parts.

    >>> print(suggest_delimiter(["age;sex;zip"], ","))
    ; its first line is read by ',' and has ';' 2 times: is delimiter: ";" meant?
    >>> print(suggest_delimiter(["age\tsex"], "|"))
    ; its first line is read by '|' and has a tab 1 time: is delimiter: "\t" meant?
    >>> suggest_delimiter(["age", "sex, as told"], ";"), suggest_delimiter(["age"], ",")
    ('', '')
    """
    counts = {one: "".join(columns).count(one) for one in DELIMITERS if one != delimiter}
    likely = max(counts, key=lambda one: counts[one])
    if counts[likely] < len(columns):
        return ""
    read, found = ("a tab" if one == "\t" else f"'{one}'" for one in (delimiter, likely))
    written = "\\t" if likely == "\t" else likely
    return (
        f"; its first line is read by {read} and has {found} {name_count(counts[likely], 'time')}:"
        f' is delimiter: "{written}" meant?'
    )


def refuse_endless_line(path: Path) -> None:
    """Raise ParseError for a last line of over 2 MB: DuckDB drops one of over 32 MB silently."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _MAX_LINE))
        if size > _MAX_LINE and b"\n" not in file.read().rstrip(b"\r\n"):
            raise ParseError(f"{path.name}: its last line is longer than 2 MB; is it cut or a CSV?")
