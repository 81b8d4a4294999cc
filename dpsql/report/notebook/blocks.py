"""Sentences and tables in their order: what a command prints, for the terminal and for a notebook.

Both show the same blocks, so that neither leaves out what the other says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.midnight import shorten_date
from dpsql.report.notebook.tables import MOST_ROWS, drop_midnight, find_sides
from dpsql.report.sentences import as_label
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
    """A table, whose first `labels` columns hold labels, which no line is broken in."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    labels: int = 0


@dataclass(frozen=True)
class Meanings:
    """What a value of P becomes at a level of each quasi-identifier; `becomes`: on all levels."""

    levels: Mapping[str, int]
    becomes: Mapping[str, Sequence[Leaf]]

    def to_table(self) -> Table:
        """Return it as a table, with whole labels."""
        rows = [(name, str(level), self._name(name, level)) for name, level in self.levels.items()]
        return Table(("quasi-identifier", "level", "becomes"), rows)

    def _name(self, name: str, level: int) -> str:
        labels = self.becomes.get(name, ())
        if not labels:
            return ""
        if not level:
            return f"{as_label(labels[0])} (raw)"
        return f"{as_label(shorten_date(labels)[0])} → {as_label(labels[level])}"


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


Block = Sentence | Table | Meanings | LevelMeanings


def render_blocks(title: str, blocks: Sequence[Block]) -> str:
    """Return a fragment of HTML with the blocks below each other.

    >>> cell = render_blocks("explained", [Sentence("a < b"), Table(("zip",), [("<b>",)])])
    >>> "a &lt; b" in cell, "<bdi>&lt;b&gt;</bdi></td>" in cell
    (True, True)
    """
    return render("notebook_blocks.html.j2", title=title, blocks=[*_lay_out(blocks)])


def _lay_out(blocks: Sequence[Block]) -> Iterator[Mapping[str, object]]:
    for block in blocks:
        if isinstance(block, Sentence):
            yield {"text": block.text, "is_bold": block.tone == "bold"}
            continue
        if isinstance(block, LevelMeanings):
            yield from ({"text": line, "is_bold": False} for line in block.to_lines())
            continue
        table = block.to_table() if isinstance(block, Meanings) else block
        rows = drop_midnight(table.rows[:MOST_ROWS])
        yield {"columns": table.columns, "sides": find_sides(rows), "rows": rows}
        if more := len(table.rows) - len(rows):
            yield {"text": f"… and {more:,} more", "is_bold": False}
