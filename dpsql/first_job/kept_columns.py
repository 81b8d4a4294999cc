"""Finds which columns of T a job could keep, and which of them identify people."""

from collections.abc import Sequence

from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposals import name_others
from dpsql.first_job.tables import OpenTables
from dpsql.sql.tables.kept_values import find_kept_columns
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows, marked_by_key
from dpsql.sql.tables.public_and_private import Tables


def find_keepable(
    tables: OpenTables, found: Profile, chosen: Sequence[str], key: str | None
) -> tuple[KeptColumn, ...]:
    """Return the columns that T alone has, with what they tell of people.

    `chosen`: the quasi-identifiers. None where T is rows of P, or rows that stand for several
    people.
    """
    names = name_others(found, [*chosen, *([key] if key is not None else [])])
    if not names or found.is_marked or found.private_count is not None:
        return ()
    described = Tables(
        tuple(chosen),
        PrivateRows() if key is None else marked_by_key(key),
        dict.fromkeys(names, PRIVATE),
        {name: tables.types[PUBLIC][name] for name in chosen}
        | {name: tables.types[PRIVATE][name] for name in names},
        tuple(one.name for one in found.public),
    )
    return find_kept_columns(tables.engine, described)
