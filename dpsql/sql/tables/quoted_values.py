"""Reads the quoted values of a predicate: dates, times, UUIDs, true and false."""

import re
from collections.abc import Callable
from datetime import datetime, time
from uuid import UUID

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T].*)?")


def can_be_read(text: str, kind: str) -> bool:
    """Whether a text is a value of a kind of columns.

    >>> can_be_read("2024-02-29", "date"), can_be_read("20240229", "date")
    (True, False)
    """
    readers: dict[str, Callable[[str], object]] = {
        "date": _read_date,
        "time": time.fromisoformat,
        "uuid": UUID,
        "boolean": ("true", "false").index,
    }
    try:
        readers[kind](text)
    except (KeyError, ValueError):
        return False
    return True


def _read_date(text: str) -> datetime:
    if not _DATE.fullmatch(text):
        raise ValueError("Python reads more spellings than SQL does")
    return datetime.fromisoformat(text)
