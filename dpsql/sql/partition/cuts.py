"""The best cut of each part, by one strategy: which column is tried first, and which of its values.

A cut lies after a position that has counted rows, those of P or of T, and leaves some above. The
sums up to each position cost more than the rest of a statement, so only those that the strategy and
the models need are computed.

For a large set, each part is first tried by one column, then the parts without a cut by all
columns. That finds the same cuts.
"""

from collections.abc import Iterable
from typing import Any, Literal

from sqlglot import exp

from dpsql.domain.sections.strategy import Strategy
from dpsql.privacy.model import PrivacyModel
from dpsql.sql.axes import axis_name, position_on
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.partition.coordinates import WHOLE
from dpsql.sql.partition.sides import violates
from dpsql.sql.templates import identifier, render

Tried = Literal["all", "first", "more"]
"""All columns of all parts, the first of each part, or all of the parts that have no cut yet."""


def find_cuts_query(
    spots: str,
    columns: int,
    strategy: Strategy,
    models: Iterable[PrivacyModel],
    sizes: TableSizes,
    tried: Tried = "all",
    refused: str | None = None,
) -> exp.Query:
    """The statement that finds the best admissible cut of each open part.

    `refused`: the table of cuts that sensitive values forbid, if any do.
    """
    models = tuple(models)
    axis, by_column = exp.column("axis"), rank_columns(columns, strategy)

    return render(
        "find_cuts",
        spots=identifier(spots),
        axes=[] if tried == "first" else _list_axes(columns),
        more=exp.true() if tried == "more" else None,
        position=position_on(axis, columns),
        counts=_list_counts(strategy, models),
        counted_position=_where_counted(strategy, exp.column("position")),
        is_by_width=strategy.columns == "widest" and tried != "first",
        is_tried=_is_tried(strategy),
        below_violates=violates(models, sizes.public_rows, "below"),
        rest_violates=violates(models, sizes.public_rows, "rest"),
        refused=identifier(refused) if refused else None,
        preference=[*([] if tried == "first" else by_column), *_rank_values(strategy)],
    )


def first_axes_query(spots: str, columns: int, strategy: Strategy) -> exp.Query:
    """The statement that finds, for each part, the column by which it is first tried to be cut."""
    is_by_width = strategy.columns == "widest"
    measures: dict[str, type[exp.AggFunc]] = {}
    if is_by_width:
        measures = {"low": exp.Min, "high": exp.Max}
    elif strategy.columns == "best":
        measures = {"values_in_part": exp.Count}
    return render(
        "find_first_axes",
        spots=identifier(spots),
        axes=_list_axes(columns),
        measures=[
            _measure_axes(name, measure, columns, strategy) for name, measure in measures.items()
        ],
        is_by_width=is_by_width,
        preference=rank_columns(columns, strategy),
    )


def _measure_axes(
    name: str, measure: type[exp.AggFunc], columns: int, strategy: Strategy
) -> dict[str, Any]:
    """Measures of the positions of a part on each of its axes, and on the current one."""
    measured = []
    for j in range(columns):
        position = _where_counted(strategy, exp.Column(this=axis_name(j)))
        if measure is exp.Count:
            position = exp.Distinct(expressions=[position])
        measured.append({"name": exp.column(f"{name}_{j}"), "measure": measure(this=position)})
    ifs = [
        exp.If(this=axis, true=one["name"])
        for axis, one in zip(_list_axes(columns), measured, strict=True)
    ]
    on_axis = exp.Case(this=exp.column("axis"), ifs=ifs)
    return {"name": exp.column(name), "on_axis": on_axis, "columns": measured}


def _list_axes(columns: int) -> list[exp.Expr]:
    return [exp.Literal.number(j) for j in range(columns)]


def _list_counts(strategy: Strategy, models: tuple[PrivacyModel, ...]) -> list[dict[str, Any]]:
    """The counts that are summed up to every position, over the whole part, and above."""
    totals: dict[str, exp.Expr] = {"private": exp.Sum(this=exp.column("private_count"))}
    if strategy.rows == "P" or any(model.counts_public for model in models):
        totals["public"] = exp.Sum(this=exp.column("public_count"))
    if strategy.values == "distinct" or strategy.columns == "best":
        one = _where_counted(strategy, exp.Literal.number(1))
        totals["values"] = exp.Count(this=exp.Star() if strategy.rows == "P" else one)
    return [
        {
            "total": total,
            "below": exp.column(f"{name}_below"),
            "whole": exp.column(f"{name}_in_part"),
            "rest": exp.column(f"{name}_rest"),
        }
        for name, total in totals.items()
    ]


def _prefix(strategy: Strategy) -> str:
    """Prefix of the columns that count the rows by which parts are cut."""
    return "public" if strategy.rows == "P" else "private"


def _where_counted(strategy: Strategy, value: exp.Expr) -> exp.Expr:
    """A value where the counted rows are, else NULL; all spots and positions have rows of P."""
    if strategy.rows == "P":
        return value
    return exp.Case(ifs=[exp.If(this=_has_rows("private"), true=value)])


def _has_rows(prefix: str) -> exp.Expr:
    return exp.column(f"{prefix}_count") > 0


def _is_tried(strategy: Strategy) -> exp.Expr:
    """Whether a part may be cut after a position: one that is counted, or the median only."""
    if strategy.values != "median":
        return _has_rows(_prefix(strategy))
    prefix = _prefix(strategy)
    below, count, whole = (exp.column(f"{prefix}_{name}") for name in ("below", "count", "in_part"))
    return exp.and_(below * 2 >= whole, (below - count) * 2 < whole)


def rank_columns(columns: int, strategy: Strategy) -> list[exp.Expr]:
    """Keys that sort columns; none if the values of all columns compete."""
    axis = exp.column("axis")
    if strategy.columns == "any":
        return []
    if strategy.columns == "widest":
        ends = [exp.column("coordinate", table=name) for name in ("highs", "lows")]
        width = exp.Least(
            this=ends[0] - ends[1],
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
    steps = axis - exp.column("last_axis") - 1
    return [(steps + columns) % columns]


def _rank_values(strategy: Strategy) -> list[exp.Expr]:
    """Keys that sort values, of one column or of all; ties are sorted by column and position."""
    axis, prefix = exp.column("axis"), _prefix(strategy)
    if strategy.values in ("first", "median"):
        return [exp.column(f"{prefix}_below"), axis]
    counts = prefix if strategy.values == "cardinality" else "values"
    below, rest = exp.column(f"{counts}_below"), exp.column(f"{counts}_rest")
    difference = below - rest
    return [exp.Abs(this=difference), axis]
