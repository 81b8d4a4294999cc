"""Counts, for many columns in one pass, the people of P and T by whether a cell holds something.

A column of many values, each of few people, shows who is in T if it is filled for T alone.
"""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.found.telling_columns import Parts, part_by_content
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier, render

#: Two counts each: Postgres returns at most 1,664 columns.
_MOST_AT_ONCE = 500
#: Texts that say no more than NULL does.
_ZEROS = ("", "0", "0.0", "0.00", "0,0", "0,00")
#: NaN, which is no number, is greater on every engine.
_GREATEST = exp.Literal.number("1.7976931348623157e308")
_Types = Mapping[str, Mapping[str, ColumnType]]


def count_filled(
    engine: Engine,
    names: Sequence[str],
    types: _Types,
    rows: PrivateRows,
    of_public: exp.Expr,
    of_private: exp.Expr,
) -> dict[str, list[Parts]]:
    """Return, by column, its people of P and of T in parts: by NULL, and by zero or empty, too.

    `types`: of the columns of the logical tables. `of_public`, `of_private`: the people of a row.
    """
    found: dict[str, list[Parts]] = {}
    for start in range(0, len(names), _MOST_AT_ONCE):
        some = names[start : start + _MOST_AT_ONCE]
        query = filled_cells_query(some, types, rows, of_public, of_private)
        public, private = ([int(n) for n in counts] for _, *counts in sorted(engine.fetch(query)))
        for j, name in enumerate(some):
            of_p, of_t = ((one[0], *one[2 * j + 1 : 2 * j + 3]) for one in (public, private))
            found[name] = part_by_content(of_p, of_t)
    return found


def filled_cells_query(
    names: Sequence[str],
    types: _Types,
    rows: PrivateRows,
    of_public: exp.Expr,
    of_private: exp.Expr,
) -> exp.Query:
    """Return the query that counts the people of P and T whose cells hold something."""
    one_of_p = exp.Table(this=identifier(PUBLIC))
    public = exp.select(*_list_cells(names, PUBLIC, of_public)).from_(one_of_p)
    private = rows.select(_list_cells(names, rows.home, of_private))
    sources = ((public, types[PUBLIC]), (private, types[rows.home]))
    return render(
        "count_filled_cells",
        sources=[
            {
                "number": exp.Literal.number(number),
                "source": query.subquery("cells"),
                "columns": [_judge_cell(j, of_table[name]) for j, name in enumerate(names)],
            }
            for number, (query, of_table) in enumerate(sources)
        ],
    )


def _list_cells(names: Sequence[str], table: str, people: exp.Expr) -> list[exp.Expr]:
    cells: list[exp.Expr] = [
        exp.alias_(column(name, table), f"cell_{j}", quoted=True) for j, name in enumerate(names)
    ]
    return [*cells, exp.alias_(people.copy(), "people", quoted=True)]


def _judge_cell(j: int, type_: ColumnType) -> dict[str, exp.Expr]:
    """Return the conditions that a cell is counted by, each with the name of its count."""
    cell = column(f"cell_{j}")
    return {
        "is_there": cell.is_(exp.null()).not_(),
        "is_something": is_something(cell, type_),
        "filled": identifier(f"filled_{j}"),
        "something": identifier(f"something_{j}"),
    }


def is_something(cell: exp.Expr, type_: ColumnType) -> exp.Expr:
    """Return the condition that a cell is neither zero nor empty; not true of NULL."""
    if type_.family in ("integer", "decimal"):
        return cell.copy().neq(exp.Literal.number(0))
    if type_.family == "float":
        return exp.and_(cell.copy().neq(exp.Literal.number(0)), cell.copy() <= _GREATEST.copy())
    if type_.family == "text":
        zeros = [exp.Literal.string(text) for text in _ZEROS]
        return exp.In(this=exp.cast(cell.copy(), "VARCHAR"), expressions=zeros).not_()
    return cell.copy().is_(exp.null()).not_()
