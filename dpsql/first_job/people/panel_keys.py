"""Looks for T's people in a P with several rows of each, before statements make both one row each.

So what a key would be told of afterwards is told with these statements: values that P lacks, and
those that it writes in another way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dpsql.domain.several_rows import LackingPeople
from dpsql.engines.base import Engine
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.together.writings import find_lost
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.copies import PEOPLE, Original, find_copy, has_copy
from dpsql.sql.tables.key_writings import LETTERS, count_unknown, find_writing
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE
from dpsql.sql.tables.unknown_keys import P_AND_T, tell_unknown


def with_panel_keys(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the people of T that P lacks, by what names those of its rows.

    Of a T that no key matches to P. Not where most are others than P's.
    """
    panel = found.panel
    if panel is None:
        return found
    if panel.within:
        return _with_names_together(engine, found, panel)
    one = next(one for one in found.public if one.name == panel.name)
    if panel.name not in found.own or not agree(one.type, found.private[panel.name]):
        return found
    if not (lost := count_unknown(engine, panel.name)):
        return found
    rows, present, _ = map(int, engine.fetch(keys_query([panel.name], PRIVATE))[0])
    # A row that names nobody has no key of P's.
    if not (unknown := lost - (rows - present)):
        return found
    writing, written = find_writing(engine, panel.name, lost) or (None, 0)
    if found.alike and writing is not LETTERS:
        writing, written = None, 0
    if 2 * (unknown - written) > found.private_rows:
        return found
    lacking = LackingPeople(panel.name, unknown, "" if writing is None else writing.said, written)
    return replace(found, lacking=lacking, panel_writing=writing)


def _with_names_together(engine: Engine, found: Profile, panel: Panel) -> Profile:
    """Return the profile with the people of T that P lacks, by columns that name them together."""
    types = {one.name: one.type for one in found.public}
    if not {*panel.names} <= {*found.own}:
        return found
    given = {name: (types[name], found.private[name]) for name in panel.names}
    lost = find_lost(engine, given)
    if found.alike and lost.writing is not LETTERS:
        lost = replace(lost, writing=None, alike=(), left=lost.rows)
    if not lost.rows or 2 * lost.left > found.private_rows:
        return found
    said = "" if lost.writing is None else lost.writing.said
    lacking = LackingPeople(panel.title, lost.rows, said, lost.rows - lost.left, lost.alike)
    return replace(found, lacking=lacking, panel_writing=lost.writing)


def tell_dropped(public: Original, private: Original, key: str) -> Iterator[str]:
    """Yield a statement for T, or a copy that another one writes, without rows that P lacks.

    With what it does. `public`: P, or its copy.
    """
    for _, statement in tell_unknown([public, private], key)[1:]:
        yield (
            "If T's rows that P lacks are to be dropped, and not added to P, this then writes T"
            " without them; run init with its file for T:"
        )
        yield statement


def find_copies(originals: Sequence[Original], *, has_private: bool) -> list[Original]:
    """Return the copies of P and of T with one row of each person; of T itself, if it has none.

    Empty if DuckDB does not read both.
    """
    if len(originals) < P_AND_T or not all(map(has_copy, originals)):
        return []
    public, private = originals
    return [find_copy(public, PEOPLE), find_copy(private, PEOPLE) if has_private else private]
