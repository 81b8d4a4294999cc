"""Finds columns with a limit below or above which most people of P are in T.

So a measurement tells much though nearly all of T is in no one range: some of T have the value of
all others, or none. Limits are quantiles of T; they are found and used in one statement, so that
none is in its text or comes out of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from sqlglot import exp

from dpsql.domain.found.leaning_columns import SIZEABLE, LeaningColumn, count_leaning, find_most
from dpsql.domain.found.telling_columns import (
    RANGE,
    Parts,
    TellingColumn,
    count_telling,
    find_least_people,
    judge_column,
)
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.counting.counted_limits import PERCENTS, LimitCounts
from dpsql.sql.counting.ordered_values import as_ordered
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier

#: Values of T that an engine has in memory for one statement, and columns of it: of seven, the plan
#: alone takes more memory than the driver of Spark has.
_MOST_VALUES, _MOST_AT_ONCE = 10_000_000, 3
_Types = Mapping[str, Mapping[str, ColumnType]]


def find_by_limits(
    engine: Engine,
    ordered: Sequence[str],
    types: _Types,
    rows: PrivateRows,
    sizes: tuple[int, int],
    counted: Mapping[str, LimitCounts] = MappingProxyType({}),
) -> tuple[tuple[TellingColumn, ...], tuple[LeaningColumn, ...]]:
    """Return the columns that show rows of T by a limit, and those that tell much so.

    `ordered`: columns of numbers or moments, or of texts that are such. `types`: of the columns of
    the logical tables. `sizes`: the people of P and T, one per row. `counted`: columns of which
    these counts are known; they need no reading of P.
    """
    least = find_least_people(*sizes)
    if least is None:
        return (), ()
    unread = [name for name in ordered if name not in counted]
    known = ((name, one.parts) for name, one in counted.items())
    most, many = find_most(*sizes), SIZEABLE * sizes[1]
    telling, leaning = [], []
    for name, parts in chain(known, _count_parts(engine, unread, types, rows, sizes[1])):
        shown = max((count_telling((part,), least) for part in parts), default=(0, 0))
        if (one := judge_column(name, *shown, sizes[1])) is not None:
            telling.append(replace(one, content=RANGE if one.decides else ""))
        of_most = max((count_leaning((part,), most) for part in parts), default=(0, 0))
        if of_most[0] >= many:
            leaning.append(LeaningColumn(name, *of_most))
    return tuple(telling), tuple(leaning)


def _count_parts(
    engine: Engine, names: Sequence[str], types: _Types, rows: PrivateRows, members: int
) -> Iterator[tuple[str, Parts]]:
    """Yield, by column, the people of P and T up to each limit, and from each on."""
    at_once = min(_MOST_AT_ONCE, max(1, _MOST_VALUES // members))
    for start in range(0, len(names), at_once):
        some = names[start : start + at_once]
        query = rows_by_limits_query(some, types, rows)
        public, private = (
            [int(n or 0) for n in counts] for _, *counts in sorted(engine.fetch(query))
        )
        pairs = list(zip(public, private, strict=True))
        each = 2 * len(PERCENTS)
        for number, name in enumerate(some):
            yield name, tuple(pairs[number * each : (number + 1) * each])


def rows_by_limits_query(names: Sequence[str], types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts P's rows, then T's, up to and from limits, column by column."""
    of_public, of_private, limits = [], [], []
    for number, name in enumerate(names):
        value = f"value_{number}"
        public, private = (as_ordered(name, table, types) for table in (PUBLIC, rows.home))
        of_public.append(exp.alias_(public, identifier(value)))
        of_private.append(exp.alias_(private, identifier(value)))
        for place, percent in enumerate(PERCENTS):
            quantile = exp.PercentileDisc(this=exp.Literal.number(f"0.{percent:02}"))
            in_order = exp.Ordered(this=private.copy(), nulls_first=False)
            order = exp.Order(expressions=[in_order])
            found = exp.WithinGroup(this=quantile, expression=order)
            limits.append(exp.alias_(found, identifier(f"limit_{number}_{place}")))
    public_rows = exp.select(*of_public).from_(exp.Table(this=identifier(PUBLIC)))
    both = [
        _count_by_limits(number, source, rows.select(limits), len(names))
        for number, source in enumerate((public_rows, rows.select(of_private)))
    ]
    return exp.union(*both, distinct=False)


def _count_by_limits(number: int, source: exp.Query, limits: exp.Query, columns: int) -> exp.Select:
    counts: list[exp.Expr] = [exp.alias_(exp.Literal.number(number), identifier("table_number"))]
    for j in range(columns):
        value = column(f"value_{j}", "counted")
        for place in range(len(PERCENTS)):
            limit = column(f"limit_{j}_{place}", "limits")
            below = exp.LTE(this=value.copy(), expression=limit)
            above = exp.GTE(this=value.copy(), expression=limit.copy())
            counts += [_count(below), _count(above)]
    joined = exp.select(*counts).from_(source.subquery("counted"))
    return joined.join(limits.subquery("limits"), join_type="cross")


def _count(is_there: exp.Expr) -> exp.Expr:
    one, none = exp.Literal.number(1), exp.Literal.number(0)
    return exp.Sum(this=exp.Case(ifs=[exp.If(this=is_there, true=one)], default=none))
