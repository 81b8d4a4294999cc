"""A table with a column for each candidate, which is cut into blocks where it is too wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from rich.text import Text

from dpsql.cli.terminal.text_table import GAP, TextTable, find_widest

#: A block has as many candidates at least; else the table is laid out as any other.
_FEWEST = 2
#: Names of figures are wrapped to no less than this to have one block in place of two.
_NAMES = 28


@dataclass
class BlockTable(TextTable):
    """Names of figures, perhaps what they are in T, and the figures of each candidate.

    What is too wide is turned if this takes one block: a row for each candidate. Else long names
    are wrapped if it fits then. Else each block has the names, what they are in T, and some of the
    candidates, so that no name is wrapped.
    `repeated`: the columns that stand in each block.
    """

    repeated: int = 1

    def lay_out(self, width: int) -> Iterator[Text]:
        """Yield the lines, none of which is wider."""
        widths = [
            find_widest([heading, *(str(row[place]) for row in self.rows)]) + GAP
            for place, heading in enumerate(self.columns)
        ]
        if sum(widths) - GAP <= width:
            yield from super().lay_out(width)
            return
        turned = (find_widest(map(str, row)) + GAP for row in self.rows)
        if find_widest(self.columns) + sum(turned) <= width:
            yield from self._turn(width)
            return
        if min(widths[0], _NAMES + GAP) + sum(widths[1:]) - GAP <= width:
            yield from super().lay_out(width)
            return
        figures = widths[self.repeated :]
        most = (width + GAP - sum(widths[: self.repeated])) // max(figures, default=width)
        if most < _FEWEST:
            yield from super().lay_out(width)
            return
        size = ceil(len(figures) / ceil(len(figures) / most))
        for start in range(self.repeated, len(self.columns), size):
            if start > self.repeated:
                yield Text("")
            chosen = [*range(self.repeated), *range(start, min(start + size, len(self.columns)))]
            rows = [tuple(row[place] for place in chosen) for row in self.rows]
            block = TextTable(tuple(self.columns[place] for place in chosen), rows)
            yield from block.lay_out(width)
