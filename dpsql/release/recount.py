"""Counts P and T anew for a verifier, and lists the values of P.

Shared with the search is how columns are read (`sql.tables`) and the guess whether grouping pays.
"""

from collections.abc import Iterator, Mapping

from sqlglot import exp

from dpsql.engines.base import Engine, Row
from dpsql.sql.private_table import PRIVATE, PUBLIC
from dpsql.sql.sample import is_sparse
from dpsql.sql.tables import Tables
from dpsql.sql.templates import column, identifier, render

TUPLES, VALUES = "verified_tuples", "verified_values"
#: Rows that are fetched at once.
_CHUNK = 20_000


def count_both_tables(
    engine: Engine, tables: Tables, columns: Mapping[str, exp.Identifier]
) -> None:
    """Count P and T per tuple of these quasi-identifiers, whose columns are named here.

    Where nearly all rows differ, each counts on its own: grouping would not make them fewer.
    """
    values = _values(tables, columns, PUBLIC)
    grouped = not values or not is_sparse(engine, values, PUBLIC)
    engine.materialize(TUPLES, _tuples_query(tables, columns, grouped=grouped))


def build_values(engine: Engine, value: exp.Identifier) -> None:
    """Store the distinct values of P in one column of the tuples, numbered for fetching."""
    engine.materialize(VALUES, render("verify_values", value=value))


def fetch_values(engine: Engine) -> Iterator[Row]:
    """Yield the texts of these values with their people; an upload may go on meanwhile."""
    return fetch_chunks(engine, "list_values_between")


def fetch_chunks(engine: Engine, template: str) -> Iterator[Row]:
    """Yield the rows of a template that selects them by position: there may be millions."""
    number = exp.Literal.number
    start = 0
    while rows := engine.fetch(render(template, start=number(start), end=number(start + _CHUNK))):
        yield from rows
        start += _CHUNK


def _values(
    tables: Tables, columns: Mapping[str, exp.Identifier], table: str
) -> list[tuple[exp.Expr, exp.Identifier]]:
    return [(tables.value(name, table), value) for name, value in columns.items()]


def _tuples_query(
    tables: Tables, columns: Mapping[str, exp.Identifier], *, grouped: bool
) -> exp.Query:
    """One pass over P counts both where T is a part of it."""

    def read(table: str, public_count: exp.Expr, private_count: exp.Expr) -> dict[str, object]:
        values = _values(tables, columns, table)
        return {
            "columns": [{"value": value, "name": name} for value, name in values],
            "groups": [value for value, _ in values] if grouped else [],
            "table": identifier(table),
            "join": None,
            "public_count": public_count,
            "private_count": private_count,
        }

    rows = tables.private_rows
    one, none = (exp.cast(exp.Literal.number(n), "BIGINT") for n in (1, 0))
    every = exp.Count(this=exp.Star()) if grouped else one
    if rows.mark is None:
        sources = [read(PUBLIC, every, none), read(PRIVATE, none.copy(), every.copy())]
        return render("verify_tuples", sources=sources)
    marked: exp.Expr = exp.Case(ifs=[exp.If(this=rows.mark.copy(), true=one.copy())])
    marked = exp.Count(this=marked) if grouped else exp.Coalesce(this=marked, expressions=[none])
    source = read(PUBLIC, every, marked)
    if rows.key is not None:
        source["join"] = exp.EQ(this=column(rows.key, PUBLIC), expression=column(rows.key, PRIVATE))
    return render("verify_tuples", sources=[source])
