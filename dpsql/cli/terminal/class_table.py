"""A table of classes: their labels, and what is told of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from dpsql.cli.terminal.text_table import GAP, TextTable, wrap


@dataclass
class ClassTable(TextTable):
    """A row for each class, with its labels in the first columns, as many as `labels`.

    What is too wide, and would take several blocks if it were turned, has a paragraph for each
    class in place of a line: all classes then look alike, and each takes few lines.
    """

    labels: int = 0

    def lay_out(self, width: int) -> Iterator[Text]:
        """Yield the lines, none of which is wider."""
        if not self.labels or self.fits(width) or self.is_one_block(width):
            yield from super().lay_out(width)
            return
        for number, row in enumerate((self.columns, *self.rows)):
            cells = [str(cell) for cell in row]
            told = f"{' · '.join(cells[: self.labels])} ({', '.join(cells[self.labels :])})"
            first, *others = wrap(told, max(1, width - GAP))
            indent = " " * GAP if width > GAP else ""
            for line in (first, *(indent + other for other in others)):
                yield Text(line, "dim" if not number else "", no_wrap=True, overflow="ignore")
