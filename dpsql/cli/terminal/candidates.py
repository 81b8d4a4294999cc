"""Candidates side by side, as tables for the terminal: a column of numbers for each of them.

Names come from outside: control characters are escaped before a terminal sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from dpsql.cli.terminal.blocks import AlikeTables, BlockTable
from dpsql.cli.terminal.plain import one_line, plain_table

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.use_cases.compare.compared import Compared


def describe_candidates(found: Compared) -> Iterator[RenderableType]:
    """Yield a table of all candidates, why some have no release, and their figures."""
    # It is loaded already: the outcome is of its package.
    from dpsql.use_cases.compare.figure_tables import FigureTable
    from dpsql.use_cases.compare.shown import BEST, INTERNAL

    heading, *rows = found.turned_overview
    parts: list[BlockTable | Text] = [_compare(heading, rows), *map(_warn, found.missing)]
    for told in found.tables:
        # Many tables below each other look like one.
        parts.append(Text(""))
        if isinstance(told, FigureTable):
            columns = (told.heading, *told.name_columns(found.titles))
            parts.append(_compare(columns, told.write_rows(), repeated=1 + told.has_own))
        else:
            parts.append(Text(one_line(told.tell(found.titles))))
        parts += map(_warn, found.list_below(told))
    yield AlikeTables(parts)
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


def _compare(
    columns: Sequence[str], rows: Sequence[Sequence[str]], repeated: int = 1
) -> BlockTable:
    """A table with figures for each candidate; `repeated`: its name and, if known, those of T."""
    table = BlockTable(tuple(map(_escape, columns)), repeated=repeated)
    for row in rows:
        # An answer may be a text of a table.
        table.add_row(*map(_escape, row))
    return table


def _warn(line: str) -> Text:
    return Text(one_line(line), "yellow")
