"""Candidates side by side, as tables for the terminal: a column of numbers for each of them.

Names come from outside: control characters are escaped before a terminal sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from dpsql.cli.terminal.blocks import BlockTable
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.report.written_figures import write_row

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.use_cases.compare.compared import Compared
    from dpsql.use_cases.compare.figures import FigureTable


def describe_candidates(found: Compared) -> Iterator[RenderableType]:
    """Yield a table of all candidates by number, why some have no release, and their figures."""
    # It is loaded already: the outcome is of its package.
    from dpsql.use_cases.compare.shown import BEST, INTERNAL, OVERVIEW

    yield _table(OVERVIEW, found.overview, named=1)
    yield from map(_warn, found.missing)
    numbers = [str(number) for number, _ in found.released]
    for table in found.tables:
        yield _compare(table, numbers)
    if found.best:
        yield _table(BEST, found.best_by_number, named=0)
    yield from map(_warn, found.left_out)
    if found.to_write:
        yield Text(one_line(found.to_write))
    yield Text(INTERNAL)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], named: int) -> RenderableType:
    """A table; the names in one of its columns, by place, come from outside."""
    table = plain_table(*columns)
    for row in rows:
        table.add_row(*(one_line(one) if j == named else one for j, one in enumerate(row)))
    return table


def _compare(told: FigureTable, numbers: Sequence[str]) -> RenderableType:
    """A table with a column for each candidate, behind those of T if these are known."""
    columns = (told.heading, *told.name_columns(numbers))
    table = BlockTable(columns, repeated=2 if told.has_own else 1)
    for line in told.lines:
        figures = (*([line.own] if told.has_own else []), *line.values)
        # An answer may be a text of a table.
        table.add_row(one_line(line.name), *map(one_line, write_row(figures)))
    return table


def _warn(line: str) -> Text:
    return Text(one_line(line), "yellow")
