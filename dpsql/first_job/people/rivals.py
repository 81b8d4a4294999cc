"""Compares the key with the other identifiers of T: two of one row may name two people of P.

T may number its own rows by a name of P. All columns that both have are compared under each
column that could be the key; the one under which most of them agree is the key, or else one that
does not count rows.
"""

from collections.abc import Sequence
from dataclasses import replace

from dpsql.domain.column_words import find_kind, is_identifier
from dpsql.domain.plurals import join_names
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.chance import may_differ_by_chance
from dpsql.first_job.people.keys import Key, find_ends, list_keys, numbers_rows, settle_key
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.differing_rows import SharedColumn, compare_by_key

#: Of columns that are compared, and of columns that could be the key; each of these reads T once.
_MOST_COMPARED, _MOST_KEYS = 40, 4
_NAMING = ("identifier", "contact", "name")


def settle_rivals(engine: Engine, found: Profile, key: Key | None) -> tuple[Profile, Key | None]:
    """Return the key under which most other columns agree, and what contradicts it.

    The profile has the others as foreign that name other people of P. `key`: as `settle_key`
    returns it.
    """
    if key is None or not found.private_rows:
        return found, key
    found, possible = _list_rivals(engine, found, key.name)
    differing = {one.name: _list_differing(engine, found, one.name) for one in possible}
    contradicting = [one for one in possible if one.name in differing[key.name]]
    rivals = [one for one in possible if one.name == key.name or one in contradicting]
    if len(rivals) == 1:
        best = rivals[0]
    else:
        turns = {one.name: _numbers_private_rows(engine, found, one.name) for one in rivals}
        best = min(
            rivals,
            key=lambda one: (len(differing[one.name]), turns[one.name], numbers_rows(one)),
        )
    for one in rivals:
        if best.name != key.name and one.name in differing[best.name]:
            said = f"under it, {best.name} is that of others in most rows of T"
            found = replace(found, foreign={**found.foreign, one.name: said})
    if best.name != key.name:
        found, key = settle_key(engine, found)
    if key is None:
        return found, key
    named = [one.name for one in found.public if _names(one, rivals)]
    others = [name for name in differing.get(key.name, ()) if name in named]
    return found, replace(key, contradicted=_tell(key.name, others)) if others else key


def _list_rivals(
    engine: Engine, found: Profile, key: str
) -> tuple[Profile, Sequence[ColumnProfile]]:
    """Return the columns that could be the key by design, the key among them.

    The profile has those as foreign of which P lacks most values of T.
    """
    rivals = []
    for one in [*list_keys(found)][:_MOST_KEYS]:
        if one.name == key:
            rivals.append(one)
        elif not may_differ_by_chance(one):
            others = {other.name: "" for other in list_keys(found) if other.name != one.name}
            of_one, settled = settle_key(
                engine, replace(found, foreign={**others, **found.foreign})
            )
            if settled is not None:
                rivals.append(one)
            else:
                found = replace(
                    found, foreign={**found.foreign, one.name: of_one.foreign[one.name]}
                )
    return found, rivals


def _numbers_private_rows(engine: Engine, found: Profile, name: str) -> bool:
    """Whether whole numbers of T follow each other without a gap, as those of its rows do."""
    if found.private[name].family not in ("integer", "text"):
        return False
    least, greatest = find_ends(engine, found, name)
    return least is not None and greatest is not None and greatest - least + 1 == found.private_rows


def _list_differing(engine: Engine, found: Profile, key: str) -> list[str]:
    """Return the columns in which most rows of T differ from those of P with their key."""
    shared = [
        SharedColumn(one.name, one.name, one.type, found.private[one.name])
        for one in found.public
        if one.name in found.private and one.name != key and one.name not in found.foreign
    ]
    differing = compare_by_key(engine, key, shared[:_MOST_COMPARED])
    return [name for name, rows in differing.columns.items() if 2 * rows > found.private_rows]


def _names(one: ColumnProfile, rivals: Sequence[ColumnProfile]) -> bool:
    """Whether a column names people, as a rival of the key does."""
    return one in rivals or find_kind(one.name) in _NAMING or is_identifier(one.name)


def _tell(key: str, others: Sequence[str]) -> str:
    differ = "differs" if len(others) == 1 else "differ"
    return (
        f"{key} is the key, but {join_names(others)} of P {differ} from T's in most rows under it:"
        f" they contradict each other, and T may number its own rows by one of them. If {key} does"
        " not name the same person in both, name the other as key: else other people are released"
    )
