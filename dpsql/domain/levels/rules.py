"""Hierarchies given by a rule instead of a list of leaves: number intervals, dates, prefixes.

Each rule is stated twice: here in plain Python, for the verifier, and as SQL for the search. The
generative tests compare the two. The root of every rule is ``*``.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial

from dpsql.domain.levels.ends import (
    BELOW,
    FROM,
    Edge,
    End,
    Unit,
    as_edge,
    find_part_of_dates,
    list_ends,
)
from dpsql.domain.levels.hierarchy import MOST_LEVELS, ROOT, Hierarchy, Leaf
from dpsql.domain.levels.nested_widths import EXACT, mend_widths
from dpsql.domain.names import find_alike
from dpsql.errors import ConfigError

#: Numbers that a DECIMAL(38, 12) holds exactly; others are refused rather than rounded.
NUMBER_PATTERN = r"^-?[0-9]{1,18}([.][0-9]{1,12})?$"
DATE_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T].*)?$"
NUMBER_DIGITS, NUMBER_SCALE = 38, 12
#: From fine to coarse; each unit is a union of units before it.
DATE_UNITS = ("day", "month", "quarter", "year", "decade", "century")

_NUMBER = re.compile(NUMBER_PATTERN.rstrip("$") + r"\Z")
_DATE_EDGE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?\Z")
_DATE = re.compile(DATE_PATTERN.rstrip("$") + r"\Z")
_QUARTERS = {f"{month:02}": f"Q{(month + 2) // 3}" for month in range(1, 13)}


def reads_number(text: str) -> bool:
    """Whether a text is a number that is read exactly.

    >>> reads_number("-1.50"), reads_number("1e3")
    (True, False)
    """
    return _NUMBER.match(text) is not None


@dataclass(frozen=True)
class Rule(Hierarchy):
    """Common to all rules: NULL stays NULL below the root, and is covered only if requested."""

    nulls_are_leaves: bool

    @property
    def root(self) -> str:
        """Always ``*``."""
        return ROOT

    def covers(self, leaf: Leaf) -> bool:
        """Whether the rule can generalize this value."""
        return self.nulls_are_leaves if leaf is None else self.reads(leaf)

    def label(self, leaf: Leaf, level: int) -> Leaf:
        """Return the leaf's label at `level`."""
        if level == self.height:
            return ROOT
        return leaf if level == 0 or leaf is None else self.generalize(leaf, level)

    def is_in_tail(self, leaf: Leaf) -> bool:
        """Whether the value lies below `from`, or from `to` on; a rule without these has no tail.

        >>> ages = WidthHierarchy(False, (Decimal(5),), end=Decimal(75))
        >>> ages.is_in_tail("75"), ages.is_in_tail("74"), ages.is_in_tail(None)
        (True, False, False)
        """
        return leaf is not None and (self.label(leaf, 1) or "").startswith((BELOW, FROM))

    def reads(self, leaf: str) -> bool:
        """Whether the rule can read this text."""
        raise NotImplementedError

    def generalize(self, leaf: str, level: int) -> str:
        """Apply the rule at a level between the raw value and the root."""
        raise NotImplementedError


@dataclass(frozen=True)
class WidthHierarchy(Rule):
    """Numbers into intervals [k·w, (k+1)·w), one width w per level, each dividing the next.

    Numbers below `start` have one label on all levels from 1 on, and so have those from `end` on;
    what these leave of an interval is its label.

    >>> ages = WidthHierarchy(False, (Decimal(5), Decimal(10)), end=Decimal(75))
    >>> ages.label("-3", 1), ages.label("83.5", 2), ages.label("71", 2)
    ('[-5, 0)', '≥75', '[70, 75)')
    """

    widths: tuple[Decimal, ...]
    start: Decimal | None = None
    end: Decimal | None = None

    def __post_init__(self) -> None:
        """Refuse widths whose intervals are not nested, and tails that meet."""
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ConfigError("from is not less than to; write a smaller from, or a greater to")
        if not self.widths:
            raise ConfigError("widths is empty; write at least one, such as [5, 10, 20]")
        for width in self.widths:
            if width <= 0:
                raise ConfigError(
                    f"the width {width:f} is not above 0; write widths such as [5, 10, 20]"
                )
        for small, large in zip(self.widths, self.widths[1:], strict=False):
            if EXACT.remainder(large, small) != 0 or large <= small:
                raise ConfigError(
                    f"each width must be a multiple of the one before: {large} is not a multiple"
                    f" of {small} (or not larger); {mend_widths(self.widths, small, large)}"
                )

    @property
    def height(self) -> int:
        """Intervals of each width, then the root."""
        return len(self.widths) + 1

    def reads(self, leaf: str) -> bool:
        """Whether the text is a plain decimal number that fits."""
        return reads_number(leaf)

    def generalize(self, leaf: str, level: int) -> str:
        """Return the interval that holds the number, its lower edge included."""
        number = Decimal(leaf)
        for one in self.ends[level - 1]:
            if one.holds(number):
                return one.label
        unit = _find_interval(number, self.widths[level - 1])
        return f"[{unit.first.text}, {unit.end.text})"

    @cached_property
    def ends(self) -> tuple[tuple[End, ...], ...]:
        """The labels at the ends of each level below the root, from level 1 on."""
        start, end = (None if edge is None else as_edge(edge) for edge in (self.start, self.end))
        return tuple(
            tuple(list_ends(start, end, partial(_find_interval_of, width))) for width in self.widths
        )


def _find_interval_of(width: Decimal, edge: Edge) -> Unit:
    return _find_interval(Decimal(edge.value), width)


def _find_interval(number: Decimal, width: Decimal) -> Unit:
    """Return the interval [k·w, (k+1)·w) that holds a number."""
    remainder = EXACT.remainder(number, width)
    lower = EXACT.subtract(number, remainder)
    if remainder < 0:
        lower = EXACT.subtract(lower, width)
    edges = lower, EXACT.add(lower, width)
    return Unit(*(Edge(edge, _plain(edge, width)) for edge in edges))


def _plain(edge: Decimal, width: Decimal) -> str:
    """Write an edge with the decimals of its width, as SQL's CAST to DECIMAL does."""
    decimals = Decimal((0, (1,), min(0, _exponent(width))))
    text = format(edge.quantize(decimals, context=EXACT), "f")
    return text.removeprefix("-") if edge == 0 else text


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


@dataclass(frozen=True)
class DateHierarchy(Rule):
    """ISO dates into days, months, quarters, years, decades, centuries.

    Dates before `start`, a year, a month or a day, have one label on all levels from 1 on, and so
    have those from `end` on; what these leave of a unit is its label.

    >>> days = DateHierarchy(False, ("quarter", "decade"), "1945")
    >>> days.label("2024-05-31", 1), days.label("1948-10-02", 2)
    ('2024-Q2', '[1945, 1950)')
    """

    units: tuple[str, ...]
    start: str | None = None
    end: str | None = None

    def __post_init__(self) -> None:
        """Refuse units that are unknown or not from fine to coarse, and tails that meet."""
        for edge in (self.start, self.end):
            if edge is not None and not _DATE_EDGE.match(edge):
                raise ConfigError("from and to are a year, a month or a day: 1930 or 1930-05-31")
        edges = [as_edge(edge) for edge in (self.start, self.end) if edge is not None]
        if len(edges) == 2 and not edges[0].is_before(edges[1]):
            raise ConfigError("from is not less than to; write a smaller from, or a greater to")
        ranks = [DATE_UNITS.index(unit) for unit in self.units if unit in DATE_UNITS]
        if not ranks or len(ranks) != len(self.units) or sorted(set(ranks)) != ranks:
            unknown = [unit for unit in self.units if unit not in DATE_UNITS]
            named = f"; {unknown[0]!r:.40} is none of these" if unknown else ""
            meant = find_alike(unknown[0], DATE_UNITS) if unknown else []
            named += f": did you mean {meant[0]!r}?" if meant else ""
            listed = ", ".join(DATE_UNITS)
            raise ConfigError(f"dates takes units from fine to coarse, of: {listed}{named}")

    @property
    def height(self) -> int:
        """The units, then the root."""
        return len(self.units) + 1

    def reads(self, leaf: str) -> bool:
        """Whether the text starts with an ISO date, alone or before a time."""
        return _DATE.match(leaf) is not None

    def generalize(self, leaf: str, level: int) -> str:
        """Return the unit's label."""
        for one in self.ends[level - 1]:
            if one.holds(leaf):
                return one.label
        unit = self.units[level - 1]
        if unit == "quarter":
            return f"{leaf[:4]}-{_QUARTERS[leaf[5:7]]}"
        length, suffix = DATE_LABELS[unit]
        return leaf[:length] + suffix

    @cached_property
    def ends(self) -> tuple[tuple[End, ...], ...]:
        """The labels at the ends of each level below the root, from level 1 on."""
        start, end = (None if edge is None else as_edge(edge) for edge in (self.start, self.end))
        return tuple(
            tuple(list_ends(start, end, partial(find_part_of_dates, unit=unit)))
            for unit in self.units
        )


#: How many leading characters of the ISO text a unit keeps, and what it appends.
DATE_LABELS = {
    "day": (10, ""),
    "month": (7, ""),
    "year": (4, ""),
    "decade": (3, "0s"),
    "century": (2, "00s"),
}


@dataclass(frozen=True)
class PrefixHierarchy(Rule):
    """The leading characters of a text, fewer per level, followed by ``*``.

    >>> PrefixHierarchy(False, (4, 2)).label("47906", 1)
    '4790*'
    """

    lengths: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse lengths that do not fall."""
        falls = all(a > b for a, b in zip(self.lengths, self.lengths[1:], strict=False))
        if not self.lengths or not falls or self.lengths[-1] < 1:
            raise ConfigError("prefix takes lengths that fall, each at least 1, e.g. [4, 3, 2]")
        if len(self.lengths) > MOST_LEVELS:
            raise ConfigError(
                f"prefix has {len(self.lengths)} lengths; at most {MOST_LEVELS} are read, drop some"
            )

    @property
    def height(self) -> int:
        """The lengths, then the root."""
        return len(self.lengths) + 1

    def reads(self, leaf: str) -> bool:
        """Any text has a prefix."""
        return True

    def generalize(self, leaf: str, level: int) -> str:
        """Return the leading characters and ``*``."""
        return leaf[: self.lengths[level - 1]] + ROOT
