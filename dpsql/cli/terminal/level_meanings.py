"""What levels mean, by one value of P for each column; and columns that hold one label only."""

from collections.abc import Mapping, Sequence

from rich.text import Text

from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.text_table import keep_whole
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.midnight import shorten_date
from dpsql.report.notebook.blocks import LevelMeanings
from dpsql.report.sentences import as_label

#: Most characters of a label: two labels, a level and a name of 20 letters fit 80 columns.
_LONGEST = 19
_ARROW = " → "


def name_becoming(labels: Sequence[Leaf], level: int) -> str:
    """Return what a value becomes on a level, shortened; of the raw level that it is raw.

    >>> name_becoming(("1989-10-02", "1989", "*"), 1), name_becoming(("f", "*"), 0)
    ('1989-10-02 → 1989', 'f (raw)')
    >>> name_becoming(("1989-10-02 00:00:00", "1989", "*"), 1)
    '1989-10-02 → 1989'
    """
    if not labels:
        return ""
    if not level:
        return f"{_shorten(labels[0])} (raw)"
    return _ARROW.join((_shorten(shorten_date(labels)[0]), _shorten(labels[level])))


def list_meanings(becomes: Mapping[str, Sequence[Leaf]]) -> list[Text]:
    """Return lines that say what the numbers of levels mean, under a table of several nodes."""
    safe = {one_line(name): labels for name, labels in becomes.items()}
    return [*map(Text, LevelMeanings(safe).to_lines(_shorten))]


def _shorten(label: Leaf) -> str:
    text = one_line(as_label(label))
    return keep_whole(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…")
