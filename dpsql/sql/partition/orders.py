"""The order of each quasi-identifier's values; cuts and ranges of a partition are stated in it.

Nergiz et al. 2007, section 6.2, Algorithm 2, needs a total order of every column. A position is the
number of values of P that come before. NULL is a value of its own: the least, unless a hierarchy, a
list or its frequency places it.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import DATE_PATTERN, NUMBER_PATTERN, WidthHierarchy
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import HierarchyError
from dpsql.metrics.box_loss import read_number
from dpsql.sql.axes import axis_name, order_name
from dpsql.sql.counting.generalization import matches
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.sort_keys import number_in, zero_where
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.partition.coordinates import coordinate_of, number_of
from dpsql.sql.templates import column, identifier, render

COORDINATES = "coordinates"
_BY_VALUE = ("integer", "decimal", "float", "date", "timestamp", "time", "boolean")
#: Floating-point values without a distance to others.
_ENDLESS = ("inf", "-inf", "nan")
#: Texts of dates and times that have a distance: of years 1 to 9999, of hours 0 to 23.
_OF_TIME = {
    "date": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    "timestamp": r"^[0-9]{4}-[0-9]{2}-[0-9]{2} [^(]*$",
    "time": r"^([01][0-9]|2[0-3]):",
}


def _is_null(name: str) -> exp.Is:
    return exp.column(name).is_(exp.null())


_NULL_FIRST = zero_where(_is_null("leaf"))
#: NULL is the least if it has no place.
_PLACED = (
    zero_where(exp.And(this=_is_null("place"), expression=_is_null("leaf"))),
    exp.column("place"),
)


@dataclass(frozen=True)
class ValueOrder:
    """How the values of one quasi-identifier are ordered.

    `words` name the order as a job does. `keys` sort a table of leaves. `places` are the values in
    the order of a hierarchy or a list; the keys use their numbers as `place`. `number` measures a
    value; it is None if the cost of a range is the number of its values.
    """

    words: str | tuple[str, ...]
    keys: tuple[exp.Expr, ...]
    places: tuple[Leaf, ...] = ()
    number: exp.Expr | None = None
    #: Which texts are numbers or dates; always true if the type of the column decides it.
    is_number: exp.Expr = field(default_factory=exp.true)
    is_date: exp.Expr = field(default_factory=exp.true)

    @property
    def is_measured(self) -> bool:
        """Whether values have a number."""
        return self.number is not None


def find_order(words: QuasiIdentifier, hierarchy: Hierarchy, type_: ColumnType) -> ValueOrder:
    """Return the order that the job states, or else the default for the column."""
    leaf = exp.column("leaf")
    value = _value(type_)
    kind = words.name_order(type_.family)
    if isinstance(kind, tuple):
        return ValueOrder(kind, (*_PLACED, leaf), kind)
    if kind == "alpha":
        return ValueOrder(kind, (_NULL_FIRST, leaf))
    if kind == "frequency":
        most_first = exp.Ordered(this=exp.column("public_count"), desc=True)
        return ValueOrder(kind, (most_first, _NULL_FIRST, value, leaf))
    if kind == "number":
        return _order_by_number(type_)
    if isinstance(hierarchy, LabelHierarchy):
        return ValueOrder(kind, (*_PLACED, leaf), tuple(walk_leaves(hierarchy)))
    # The leaves of a rule are the values of P, in their natural order.
    natural = number_in(leaf) if isinstance(hierarchy, WidthHierarchy) else value
    return ValueOrder(kind, (_NULL_FIRST, natural, leaf))


@dataclass(frozen=True)
class Positions:
    """The values of one quasi-identifier in their order: their number, and some positions.

    `first`, `last`: positions of the least and greatest value except NULL; None if NULL is the only
    value.
    """

    values: int
    first: int | None
    last: int | None
    null_position: int | None
    is_measured: bool


def list_positions(engine: Engine, j: int, name: str, order: ValueOrder) -> Positions:
    """Build the table `order_j` of the values of quasi-identifier `j` in their order.

    It has their positions and, for the widths of ranges, their coordinates
    (`sql/partition/coordinates`).

    Raises:
        HierarchyError: a list of values lacks one that P has, or values have no distance; states
            counts.
    """
    places = f"places_{j}" if order.places else None
    if places:
        rows = ((leaf, place) for place, leaf in enumerate(order.places))
        engine.upload(places, {"listed": "VARCHAR", "place": "BIGINT"}, rows)
    engine.materialize(order_name(j), positions_query(j, order, places))
    table = identifier(order_name(j))
    tests = {"is_number": order.is_number, "is_date": order.is_date}
    measured = engine.fetch(render("measure_order", order=table, **tests))[0]
    values, unplaced, no_numbers, no_dates, first, last, null = measured
    if places and unplaced:
        raise HierarchyError(
            f"order of {name}: P has {name_count(unplaced, 'value')} that the list does not name;"
            f" add {'it' if unplaced == 1 else 'them'}"
        )
    if no_numbers and no_dates:
        values = name_count(min(no_numbers, no_dates), "value of P has", "values of P have")
        raise HierarchyError(
            f"order of {name}: {values} no distance to others: no number, or no date, as the others"
            " are, or infinite, or of a year that is not 1 to 9999; order it by alpha, hierarchy,"
            " frequency or a list"
        )
    return Positions(values, first, last, null, order.is_measured)


def place_spots(engine: Engine, table: str, columns: int) -> None:
    """Build the `table` of spots with which a partition starts: every tuple by its positions."""
    engine.materialize(table, spots_query(columns))


def place_coordinates(engine: Engine, columns: int) -> None:
    """Build the table of all coordinates, by which the widths of ranges are measured."""
    engine.materialize(COORDINATES, coordinates_query(columns))


def spots_query(columns: int) -> exp.Query:
    """The statement that places the tuples."""
    return render(
        "place_spots",
        axes=[
            {
                "name": axis_name(j),
                "order": identifier(order_name(j)),
                "position": column("position", order_name(j)),
                "condition": exp.NullSafeEQ(
                    this=exp.Column(this=value_name(j), table=identifier(TUPLES)),
                    expression=column("value", order_name(j)),
                ),
            }
            for j in range(columns)
        ],
    )


@dataclass(frozen=True)
class UnclearValues:
    """Numbers of values that could make the text of a range ambiguous; see `are_unclear`."""

    ending: int
    beginning: int
    holding: int
    ranges: int
    nulls: int
    null_texts: int

    @property
    def are_unclear(self) -> bool:
        """Whether ``[low..high]`` may be read in two ways, or is a value itself.

        Two readings of one text split it at different pairs of dots. If those overlap, one low end
        ends with a dot and one high end begins with a dot; if not, a low and a high end contain two
        dots.
        """
        dots = (self.ending > 0 and self.beginning > 0) or self.holding > 1
        return dots or self.ranges > 0 or (self.nulls > 0 and self.null_texts > 0)


def count_unclear_values(engine: Engine, j: int) -> UnclearValues:
    """Count these values of quasi-identifier `j`, which has its positions."""
    query = render("count_unclear_values", order=identifier(order_name(j)))
    return UnclearValues(*map(int, engine.fetch(query)[0]))


def coordinates_query(columns: int) -> exp.Query:
    """The statement that lists the coordinates of all columns."""
    orders = [
        {"axis": exp.Literal.number(j), "name": identifier(order_name(j))} for j in range(columns)
    ]
    return render("list_coordinates", orders=orders)


def list_ends(engine: Engine, j: int, positions: Positions) -> tuple[Fraction, Fraction]:
    """The least and the greatest number of P; both 0 if it has none."""
    if positions.first is None or positions.last is None:
        return Fraction(0), Fraction(0)
    ends = [exp.Literal.number(position) for position in (positions.first, positions.last)]
    query = render("list_values_at", order=identifier(order_name(j)), first=ends[0], last=ends[1])
    numbers = sorted(read_number(leaf) for _, leaf in engine.fetch(query))
    return numbers[0], numbers[-1]


def positions_query(j: int, order: ValueOrder, places: str | None) -> exp.Query:
    """The statement that numbers the values of quasi-identifier `j` in their order."""
    leaf = column("leaf", leaves_name(j))
    join = places and exp.NullSafeEQ(this=leaf, expression=column("listed", places))
    return render(
        "list_positions",
        leaves=identifier(leaves_name(j)),
        places=places and identifier(places),
        join=join,
        place=exp.column("place") if places else exp.null(),
        number=order.number or exp.cast(exp.column("position"), "DECIMAL(38, 0)"),
        coordinate=coordinate_of(order.number),
        keys=[key if isinstance(key, exp.Ordered) else exp.Ordered(this=key) for key in order.keys],
    )


def _order_by_number(type_: ColumnType) -> ValueOrder:
    """Order numbers and dates by value, even if stored as text; dates sort as their text."""
    leaf, number = exp.column("leaf"), number_of(type_)
    if type_.family == "float":
        endless = exp.In(this=leaf, expressions=[exp.Literal.string(x) for x in _ENDLESS])
        finite = exp.Paren(this=endless.not_())
        keys = (_NULL_FIRST, _value(type_), leaf)
        return ValueOrder("number", keys, number=number, is_number=finite, is_date=finite.copy())
    if type_.family in _OF_TIME:
        known = matches(leaf, _OF_TIME[type_.family])
        keys = (_NULL_FIRST, _value(type_), leaf)
        return ValueOrder("number", keys, number=number, is_number=known, is_date=known.copy())
    if type_.family in _BY_VALUE:
        return ValueOrder("number", (_NULL_FIRST, _value(type_), leaf), number=number)
    return ValueOrder(
        "number",
        (_NULL_FIRST, number_in(leaf), leaf),
        number=number,
        is_number=matches(leaf, NUMBER_PATTERN),
        is_date=matches(leaf, DATE_PATTERN),
    )


def _value(type_: ColumnType) -> exp.Expr:
    """The expression that sorts values as their type does; texts are sorted by code point."""
    if type_.family == "float":
        return exp.cast(exp.column("leaf"), "DOUBLE")
    return exp.column("value" if type_.family in _BY_VALUE else "leaf")


def walk_leaves(hierarchy: LabelHierarchy) -> list[Leaf]:
    """The leaves depth first, children by their first appearance in the hierarchy.

    >>> paths = {"a": ("x", "*"), "b": ("y", "*"), "c": ("x", "*")}
    >>> walk_leaves(LabelHierarchy(paths, nulls_are_leaves=False))
    ['a', 'c', 'b']
    """
    first: list[dict[Leaf, int]] = [{} for _ in range(hierarchy.height + 1)]
    for number, leaf in enumerate(hierarchy.paths):
        for level, seen in enumerate(first):
            seen.setdefault(hierarchy.label(leaf, level), number)

    def place(leaf: Leaf) -> list[int]:
        return [
            first[level][hierarchy.label(leaf, level)] for level in range(hierarchy.height, -1, -1)
        ]

    return sorted(hierarchy.paths, key=place)
