"""Finds groups of places and institutions in other columns: each school lies in one district.

Codes and names have no order that a rule could use, but such a column is a level above them.
"""

from collections.abc import Iterator
from dataclasses import replace

from dpsql.engines.base import Engine
from dpsql.faces import name_page
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.dependent.followers import pairs_query
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile

#: Pairs of columns that are looked at; each reads the table once.
_MOST_PAIRS = 12
#: A group of fewer values on average says little more than these.
_LEAST_EACH = 3
#: What places and their groups are called; the last is what no word says.
_OF_PLACES = ("place", "identifier", "")


def with_parents(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns of which each value has one of a coarser column."""
    pairs = [*_list_pairs(found)][:_MOST_PAIRS]
    if not pairs:
        return found
    rows = engine.fetch(pairs_query([(one.name, other.name) for one, other in pairs]))
    counted = {int(number): int(values) for number, values in rows}
    parents: dict[str, str] = {}
    for number, (one, other) in enumerate(pairs):
        if one.name not in parents and counted[number] == one.distinct + one.has_nulls:
            parents[one.name] = other.name
    return replace(found, parents=parents)


def _list_pairs(found: Profile) -> Iterator[tuple[ColumnProfile, ColumnProfile]]:
    """Yield columns of many codes or names, each with coarser ones, the finest first."""
    named = [one for one in found.public if _may_group(one, found)]
    for one in named:
        if one.distinct <= MOST_LISTED or 2 * one.distinct > one.rows:
            continue
        for other in sorted(named, key=lambda other: -other.distinct):
            # A flag of two values may agree by chance.
            is_coarser = other.distinct > 2 and _LEAST_EACH * other.distinct <= one.distinct
            if is_coarser and not other.has_nulls:
                yield one, other


def _may_group(one: ColumnProfile, found: Profile) -> bool:
    if name_kind(one, found) not in _OF_PLACES:
        return False
    is_code = one.type.family in ("text", "integer") and not one.has_fractions
    return is_code and not one.reads_as_date and one.form is None


def tell_parent(name: str, found: Profile) -> str:
    """Say which column could be a level above another; empty if none could."""
    if name not in found.parents:
        return ""
    above = found.parents[name]
    return (
        f"each has one {above}, which can be the level above: write {name}, {above} and * of P as a"
        f" CSV, as {name_page('hierarchies')} shows"
    )


def tell_child(name: str, chosen: list[str], found: Profile) -> str:
    """Say which of the chosen columns a coarser one could be a level of; empty if none."""
    below = next((one for one in chosen if found.parents.get(one) == name), None)
    return "" if below is None else f"each {below} has one of it: it can be a level above {below}"
