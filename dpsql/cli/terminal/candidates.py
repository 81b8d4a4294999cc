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

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.use_cases.compare.compared import Compared
    from dpsql.use_cases.compare.figure_tables import FigureTable


def describe_candidates(found: Compared) -> Iterator[RenderableType]:
    """Yield a table of all candidates, why some have no release, and their figures."""
    # It is loaded already: the outcome is of its package.
    from dpsql.use_cases.compare.figure_tables import FigureTable
    from dpsql.use_cases.compare.shown import BEST, INTERNAL

    yield _table(found.overview.columns, found.overview.rows)
    yield from map(_warn, found.missing)
    for told in found.tables:
        # Many tables below each other look like one.
        yield Text("")
        if isinstance(told, FigureTable):
            yield _compare(told, found.titles)
        else:
            yield Text(one_line(told.tell(found.titles)))
        yield from map(_warn, found.list_below(told))
    if found.best:
        yield Text("")
        yield _table(BEST, found.best_by_title)
    yield Text("")
    yield from map(_warn, found.left_out)
    if found.to_write:
        yield Text(one_line(found.to_write))
    yield Text(INTERNAL)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    """A table; names of candidates and questions come from outside."""
    table = plain_table(*columns)
    for row in rows:
        table.add_row(*map(_escape, row))
    return table


def _escape(text: str) -> str:
    """Escape what comes from outside, but for the blank in a percentage, which breaks no line."""
    return "\N{NO-BREAK SPACE}".join(map(one_line, text.split("\N{NO-BREAK SPACE}")))


def _compare(told: FigureTable, titles: Sequence[str]) -> RenderableType:
    """A table with a column for each candidate, behind those of T if these are known."""
    columns = (told.heading, *map(one_line, told.name_columns(titles)))
    table = BlockTable(columns, repeated=2 if told.has_own else 1)
    for row in told.write_rows():
        # An answer may be a text of a table.
        table.add_row(*map(one_line, row))
    return table


def _warn(line: str) -> Text:
    return Text(one_line(line), "yellow")
