"""Counts or quotes cells of a CSV release that a spreadsheet would run as formulas (CWE-1236).

A cell counts as a formula if it starts with = + - @ | or a control character and is not wholly a
number: digits with a decimal point or comma, grouped by the other one, and an exponent. Such a cell
names nothing and has no operator besides its sign, so that a spreadsheet has nothing to run.
Quoting puts an apostrophe, which spreadsheets hide, before a formula and before a cell that already
starts with an apostrophe.
"""

import re
from collections.abc import Callable

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.templates import column, identifier, render

_FORMULA = r"^[=+\-@|\t\r\n]"
_NUMBER = (
    r"^[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+)([.,][0-9]+)?(e[+-]?[0-9]+)?$"
)


def is_formula(cell: exp.Expr) -> exp.Expr:
    """Return the predicate that a spreadsheet would run the text of the cell."""
    text = exp.cast(cell.copy(), "VARCHAR")
    starts = exp.RegexpLike(this=text, expression=exp.Literal.string(_FORMULA))
    number = exp.RegexpLike(this=text.copy(), expression=exp.Literal.string(_NUMBER))
    return exp.and_(starts, number.not_())


def quote_formula(cell: exp.Expr) -> exp.Expr:
    """Return the cell as text, with an apostrophe before a formula.

    A cell with a leading apostrophe gets one, too, so that different cells stay different.
    """
    text = exp.cast(cell.copy(), "VARCHAR")
    starts = _is_quoted(cell)
    quoted = exp.DPipe(this=exp.Literal.string("'"), expression=text.copy())
    is_quoted = exp.or_(is_formula(cell), starts)
    return exp.Case(ifs=[exp.If(this=is_quoted, true=quoted)], default=text)


def quote_name(name: str) -> str:
    """Return the column name as a quoting CSV has it in its header, which is a row of cells."""
    return f"'{name}" if is_formula_text(name) or name.startswith("'") else name


def is_formula_text(name: str) -> bool:
    """Whether a spreadsheet would run a text; `is_formula` in Python."""
    # Not `$`, which in Python also matches before a last line break.
    return bool(re.match(_FORMULA, name)) and not re.fullmatch(_NUMBER, name)


def count_formulas(engine: Engine, query: exp.Query) -> dict[str, int]:
    """Count the cells of each column that a spreadsheet would run, including its name."""
    counts = _count_cells(engine, query, is_formula)
    return {name: count + is_formula_text(name) for name, count in counts.items()}


def count_quotes(engine: Engine, query: exp.Query) -> int:
    """Count the cells that start with an apostrophe, including column names."""
    counts = _count_cells(engine, query, _is_quoted)
    return sum(counts.values()) + sum(name.startswith("'") for name in counts)


def _is_quoted(cell: exp.Expr) -> exp.Expr:
    text = exp.cast(cell.copy(), "VARCHAR")
    return exp.RegexpLike(this=text, expression=exp.Literal.string("^'"))


def _count_cells(
    engine: Engine, query: exp.Query, test: Callable[[exp.Expr], exp.Expr]
) -> dict[str, int]:
    names = query.named_selects
    (counts,) = engine.fetch(
        render(
            "count_formulas",
            cells=[
                {"test": test(column(name)), "name": identifier(f"c{i}")}
                for i, name in enumerate(names)
            ],
            rows=query,
        )
    )
    return dict(zip(names, counts, strict=True))
