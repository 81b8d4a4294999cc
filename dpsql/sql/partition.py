"""A partition of P in the making: spots that carry the number of their part, cut round by round.

A spot is a tuple of positions, one per quasi-identifier in the order of its values (`sql/orders`),
with its rows of P and of T. One round cuts every open part once, or finds that it has no admissible
cut; the spots of such a part move to `parted_spots` and are read no more. So do those of a side
without rows of T: nothing is published for it, however it is cut. Numbers of parts follow from the
cuts alone, not from the order of rows: that of the round, and one within it.

Small partitions take many rounds of little work each. Their statements are the same in every second
round, and written once.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlglot import exp

from dpsql.domain.strategy import Strategy
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.sql.coordinates import WHOLE
from dpsql.sql.templates import column, identifier, render
from dpsql.sql.tuples import TableSizes

#: Spots of parts that are no longer cut.
PARTED_SPOTS = "parted_spots"
CUTS = "cuts"
#: More than twice the cuts of one round.
_ROUND = 2**32


class _Round(NamedTuple):
    """The statements of a round that reads the spots in one table and writes them to another."""

    find_cuts: exp.Query
    measure_cuts: exp.Query
    keep_parts: exp.Query
    divide_parts: exp.Query


class Partition:
    """The spots that an engine holds, and how far they are parted."""

    def __init__(
        self,
        engine: Engine,
        spots: str,
        columns: int,
        models: tuple[PrivacyModel, ...],
        sizes: TableSizes,
    ) -> None:
        """Take the table `spots` of one part, number 0, which satisfies the models."""
        self._engine = engine
        self._spots = spots
        self._columns = columns
        self._models = models
        self._sizes = sizes
        self._rounds = 0
        self._open = 1
        self._some_are_kept = False
        self._statements: dict[tuple[str, Strategy], _Round] = {}

    @property
    def open_parts(self) -> int:
        """How many parts may still be cut."""
        return self._open

    def cut(self, strategy: Strategy) -> int:
        """Cut every open part that has an admissible cut, once; return how many had one."""
        engine, spots = self._engine, self._spots
        statements = self._write_round(strategy)
        engine.materialize(CUTS, statements.find_cuts)
        cuts, open_sides = engine.fetch(statements.measure_cuts)[0]
        if open_sides < self._open + cuts:
            keep = engine.append if self._some_are_kept else engine.materialize
            keep(PARTED_SPOTS, statements.keep_parts)
            self._some_are_kept = True
        self._rounds += 1
        self._spots = f"spots_{1 + self._rounds % 2}"
        if open_sides:
            engine.materialize(self._spots, statements.divide_parts)
        engine.drop(spots)
        engine.drop(CUTS)
        self._open = open_sides
        return int(cuts)

    def _write_round(self, strategy: Strategy) -> _Round:
        """The statements of the next round."""
        spots, reuse = self._spots, self._engine.reuse
        if (spots, strategy) not in self._statements:
            query = find_cuts_query(spots, self._columns, strategy, self._models, self._sizes)
            self._statements[spots, strategy] = _Round(
                reuse(query),
                reuse(render("measure_cuts")),
                reuse(keep_parts_query(spots, self._columns)),
                reuse(divide_parts_query(spots, self._columns)),
            )
        return self._statements[spots, strategy]


def find_cuts_query(
    spots: str,
    columns: int,
    strategy: Strategy,
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
) -> exp.Query:
    """The statement that finds the best admissible cut of each open part, by one strategy."""
    models = tuple(models)
    number = exp.Literal.number
    is_counted = _is_counted(strategy)
    ranges = exp.Case(ifs=[exp.If(this=is_counted, true=exp.column("position"))])

    def violates(side: str) -> exp.Expr:
        return any_violation(models, sizes.public_rows, f"public_{side}", f"private_{side}")

    return render(
        "find_cuts",
        spots=identifier(spots),
        axes=[number(j) for j in range(columns)],
        position=_position(exp.column("axis"), columns),
        counted=exp.Case(ifs=[exp.If(this=is_counted, true=number(1))], default=number(0)),
        ranges=strategy.columns == "widest" and {"position": ranges},
        is_tried=_is_tried(strategy),
        below_violates=violates("below"),
        rest_violates=violates("rest"),
        preference=[*_rank_columns(columns, strategy), *_rank_values(strategy)],
    )


def divide_parts_query(spots: str, columns: int) -> exp.Query:
    """The statement that gives the spots on open sides of a cut the number of their new part."""
    return render("divide_parts", **_sides(spots, columns))


def keep_parts_query(spots: str, columns: int) -> exp.Query:
    """The statement that selects the spots of the parts that are not cut again."""
    return render("keep_parts", **_sides(spots, columns))


def _sides(spots: str, columns: int) -> dict[str, Any]:
    """What tells the sides of cuts apart, and the first number of a part of the next round."""
    part, size = column("part", "spots"), exp.Literal.number(_ROUND)
    begin = exp.Sub(this=part, expression=exp.Mod(this=part.copy(), expression=size))
    return {
        "spots": identifier(spots),
        "axes": [axis_name(j) for j in range(columns)],
        "position": _position(exp.column("axis", table=CUTS), columns),
        "numbers": exp.Add(this=begin, expression=size.copy()),
    }


def _position(axis: exp.Column, columns: int) -> exp.Case:
    """Where a spot lies on an axis, given by its number."""
    cases = [
        exp.If(this=exp.Literal.number(j), true=exp.Column(this=axis_name(j)))
        for j in range(columns)
    ]
    return exp.Case(this=axis, ifs=cases)


def axis_name(j: int) -> exp.Identifier:
    """Column of the spots that holds the position of quasi-identifier `j`."""
    return identifier(f"x{j}")


def _prefix(strategy: Strategy) -> str:
    """How the columns are called that count the rows that are cut."""
    return "public" if strategy.rows == "P" else "private"


def _is_counted(strategy: Strategy) -> exp.Expr:
    """Whether a position holds rows that are cut; every one holds rows of P."""
    count = exp.column(f"{_prefix(strategy)}_count")
    return exp.GT(this=count, expression=exp.Literal.number(0))


def _is_tried(strategy: Strategy) -> exp.Expr:
    """Whether a part may be cut after a position: one that is counted, or the median only."""
    if strategy.values != "median":
        return _is_counted(strategy)
    prefix = _prefix(strategy)
    below, count, whole = (exp.column(f"{prefix}_{name}") for name in ("below", "count", "in_part"))
    less = exp.Paren(this=exp.Sub(this=below, expression=count))
    two = exp.Literal.number(2)
    return exp.And(
        this=exp.GTE(this=exp.Mul(this=two, expression=below.copy()), expression=whole),
        expression=exp.LT(this=exp.Mul(this=two.copy(), expression=less), expression=whole.copy()),
    )


def _rank_columns(columns: int, strategy: Strategy) -> list[exp.Expr]:
    axis = exp.column("axis")
    if strategy.columns == "widest":
        ends = [exp.column("coordinate", table=name) for name in ("highs", "lows")]
        width = exp.Least(
            this=exp.Sub(this=ends[0], expression=ends[1]),
            expressions=[exp.Literal.number(WHOLE)],
            ignore_nulls=True,
        )
        return [exp.Ordered(this=width, desc=True), axis]
    if strategy.columns == "best":
        return [exp.Ordered(this=exp.column("values_in_part"), desc=True), axis]
    if strategy.columns == "priority":
        order = strategy.priority or tuple(range(columns))
        ifs = [
            exp.If(this=exp.Literal.number(j), true=exp.Literal.number(rank))
            for rank, j in enumerate(order)
        ]
        return [exp.Case(this=axis, ifs=ifs)]
    number = exp.Literal.number
    steps = exp.Sub(
        this=exp.Sub(this=axis, expression=exp.column("last_axis")), expression=number(1)
    )
    wrapped = exp.Paren(this=exp.Add(this=steps, expression=number(columns)))
    return [exp.Mod(this=wrapped, expression=number(columns))]


def _rank_values(strategy: Strategy) -> list[exp.Expr]:
    if strategy.values in ("first", "median"):
        return []
    counts = _prefix(strategy) if strategy.values == "cardinality" else "values"
    below, rest = exp.column(f"{counts}_below"), exp.column(f"{counts}_rest")
    difference = exp.Sub(this=below, expression=rest)
    return [exp.Abs(this=difference)]
