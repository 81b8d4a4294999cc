"""What levels mean, by one value of P for each column; and columns that hold one label only."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.text import Text

from dpsql.cli.terminal.plain import name_columns, one_line
from dpsql.cli.terminal.text_table import keep_whole
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import name_count
from dpsql.outcome import Outcome
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


def warn_of_suppressed(found: Outcome) -> list[Text]:
    """Return a line on columns with one label for everybody where a search chose that; or none."""
    told = found.tell_suppressed(name_columns)
    return [Text(told, "yellow")] if told else []


def tell_vain_weights(found: Outcome) -> list[Text]:
    """Return a line on columns that count more than others and cannot be finer; or none."""
    if not found.weights or found.search is None:
        return []
    weights = {name: Fraction(text) for name, text in found.weights.items()}
    vain = [
        f"{one_line(name)} (level {found.levels[name]})"
        for name in found.at_floor
        # The other line speaks of those that are suppressed wholly.
        if weights[name] > min(weights.values())
        and name not in found.wholly_suppressed
        # Raw values cannot be finer.
        and found.levels[name] > 0
    ]
    if not vain:
        return []
    return [Text(f"No greater weight makes these columns finer than they are: {', '.join(vain)}.")]


def tell_climbed_beyond(found: Outcome) -> list[Text]:
    """Return a line for each most_level that people of a pooled release climbed beyond."""
    if found.pooled is None:
        return []
    beyond = {
        name: found.pooled.count_beyond(name, most) for name, most in found.most_levels.items()
    }
    return [
        Text(
            f"{one_line(name)}: most_level {found.most_levels[name]} bounds the start only;"
            f" {name_count(people, 'person', 'people')} of P climbed beyond it."
        )
        for name, people in beyond.items()
        if people
    ]


def _shorten(label: Leaf) -> str:
    text = one_line(as_label(label))
    return keep_whole(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…")
