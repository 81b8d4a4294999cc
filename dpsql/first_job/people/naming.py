"""Finds which columns of P name people: one or few of those who have several rows, or of each."""

from collections.abc import Iterator
from dataclasses import replace

from dpsql.domain.column_words import is_identifier
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.grids import may_fill
from dpsql.first_job.people.keys import list_names
from dpsql.first_job.people.one_row_each import is_made
from dpsql.first_job.people.panels import find_panel
from dpsql.first_job.people.rows_of_people import list_times
from dpsql.first_job.people.together.descriptions import find_panel_of_descriptions
from dpsql.first_job.people.together.full_names import find_panel_of_names
from dpsql.first_job.people.together.members import count_cases, find_members
from dpsql.first_job.people.together.numbered_rows import find_panel_of_numbers
from dpsql.first_job.people.together.pairs import count_pairs, find_panel_of_pairs
from dpsql.first_job.people.together.same_moments import find_panel_of_moments
from dpsql.first_job.profile import Profile


def name_people(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns that name people: with several rows, or one of each."""
    times = [*list_times([*found.public, *found.marking])]
    named = [*list_names(found)]
    possible = [*named, *(one for one in _list_numbers(found) if one not in named)]
    possible += [one for one in found.public if one not in possible and may_fill(one, times)]
    if any(is_made(one) and one.distinct == one.rows for one in found.public):
        # What it was made of, a member of a household say, names nobody alone.
        possible = []
    members = find_members(engine, found.public)
    cases = [] if members else count_cases(engine, found.public)
    # One row of each case would leave out all but one of its people.
    of_cases = {*(members or ()), *(pair.within.name for pair in cases)}
    # A name alone may be of one person in several cases.
    of_cases |= {pair.number.name for pair in cases if not pair.is_called}
    possible = [one for one in possible if one.name not in of_cases]
    pairs = [*cases, *count_pairs(engine, found.public)]
    starting_anew = [one.number.name for one in pairs if one.starts_anew]
    panel = find_panel(engine, found.public, possible, starting_anew, found.marking)
    if panel is not None and panel.time in found.marking:
        # The last row by it would be a marked one.
        panel = replace(panel, time=None)
    occasions = panel
    if panel is not None and panel.may_be_of_occasions:
        # Whatever else names people is better; where nothing does, it is asked about.
        panel = None
    if panel is not None and panel.is_certain:
        return replace(found, panel=panel)
    of_pairs = find_panel_of_pairs(engine, found.public, pairs)
    if of_pairs is not None and (panel is None or of_pairs.is_certain):
        return replace(found, panel=of_pairs)
    of_names = find_panel_of_names(engine, found.public)
    if of_names is not None and (panel is None or of_names.is_certain):
        return replace(found, panel=of_names)
    pair = members or next((one.names for one in pairs if one.differs), None)
    if panel is None and pair is None:
        panel = find_panel_of_descriptions(engine, found.public)
        panel = panel or find_panel_of_numbers(engine, found.public, found.own)
        panel = panel or find_panel_of_moments(engine, found.public) or occasions
    elif pair is None and panel is not None and not is_identifier(panel.name):
        of_numbers = find_panel_of_numbers(engine, found.public, found.own)
        # A first name alone repeats; with a group, it may name people.
        if of_numbers is not None and panel.name in of_numbers.names:
            panel = of_numbers
    if pair is not None and panel is not None and panel.name in pair:
        panel = None
    return replace(found, panel=panel, pair=pair)


def _list_numbers(found: Profile) -> Iterator[ColumnProfile]:
    """Yield numbers that are no integers, as pandas makes of these where one is missing."""
    for one in found.public:
        if one.type.family in ("float", "decimal") and one.reads_as_number:
            yield one
