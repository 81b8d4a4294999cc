"""Texts and tables that are safe to print, whatever names from outside they contain."""

import re
from collections.abc import Iterator, Sequence

from dpsql.cli.terminal.text_table import TextTable, keep_whole
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report import sentences
from dpsql.report.notebook.plain_text import one_line as one_line
from dpsql.report.sentences import as_label

#: A statement to copy, to its end: a semicolon in quotes is none.
_STATEMENT = re.compile(
    r"""((?:COPY\ \(|CREATE\ TABLE\ |(?<=:\ )SELECT\ [^;]*?FROM\ )
    (?:'[^']*'|"[^"]*"|[^;'"])*;)[ ]?""",
    re.VERBOSE,
)


def list_lines(first: str, *others: str) -> Iterator[str]:
    """Yield what dpsql says on stderr: its name stands before the first line alone.

    Statements to copy have lines of their own.

    >>> [*list_lines("two statements:", "COPY a", "COPY b")]
    ['dpsql: two statements:', '  COPY a', '  COPY b']
    >>> [*list_lines("P repeats; as DuckDB does by COPY (SELECT 1) TO 'a;b'; Then go on")]
    ['dpsql: P repeats; as DuckDB does by', "  COPY (SELECT 1) TO 'a;b';", '  Then go on']
    """
    texts = (text.rstrip() for one in (first, *others) for text in _STATEMENT.split(one))
    shown = [text for text in texts if text] or [""]
    yield from map(one_line, (f"dpsql: {shown[0]}", *(f"  {one}" for one in shown[1:])))


def show_label(label: Leaf) -> str:
    """Return a label as a table shows it: on one line, unless it is a long one."""
    return keep_whole(one_line(as_label(label)))


def name_columns(names: Sequence[str]) -> str:
    """Name the columns of P that an outsider knows, as `sentences.name_columns` does."""
    return sentences.name_columns([*map(one_line, names)])


def plain_table(*columns: str) -> TextTable:
    """An empty table without a frame, which fits the terminal however narrow it is."""
    return TextTable(columns)
