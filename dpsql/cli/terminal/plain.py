"""Texts and tables that are safe to print, whatever names from outside they contain."""

from collections.abc import Sequence

from rich.table import Table

#: Most columns of P that a sentence names; JSON, manifest and reports name all of them.
_MOST_NAMED = 8


def one_line(text: str) -> str:
    """Escape characters that could break the line or control a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def name_columns(names: Sequence[str]) -> str:
    """Name the columns of P that an outsider knows; if they are many, state only their number."""
    if len(names) > _MOST_NAMED:
        return f"{len(names):,} columns of P"
    return ", ".join(map(one_line, names))


def plain_table(*columns: str) -> Table:
    """An empty table without a frame."""
    table = Table(box=None, header_style="dim", pad_edge=False)
    for name in columns:
        table.add_column(name)
    return table
