"""A table without a frame that fits the terminal: narrower, else turned, and nothing is cut.

What does not fit has its long texts wrapped at spaces; the first column, which names the rows, to
single words. What still does not fit is turned: one line per column, side by side as many rows as
fit; if a cell has no room there, all stand below their names. Names and values, two columns, stay a
line each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress

from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions
from rich.text import Text

#: Between two columns.
GAP = 2
#: A text is wrapped to no less than this, and one that is shorter never.
_PROSE = 18
#: Stands for a space at which no line is broken, and is printed as a space. Of a name from outside
#: it would be escaped, as it is not printable.
GLUE = "\u2007"
#: A table of names and values.
_PAIR = 2
#: The names of the rows are wrapped to no less than this before a table is turned.
_NAME = 8


@dataclass(frozen=True)
class Bar:
    """A bar of this share of the longest; it takes the room that the other columns leave."""

    share: float

    def draw(self, width: int) -> str:
        """Return the bar, which is never empty."""
        return "█" * max(1, round(width * self.share))


_LONGEST_BAR, _SHORTEST_BAR = 30, 6


@dataclass
class TextTable:
    """Columns with a heading each, and rows of as many cells."""

    columns: tuple[str, ...]
    rows: list[tuple[str | Bar, ...]] = field(default_factory=list)

    def add_row(self, *cells: str | Bar) -> None:
        """Add a row; cells that are left out are empty."""
        self.rows.append((*cells, *[""] * (len(self.columns) - len(cells))))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for line in self.lay_out(options.max_width):
            line.rstrip()
            yield line

    def lay_out(self, width: int) -> Iterator[Text]:
        """Yield the lines, none of which is wider; headings are dim, empty columns left out."""
        filled = [any(cells) for cells in zip(*self.rows, strict=True)]
        if any(filled) and not all(filled):
            yield from self._keep(filled).lay_out(width)
            return
        widths = self._fit(width)
        if widths is None and self._are_pairs(width):
            yield from self._list_pairs(width)
            return
        if widths is None:
            yield from self._keep([not self._is_bar(i) for i in range(len(filled))])._turn(width)
            return
        yield from _side_by_side([*zip(self.columns, widths, strict=True)], ["dim"] * len(widths))
        for row in self.rows:
            drawn = (
                one.draw(room) if isinstance(one, Bar) else one
                for one, room in zip(row, widths, strict=True)
            )
            yield from _side_by_side([*zip(drawn, widths, strict=True)])

    def fits(self, width: int) -> bool:
        """Whether each row is a line, or its long texts are wrapped."""
        return self._fit(width) is not None

    def is_one_block(self, width: int) -> bool:
        """Whether all rows stand beside each other if the table is turned."""
        sides = (self.columns, *(tuple(map(str, row)) for row in self.rows))
        return sum(find_widest(side) + GAP for side in sides) - GAP <= width

    def _keep(self, chosen: Sequence[bool]) -> TextTable:
        """The table of the chosen columns."""
        kept = [*compress(range(len(chosen)), chosen)]
        rows = [tuple(row[place] for place in kept) for row in self.rows]
        return TextTable(tuple(self.columns[place] for place in kept), rows)

    def _fit(self, width: int) -> list[int] | None:
        """The widths of the columns; None if they do not fit even with long texts wrapped."""
        natural: list[int] = []
        least: list[int] = []
        for place, heading in enumerate(self.columns):
            cells = [row[place] for row in self.rows]
            if any(isinstance(cell, Bar) for cell in cells):
                natural.append(_LONGEST_BAR)
                least.append(_SHORTEST_BAR)
                continue
            texts = [heading, *(cell for cell in cells if isinstance(cell, str))]
            natural.append(find_widest(texts))
            least.append(min(natural[-1], max(_PROSE, _widest_word(texts), cell_len(heading))))
        room = width - GAP * (len(natural) - 1)
        if sum(least) > room and len(least) > 2:
            # What names the rows is worth more lines, rather than a table for each row.
            first = [self.columns[0], *(row[0] for row in self.rows if isinstance(row[0], str))]
            least[0] = min(natural[0], max(_NAME, _widest_word(first)))
        while (over := sum(natural) - room) > 0:
            slack, place = max((natural[i] - least[i], i) for i in range(len(natural)))
            if not slack:
                return None
            natural[place] -= min(slack, over)
        return natural

    def _are_pairs(self, width: int) -> bool:
        """Whether these are names and values, of which the short ones fit beside the names."""
        if len(self.columns) != _PAIR or any(self._is_bar(place) for place in range(_PAIR)):
            return False
        room = width - GAP - find_widest(str(row[0]) for row in (self.columns, *self.rows))
        values = (cell_len(str(row[1])) for row in self.rows)
        return all(value <= room for value in values if value <= _PROSE)

    def _list_pairs(self, width: int) -> Iterator[Text]:
        """A line per row; below its name what does not fit beside the names."""
        pairs = [(str(name), str(value)) for name, value in (self.columns, *self.rows)]
        heads = find_widest(name for name, _ in pairs)
        for number, (name, value) in enumerate(pairs):
            room = width - heads - GAP
            if room >= min(cell_len(value), max(_PROSE, _widest_word([value]))):
                styles = ["dim"] * _PAIR if not number else None
                yield from _side_by_side([(name, heads), (value, room)], styles)
            else:
                yield from _below([name], [value], width)

    def _turn(self, width: int) -> Iterator[Text]:
        """A line per former column; as many former rows beside each other as fit."""
        heads = find_widest(self.columns)
        groups: list[list[tuple[str, ...]]] = []
        room = 0
        for row in self.rows:
            record = tuple(map(str, row))
            room -= GAP + find_widest(record)
            if room < 0 or not groups:
                groups.append([])
                room = width - heads - GAP - find_widest(record)
            groups[-1].append(record)
        # One form for all: a record of long texts has the others' cells below their names, too.
        are_below = any(len(group) == 1 and _needs_room(group[0], heads, width) for group in groups)
        if are_below:
            groups = [[record] for group in groups for record in group]
        for number, group in enumerate(groups):
            if number:
                yield Text("")
            if are_below:
                yield from _below(self.columns, group[0], width)
            else:
                yield from _beside(self.columns, group, heads, width)

    def _is_bar(self, place: int) -> bool:
        return any(isinstance(row[place], Bar) for row in self.rows)


def _beside(
    headings: Sequence[str], records: Sequence[Sequence[str]], heads: int, width: int
) -> Iterator[Text]:
    """The records beside their headings."""
    widths = [find_widest(record) for record in records]
    if len(records) == 1:
        widths = [min(widths[0], width - heads - GAP)]
    styles = ["dim", *[""] * len(records)]
    for place, heading in enumerate(headings):
        if not any(record[place] for record in records):
            continue
        cells = [
            (heading, heads),
            *((one[place], wide) for one, wide in zip(records, widths, strict=True)),
        ]
        yield from _side_by_side(cells, styles)


def _needs_room(record: Sequence[str], heads: int, width: int) -> bool:
    """Whether a cell has no room beside its heading, even if it is wrapped."""
    return max(_widest_word(record), min(_PROSE, find_widest(record))) > width - heads - GAP


def _below(headings: Sequence[str], record: Sequence[str], width: int) -> Iterator[Text]:
    indent = GAP if width > GAP * 2 else 0
    for heading, cell in zip(headings, record, strict=True):
        if heading and cell:
            yield from (Text(line, "dim") for line in wrap(heading, width))
        if cell:
            yield from (Text(" " * indent + line) for line in wrap(cell, width - indent))


def _side_by_side(
    cells: Sequence[tuple[str, int]], styles: Sequence[str] | None = None
) -> Iterator[Text]:
    """The lines of one row of cells, each with its width."""
    wrapped = [wrap(text, width) for text, width in cells]
    for number in range(max(map(len, wrapped))):
        line = Text(no_wrap=True, overflow="ignore")
        for place, (lines, (_, width)) in enumerate(zip(wrapped, cells, strict=True)):
            part = lines[number] if number < len(lines) else ""
            line.append(part, styles[place] if styles else None)
            line.append(" " * (width - cell_len(part) + GAP))
        yield line


def wrap(text: str, width: int) -> list[str]:
    """Break a text at spaces, a word only where it alone is wider; at no-break spaces never.

    >>> [line.replace(chr(160), "_") for line in wrap(f"at most 20{chr(160)}% of all", 9)]
    ['at most', '20_% of', 'all']
    >>> wrap(f"in {keep_whole('N. America')}", 11)
    ['in', 'N. America']
    """
    width = max(1, width)
    if cell_len(text) <= width:
        return [text.replace(GLUE, " ")]
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width:
            lines[-1] = longer
            continue
        pieces = chop_cells(word, width) if cell_len(word) > width else [word]
        lines += pieces
    return [line.replace(GLUE, " ") for line in (lines if lines[0] else lines[1:])]


def keep_whole(text: str) -> str:
    """Return a text that no line is broken in, unless it is a long one."""
    return text.replace(" ", GLUE) if cell_len(text) <= _PROSE else text


def find_widest(texts: Iterable[str]) -> int:
    """Return how many cells of the terminal the widest text takes; 0 without any."""
    return max(map(cell_len, texts), default=0)


def _widest_word(texts: Iterable[str]) -> int:
    return find_widest(word for text in texts for word in text.split(" "))
