"""Writes T at the chosen levels to a file: one streaming statement, sorted by all its columns.

Only quasi-identifiers and kept columns are released. Equal rows are indistinguishable, and the
order of rows follows from their values in the file: numbers by value in Parquet, as text in CSV.
"""

from collections.abc import Mapping
from pathlib import Path

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine, holds_floats
from dpsql.errors import InputError
from dpsql.faces import name_option
from dpsql.release.formulas import count_formulas
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.counting.generalization import released
from dpsql.sql.counting.labels import label_at
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render


def write_release(
    engine: Engine,
    query: exp.Query,
    file: Path,
    types: Mapping[str, str],
    file_format: ReleaseFormat,
) -> None:
    """Write the rows of `query` to `file`.

    `types`: the types as which a Parquet file stores the columns.

    Raises:
        InputError: a cell of a CSV release would run as a formula in a spreadsheet.
    """
    if file_format.is_csv:
        _refuse_line_breaks(query.named_selects)
        if not file_format.quotes_formulas:
            _refuse_formulas(engine, query)
        engine.export(_as_texts(query, file_format), file)
    else:
        engine.export(_in_full_order(query, types), file, types)


def release_query(
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
) -> exp.Query:
    """Return the query whose rows are the release.

    Without kept columns, the distinct tuples, which are already counted, are enough: labels are
    then found once per tuple instead of once per row of T, and T is not read again.
    """
    if tables.keep:
        return release_rows_query(tables, hierarchies, node)
    columns: list[dict[str, exp.Expr]] = []
    mappings = []
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        value = exp.Column(this=value_name(j), table=identifier(TUPLES))
        cell, mapping = label_at(j, hierarchy, node.levels[j], value)
        code = identifier(f"c{j}")
        # Restored after they were grouped: 0 and -0 are two texts, but equal numbers.
        shown = tables.restore(name, exp.Column(this=code)) if cell is value else code
        columns.append({"code": code, "cell": cell, "shown": shown, "name": identifier(name)})
        mappings += mapping
    return render(
        "release_classes",
        columns=columns,
        mappings=mappings,
        count=tables.named_count,
        order=[exp.Literal.number(i) for i in range(1, len(columns) + 1)],
    )


def release_rows_query(
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
) -> exp.Query:
    """Return the query for the same rows, which reads T again and generalizes each of its rows."""
    columns: list[exp.Expr] = []
    mappings = []
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        value = column(name, "private_rows")
        cell, mapping = label_at(j, hierarchy, node.levels[j], value)
        columns.append(value if cell is value else released(cell, name))
        mappings += mapping
    columns += [column(name, "private_rows") for name in tables.keep]
    return render(
        "release_rows",
        columns=columns,
        private_rows=tables.select_private_rows(),
        mappings=mappings,
        order=[exp.Literal.number(i) for i in range(1, len(columns) + 1)],
    )


def _refuse_line_breaks(names: list[str]) -> None:
    for name in names:
        if "\n" in name or "\r" in name:
            raise InputError(
                f"release: the name {name!r} holds a line break, which readers of CSV headers lose;"
                " release Parquet, or rename the column"
            )


def _refuse_formulas(engine: Engine, query: exp.Query) -> None:
    for name, count in count_formulas(engine, query).items():
        if count:
            raise InputError(
                f"release: {name_count(count, 'cell')} of column {name!r} would run as formulas in"
                " a spreadsheet (they start with = + - @ | or a control character); release"
                f" Parquet, or pass {name_option('csv_formulas', 'quote')}"
            )


def _in_full_order(query: exp.Query, types: Mapping[str, str]) -> exp.Query:
    """Sort 0 and -0, which compare as equal, by their texts as the last keys."""
    floats = [column(name) for name, type_ in types.items() if holds_floats(type_)]
    texts = [exp.cast(cell, "VARCHAR") for cell in floats]
    return query.order_by(*texts, append=True) if texts else query


def _as_texts(query: exp.Query, file_format: ReleaseFormat) -> exp.Query:
    """Return the rows as a CSV contains them, sorted as its reader would sort them."""
    unsorted = query.copy()
    unsorted.args.pop("order")
    rows = exp.Subquery(this=unsorted, alias=exp.TableAlias(this=identifier("released_rows")))
    cells = {
        file_format.write_name(name): file_format.write_cell(exp.cast(column(name), "VARCHAR"))
        for name in query.named_selects
    }
    order = [exp.Literal.number(i) for i in range(1, len(cells) + 1)]
    named = [exp.Alias(this=cell, alias=identifier(name)) for name, cell in cells.items()]
    return exp.select(*named).from_(rows).order_by(*order)
