"""Finds levels of places, jobs and institutions in other columns: each school lies in one district.

Codes and names have no order that a rule could use, but such a column is a level above them. Where
P has none, they are kept or suppressed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.column_words import is_graded
from dpsql.domain.numbered_words import names_group
from dpsql.domain.words.kinds import NOMINAL
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.first_job.rules.fips import propose_fips
from dpsql.first_job.rules.hierarchies import has_no_order
from dpsql.first_job.rules.listed_levels import ListedLevels, label_by
from dpsql.hierarchies.column_values import paths_query
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Pairs of columns that are looked at; each reads the table once.
_MOST_PAIRS = 24
#: A group of fewer values on average says little more than these.
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
#: Kinds that a column without one has from its group.
_GIVEN = ("place", "occupation")


def with_parents(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the levels of codes and names, which no rule could give them."""
    kinds = {one.name: name_kind(one, found) for one in found.public}
    groups = _find_groups(engine, _list_pairs(found, kinds)[:_MOST_PAIRS])
    levels: dict[str, ListedLevels] = {}
    for one in found.public:
        above = groups.get(one.name, ())
        if above or _is_listed(one, kinds[one.name]):
            levels[one.name] = _with_kind(_list_levels(engine, one, above), kinds)
    return replace(found, levels=levels)


def without_groups(found: Profile, names: Collection[str]) -> Profile:
    """Return the profile without levels that these columns make: their values would be published.

    `names`: columns that the job does not call public, as they tell who is in T.
    """
    if not any({*one.above}.intersection(names) for one in found.levels.values()):
        return found
    bare = replace(found, levels={})
    kinds = {one.name: name_kind(one, bare) for one in found.public}
    levels: dict[str, ListedLevels] = {}
    for one in found.public:
        if one.name in found.levels:
            rest = found.levels[one.name].without(names)
            if rest.above or _is_listed(one, kinds[one.name]):
                levels[one.name] = _with_kind(rest, kinds)
    return replace(found, levels=levels)


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
        and _LEAST_EACH * other.distinct <= one.distinct
        and other.name not in found.repeated
        and _rank(other, one, kinds) <= _LAST_RANK
    ]
    return sorted(pairs, key=lambda pair: (_rank(pair[1], pair[0], kinds), -pair[1].distinct))


def _may_group(one: ColumnProfile, kind: str) -> bool:
    if kind not in _GROUPED or is_graded(one.name) or one.has_fractions:
        return False
    is_code = one.type.family in ("text", "integer") and not one.reads_as_date
    return is_code and (one.form is None or one.form.kind == "codes")


def _rank(group: ColumnProfile, one: ColumnProfile, kinds: Mapping[str, str]) -> int:
    """Rank a group of a column: of its kind; of another; called a group; a text; a number.

    Two of no kind are an outcome and what it is told by, if none is called a group; so may a flag
    be, but for one of the same kind, as town and country.
    """
    kind, own = kinds[group.name], kinds[one.name]
    if kind == own and kind:
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
    rows = engine.fetch(groups_query([(one.name, other.name) for one, other in pairs]))
    counted = {int(number): (int(both), int(told)) for number, both, told in rows}
    groups: dict[str, tuple[str, ...]] = {}
    for number, (one, other) in enumerate(pairs):
        if counted[number] == (one.distinct, one.distinct):
            groups[one.name] = (*groups.get(one.name, ()), other.name)
    return groups


def groups_query(pairs: Sequence[tuple[str, str]]) -> exp.Query:
    """Return the query that counts the pairs of a value and its group, and those with a group."""
    counts: list[exp.Query] = []
    for number, (name, group) in enumerate(pairs):
        values = exp.select(
            exp.alias_(column(name), "value", quoted=True),
            exp.alias_(column(group), "its_group", quoted=True),
        )
        values = values.distinct().from_(exp.Table(this=identifier(PUBLIC)))
        values = values.where(exp.not_(exp.Is(this=column(name), expression=exp.Null())))
        counted = (
            exp.alias_(exp.Literal.number(number), "pair"),
            exp.alias_(exp.Count(this=exp.Star()), "pairs_of_values"),
            exp.alias_(exp.Count(this=column("its_group")), "with_a_group"),
        )
        counts.append(exp.select(*counted).from_(values.subquery("pairs")))
    query = counts[0]
    for other in counts[1:]:
        query = query.union(other, distinct=False)
    return query


def _list_levels(engine: Engine, one: ColumnProfile, groups: Sequence[str]) -> ListedLevels:
    """List the values of a column with the groups that are levels: each lies in one of the next."""
    rows = {
        str(value): tuple(map(str, labels))
        for value, *labels, _ in engine.fetch(paths_query([one.name, *groups]))
        if value is not None
    }
    taken: list[int] = []
    for level in range(len(groups)):
        if not taken or _is_above(rows, taken[-1], level):
            taken.append(level)
    above = tuple(groups[level] for level in taken)
    return label_by({value: tuple(row[i] for i in taken) for value, row in rows.items()}, above)


def _is_above(rows: Mapping[str, tuple[str, ...]], level: int, other: int) -> bool:
    """Whether each group of one level lies in one of another, of which there are fewer."""
    pairs = {(row[level], row[other]) for row in rows.values()}
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
    return "" if below is None else f"it is a level of {below}, as each {below} has one"
