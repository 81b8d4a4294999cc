"""A partition of P in the making: spots that carry the number of their part, cut round by round.

A spot is a tuple of positions, one per quasi-identifier in the order of its values (`sql/orders`),
with its rows of P and of T. One round cuts every open part once, or finds that it has no admissible
cut; the spots of such a part move to `parted_spots` and are read no more. So do those of a side
without rows of T: nothing is published for it, however it is cut. Numbers of parts follow from the
cuts alone, not from the order of rows.
"""

from collections.abc import Iterable
from typing import Any

from sqlglot import exp

from dpsql.domain.strategy import Strategy
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.sql.axes import axis_name
from dpsql.sql.least_loss import CANDIDATES, candidates_query, choose_cuts_query
from dpsql.sql.templates import identifier, render
from dpsql.sql.tuples import TableSizes

#: Spots of parts that are no longer cut.
PARTED_SPOTS = "parted_spots"
CUTS = "cuts"


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
        self._numbered = 1
        self._open = 1
        self._some_are_kept = False

    @property
    def open_parts(self) -> int:
        """How many parts may still be cut."""
        return self._open

    def cut(self, strategy: Strategy) -> int:
        """Cut every open part that has an admissible cut, once; return how many had one."""
        engine, spots = self._engine, self._spots
        self._find_cuts(strategy)
        cuts, open_sides = engine.fetch(render("measure_cuts"))[0]
        if open_sides < self._open + cuts:
            keep = engine.append if self._some_are_kept else engine.materialize
            keep(PARTED_SPOTS, keep_parts_query(spots, self._columns, self._numbered))
            self._some_are_kept = True
        self._rounds += 1
        self._spots = f"spots_{self._rounds}"
        engine.materialize(self._spots, divide_parts_query(spots, self._columns, self._numbered))
        engine.drop(spots)
        engine.drop(CUTS)
        self._numbered += 2 * cuts
        self._open = open_sides
        return int(cuts)

    def _find_cuts(self, strategy: Strategy) -> None:
        """Build the table of cuts: one of each open part that has an admissible one."""
        engine, given = self._engine, (self._spots, self._columns)
        if strategy.values != "loss":
            query = find_cuts_query(*given, strategy, self._models, self._sizes)
            engine.materialize(CUTS, query)
            return
        engine.materialize(CANDIDATES, candidates_query(*given, self._models, self._sizes))
        preference = rank_columns(self._columns, strategy)
        engine.materialize(CUTS, choose_cuts_query(*given, self._models, preference))
        engine.drop(CANDIDATES)


def find_cuts_query(
    spots: str,
    columns: int,
    strategy: Strategy,
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
) -> exp.Query:
    """The statement that finds the best admissible cut of each open part, by one strategy."""
    models = tuple(models)

    def violates(side: str) -> exp.Expr:
        return any_violation(models, sizes.public_rows, f"public_{side}", f"private_{side}")

    return render(
        "find_cuts",
        spots=identifier(spots),
        axes=[{"number": exp.Literal.number(j), "position": axis_name(j)} for j in range(columns)],
        below_violates=violates("below"),
        rest_violates=violates("rest"),
        preference=[*rank_columns(columns, strategy), *_rank_values(strategy)],
    )


def divide_parts_query(spots: str, columns: int, numbered: int) -> exp.Query:
    """The statement that gives the spots on open sides of a cut the number of their new part."""
    return render("divide_parts", **_sides(spots, columns, numbered))


def keep_parts_query(spots: str, columns: int, numbered: int) -> exp.Query:
    """The statement that selects the spots of the parts that are not cut again."""
    return render("keep_parts", **_sides(spots, columns, numbered))


def _sides(spots: str, columns: int, numbered: int) -> dict[str, Any]:
    """What tells the sides of cuts apart; new parts are numbered from `numbered` on."""
    cases = [
        exp.If(this=exp.Literal.number(j), true=exp.Column(this=axis_name(j)))
        for j in range(columns)
    ]
    return {
        "spots": identifier(spots),
        "axes": [axis_name(j) for j in range(columns)],
        "position": exp.Case(this=exp.column("axis", table=CUTS), ifs=cases),
        "numbered": exp.Literal.number(numbered),
    }


def rank_columns(columns: int, strategy: Strategy) -> list[exp.Expr]:
    """What sorts columns; nothing does where their values compete."""
    axis = exp.column("axis")
    if strategy.columns == "any":
        return []
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
    """What sorts values of the same column, or of all; ties go to the earlier column."""
    axis = exp.column("axis")
    if strategy.values == "first":
        return [exp.column("public_below"), axis]
    below, rest = (
        ("public_below", "public_rest")
        if strategy.values == "cardinality"
        else ("values_below", "values_rest")
    )
    difference = exp.Sub(this=exp.column(below), expression=exp.column(rest))
    return [exp.Abs(this=difference), axis]
