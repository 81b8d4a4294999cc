"""Finds by which format of `strptime` DuckDB reads texts as the days, and times, that they mean."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import product

_TIMES = ("", " %H:%M", " %H:%M:%S", "T%H:%M:%S", " %I:%M %p", " %I:%M:%S %p")


def find_format(days: Mapping[str, str]) -> str | None:
    """Return the format by which all texts are read as their days; None if none of the usual is.

    Names of months are English ones. Two digits of a year are of 1969 to 2068, as in DuckDB.

    >>> find_format({"16.08.2000": "2000-08-16"}), find_format({"1/31/2000": "2000-01-31"})
    ('%d.%m.%Y', '%m/%d/%Y')
    >>> find_format({"12-JAN-95": "1995-01-12"}), find_format({"2 January 1995": "1995-01-02"})
    ('%d-%b-%y', '%d %B %Y')
    >>> find_format({"1995/1/12": "1995-01-12"}), find_format({"12. Januar 1995": "1995-01-12"})
    ('%Y/%m/%d', None)
    """
    return next((one for one in _list_formats() if _read_all(days, one)), None)


def _list_formats() -> Iterator[str]:
    for time in _TIMES:
        for year, sign in product(("%Y", "%y"), "./- "):
            for month in ("%m", "%b", "%B"):
                yield sign.join(("%d", month, year)) + time
                yield sign.join((month, "%d", year)) + time
                yield sign.join((year, month, "%d")) + time
        for month in ("%b", "%B"):
            yield f"{month} %d, %Y{time}"
        yield f"%d%b%Y{time}"
    for month, sign in product(("%m", "%b", "%B"), "./- "):
        yield f"{month}{sign}%Y"
        yield f"%Y{sign}{month}"


def _read_all(days: Mapping[str, str], written: str) -> bool:
    return all(_reads(text, day, written) for text, day in days.items())


def _reads(text: str, day: str, written: str) -> bool:
    try:
        return datetime.strptime(text.strip(), written).date().isoformat() == day
    except ValueError:
        return False
