"""Dates that are written as times: midnight beside a date says nothing to whoever reads."""

import re
from collections.abc import Iterable, Sequence

from dpsql.domain.levels.hierarchy import Leaf

#: With the offset of a time zone, which tells as little.
_MIDNIGHT = re.compile(
    r"\b(\d{4,}-\d\d-\d\d)[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?(?![\d:]|\.\d)"
)


def are_dates(values: Iterable[Leaf]) -> bool:
    """Whether all values, of which there are some, are midnights; NULL may stand among them.

    >>> are_dates(["2021-05-17 00:00:00", None]), are_dates(["2021-05-17 00:00", "8:30"])
    (True, False)
    """
    known = [value for value in values if value is not None]
    return bool(known) and all(map(_MIDNIGHT.fullmatch, known))


def drop_midnights(text: str) -> str:
    """Leave midnight out of a value or a range of a column of dates.

    >>> drop_midnights("[2021-05-17 00:00:00..2021-06-01 00:00:00]")
    '[2021-05-17..2021-06-01]'
    """
    return _MIDNIGHT.sub(r"\1", text)


def shorten_date(labels: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return the labels of one value, which is shown as a date if it is a midnight.

    `labels`: of all levels. Where the first level is times or days, the time of day matters.

    >>> shorten_date(("2021-05-17 00:00:00", "2021-05", "*"))
    ('2021-05-17', '2021-05', '*')
    >>> shorten_date(("2021-05-17 00:00:00", "2021-05-17", "*"))[0]
    '2021-05-17 00:00:00'
    """
    raw, above = labels[0], labels[1] if len(labels) > 1 else None
    if raw is None or above is None or not are_dates([raw]):
        return labels
    date = drop_midnights(raw)
    return labels if ":" in above or above == date else (date, *labels[1:])
