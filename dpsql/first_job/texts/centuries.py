"""Decides which century two digits of a year are of, from all dates of a column.

No date is after today. Of the readings that are left, the one whose years span least is taken; of
equal ones, the later. So 25 to 98 are 1925 to 1998, and 50 to 99 beside 00 to 20 end with 2020.
Where another reading spans hardly more, or where years could lie ahead, the values leave it open.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

_CENTURY, _OF_NOW = 100, 2000
#: A reading whose years span so few more than the taken one is as good; a year so near may be
#: planned.
_HARDLY_MORE, _AHEAD = 10, 20
#: This day is only in the century of now.
_LEAP = f"{_OF_NOW}-02-29"
_MEND = "if that is wrong, write years of four digits in P and T"


@dataclass(frozen=True)
class Centuries:
    """Two digits up to `last` are of this century; `said`: how years are read.

    `doubt`: that the values leave it open; empty if they do not.
    """

    last: int
    said: str
    doubt: str = ""

    def place(self, day: str) -> str:
        """Return an ISO day that is read in this century, in the one that was decided."""
        digits = int(day[2:4])
        return f"{digits + _OF_NOW - (digits > self.last) * _CENTURY}{day[4:]}"


def decide_centuries(days: Collection[str], today: date) -> Centuries:
    """Decide the century of all years; `days` are ISO days, all read in this century.

    >>> now = date(2026, 11, 27)
    >>> decide_centuries(["2025-01-31", "2040-02-01", "2098-12-01"], now).said
    'years 25 to 98 are read as 1925 to 1998'
    >>> decide_centuries(["2050-01-31", "2099-12-01", "2007-03-02"], now).said
    'year 07 is read as 2007, years 50 to 99 as 1950 to 1999'
    """
    years = sorted({int(day[2:4]) for day in days})
    allowed = list(_list_allowed(days, years, today))
    last = min(allowed, key=lambda one: (_span(years, one), -one))
    said = _tell(years, last)
    if not _is_open(years, last, allowed, today):
        return Centuries(last, said)
    doubt = f"the values leave the century of two-digit years open; {said}; {_MEND}"
    return Centuries(last, said, doubt)


def _list_allowed(days: Collection[str], years: list[int], today: date) -> Iterator[int]:
    """Yield after which two digits the century may turn, so that no date is after today."""
    if _LEAP not in days:
        yield -1
    now = today.year - _OF_NOW
    is_past = max((day for day in days if int(day[2:4]) == now), default="") <= today.isoformat()
    yield from (year for year in years if year < now or (year == now and is_past))


def _span(years: list[int], last: int) -> int:
    """Return how many years lie between the first and the last if the century turns there."""
    read = [year + _CENTURY * (year <= last) for year in years]
    return max(read) - min(read)


def _is_open(years: list[int], last: int, allowed: list[int], today: date) -> bool:
    """Whether another reading is as likely: it spans hardly more, or has years just ahead."""
    # Of equal years, all of this century or all of the last one, the later are taken.
    near = _span(years, last) + _HARDLY_MORE
    if last < years[-1] and any(_span(years, one) < near for one in allowed if one != last):
        return True
    now = today.year - _OF_NOW
    planned = [one for one in years if now <= one <= now + _AHEAD and one not in allowed]
    return years[0] <= now and any(_span(years, one) <= _span(years, last) for one in planned)


def _tell(years: list[int], last: int) -> str:
    """Say how years are read, those of this century first."""
    told: list[str] = []
    for start, part in (
        (_OF_NOW, [year for year in years if year <= last]),
        (_OF_NOW - _CENTURY, [year for year in years if year > last]),
    ):
        if not part:
            continue
        first, end = part[0], part[-1]
        read = "" if told else "read "
        if first == end:
            told.append(f"year {first:02} {'' if told else 'is '}{read}as {start + first}")
            continue
        are = "" if told else "are "
        told.append(f"years {first:02} to {end:02} {are}{read}as {start + first} to {start + end}")
    return ", ".join(told)
