"""Refuses a T that has more people than P, and says what is likely wrong."""

from collections.abc import Iterator

from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.errors import InputError
from dpsql.first_job.mended_tables import MendedTables, repeat_private
from dpsql.first_job.nothing_left import end_sentences, tell_renamed_people
from dpsql.first_job.people.keys import agree, list_names
from dpsql.first_job.people.people import with_panel
from dpsql.first_job.people.rows_of_private import find_own_time, find_panel_of_private
from dpsql.first_job.people.told_statements import tell_one_row_each
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.copies import Original
from dpsql.sql.tables.keys import count_private_keys

_LONGEST = 4000


def refuse_more_people_than_public(engine: Engine, found: Profile, private: Original) -> None:
    """Raise InputError if T has more people than P.

    T may have several rows of people where P has one; or the tables are exchanged. `private`:
    what T is, for a statement that keeps one row of each.
    """
    if found.private_rows <= found.public_rows:
        return
    told = (
        f"T has {name_count(found.private_rows, 'row')}, and P {found.public_rows:,}, but T is a"
        " part of P"
    )
    if found.private_count is not None or found.public_count is not None:
        told = told.replace("rows", "people")
    for one in list_names(found):
        is_unique = one.distinct == one.rows and not one.has_nulls
        if not is_unique or not agree(one.type, found.private.get(one.name)):
            continue
        counts = count_private_keys(engine, one.name)
        if 2 * counts.unknown <= counts.present and counts.distinct < counts.present:
            repeat = name_count(counts.present - counts.distinct, "row")
            copies = _tell_copy(engine, found, one.name, private)
            why = (
                f"{told}: {repeat} of T repeat the {one.name} of another, and P has a row of each;"
                " keep one row of each in T, too"
            )
            raise InputError(pieces=end_sentences([why, *copies]))
    are_counted = found.public_count is not None or found.private_count is not None
    renamed = [] if are_counted else [*tell_renamed_people(engine, with_panel(engine, found))]
    if renamed:
        # Of a longer error the middle is cut, and so a statement.
        fits = sum(map(len, renamed)) <= _LONGEST
        raise InputError(pieces=end_sentences([told, *(renamed if fits else renamed[:1])]))
    raise InputError(
        f"{told}: if they are exchanged, name P first; if not, T has several rows of people, or"
        " others than P: keep one row of each person of P"
    )


def _tell_copy(engine: Engine, found: Profile, key: str, private: Original) -> Iterator[str]:
    """Yield the statement that keeps one row of each key in T."""
    panel = find_panel_of_private(engine, key, found.public, found.own)
    if panel is not None:
        public = tuple(one.name for one in found.public)
        known = MendedTables(public, found.own, key, own_time=find_own_time(engine, panel))
        yield from tell_one_row_each(panel, [repeat_private(known, panel, private)])
