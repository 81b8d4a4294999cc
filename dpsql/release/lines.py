"""Checks how the lines of a CSV release end, which its cells do not show: it could tell of T."""

from pathlib import Path

from dpsql.errors import IntegrityError, Unreadable, error_of

_CHUNK = 2**20


def refuse_other_lines(file: Path, rows: int) -> None:
    """Raise unless the file is a header and `rows` lines, each ended by a line feed alone.

    Only what stands outside quotes ends a line, and a quote within quotes is doubled: the parts
    between quotes lie outside and inside by turns.

    Raises:
        IntegrityError: a line ends in another way, is blank, or is not ended. Unreadable: the file
            cannot be read.
    """
    line_feeds = inside = 0
    returns = False
    try:
        with file.open("rb") as content:
            while chunk := content.read(_CHUNK):
                parts = chunk.split(b'"')
                outside = b"".join(parts[inside::2])
                line_feeds += outside.count(b"\n")
                returns |= b"\r" in outside
                inside = (inside + len(parts) - 1) % 2
    except OSError as error:
        raise error_of(error, f"{file.name}: it cannot be read", Unreadable) from None
    if returns or line_feeds != rows + 1:
        raise IntegrityError("release: its lines do not end as dpsql ends them; it was changed")
