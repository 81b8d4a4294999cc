"""How a ladder comes to be: from explicit rows, or from a rule over the values that occur.

Explicit: one row per leaf, leaf first, root last. Rules: numeric intervals [k*w, (k+1)*w), leading
characters, calendar periods; level 0 is the raw value and the last level is '*'. The leaves of a
rule are the distinct values of the public table.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from math import floor

from tests.oracle.tables.table import Ladder, Value

ROOT = "*"


def make_explicit_ladder(rows: Iterable[tuple[Value, ...]]) -> Ladder:
    """Return the ladder of leaf-to-root rows, with '*' added if the last labels differ."""
    given = list(rows)
    if len({row[-1] for row in given}) > 1:
        given = [(*row, ROOT) for row in given]
    return {row[0]: row for row in given}


def make_rule_ladder(values: Iterable[Value], rules: list[Callable[[Value], Value]]) -> Ladder:
    """Return the ladder that labels each value by each rule in turn, then '*'; NULL stays NULL."""
    return {
        value: (value, *(None if value is None else rule(value) for rule in rules), ROOT)
        for value in values
    }


def make_widths_ladder(values: Iterable[Value], widths: Iterable[int]) -> Ladder:
    """Return the ladder of half-open intervals of these widths, labelled '[20, 25)'."""
    return make_rule_ladder(values, [_interval_of(width) for width in widths])


def make_prefix_ladder(values: Iterable[Value], lengths: Iterable[int]) -> Ladder:
    """Return the ladder that keeps that many leading characters, labelled '47*'."""
    return make_rule_ladder(values, [_prefix_of(length) for length in lengths])


def make_dates_ladder(values: Iterable[Value], periods: Iterable[str]) -> Ladder:
    """Return the ladder of calendar periods: day, month, quarter, year, decade, century."""
    return make_rule_ladder(values, [PERIODS[period] for period in periods])


def add_tails(
    ladder: Ladder, start: str | None, end: str | None, rules: Sequence[int | str]
) -> Ladder:
    """Return a ladder of numbers or dates whose tails have one label between raw value and root.

    An edge is a number, or the first day of a year or a month, or a day. A label that an edge lies
    in ends, or begins, at the edge.
    """
    found = {}
    for value, labels in ladder.items():
        tail = None
        if value is not None and start is not None and _is_before(value, start):
            tail = f"<{start}"
        elif value is not None and end is not None and not _is_before(value, end):
            tail = f"≥{end}"
        middle = (
            tuple(
                _clip(label, start, end, str(rule))
                for label, rule in zip(labels[1:-1], rules, strict=True)
            )
            if tail is None
            else (tail,) * (len(labels) - 2)
        )
        found[value] = (labels[0], *middle, labels[-1])
    return found


def _clip(label: Value, start: str | None, end: str | None, rule: str) -> Value:
    """Return the label with what is below `start`, and from `end` on, taken from it."""
    if label is None or rule == "day":
        return label
    low, high = _ends_of(str(label), rule)
    place = _first_day if rule in PERIODS else Fraction
    clipped = (
        start if start is not None and place(low) < place(start) else low,
        end if end is not None and place(end) < place(high) else high,
    )
    return label if clipped == (low, high) else f"[{clipped[0]}, {clipped[1]})"


_YEARS = {"year": 1, "decade": 10, "century": 100}


def _ends_of(label: str, rule: str) -> tuple[str, str]:
    """Return where a label of numbers or dates begins, and what comes first after it."""
    if rule in _YEARS:
        return label[:4], f"{int(label[:4]) + _YEARS[rule]:04}"
    if rule == "quarter":
        first = 3 * int(label[-1]) - 2
        return f"{label[:4]}-{first:02}", _month_after(int(label[:4]), first + 2)
    if rule == "month":
        return label, _month_after(int(label[:4]), int(label[5:]))
    low, high = label.strip("[)").split(", ")
    return low, high


def _month_after(year: int, month: int) -> str:
    return f"{year + 1:04}-01" if month == 12 else f"{year:04}-{month + 1:02}"


def _first_day(edge: str) -> list[int]:
    parts = [int(part) for part in edge.split("-")]
    return parts + [1] * (3 - len(parts))


def _is_before(value: Value, edge: str) -> bool:
    if isinstance(value, date) or "-" in str(value)[1:]:
        first = f"{edge}-01-01"[:10] if len(edge) == 4 else f"{edge}-01"[:10]
        return _as_date(value) < date.fromisoformat(first)
    return Fraction(str(value)) < Fraction(edge)


def add_null_leaf(ladder: Ladder) -> Ladder:
    """Return the ladder with a leaf for NULL, apart from every other value below the root."""
    labels = list(ladder.values())
    if len(labels[0]) == 1:
        return make_explicit_ladder([*labels, (None,)])
    root = labels[0][-1]
    return {**ladder, None: (*(None for _ in labels[0][:-1]), root)}


def _interval_of(width: int) -> Callable[[Value], Value]:
    def interval(value: Value) -> Value:
        low = floor(Fraction(str(value)) / width) * width
        return f"[{low}, {low + width})"

    return interval


def _prefix_of(length: int) -> Callable[[Value], Value]:
    return lambda value: f"{str(value)[:length]}*"


def _as_date(value: Value) -> date:
    return value if isinstance(value, date) else date.fromisoformat(str(value))


PERIODS: dict[str, Callable[[Value], Value]] = {
    "day": lambda value: _as_date(value).isoformat(),
    "month": lambda value: f"{_as_date(value).year:04}-{_as_date(value).month:02}",
    "quarter": lambda value: f"{_as_date(value).year:04}-Q{(_as_date(value).month + 2) // 3}",
    "year": lambda value: f"{_as_date(value).year:04}",
    "decade": lambda value: f"{_as_date(value).year // 10 * 10:04}s",
    "century": lambda value: f"{_as_date(value).year // 100 * 100:04}s",
}
