"""Texts and tables that leave a terminal as it is, whatever names from outside they hold."""

from collections.abc import Sequence

from rich.table import Table

#: More columns of P are counted in a sentence; JSON, manifest and reports name them all.
_MOST_NAMED = 8


def one_line(text: str) -> str:
    """Escape what could break a line or steer a terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def name_columns(names: Sequence[str]) -> str:
    """The columns of P that an outsider knows; where they are many, how many."""
    if len(names) > _MOST_NAMED:
        return f"{len(names):,} columns of P"
    return ", ".join(map(one_line, names))


def plain_table(*columns: str) -> Table:
    """An empty table without a frame."""
    table = Table(box=None, header_style="dim", pad_edge=False)
    for name in columns:
        table.add_column(name)
    return table
