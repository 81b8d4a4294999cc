"""Sentences and tables that a notebook shows as well, on the terminal."""

import re
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.class_table import ClassTable
from dpsql.cli.terminal.level_meanings import list_meanings, name_becoming
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.text_table import GLUE, Bar, keep_whole
from dpsql.report.notebook.blocks import (
    Block,
    LevelMeanings,
    Meanings,
    PresenceBars,
    Sentence,
    Table,
)

_UNBROKEN = "\N{NO-BREAK SPACE}"

#: The blank of a time, "0.25 s": a line may end after it only.
_BEFORE_SECONDS = re.compile(r"(?<=\d) (?=s\b)")


def show_blocks(blocks: Iterable[Block]) -> RenderableType:
    """Return the blocks as the terminal shows them."""
    return Group(*_show(blocks))


def _show(blocks: Iterable[Block]) -> Iterator[RenderableType]:
    for block in blocks:
        match block:
            case Sentence():
                start = "\n" if block.is_apart else ""
                text = _BEFORE_SECONDS.sub(GLUE, _escape(block.text))
                yield Text(start + text, block.tone)
            case Table():
                classes = ClassTable(
                    tuple(map(_escape, block.columns)),
                    labels=block.labels if block.of_classes else 0,
                )
                for row in block.rows:
                    labels = (keep_whole(_escape(label)) for label in row[: block.labels])
                    classes.add_row(*labels, *map(_escape, row[block.labels :]))
                yield classes
            case Meanings():
                told = block.to_table(name_becoming)
                table = plain_table(*told.columns)
                for name, *rest in told.rows:
                    table.add_row(one_line(name), *rest)
                yield table
            case PresenceBars():
                table = plain_table(block.title, "people of P", "")
                rows = block.list_rows()
                most = max((people for _, people in rows), default=1)
                for name, people in rows:
                    table.add_row(name, f"{people:,}", Bar(people / most))
                yield table
            case LevelMeanings():
                yield from list_meanings(block.becomes)


def _escape(text: str) -> str:
    """Keep percentages unbroken, and escape what could control a terminal."""
    return _UNBROKEN.join(map(one_line, text.split(_UNBROKEN)))
