"""Labels at the ends of a rule: of what is beyond `from` and `to`, and of units that these cut.

What is below `from` has one label, and so has what is from `to` on. A unit, an interval of numbers
or a part of dates, that holds one of these edges is no longer whole. Its label is what is left of
it: with `from: 30`, [30, 40) in place of [20, 40), which would say more than it stands for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

#: What the labels of tails begin with.
BELOW, FROM = "<", "≥"
#: Units of dates that a year begins; months begin the others.
_OF_YEARS = {"year": 1, "decade": 10, "century": 100}
_MONTHS = {"month": 1, "quarter": 3}
#: No date of a year of four digits is later, so no unit that ends with the last of them is cut.
_NEVER = "9999-13"


@dataclass(frozen=True)
class Edge:
    """Where something begins: the number, or the first characters of ISO dates, and its text."""

    value: Decimal | str
    text: str

    @property
    def day(self) -> str:
        """The day that it is, if it is one of dates."""
        return f"{self.value}{'0000-01-01'[len(str(self.value)) :]}"

    def is_before(self, other: "Edge") -> bool:
        """Whether it comes before another edge of the same column."""
        if isinstance(self.value, Decimal) and isinstance(other.value, Decimal):
            return self.value < other.value
        return self.day < other.day


@dataclass(frozen=True)
class Unit:
    """An interval of numbers or a part of dates, its first value included, its end not."""

    first: Edge
    end: Edge


@dataclass(frozen=True)
class End:
    """The label of values below an edge, or from it on; of those that no end before it has."""

    is_below: bool
    edge: Decimal | str
    label: str

    def holds(self, value: Decimal | str) -> bool:
        """Whether a number, or an ISO date, is below the edge, or from it on."""
        if isinstance(value, Decimal) and isinstance(self.edge, Decimal):
            return (value < self.edge) == self.is_below
        edge = str(self.edge)
        return (str(value)[: len(edge)] < edge) == self.is_below


def list_ends(
    start: Edge | None, end: Edge | None, find_unit: Callable[[Edge], Unit]
) -> Iterator[End]:
    """Yield the ends of one level, in the order in which they are asked; `find_unit`: of an edge.

    >>> find_decade = lambda edge: find_part_of_dates(edge, "decade")
    >>> [one.label for one in list_ends(as_edge("1935"), as_edge("2005-06"), find_decade)]
    ['<1935', '≥2005-06', '[1935, 1940)', '[2000, 2005-06)']
    """
    if start is not None:
        yield End(True, start.value, f"{BELOW}{start.text}")
    if end is not None:
        yield End(False, end.value, f"{FROM}{end.text}")
    cut = None if start is None else _find_cut(start, find_unit)
    if start is not None and cut is not None:
        last = end if end is not None and end.is_before(cut.end) else cut.end
        yield End(True, cut.end.value, f"[{start.text}, {last.text})")
    other = None if end is None else _find_cut(end, find_unit)
    if end is not None and other is not None and other != cut:
        yield End(False, other.first.value, f"[{other.first.text}, {end.text})")


def _find_cut(edge: Edge, find_unit: Callable[[Edge], Unit]) -> Unit | None:
    """Return the unit that an edge cuts; None if it begins one."""
    unit = find_unit(edge)
    return unit if unit.first.is_before(edge) else None


def as_edge(said: Decimal | str) -> Edge:
    """Return an edge as a job states it: a number, or a year, a month or a day."""
    if isinstance(said, str):
        return Edge(said, said)
    # Zero has no sign.
    return Edge(said, format(said if said else said.copy_abs(), "f"))


def find_part_of_dates(edge: Edge, unit: str) -> Unit:
    """Return the day, month, quarter, year, decade or century that an edge lies in.

    >>> unit = find_part_of_dates(as_edge("2005-06"), "quarter")
    >>> unit.first.text, unit.end.text
    ('2005-04', '2005-07')
    """
    day = edge.day
    if unit == "day":
        return Unit(as_edge(day), as_edge(day))
    year, month = int(day[:4]), int(day[5:7]) - 1
    if unit in _OF_YEARS:
        first = year - year % _OF_YEARS[unit]
        return Unit(_begin_year(first), _begin_year(first + _OF_YEARS[unit]))
    first = 12 * year + month - month % _MONTHS[unit]
    return Unit(_begin_month(first), _begin_month(first + _MONTHS[unit]))


def _begin_year(year: int) -> Edge:
    return as_edge(f"{year:04}") if year <= 9999 else Edge(_NEVER, str(year))


def _begin_month(month: int) -> Edge:
    year, rest = divmod(month, 12)
    return as_edge(f"{year:04}-{rest + 1:02}") if year <= 9999 else Edge(_NEVER, f"{year}-01")
