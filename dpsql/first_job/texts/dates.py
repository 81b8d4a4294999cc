"""Reads dates that are not written as 2024-05-31: 31.05.2024, 20240531, May-2024, 2024-05.

Whether 05/06/2024 is in May or in June is decided by the other values of the column, where one has
a number above 12. Where none has, months are left out, and the remark says so. All dates
of a column decide of which century two digits of a year are.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from dpsql.first_job.texts.centuries import decide_centuries
from dpsql.first_job.texts.form import OF_SO_MANY, TextForm, Texts, read_all, reads_most

#: Of months in English, German, French and Spanish, without accents.
_MONTHS = (
    *("jan january januar janvier enero ene jaen", "feb february februar fevrier febrero fev fevr"),
    *("mar march marz mars marzo mrz maerz", "apr april avril abril avr abr", "may mai mayo"),
    *("jun june juni juin junio", "jul july juli juillet julio juil", "aug august aout agosto ago"),
    *("sep sept september septembre septiembre set", "oct october oktober octobre octubre okt"),
    *("nov november novembre noviembre", "dec december dezember decembre diciembre dez dic"),
)
_NUMBER_OF = {name: i for i, names in enumerate(_MONTHS, 1) for name in names.split()}
_TIME = r"(?:[ T].*)?"
_FIRST, _LAST = 1800, 2199
_MONTHS_OF_YEAR = 12
#: What a label can state, where texts have a day, a month or only a year that can be told.
_OF_DAYS = ("day", "month", "quarter", "year", "decade")
_OF_MONTHS, _OF_YEARS = ("quarter", "year", "decade"), ("year", "decade")


@dataclass(frozen=True)
class _Parts:
    """A date in parts, as texts; `numbers` are day and month in the order of the text."""

    year: str
    month: str = ""
    day: str = ""
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True)
class _Pattern:
    """A way to write dates: `said` names it; `lengths` as of a `TextForm`."""

    said: str
    regex: re.Pattern[str]
    take: Callable[[re.Match[str]], _Parts]
    lengths: Mapping[str, int]

    def read(self, text: str) -> _Parts | None:
        """Return the parts of a date; None if it is written in another way."""
        found = self.regex.fullmatch(text.strip())
        return self.take(found) if found else None


def _day_and_month(found: re.Match[str]) -> _Parts:
    return _Parts(found["y"], numbers=(int(found["a"]), int(found["b"])))


def _by_name(found: re.Match[str]) -> _Parts:
    return _Parts(found["y"], found["m"], found.groupdict().get("d") or "")


def _list_patterns() -> Iterator[_Pattern]:
    for sign, said in ((".", "DD.MM.YYYY"), ("/", "DD/MM/YYYY"), ("-", "DD-MM-YYYY")):
        of = re.escape(sign)
        start = rf"(?P<a>\d{{1,2}}){of}(?P<b>\d{{1,2}}){of}"
        yield _Pattern(said, re.compile(rf"{start}(?P<y>\d{{4}}){_TIME}"), _day_and_month, {})
        short = said.replace("YYYY", "YY")
        yield _Pattern(short, re.compile(rf"{start}(?P<y>\d{{2}}){_TIME}"), _day_and_month, {})
    for sign in (".", "/", "-", ""):
        of = re.escape(sign)
        whole = {"month": 6 + len(sign), "year": 4, "decade": 3}
        of_year = {unit: n for unit, n in whole.items() if unit != "month"}
        digits = rf"(?P<y>\d{{4}}){of}(?P<m>\d{{2}}){of}(?P<d>\d{{2}})"
        time = _TIME if sign else ""
        yield _Pattern(f"YYYY{sign}MM{sign}DD", re.compile(digits + time), _by_name, whole)
        month = re.compile(rf"(?P<y>\d{{4}}){of}(?P<m>\d{{2}})")
        yield _Pattern(f"YYYY{sign}MM", month, _by_name, of_year)
        if sign:
            loose = rf"(?P<y>\d{{4}}){of}(?P<m>\d{{1,2}}){of}(?P<d>\d{{1,2}})"
            yield _Pattern(f"YYYY{sign}M{sign}D", re.compile(loose + _TIME), _by_name, of_year)
            reverse = re.compile(rf"(?P<m>\d{{1,2}}){of}(?P<y>\d{{4}})")
            yield _Pattern(f"MM{sign}YYYY", reverse, _by_name, {})
    name = r"(?P<m>[^\W\d_]{3,10})\.?"
    day, between = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\.?", r"[ ./-]+"
    for year, said in ((r"(?P<y>\d{4})", "YYYY"), (r"'?(?P<y>\d{2})", "YY")):
        for words, form in (
            (rf"{day}{between}{name}{between}{year}{_TIME}", "DD-Mon-"),
            (rf"{name} {day},? {year}", "Mon DD, "),
            (rf"{name}{between}{year}", "Mon-"),
        ):
            yield _Pattern(form + said, re.compile(words), _by_name, {})
    named = re.compile(rf"(?P<y>\d{{4}}){between}{name}")
    yield _Pattern("YYYY-Mon", named, _by_name, {"year": 4, "decade": 3})


_PATTERNS = tuple(_list_patterns())


def read_dates(texts: Texts, today: date | None = None) -> TextForm | None:
    """Return the form of a column of dates that no rule reads; None if it is none.

    `today`: two digits of a year are of no later day.

    >>> found = read_dates({"16.08.2000": 5, "01.02.2001": 4})
    >>> found.remark, found.plain["01.02.2001"]
    ('dates DD.MM.YYYY', '2001-02-01')
    >>> read_dates({"05/06/2024": 5, "01/02/2023": 4}).remark
    'dates with day and month in an order that no value tells, so years alone'
    """
    sample = _take_some(texts)
    for pattern in _PATTERNS:
        if not reads_most(sample, read_all(sample, pattern.read), most=_SOME):
            continue
        parts = read_all(texts, pattern.read)
        order, remark, units = _find_order(pattern.said, parts)
        read = {text: _as_day(one, order) for text, one in parts.items()}
        days = {text: day for text, day in read.items() if day is not None}
        if len(days) > 1 and reads_most(texts, days):
            begins = all(text[:1].isalnum() for text in days)
            lengths = pattern.lengths if begins else {}
            form = TextForm("dates", remark, days, units, lengths)
            if pattern.said.endswith("YY") and not pattern.said.endswith("YYYY"):
                return _with_centuries(form, today or datetime.now(UTC).date())
            return form
    return None


def _with_centuries(form: TextForm, today: date) -> TextForm:
    """Return the form of years of two digits, which are all read in this century, in their own."""
    centuries = decide_centuries(set(form.plain.values()), today)
    plain = {text: centuries.place(day) for text, day in form.plain.items()}
    return replace(form, plain=plain, years=centuries.said, doubt=centuries.doubt)


def are_written_in_several_ways(texts: Texts) -> bool:
    """Whether texts are dates, but in more than one pattern; a few of them decide.

    >>> are_written_in_several_ways({"16.08.2000": 5, "2001-02-01": 4, "n/a": 0})
    True
    >>> are_written_in_several_ways({"20000816": 5, "200102": 4})
    False
    """
    sample = _take_some(texts)
    found = read_all(sample, _find_pattern)
    rows: dict[str, int] = {}
    for text, said in found.items():
        rows[said] = rows.get(said, 0) + sample[text]
    # Digits alone may be codes.
    has_sign = any(not said.isalpha() for said in rows)
    common = [said for said, n in rows.items() if OF_SO_MANY * n >= sum(rows.values())]
    return len(common) > 1 and has_sign and reads_most(sample, found)


def _take_some(texts: Texts) -> Texts:
    """Return some of the texts, from all over: those of one form may come first in order.

    >>> len(_take_some({f"{i:03}": 1 for i in range(999)}))
    200
    """
    step = -(-len(texts) // _LOOKED_AT)
    return dict(list(texts.items())[:: max(step, 1)])


def _find_pattern(text: str) -> str | None:
    """Name the first pattern that reads a date; None if there is none."""
    for pattern in _PATTERNS:
        parts = pattern.read(text)
        if parts and (_as_day(parts, "day") or _as_day(parts, "month")):
            return pattern.said
    return None


#: Of a sample, so that another pattern is not tried in vain.
_SOME, _LOOKED_AT = 15, 200


def _find_order(said: str, parts: Mapping[str, _Parts]) -> tuple[str, str, tuple[str, ...]]:
    """Return which number is the day, a remark, and the units that can be told."""
    pairs = [one.numbers for one in parts.values() if one.numbers is not None]
    if not pairs:
        has_days = any(one.day for one in parts.values())
        return "", f"dates {said}", _OF_DAYS if has_days else _OF_MONTHS
    day_first = any(first > _MONTHS_OF_YEAR for first, _ in pairs)
    month_first = any(second > _MONTHS_OF_YEAR for _, second in pairs)
    if day_first != month_first:
        swapped = said.replace("DD", "?").replace("MM", "DD").replace("?", "MM")
        return (
            ("day", f"dates {said}", _OF_DAYS)
            if day_first
            else ("month", f"dates {swapped}", _OF_DAYS)
        )
    why = "in both orders" if day_first else "in an order that no value tells"
    return "none", f"dates with day and month {why}, so years alone", _OF_YEARS


def _as_day(parts: _Parts, order: str) -> str | None:
    """Return an ISO day; the first of the month, or of the year, if that is all that is known.

    >>> _as_day(_Parts("84", "Aug", "16"), ""), _as_day(_Parts("2001", numbers=(31, 2)), "day")
    ('2084-08-16', None)
    """
    year = int(parts.year)
    if len(parts.year) == len("YY"):
        year += 2000
    month, day = _read_month(parts.month), int(parts.day or 1)
    if parts.numbers is not None:
        one, other = parts.numbers
        day, month = {"day": (one, other), "month": (other, one), "none": (1, 1)}[order]
        if order == "none" and not (1 <= min(one, other) <= _MONTHS_OF_YEAR >= 1):
            return None
    try:
        return date(year, month, day).isoformat() if _FIRST <= year <= _LAST else None
    except ValueError:
        return None


def _read_month(text: str) -> int:
    """Return the number of a month, by digits or by name; 0 if it is none."""
    if not text or text.isdecimal():
        return int(text or 1)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NUMBER_OF.get(plain, 0)
