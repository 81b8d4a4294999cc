"""Writes a sorted query whose rows repeat: its distinct rows are sorted, not all rows.

A release of millions of rows has a few hundred distinct ones. They are grouped and sorted; a table
then lists for each row which of them it is, in order, and DuckDB writes from that table in the
order of its rows. To sort all rows takes three times as long, and more memory than the limit. The
bytes are the same. The verifier checks the order of every release.
"""

import re
from collections.abc import Callable

import duckdb
from sqlglot import exp

from dpsql.engines.sql_text import write

_DIALECT = "duckdb"
#: Types whose values are equal only if they are the same: unlike 0 and -0, or 1 month and 30 days.
_PLAIN = re.compile(r"VARCHAR|BOOLEAN|DATE|TIMESTAMP|U?(TINY|SMALL|BIG)INT|U?INTEGER|DECIMAL\(.*\)")
#: Rows that are looked at; a query of fewer rows is sorted as it is.
_SAMPLED = 200_000
#: The most distinct rows, those of the sample and all.
_MOST_DISTINCT = 20_000
#: Rows per list that is unnested: a list is not under the memory limit.
_PIECE = 2048


def repeat_rows(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    render: Callable[[exp.Query], str],
    prefix: str,
) -> str | None:
    """Return SQL for the rows of a query in its order; None if it must be sorted as it is.

    That is so unless it is sorted by all its columns, and its rows repeat. Tables and a variable
    whose names begin with `prefix` are left in the session; it must be dpsql's own, as the order of
    a table's rows can be switched off.
    """
    names = query.named_selects
    if not _sorts_by_position(query, len(names)):
        return None
    plain = query.copy()
    plain.args.pop("order")
    unsorted = render(plain)
    cells = [f"c{j}" for j in range(len(names))]
    listed = ", ".join(cells)
    rows = f"({unsorted}) AS rows({listed})"
    described = connection.execute(f"DESCRIBE {unsorted}").fetchall()
    if not all(_PLAIN.fullmatch(column[1]) for column in described):
        return None
    sample = f"SELECT {listed} FROM {rows} LIMIT {_SAMPLED}"  # noqa: S608 - our AST
    counted = connection.execute(
        f"SELECT CAST(SUM(copies) AS BIGINT), COUNT(*) FROM"  # noqa: S608 - our AST
        f" (SELECT COUNT(*) AS copies FROM ({sample}) GROUP BY {listed})"
    )
    sampled, distinct = counted.fetchall()[0]
    if sampled != _SAMPLED or distinct > _MOST_DISTINCT:
        return None
    known, places, variable = (f"{prefix}{name}" for name in ("distinct", "places", "labels"))
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {known} AS"  # noqa: S608 - our AST
        f" SELECT *, ROW_NUMBER() OVER (ORDER BY {listed}) AS place FROM"
        f" (SELECT {listed}, COUNT(*) AS copies FROM {rows} GROUP BY {listed})"
    )
    if connection.execute(f"SELECT COUNT(*) FROM {known}").fetchall()[0][0] > _MOST_DISTINCT:  # noqa: S608
        connection.execute(f"DROP TABLE {known}")
        return None
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {places} AS SELECT CAST(place AS USMALLINT) AS place FROM"  # noqa: S608
        " (SELECT place, UNNEST(GENERATE_SERIES(1, in_piece)) FROM"
        f" (SELECT place, LEAST({_PIECE}, copies - {_PIECE} * (piece - 1)) AS in_piece FROM"
        f" (SELECT *, UNNEST(GENERATE_SERIES(1, (copies + {_PIECE - 1}) // {_PIECE})) AS piece"
        f" FROM {known}) ORDER BY place, piece))"
    )
    packed = ", ".join(f"{cell} := {cell}" for cell in cells)
    connection.execute(
        f"SET VARIABLE {variable} ="  # noqa: S608 - our names
        f" (SELECT LIST(STRUCT_PACK({packed}) ORDER BY place) FROM {known})"
    )
    columns = [
        f"row.{cell} AS {write(exp.to_identifier(name, quoted=True), _DIALECT)}"
        for cell, name in zip(cells, names, strict=True)
    ]
    return (
        f"SELECT {', '.join(columns)}"  # noqa: S608 - our AST
        f" FROM (SELECT GETVARIABLE('{variable}')[place] AS row FROM {places})"
    )


def _sorts_by_position(query: exp.Query, columns: int) -> bool:
    """Whether a query is sorted by all its columns in their order, and nothing else."""
    order = query.args.get("order")
    keys = [write(key, _DIALECT) for key in order.expressions] if order else []
    return keys == [str(position) for position in range(1, columns + 1)]
