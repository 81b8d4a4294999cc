"""Rows of look-up tables, inserted as arrays: each distinct text of a column is bound once.

DuckDB converts bound values one by one, which takes longer than all else where a hundred thousand
parts have the same few labels. Arrays of numbers are scanned as they are.
"""

from collections.abc import Sequence

import duckdb
import numpy as np
from sqlglot import exp

from dpsql.engines.base import Row
from dpsql.engines.sql_text import write


def insert_rows(
    connection: duckdb.DuckDBPyConnection,
    table: exp.Table,
    types: Sequence[str],
    rows: Sequence[Row],
) -> None:
    """Insert rows of these types into a table of this session; no value becomes SQL text."""
    seen = f"{table.name}_arrays"
    arrays, cells, bound = {}, [], []
    for number, (type_, column) in enumerate(zip(types, zip(*rows, strict=True), strict=True)):
        name = f"c{number}"
        if type_ == "BIGINT" and None not in column:
            arrays[name] = np.array(column, dtype=np.int64)
            cells.append(name)
            continue
        places = {value: place for place, value in enumerate(dict.fromkeys(column), 1)}
        arrays[name] = np.array([places[value] for value in column], dtype=np.int64)
        bound.append(list(places))
        cells.append(f"CAST(${len(bound)} AS {type_}[])[{name}]")
    connection.register(seen, arrays)
    try:
        into, written = write(table, "duckdb"), ", ".join(cells)
        connection.execute(f'INSERT INTO {into} FROM "{seen}" SELECT {written}', bound)
    finally:
        connection.unregister(seen)
