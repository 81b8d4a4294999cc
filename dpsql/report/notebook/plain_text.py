"""Sentences and tables as plain text, for `print` and for logs: columns in line, no colours."""

from collections.abc import Iterable, Iterator, Sequence

from dpsql.report.notebook.blocks import (
    Block,
    LevelMeanings,
    Meanings,
    PresenceBars,
    Sentence,
    Table,
)
from dpsql.report.notebook.tables import drop_midnight

_GAP = "  "
_LONGEST_BAR = 30


def write_blocks(blocks: Iterable[Block]) -> str:
    """Return the blocks below each other; no line is broken, however long it is.

    >>> print(write_blocks([Sentence("Fine."), Table(("zip", "level"), [("479*", "1")])]))
    Fine.
    zip   level
    479*  1
    """
    return "\n".join(line.rstrip() for block in blocks for line in _write(block))


def one_line(text: str) -> str:
    """Escape characters that could break the line or control a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _write(block: Block) -> Iterator[str]:
    match block:
        case Sentence():
            yield from ("",) if block.is_apart else ()
            yield _plain(block.text)
        case Table():
            yield from _align(block.columns, drop_midnight(block.rows))
        case Meanings():
            told = block.to_table()
            yield from _align(told.columns, told.rows)
        case PresenceBars():
            rows = block.list_rows()
            most = max((people for _, people in rows), default=1)
            bars = ("█" * max(1, round(_LONGEST_BAR * people / most)) for _, people in rows)
            cells = [(*row, bar) for row, bar in zip(_spell(rows), bars, strict=True)]
            yield from _align((block.title, "people of P", ""), cells)
        case LevelMeanings():
            yield from map(_plain, block.to_lines())


def _plain(text: str) -> str:
    """Return a text with blanks alone between words: no line is broken at them here."""
    return one_line(text.replace("\N{NO-BREAK SPACE}", " "))


def _spell(rows: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    return ((name, f"{people:,}") for name, people in rows)


def _align(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    lines = [[_plain(cell) for cell in row] for row in (columns, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield _GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
