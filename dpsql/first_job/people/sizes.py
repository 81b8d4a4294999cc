"""Refuses a T that has more people than P, and says what is likely wrong."""

from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.errors import InputError
from dpsql.first_job.people.keys import agree, list_names
from dpsql.first_job.people.one_row_each import Repeating, tell_one_row_each
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.copies import Original
from dpsql.sql.tables.keys import count_private_keys


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
            panel = Panel(one.name, counts.present, counts.distinct, is_certain=False)
            copies = tell_one_row_each(panel, [Repeating(private)])
            mend = " ".join(["keep one row of each in T, too.", *copies]).removesuffix(".")
            raise InputError(
                f"{told}: {repeat} of T repeat the {one.name} of another, and P has a row of each;"
                f" {mend}"
            )
    raise InputError(
        f"{told}: if they are exchanged, name P first; if not, T has several rows of people, or"
        " others than P: keep one row of each person of P"
    )
