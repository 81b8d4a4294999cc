"""Fixes how exported columns are stored in Parquet: equal rows give equal bytes on any engine."""

from collections.abc import Callable, Mapping

import duckdb
from sqlglot import exp

from dpsql.engines.duckdb.types import HUGE, is_stored_alike, name_stored


def convert_for_parquet(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    types: Mapping[str, str],
    render: Callable[[exp.Query], str],
) -> exp.Query:
    """Convert the columns of a query to the forms in which Parquet stores `types`.

    Columns that are stored as text are converted before the sort. ORDER BY moves to the outer
    query, since the order of a subquery is not kept; its keys are positions and column names.
    """
    described = connection.execute(f"DESCRIBE {render(query)}").fetchall()
    inner = query.copy()
    order = inner.args.pop("order", None)
    rows = exp.Subquery(this=inner, alias=exp.TableAlias(this=_identifier("exported_rows")))
    cells: list[exp.Expr] = []
    for name, type_, *_ in described:
        wanted = types.get(name, type_)
        column: exp.Expr = exp.Column(this=_identifier(name))
        if wanted in HUGE:
            query_of_lost = _count_lost(rows, column)
            fits = connection.execute(render(query_of_lost)).fetchall()[0][0] == 0
            column = _narrow(column) if fits else exp.cast(column, "VARCHAR")
        elif not is_stored_alike(type_, stored := name_stored(wanted)):
            column = exp.cast(column, stored)
        # DuckDB would declare a column REQUIRED if its source cannot have NULL.
        is_null = column.is_(exp.null())
        optional = exp.Case(ifs=[exp.If(this=is_null, true=exp.null())], default=column)
        cells.append(exp.Alias(this=optional, alias=_identifier(name)))
    stored_rows = exp.select(*cells).from_(rows)
    return stored_rows.order_by(*order.expressions) if order else stored_rows


def _count_lost(rows: exp.Subquery, column: exp.Expr) -> exp.Query:
    """Count the integers that Parquet could not hold: DuckDB would write doubles, losing digits."""
    lost = exp.Count(this=column.copy()) - exp.Count(this=_narrow(column))
    return exp.select(lost).from_(rows.copy())


def _narrow(column: exp.Expr) -> exp.Expr:
    """Return the widest decimal that Parquet has; NULL for integers that it does not hold."""
    decimal = exp.DataType.build("DECIMAL(38, 0)")
    return exp.TryCast(this=column.copy(), to=decimal, safe=True)


def _identifier(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)
