"""Sort keys by which the verifier compares values in Python, from their texts and their type.

The search has the same orders in SQL (`sql.partition.orders`, `sql.lattice.sensitive_order`), which
are not used here. The order is exact for every type: numbers are compared by all their digits,
timestamps by their second in UTC. Assumes texts as DuckDB writes them, which all engines do.
"""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

#: Returns the sort key of a text that is not NULL.
Key = Callable[[str], Any]

_DAY = r"(?P<year>\d+)-(?P<month>\d\d)-(?P<day>\d\d)"
_CLOCK = r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)(\.(?P<fraction>\d+))?"
_ZONE = r"(?P<zone>[+-]\d\d(:\d\d){0,2})?"
# Spark's texts have the era at the end.
_MOMENT = re.compile(rf"{_DAY}(?P<era> \(BC\))?([ T]{_CLOCK}{_ZONE})?(?P<last_era> \(BC\))?")
_TIME = re.compile(_CLOCK)
_ENDLESS = {"infinity": 10**30, "-infinity": -(10**30)}

_ISO_DAY = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
_ISO_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?"
_ISO_NUMBER = r" *[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})? *"


def as_text(text: str) -> str:
    """Return the text itself, which Python compares by code point."""
    return text


def _as_number(text: str) -> tuple[bool, Decimal]:
    """Return a key with NaN last; a double's shortest text, as a decimal, keeps the order."""
    return (True, Decimal(0)) if "nan" in text.lower() else (False, Decimal(text))


def _as_moment(text: str) -> tuple[int, str]:
    """Return the seconds in UTC since year 0 and the digits after them; year 0 is 1 BC."""
    if text in _ENDLESS:
        return _ENDLESS[text], ""
    parts = _MOMENT.fullmatch(text)
    if parts is None:
        raise ValueError("no date")
    year = int(parts["year"])
    if parts["era"] or parts["last_era"]:
        year = 1 - year
    days = _count_days(year, int(parts["month"]), int(parts["day"]))
    seconds, fraction = _read_clock(parts) if parts["hour"] else (0, "")
    return days * 86_400 + seconds - _read_zone(parts["zone"] or ""), fraction


def _as_time(text: str) -> tuple[int, str]:
    parts = _TIME.fullmatch(text)
    if parts is None:
        raise ValueError("no time")
    return _read_clock(parts)


def _read_clock(parts: re.Match[str]) -> tuple[int, str]:
    seconds = int(parts["hour"]) * 3600 + int(parts["minute"]) * 60 + int(parts["second"])
    return seconds, (parts["fraction"] or "").rstrip("0")


def _read_zone(text: str) -> int:
    """Return by how many seconds a clock in this zone is ahead of UTC."""
    units = zip((3600, 60, 1), text[1:].split(":") if text else (), strict=False)
    seconds = sum(unit * int(part) for unit, part in units)
    return -seconds if text.startswith("-") else seconds


def _count_days(year: int, month: int, day: int) -> int:
    """Return the days since 1 March of year 0 in the Gregorian calendar; negative before it.

    >>> _count_days(1970, 1, 1) - _count_days(1969, 12, 31), _count_days(1, 1, 1)
    (1, 306)
    """
    # If a year begins in March, the leap day is its last day.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return year * 365 + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1


#: Sort keys by family of a type; types of other families have no order except that of their texts.
NATURAL: dict[str, Key] = {
    "integer": int,
    "decimal": Decimal,
    "float": _as_number,
    "date": _as_moment,
    "timestamp": _as_moment,
    "local time": _as_moment,
    "time": _as_time,
    "boolean": as_text,
}


def _reads(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text) is not None


def _reads_day(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    """Return a test whether a text begins with a valid date; the year 0 is a leap year."""

    def reads_day(text: str) -> bool:
        if not pattern.fullmatch(text):
            return False
        year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
        after = (year, month + 1) if month < 12 else (year + 1, 1)
        return day <= _count_days(*after, 1) - _count_days(year, month, 1)

    return reads_day


#: A test that all texts may pass, and the sort key if they do.
_READINGS: tuple[tuple[Callable[[str], bool], Key], ...] = (
    (_reads(re.compile(_ISO_NUMBER, re.ASCII)), lambda text: Decimal(text.strip(" "))),
    (_reads_day(re.compile(_ISO_DAY, re.ASCII)), as_text),
    (
        _reads_day(re.compile(f"{_ISO_DAY}[ T]{_ISO_TIME}", re.ASCII)),
        lambda text: (text[:10], text[11:19], *_end(text)),
    ),
    (_reads(re.compile(_ISO_TIME, re.ASCII)), lambda text: (text[:8], *_end(text))),
)


def _end(text: str) -> list[str]:
    """Return the digits after the second."""
    return [text.partition(".")[2].rstrip("0")]


def find_natural_key(texts: Iterable[str], family: str, type_name: str) -> Key | None:
    """Return the sort key for values of a type; None if they have no order.

    For the family "text", all texts must be numbers, dates or times of one form.

    >>> key = find_natural_key(["10", "9", "1e3"], "text", "VARCHAR")
    >>> sorted(["10", "9", "1e3"], key=key)
    ['9', '10', '1e3']
    """
    if family == "text":
        found = list(texts)
        return next((key for reads, key in _READINGS if all(map(reads, found))), None)
    # Postgres' numbers without a scale, or with many digits, are of no family.
    return NATURAL.get(family) or (_as_number if type_name.startswith("NUMERIC") else None)
