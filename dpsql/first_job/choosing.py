"""Chooses quasi-identifiers while the lattice stays small, what most people know first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import prod

from dpsql.domain.column_words import split_name
from dpsql.domain.series import is_shown
from dpsql.domain.words.kinds import DEMOGRAPHIC, SAID_OF_VALUES
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.parents import list_groups
from dpsql.first_job.dependent.sums import find_sum
from dpsql.first_job.kinds import is_less_known, is_of_another, name_kind
from dpsql.first_job.people.keys import list_only_public
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposal import count_levels, propose_one
from dpsql.first_job.roles import MOST_KNOWN, Role, find_role

#: With more columns or nodes the lattice takes long to search; further columns are not chosen.
MOST_CHOSEN, MOST_NODES = 8, 50_000
#: Two columns of a kind stand before those that are no demographics, further ones after them.
_TURN_OF_OTHERS = 2
#: How many columns are taken with those of which nothing says that others know them, by how many
#: kinds there are that others know.
_MOST_UNKNOWN = {0: MOST_CHOSEN, 1: 3}
#: More flags of one column take many places of a job: they come after all others.
_FEW_FLAGS, _LAST_TURN = 3, 1_000_000
#: So many columns are enough without an amount that few people know of others.
_ENOUGH = 3
#: So many are enough without those of a relative or a second one, which fewer people know.
_ENOUGH_OF_A_PERSON = 6


def choose(
    columns: Sequence[ColumnProfile], roles: Mapping[str, Role], found: Profile
) -> list[str]:
    """Choose columns while the lattice stays small: one of each kind, then another, then others.

    Flags of one column are taken all or not at all; each alone where that leaves nothing.
    """
    by_rank = sorted(columns, key=lambda one: _order(one, roles[one.name], found))
    by_rank = [one for one in by_rank if not find_same(one.name, roles, found)]
    together = _list_together(by_rank, found)
    groups = list_groups([one.name for one in by_rank if not is_unknown(roles[one.name])], found)
    without = [one for one in by_rank if one.name not in groups]
    taken = _take(without, roles, found, together)
    if any(below not in taken for below in groups.values()):
        # A group is chosen where what it is a level of is not.
        groups = list_groups(taken, found)
        without = [one for one in by_rank if one.name not in groups]
        taken = _take(without, roles, found, together)
    return taken or _take(by_rank, roles, found, {})


def _take(
    by_rank: Sequence[ColumnProfile],
    roles: Mapping[str, Role],
    found: Profile,
    together: Mapping[str, Sequence[ColumnProfile]],
) -> list[str]:
    """Take columns in turns, those that stand `together` with the first of them."""
    turns = _take_turns(by_rank, roles, found)
    most_unknown = limit_unknown(by_rank, roles, found)
    chosen: list[str] = []
    nodes = 1
    for one in sorted(by_rank, key=lambda one: turns[one.name]):
        if one.name in chosen:
            continue
        role = roles[one.name]
        members = together.get(one.name, [one])
        heights = prod(
            count_levels(propose_one(member, role, found.levels.get(member.name)))
            for member in members
        )
        if is_unknown(role) and len(chosen) >= most_unknown:
            continue
        if role.is_amount and len(chosen) >= _ENOUGH:
            continue
        if find_sum(one.name, chosen, found.sums):
            continue
        if may_be_of_another(one.name, role, chosen, found):
            continue
        if is_one_of_series(one.name, role, chosen, found):
            continue
        if len(chosen) + len(members) <= MOST_CHOSEN and nodes * heights <= MOST_NODES:
            chosen += [member.name for member in members]
            nodes *= heights
    return [one.name for one in by_rank if one.name in chosen]


def _list_together(
    columns: Sequence[ColumnProfile], found: Profile
) -> dict[str, list[ColumnProfile]]:
    """Return, by flag, all flags of its column."""
    return {
        one.name: [other for other in columns if other.name in found.dummies[one.name]]
        for one in columns
        if one.name in found.dummies
    }


def limit_unknown(
    columns: Iterable[ColumnProfile], roles: Mapping[str, Role], found: Profile
) -> int:
    """Return how many columns are taken with those of which nothing says that others know them."""
    given = [one.name for one in columns if not roles[one.name].reason]
    known = {
        roles[name].rank
        for name in given
        if not is_unknown(roles[name]) and not find_same(name, roles, found)
    }
    return _MOST_UNKNOWN.get(len(known), 0)


def find_same(name: str, roles: Mapping[str, Role], found: Profile) -> str:
    """Say which column says the same or more, unless it is left out itself; empty if none does."""
    for others, said in ((found.repeated, "says the same as"), (found.follows, "follows from")):
        other = others.get(name)
        if other is not None and other in roles and not roles[other].reason:
            return f"it {said} {other}"
    return ""


def may_be_of_another(name: str, role: Role, chosen: Sequence[str], found: Profile) -> bool:
    """Whether a column is of a relative or a second one, where enough others are chosen."""
    is_enough = len(chosen) >= _ENOUGH_OF_A_PERSON
    return is_enough and not is_unknown(role) and is_of_another(name, found)


def is_one_of_series(name: str, role: Role, chosen: Sequence[str], found: Profile) -> bool:
    """Whether another wave of a demographic is chosen; flags of one column are taken together."""
    is_known = not is_unknown(role) and name not in found.dummies
    return is_known and is_shown(name, chosen, tuple(one.name for one in found.public))


def is_unknown(role: Role) -> bool:
    """Whether a column is neither a demographic nor a day, so that nothing says who knows it."""
    return role.rank > len(DEMOGRAPHIC)


def _take_turns(
    by_rank: Sequence[ColumnProfile], roles: Mapping[str, Role], found: Profile
) -> dict[str, int]:
    """Return the turn in which each column is chosen: what is of a relative, one later."""
    seen: Counter[int] = Counter()
    turns = {}
    for one in by_rank:
        rank = roles[one.name].rank
        flags = len(found.dummies.get(one.name, ()))
        turn = seen[rank] + is_of_another(one.name, found)
        turn += turn >= _TURN_OF_OTHERS
        if flags > _FEW_FLAGS:
            turn = _LAST_TURN
        turns[one.name] = turn if rank < len(DEMOGRAPHIC) else _TURN_OF_OTHERS
        seen[rank] += flags <= _FEW_FLAGS
    return turns


def _order(one: ColumnProfile, role: Role, found: Profile) -> tuple[int, bool, bool, bool, int]:
    """Order columns by rank, then by values, most first.

    Long lists of categories are last; of demographics, those with a name of several words, which
    may be derived from others. Those of relatives, and second ones, stand as they do in P: their
    values say nothing of which of them others know.
    """
    is_demographic = role.rank < len(DEMOGRAPHIC)
    is_long = not is_demographic and one.distinct > MOST_KNOWN
    is_another = is_demographic and is_of_another(one.name, found)
    is_derived = is_demographic and (
        is_another or _has_several_words(one.name) or is_less_known(one.name, found)
    )
    return role.rank, is_long, is_derived, is_another, 0 if is_another else -one.distinct


def _has_several_words(name: str) -> bool:
    """Whether a name says more than what is in a column, and not only that it is a number of it.

    >>> [_has_several_words(name) for name in ("school_no", "ZipCode", "birth_weight")]
    [False, False, True]
    """
    return len({*split_name(name)} - SAID_OF_VALUES) > 1


def name_further(found: Profile, key: str | None, chosen: Sequence[str]) -> list[str]:
    """Name the columns that P alone has and that a job by `key` would choose if T had them, too.

    What nothing says that others know is none of them, nor a level of another or a chosen one.
    """
    is_counted = found.public_count is not None
    roles = {
        one.name: find_role(one, name_kind(one, found), is_counted=is_counted)
        for one in list_only_public(found, key)
    }
    known = [
        name
        for name, role in roles.items()
        if not role.reason and not is_unknown(role) and not find_same(name, roles, found)
    ]
    groups = list_groups([*known, *chosen], found)
    return [name for name in known if name not in groups]
