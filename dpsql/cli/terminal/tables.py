"""Outcomes as tables for the terminal. Builds, never prints.

Names and labels come from outside: control characters are escaped before a terminal sees them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.level_meanings import name_becoming
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.domain.plurals import name_count
from dpsql.outcome.outcome import Outcome
from dpsql.outcome.told import tell_outcome

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.generalize.chosen import ChosenLevels, ChosenParts
    from dpsql.use_cases.check import Checked


def describe_outcome(found: Outcome) -> RenderableType:
    """A sentence, levels or losses by column, presence and costs."""
    return show_blocks(tell_outcome(found))


def describe_check(found: Checked) -> RenderableType:
    """Sizes, and whether delta can be reached; a warning told why no release can be written."""
    # It is loaded already: the outcome is of its command.
    from dpsql.use_cases.told_check import tell_check

    return show_blocks(tell_check(found, is_warned=True))


def describe_chosen_levels(found: ChosenLevels) -> RenderableType:
    """The levels, and what they depend on."""
    table = plain_table("quasi-identifier", "level", "becomes")
    for name, level in found.levels.items():
        becomes = name_becoming(found.becomes.get(name, ()), level)
        table.add_row(one_line(name), str(level), becomes)
    if found.pooled is None:
        sentence = (
            f"These levels have the best {found.metric} over P of all levels with at least"
            f" {name_count(found.least_class, 'person', 'people')} in every class.\nThey depend"
            f" only on P, the job and the number of rows of T ({found.private_rows:,})."
        )
    else:
        climbed = found.pooled.climbed_public_rows
        sentence = (
            f"From these levels, {name_count(climbed, 'person climbs', 'people climb')} until at"
            f" least {found.pooled.least:,} settle together; every class then has at least"
            f" {name_count(found.least_class, 'person', 'people')}.\nOf all starts with such"
            f" classes, this one has the best {found.metric} over P.\nIt depends only"
            f" on P, the job and the number of rows of T ({found.private_rows:,})."
        )
    return Group(table, Text(sentence))


def describe_chosen_parts(found: ChosenParts) -> RenderableType:
    """How often each column cuts, and what the parts depend on."""
    table = plain_table("quasi-identifier", "cuts")
    for name, cuts in found.cuts_by_column.items():
        table.add_row(one_line(name), f"{cuts:,}")
    sentence = (
        f"{name_count(found.search.parts, 'part')} along the hierarchies, each of at least"
        f" {name_count(found.least_class, 'person', 'people')}; --json lists the cuts.\nThey depend"
        f" only on P, the job and the number of rows of T ({found.private_rows:,})."
    )
    return Group(table, Text(sentence))
