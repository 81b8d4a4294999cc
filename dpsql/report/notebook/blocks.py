"""Sentences and tables in their order: what a command prints, for the terminal and for a notebook.

Both show the same blocks, so that neither leaves out what the other says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.charts.bars import name_bar, read_bars
from dpsql.report.charts.presence_chart import draw_chart
from dpsql.report.midnight import shorten_date
from dpsql.report.notebook.tables import MOST_ROWS, drop_midnight, find_sides
from dpsql.report.sentences import as_label
from dpsql.report.settled_levels import SettledLevel
from dpsql.report.templates import render

Tone = Literal["", "bold", "dim", "green", "red", "yellow"]


@dataclass(frozen=True)
class Sentence:
    """What is said in words. `is_apart`: an empty line stands before it on the terminal."""

    text: str
    tone: Tone = ""
    is_apart: bool = False


@dataclass(frozen=True)
class Table:
    """A table, whose first `labels` columns hold labels, which no line is broken in.

    `of_classes`: each row is a class with these labels, and no cell is empty.
    """

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    labels: int = 0
    of_classes: bool = False


def name_becoming(labels: Sequence[Leaf], level: int) -> str:
    """Return what a value becomes on a level, with whole labels; of the raw level that it is raw.

    >>> name_becoming(("1989-10-02 00:00:00", "1989", "*"), 1), name_becoming(("f", "*"), 0)
    ('1989-10-02 → 1989', 'f (raw)')
    """
    if not labels:
        return ""
    if not level:
        return f"{as_label(labels[0])} (raw)"
    return f"{as_label(shorten_date(labels)[0])} → {as_label(labels[level])}"


@dataclass(frozen=True)
class Meanings:
    """What a value of P becomes at a level of each quasi-identifier; `becomes`: on all levels.

    `heights`: the last level of each, if it is shown. `settled`: the levels that rows really have,
    where people climbed.
    """

    levels: Mapping[str, int]
    becomes: Mapping[str, Sequence[Leaf]]
    heights: Mapping[str, int] = field(default_factory=dict)
    settled: Mapping[str, SettledLevel] = field(default_factory=dict)

    def to_table(self, name: Callable[[Sequence[Leaf], int], str] = name_becoming) -> Table:
        """Return it as a table; `name` as `name_becoming`, which the terminal shortens."""
        of = ("of",) if self.heights else ()
        often = any(one.remark for one in self.settled.values())
        titles = ("level (share of T)", *of, "becomes, at that level") if often else ()
        rows = []
        for column, start in self.levels.items():
            one = self.settled.get(column) or SettledLevel(start, start, start, Fraction(1))
            level = f"{one.name}, mostly {one.usual} {one.remark}" if one.remark else one.name
            last = (str(self.heights[column]),) if self.heights else ()
            rows.append((column, level, *last, name(self.becomes.get(column, ()), one.usual)))
        return Table(("quasi-identifier", *(titles or ("level", *of, "becomes"))), rows)


@dataclass(frozen=True)
class PresenceBars:
    """The people of P by presence, as bars.

    `people`: of each bar. `reached`: the least and the greatest presence. `prior`: |T|/|P|.
    `title`: which presence it is, where the job says that outsiders know more than P.
    """

    people: Sequence[int]
    reached: tuple[Fraction, Fraction]
    prior: Fraction
    delta: Mapping[str, str] | None
    title: str = "presence"

    def list_rows(self) -> list[tuple[str, int]]:
        """Return the bars that have people, by their names."""
        named = zip(map(name_bar, read_bars(self.delta)), self.people, strict=True)
        return [(name, count) for name, count in named if count]


@dataclass(frozen=True)
class LevelMeanings:
    """What the numbers of levels mean, below a table of several nodes: a value of P on all."""

    becomes: Mapping[str, Sequence[Leaf]]

    def to_lines(self, show: Callable[[Leaf], str] = as_label) -> list[str]:
        """Return a line that says so, and one for each quasi-identifier that has levels."""
        lines = [
            f"{name}: {' → '.join(map(show, shorten_date(labels)))}"
            for name, labels in self.becomes.items()
            if len(labels) > 1
        ]
        return ["What levels mean, from 0 up, by a value of P:", *lines]


Block = Sentence | Table | Meanings | LevelMeanings | PresenceBars


def render_blocks(title: str, blocks: Sequence[Block]) -> str:
    """Return a fragment of HTML with the blocks below each other, the first behind the title.

    >>> cell = render_blocks("explained", [Sentence("a < b"), Table(("zip",), [("<b>",)])])
    >>> "explained.</strong> <bdi>a &lt; b" in cell, "<bdi>&lt;b&gt;</bdi></td>" in cell
    (True, True)
    """
    return render("notebook_blocks.html.j2", title=title, blocks=[*_lay_out(blocks)])


def _lay_out(blocks: Sequence[Block]) -> Iterator[Mapping[str, object]]:
    for block in blocks:
        match block:
            case Sentence():
                yield {"text": block.text, "is_bold": block.tone == "bold"}
            case LevelMeanings():
                yield from ({"text": line, "is_bold": False} for line in block.to_lines())
            case PresenceBars():
                asked = {end: Fraction(text) for end, text in (block.delta or {}).items()}
                chart = draw_chart(block.people, block.reached, block.prior, asked)
                if block.title != PresenceBars.title:
                    yield {"text": f"{block.title.capitalize()}:", "is_bold": False}
                yield {"chart": chart, "low": block.reached[0], "high": block.reached[1]}
            case Table():
                yield from _lay_out_table(block)
            case Meanings():
                yield from _lay_out_table(block.to_table())


def _lay_out_table(table: Table) -> Iterator[Mapping[str, object]]:
    rows = drop_midnight(table.rows[:MOST_ROWS])
    yield {"columns": table.columns, "sides": find_sides(rows), "rows": rows}
    if more := len(table.rows) - len(rows):
        yield {"text": f"… and {more:,} more", "is_bold": False}
