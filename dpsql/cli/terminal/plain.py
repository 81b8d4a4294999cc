"""Texts and tables that are safe to print, whatever names from outside they contain."""

from collections.abc import Sequence

from dpsql.cli.terminal.text_table import TextTable, keep_whole
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report import sentences
from dpsql.report.sentences import as_label


def one_line(text: str) -> str:
    """Escape characters that could break the line or control a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def show_label(label: Leaf) -> str:
    """Return a label as a table shows it: on one line, unless it is a long one."""
    return keep_whole(one_line(as_label(label)))


def name_columns(names: Sequence[str]) -> str:
    """Name the columns of P that an outsider knows, as `sentences.name_columns` does."""
    return sentences.name_columns([*map(one_line, names)])


def plain_table(*columns: str) -> TextTable:
    """An empty table without a frame, which fits the terminal however narrow it is."""
    return TextTable(columns)
