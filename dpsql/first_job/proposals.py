"""Proposes, for each column of P and T, whether it is a quasi-identifier, and how it generalizes.

Demographics come first: two columns of every kind, then events, categories, numbers. What a row
cannot share with others (identifiers, names, texts), hardly anybody knows (measurements) or most
rows lack is left out, with the reason.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from dpsql.domain.column_words import (
    is_time,
    split_name,
)
from dpsql.domain.levels.hierarchy import ROOT
from dpsql.domain.names import find_written, fold_name
from dpsql.domain.plurals import name_count
from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.copies import find_copies
from dpsql.first_job.dummies import tell_dummies
from dpsql.first_job.formed import Labels
from dpsql.first_job.hierarchies import propose_hierarchy
from dpsql.first_job.kinds import is_less_known, is_of_another, name_kind
from dpsql.first_job.missing_codes import tell_missing_codes
from dpsql.first_job.outcome_nulls import tell_outcome_nulls
from dpsql.first_job.people.keys import agree
from dpsql.first_job.profile import Profile
from dpsql.first_job.roles import (
    IN_FLAGS,
    MEASURED,
    MOST_KNOWN,
    MOST_RANK,
    OF_ANOTHER,
    STUDIED,
    TIME_OF_ROW,
    TOO_EXACT,
    UNKNOWN,
    Role,
    find_role,
)
from dpsql.first_job.sums import find_sum
from dpsql.first_job.texts.variants import tell_variants

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
#: Up to which ranks columns are taken that would else be left out, if no other is left.
_SPARE_RANKS = (STUDIED, MOST_RANK)


@dataclass(frozen=True)
class Proposal:
    """A column, the keys of its hierarchy, and a remark; `reason` if the job leaves it out.

    `words`: empty if no hierarchy is worth a line.
    """

    name: str
    words: Mapping[str, object]
    remark: str
    reason: str = ""

    @property
    def chosen(self) -> bool:
        """Whether the job uses the column."""
        return not self.reason


def propose(found: Profile, key: str | None, deciding: Collection[str] = ()) -> list[Proposal]:
    """Propose for each shared column: those that are chosen first, in order of their ranks.

    The `key` of T and the columns `deciding` who is in it are not chosen.
    Among columns of one rank those with more values come first; of categories, those with up to 20.
    """
    roles = {
        one.name: _find_role(one, found, key) for one in found.public if one.name in found.private
    }
    copies = find_copies(found.public)
    roles |= {
        name: replace(roles[name], reason=said, is_spare=False)
        for name, said in copies.items()
        if name in roles and _may_be_copy(roles[name]) and name not in found.repeated
    }
    roles |= {
        name: replace(roles[name], reason=_DECIDING, is_spare=False)
        for name in deciding
        if name in roles
    }
    roles = _with_spares(roles)
    columns = {one.name: one for one in found.public if one.name in roles}
    chosen = _choose([one for one in columns.values() if not roles[one.name].reason], roles, found)
    left_out = {name: role.reason for name, role in roles.items() if name not in chosen}
    most_unknown = _limit_unknown(columns.values(), roles, found)
    proposals = [
        _with_remark(_propose(columns[name], roles[name]), tell_dummies(name, found.dummies))
        for name in chosen
    ]
    proposals += _list_misspelled(found)
    for name, reason in left_out.items():
        same = _find_same(name, roles, found)
        if same and reason in (TOO_EXACT, MEASURED):
            reason = ""
        same = same or find_sum(name, chosen, found.sums)
        is_unknown = _is_unknown(roles[name]) and most_unknown < MOST_CHOSEN
        unchosen = _AMOUNT if roles[name].is_amount else UNKNOWN if is_unknown else _TOO_MANY
        if unchosen == _TOO_MANY and name in found.dummies:
            unchosen = IN_FLAGS
        if unchosen == _TOO_MANY and _may_be_of_another(name, roles[name], chosen, found):
            unchosen = OF_ANOTHER
        said = reason or same or unchosen
        one = _propose(columns[name], roles[name])
        remark = name_count(columns[name].distinct, "value")
        if missing := tell_missing_codes(columns[name].missing_codes):
            remark += f"; {missing}"
        form = columns[name].form
        is_spare = roles[name].is_spare or roles[name].is_amount
        if form is not None and form.kind != "codes" and is_spare:
            remark += f", {form.remark}"
        words = {} if (reason and not is_spare) or (same and not reason) else one.words
        if (reason or roles[name].is_amount) and form is not None and form.kind != "codes":
            # A list that nobody asked for.
            words = {}
        proposals.append(Proposal(name, words, remark, said))
    return proposals + [
        Proposal(one.name, {}, name_count(one.distinct, "value"), _MARKING) for one in found.marking
    ]


def _with_spares(roles: Mapping[str, Role]) -> dict[str, Role]:
    """Return the roles; where no column is left, what would else be left out is not.

    Outcomes and times come before measurements.
    """
    for rank in _SPARE_RANKS:
        if any(not role.reason for role in roles.values()):
            break
        roles = {
            name: replace(role, reason="") if role.is_spare and role.rank <= rank else role
            for name, role in roles.items()
        }
    return dict(roles)


def _may_be_copy(role: Role) -> bool:
    """Whether a column is left out for no better reason than that it is another's copy."""
    return not role.reason or role.is_spare or role.reason == TOO_EXACT


def _list_misspelled(found: Profile) -> Iterator[Proposal]:
    """Yield columns of P whose name T spells otherwise: they are matched by exact names."""
    for one in found.public:
        same = [] if one.name in found.private else find_written(one.name, found.private)
        if same:
            spelled = [other.strip().casefold() for other in (same[0], one.name)]
            beyond = " with other Unicode characters" if spelled[0] != spelled[1] else ""
            reason = (
                f"T spells it {_quote(same[0])}{beyond}; give it one name in both tables to use it"
            )
            yield Proposal(
                one.name, {}, f"{one.distinct:,} value{'s' * (one.distinct != 1)}", reason
            )


def _quote(name: str) -> str:
    """Return a name so that spaces around it are seen."""
    return name if name == name.strip() else repr(name)


def tell_misspelled(found: Profile) -> str:
    """Say that T writes names of P in another case, or with spaces; empty if not."""
    names = [one.name for one in _list_misspelled(found)]
    if not names:
        return ""
    first, *others = names
    differ = name_count(len(others), "other name differs", "other names differ")
    also = f" ({differ} so, too)" if others else ""
    spelled = find_written(first, found.private)[0]
    return f"T spells {_quote(first)} {_quote(spelled)}{also}; give them one name in both tables"


def tell_too_exact(found: Profile, proposals: Sequence[Proposal]) -> str:
    """Say which demographics are left out for the decimals of their numbers; empty if none is."""
    kinds = {one.name: name_kind(one, found) for one in found.public}
    names = [one.name for one in proposals if one.reason == TOO_EXACT]
    known = [name for name in names if kinds[name] in DEMOGRAPHIC]
    if not known:
        return ""
    its = "its" if len(known) == 1 else "their"
    return (
        f"{', '.join(known)}: left out, as some of {its} numbers have more than 12 decimals or an"
        " exponent; round them in both tables to use them"
    )


_DECIDING = "it alone decides who is in T; if others know it, list it and generalize it wholly"
_MARKING = (
    "private.where reads it, so it tells who is in T; if others know it, list it here and in"
    " public_columns, and generalize it"
)
_TOO_MANY = "further columns make the search long"
_OUTCOME = "T has it beside its key, as an outcome: if others know it, list it above"
_TIME = "it numbers the rows of a person, as a year or a wave does, and describes nobody"
_AMOUNT = "few people know such an amount of others; if they do, list it above"
_KNOWN_AMOUNT = "few people know such an amount of others; if nobody does, leave it out"


def _with_remark(one: Proposal, said: str) -> Proposal:
    return replace(one, remark=f"{one.remark}; {said}") if said else one


def _propose(one: ColumnProfile, role: Role) -> Proposal:
    words, remark = propose_hierarchy(one, role.kind)
    said = (remark, tell_variants(one), _KNOWN_AMOUNT if role.is_amount else "")
    return Proposal(one.name, words, "; ".join(filter(None, said)))


def _find_role(one: ColumnProfile, found: Profile, key: str | None) -> Role:
    role = find_role(one, name_kind(one, found), is_counted=found.public_count is not None)
    private = found.private[one.name]
    if one.name == key:
        return replace(role, reason="it is the key", is_spare=False)
    if found.panel is not None and found.panel.is_certain and one.name == found.panel.name:
        reason = "it seems to name people, who have several rows each"
        return replace(role, reason=reason, is_spare=False)
    if one.name in found.outcomes and not role.reason:
        return replace(role, reason=_OUTCOME, is_spare=True)
    if _is_time_of_panel(one, found) and not role.reason:
        return replace(role, reason=_TIME, is_spare=True)
    if one.name in found.row_times and not role.reason:
        return replace(role, rank=STUDIED, reason=TIME_OF_ROW, is_spare=True)
    if one.name in found.outcome_nulls and not role.reason:
        reason = tell_outcome_nulls(found.outcome_nulls[one.name])
        return replace(role, rank=STUDIED, reason=reason, is_spare=True)
    # By key, the values of P count; but a list or a struct is another thing.
    is_other = (private.family == "other") != (one.type.family == "other")
    if (key is None or is_other) and not agree(one.type, private):
        reason = f"it is {one.type.title} in P and {private.title} in T; cast one of them"
        return replace(role, reason=reason, is_spare=False)
    return role


def _is_time_of_panel(one: ColumnProfile, found: Profile) -> bool:
    """Whether a column, by its name too, numbers the rows of each person; days are more."""
    time = None if found.panel is None else found.panel.time
    is_same = time is not None and time.name == one.name
    return is_same and is_time(one.name) and one.reads_as_number


def _choose(
    columns: Sequence[ColumnProfile], roles: Mapping[str, Role], found: Profile
) -> list[str]:
    """Choose columns while the lattice stays small: one of each kind, then another, then others.

    Flags of one column are taken all or not at all; each alone where that leaves nothing.
    """
    by_rank = sorted(columns, key=lambda one: _order(one, roles[one.name], found))
    by_rank = [one for one in by_rank if not _find_same(one.name, roles, found)]
    taken = _take(by_rank, roles, found, _list_together(by_rank, found))
    return taken or _take(by_rank, roles, found, {})


def _take(
    by_rank: Sequence[ColumnProfile],
    roles: Mapping[str, Role],
    found: Profile,
    together: Mapping[str, Sequence[ColumnProfile]],
) -> list[str]:
    """Take columns in turns, those that stand `together` with the first of them."""
    turns = _take_turns(by_rank, roles, found)
    most_unknown = _limit_unknown(by_rank, roles, found)
    chosen: list[str] = []
    nodes = 1
    for one in sorted(by_rank, key=lambda one: turns[one.name]):
        if one.name in chosen:
            continue
        role = roles[one.name]
        members = together.get(one.name, [one])
        heights = prod(count_levels(_propose(member, role)) for member in members)
        if _is_unknown(role) and len(chosen) >= most_unknown:
            continue
        if role.is_amount and len(chosen) >= _ENOUGH:
            continue
        if find_sum(one.name, chosen, found.sums):
            continue
        if _may_be_of_another(one.name, role, chosen, found):
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


def _limit_unknown(
    columns: Iterable[ColumnProfile], roles: Mapping[str, Role], found: Profile
) -> int:
    """Return how many columns are taken with those of which nothing says that others know them."""
    given = [one.name for one in columns if not roles[one.name].reason]
    known = {
        roles[name].rank
        for name in given
        if not _is_unknown(roles[name]) and not _find_same(name, roles, found)
    }
    return _MOST_UNKNOWN.get(len(known), 0)


def _find_same(name: str, roles: Mapping[str, Role], found: Profile) -> str:
    """Say which column says the same or more, unless it is left out itself; empty if none does."""
    for others, said in ((found.repeated, "says the same as"), (found.follows, "follows from")):
        other = others.get(name)
        if other is not None and other in roles and not roles[other].reason:
            return f"it {said} {other}"
    return ""


def _may_be_of_another(name: str, role: Role, chosen: Sequence[str], found: Profile) -> bool:
    """Whether a column is of a relative or a second one, where enough others are chosen."""
    is_enough = len(chosen) >= _ENOUGH_OF_A_PERSON
    return is_enough and not _is_unknown(role) and is_of_another(name, found)


def _is_unknown(role: Role) -> bool:
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


def _order(one: ColumnProfile, role: Role, found: Profile) -> tuple[int, bool, bool, int]:
    """Order columns by rank, then by values, most first.

    Long lists of categories are last; of demographics, those with a name of several words, which
    may be derived from others.
    """
    is_demographic = role.rank < len(DEMOGRAPHIC)
    is_long = not is_demographic and one.distinct > MOST_KNOWN
    is_derived = is_demographic and (
        len(split_name(one.name)) > 1
        or is_less_known(one.name, found)
        or is_of_another(one.name, found)
    )
    return role.rank, is_long, is_derived, -one.distinct


def count_levels(one: Proposal) -> int:
    """Count the levels of a proposed hierarchy: the values, one per entry of a rule, the root."""
    lists = sum(len(words) for words in one.words.values() if isinstance(words, list))
    return 2 + lists + sum(_count_listed(words) for words in one.words.values())


def _count_listed(words: object) -> int:
    """Count the levels between the values and the root of labels that are listed."""
    if isinstance(words, Labels):
        return words.height
    levels = 0
    # The tree of a job has the root as its only label, or leaves it out.
    while isinstance(words, Mapping) and ROOT not in words:
        levels, words = levels + 1, next(iter(words.values()))
    return levels


def name_others(found: Profile, taken: Sequence[str]) -> list[str]:
    """Return the columns of T that could be kept: not in P, and no row numbers of pandas."""
    public = {fold_name(one.name.strip()) for one in found.public}
    return [
        name
        for name in found.private
        if name not in taken
        and fold_name(name.strip()) not in public
        and not name.startswith("__index_level_")
    ]
