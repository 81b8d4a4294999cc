"""Tables of the same candidates: in all of them a column for each, or in all of them a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from rich.console import Console, ConsoleOptions
from rich.text import Text

from dpsql.cli.terminal.text_table import GAP, TextTable, find_widest

#: A block has as many candidates at least; else each has a row.
_FEWEST = 2
#: Names of figures are wrapped to no less than this to have one block in place of two.
_NAMES = 28


@dataclass
class BlockTable(TextTable):
    """Names of figures, perhaps what they are in T, and the figures of each candidate.

    `repeated`: the columns that stand in each block.
    """

    repeated: int = 1

    def lay_out(self, width: int) -> Iterator[Text]:
        """Yield the lines, none of which is wider."""
        yield from lay_out_alike([self], width)

    def is_whole(self, width: int) -> bool:
        """Whether all candidates have a column each beside each other."""
        widths = self._find_widths()
        # Long names are wrapped rather than candidates parted.
        least = min(widths[0], _NAMES + GAP) + sum(widths[1:]) - GAP
        return sum(widths) - GAP <= width or (least <= width and self.fits(width))

    def lay_out_columns(self, width: int) -> list[Text] | None:
        """Return the lines with a column for each candidate; None if two have no room.

        What is too wide is cut into blocks: each has the names, what they are in T, and some of the
        candidates, so that no name is wrapped unless only one would have room.
        """
        if self.is_whole(width):
            return [*super().lay_out(width)]
        widths = self._find_widths()
        figures = widths[self.repeated :]
        most = (width + GAP - sum(widths[: self.repeated])) // max(figures, default=width)
        if most < _FEWEST:
            return [*super().lay_out(width)] if self.fits(width) else None
        size = ceil(len(figures) / ceil(len(figures) / most))
        lines = list[Text]()
        for start in range(self.repeated, len(self.columns), size):
            lines += [Text("")] if lines else []
            chosen = [*range(self.repeated), *range(start, min(start + size, len(self.columns)))]
            rows = [tuple(row[place] for place in chosen) for row in self.rows]
            lines += TextTable(tuple(self.columns[place] for place in chosen), rows).lay_out(width)
        return lines

    def lay_out_rows(self, width: int) -> list[Text]:
        """Return the lines with a row for each candidate, in blocks of as many figures as fit."""
        return [*self._turn(width)]

    def _find_widths(self) -> list[int]:
        return [
            find_widest([heading, *(str(row[place]) for row in self.rows)]) + GAP
            for place, heading in enumerate(self.columns)
        ]


@dataclass
class AlikeTables:
    """Tables of the same candidates, and the lines between them."""

    parts: Sequence[BlockTable | Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for line in lay_out_alike(self.parts, options.max_width):
            line.rstrip()
            yield line


def lay_out_alike(parts: Sequence[BlockTable | Text], width: int) -> list[Text]:
    """Return the lines of tables that all have a column for each candidate, or all a row.

    Candidates have columns where each table is one block then, and else what takes fewer lines.
    """
    tables = [one for one in parts if isinstance(one, BlockTable)]
    in_columns = [one.lay_out_columns(width) for one in tables]
    in_rows = [one.lay_out_rows(width) for one in tables]
    chosen = [one for one in in_columns if one is not None]
    is_whole = all(one.is_whole(width) for one in tables)
    if len(chosen) < len(tables) or (not is_whole and _count(in_rows) < _count(chosen)):
        chosen = in_rows
    laid = iter(chosen)
    return [
        line for one in parts for line in (next(laid) if isinstance(one, BlockTable) else [one])
    ]


def _count(tables: Sequence[Sequence[Text]]) -> int:
    return sum(map(len, tables))
