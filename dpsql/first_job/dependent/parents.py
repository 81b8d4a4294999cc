"""Finds levels of places, jobs and institutions in other columns: each school lies in one district.

Codes and names have no order that a rule could use, but such a column is a level above them. Where
P has none, they are kept or suppressed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from dpsql.domain.column_words import names_place
from dpsql.domain.graded_words import is_graded
from dpsql.domain.numbered_words import names_group
from dpsql.domain.plurals import name_count
from dpsql.domain.words.kinds import DEMOGRAPHIC, NOMINAL
from dpsql.engines.base import Engine
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.dependent.decided import (
    Decided,
    decided_query,
    find_decided,
    is_missing,
    may_be_decided,
)
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.first_job.rules.fips import propose_fips
from dpsql.first_job.rules.hierarchies import has_no_order
from dpsql.first_job.rules.listed_levels import ListedLevels, label_by
from dpsql.hierarchies.column_values import paths_query

#: Pairs of columns that are looked at; each reads the table once.
_MOST_PAIRS = 24
#: A group of another kind with fewer values on average says little more than these.
_LEAST_EACH = 3
#: So many rows that repeat a value agree by no chance.
_LEAST_REPEATED = 60
#: A file with more values is none that people would group, or, with groups, none of a first job.
_MOST_VALUES, _MOST_GROUPED = 10_000, 100_000
#: Kinds of what has groups, and of these: the last is what no word says.
_GROUPED = NOMINAL - {"sex"} | {"affiliation", "identifier", "thing", ""}
#: A group of these is one of other things, too: a sector is one of schools, a place one of jobs.
_OF_MANY = frozenset(("place", "occupation", "identifier", "thing", ""))
_LAST_RANK, _NO_RANK = 4, 5
#: Kinds whose names may have groups of the same kind, while their numbers have an order.
_BY_NAMES = frozenset(DEMOGRAPHIC) - {"sex", "age", "birth", "postcode", "death", "income"}
#: Kinds that a column without one has from its group.
_GIVEN = ("place", "occupation")


def with_parents(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the levels of codes and names, which no rule could give them."""
    kinds = {one.name: _name_kind(one, found) for one in found.public}
    groups = _find_groups(engine, _list_pairs(found, kinds)[:_MOST_PAIRS])
    levels: dict[str, ListedLevels] = {}
    for one in found.public:
        above = groups.get(one.name, ())
        if above or _is_listed(one, kinds[one.name]):
            listed = _list_levels(engine, one, above)
            if listed.above or _is_listed(one, kinds[one.name]):
                levels[one.name] = _with_kind(listed, kinds)
    return replace(found, levels=levels)


def without_groups(found: Profile, names: Collection[str]) -> Profile:
    """Return the profile without levels that these columns make: their values would be published.

    `names`: columns that the job does not call public, as they tell who is in T.
    """
    if not any({*one.above}.intersection(names) for one in found.levels.values()):
        return found
    bare = replace(found, levels={})
    kinds = {one.name: _name_kind(one, bare) for one in found.public}
    levels: dict[str, ListedLevels] = {}
    for one in found.public:
        if one.name in found.levels:
            rest = found.levels[one.name].without(names)
            if rest.above or _is_listed(one, kinds[one.name]):
                levels[one.name] = _with_kind(rest, kinds)
    return replace(found, levels=levels)


def _name_kind(one: ColumnProfile, found: Profile) -> str:
    """Return the kind of a column; that of names of schools and classes is a place."""
    kind = name_kind(one, found)
    is_text = one.type.family == "text" and not one.reads_as_number
    return "place" if kind == "education" and is_text and names_place(one.name) else kind


def _with_kind(listed: ListedLevels, kinds: Mapping[str, str]) -> ListedLevels:
    kind = kinds[listed.above[0]] if listed.above else ""
    return replace(listed, kind=kind if kind in _GIVEN else "")


def _is_listed(one: ColumnProfile, kind: str) -> bool:
    """Whether values without an order and a group are many, and repeat: so their list is a file."""
    is_shared = 2 * one.distinct <= one.rows and one.distinct <= _MOST_VALUES
    return is_shared and has_no_order(one, kind)


def _list_pairs(
    found: Profile, kinds: Mapping[str, str]
) -> list[tuple[ColumnProfile, ColumnProfile]]:
    """List columns of codes or names, each with coarser ones, those that say most of it first."""
    named = [one for one in found.public if _may_group(one, kinds[one.name])]
    pairs = [
        (one, other)
        for one in named
        if one.present - one.distinct >= _LEAST_REPEATED
        and 2 * one.distinct <= one.rows
        and one.distinct <= _MOST_GROUPED
        and one.form is None
        and one.name not in found.repeated
        and propose_fips(one) is None
        for other in named
        if other.distinct > 1
        and other.name not in found.repeated
        and (rank := _rank(other, one, kinds)) <= _LAST_RANK
        and (_LEAST_EACH if rank else 1) * _count(other) <= _count(one)
    ]
    return sorted(pairs, key=lambda pair: (_rank(pair[1], pair[0], kinds), -pair[1].distinct))


def _count(one: ColumnProfile) -> int:
    """Count the values of a column without those that say that one is missing."""
    return one.distinct - sum(value is not None and is_missing(str(value)) for value in one.values)


def _may_group(one: ColumnProfile, kind: str) -> bool:
    is_text = one.type.family == "text" and not one.reads_as_number
    is_grouped = kind in _GROUPED or (kind == "postcode" and one.distinct <= MOST_LISTED)
    is_grouped = is_grouped or (is_text and kind in _BY_NAMES)
    if not is_grouped or is_graded(one.name) or one.has_fractions:
        return False
    is_code = one.type.family in ("text", "integer") and not one.reads_as_date
    return is_code and (one.form is None or one.form.kind == "codes")


def _rank(group: ColumnProfile, one: ColumnProfile, kinds: Mapping[str, str]) -> int:
    """Rank a group of a column: of its kind; of another; called a group; a text; a number.

    A place is of the kind of few postcodes: their list says more than their digits.
    Two of no kind are an outcome and what it is told by, if none is called a group; so may a flag
    be, but for one of the same kind, as town and country.
    """
    kind, own = kinds[group.name], kinds[one.name]
    if (kind == own and kind != "postcode" and kind) or (kind, own) == ("place", "postcode"):
        return 0
    if group.is_flag or not {kind, own} <= _OF_MANY:
        return _NO_RANK
    if kind and kind != "identifier":
        return 1
    if names_group(group.name):
        return 2
    return _NO_RANK if not own else 3 + group.reads_as_number


def _find_groups(
    engine: Engine, pairs: Sequence[tuple[ColumnProfile, ColumnProfile]]
) -> dict[str, tuple[str, ...]]:
    """Return, by column, the coarser ones of which each of its values has one, in their order."""
    if not pairs:
        return {}
    rows = engine.fetch(decided_query([(one.name, other.name) for one, other in pairs]))
    counted = {int(number): tuple(map(int, counts)) for number, *counts in rows}
    groups: dict[str, tuple[str, ...]] = {}
    for number, (one, other) in enumerate(pairs):
        if number in counted and may_be_decided(*counted[number]):
            groups[one.name] = (*groups.get(one.name, ()), other.name)
    return groups


def _list_levels(engine: Engine, one: ColumnProfile, groups: Sequence[str]) -> ListedLevels:
    """List the values of a column with the groups that are levels: each lies in one of the next."""
    read = [row for row in engine.fetch(paths_query([one.name, *groups])) if row[0] is not None]
    values = {str(value) for value, *_ in read}
    decided = [
        find_decided(
            (str(row[0]), None if row[level + 1] is None else str(row[level + 1]), int(row[-1]))
            for row in read
        )
        for level in range(len(groups))
    ]
    taken: list[tuple[str, Decided]] = []
    for name, found in zip(groups, decided, strict=True):
        if found is not None and (not taken or _is_above(taken[-1][1], found)):
            taken.append((name, found))
    levels = [found.labels for _, found in taken]
    stated = [value for value in values if not levels or value in levels[0]]
    rows = {value: tuple(labels[value] for labels in levels) for value in stated}
    slips = {name: (found.values, found.rows) for name, found in taken if found.rows}
    unstated = values.difference(stated)
    return label_by(rows, tuple(name for name, _ in taken), slips, unstated)


def _is_above(below: Decided, above: Decided) -> bool:
    """Whether each group of one level lies in one of another, of which there are fewer."""
    pairs = {(label, above.labels[value]) for value, label in below.labels.items()}
    coarser = {group for _, group in pairs}
    return len(pairs) == len({group for group, _ in pairs}) > len(coarser)


def list_groups(names: Sequence[str], found: Profile) -> dict[str, str]:
    """Return the columns that are levels of some of these columns, each with the first of these."""
    groups: dict[str, str] = {}
    for name in names:
        for above in found.levels[name].above if name in found.levels else ():
            groups.setdefault(above, name)
    return groups


def tell_group(name: str, chosen: Sequence[str], found: Profile) -> str:
    """Say of which of the chosen columns a coarser one is a level; empty if of none."""
    below = list_groups(chosen, found).get(name)
    if below is None:
        return ""
    rows = found.levels[below].slips.get(name, (0, 0))[1]
    but = f", but for {name_count(rows, 'row')}" if rows else ""
    return f"it is a level of {below}, as each {below} has one{but}"
