"""Proposes, for each column of P and T, whether it is a quasi-identifier, and how it generalizes.

Demographics come first: two columns of every kind, then events, categories, numbers. What a row
cannot share with others (identifiers, names, texts), hardly anybody knows (measurements) or most
rows lack is left out, with the reason.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from dpsql.domain.names import fold_name
from dpsql.domain.plurals import join_names, name_count
from dpsql.domain.series import find_series
from dpsql.first_job.casts import tell_cast
from dpsql.first_job.choosing import (
    MOST_CHOSEN,
    choose,
    find_same,
    is_one_of_series,
    is_unknown,
    limit_unknown,
    may_be_of_another,
)
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.copies import find_copies
from dpsql.first_job.dependent.dummies import tell_dummies
from dpsql.first_job.dependent.outcome_nulls import tell_outcome_nulls
from dpsql.first_job.dependent.parents import tell_group
from dpsql.first_job.dependent.sums import find_sum
from dpsql.first_job.kinds import is_of_another, name_kind
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.times import may_be_time, numbers_course
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposal import Proposal, propose_one, with_remark
from dpsql.first_job.roles import (
    IN_FLAGS,
    MEASURED,
    MOST_RANK,
    OF_ANOTHER,
    OF_SERIES,
    STUDIED,
    TIME_OF_ROW,
    TOO_EXACT,
    UNKNOWN,
    Role,
    find_role,
)
from dpsql.first_job.rules.missing_codes import tell_missing_codes
from dpsql.first_job.spelled_names import list_misspelled

#: Up to which ranks columns are taken that would else be left out, if no other is left.
_SPARE_RANKS = (STUDIED, MOST_RANK)


def propose(
    found: Profile,
    key: str | None,
    deciding: Collection[str] = (),
    showing: Collection[str] = (),
) -> list[Proposal]:
    """Propose for each shared column: those that are chosen first, in order of their ranks.

    The `key` of T and the columns `deciding` who is in it are not chosen; nor are those `showing`
    much of it, unless others know them by their names, or no other column is left.
    Among columns of one rank those with more values come first; of categories, those with up to 20.
    """
    roles = _assign_roles(found, key, deciding, showing)
    columns = {one.name: one for one in found.public if one.name in roles}
    chosen = choose([one for one in columns.values() if not roles[one.name].reason], roles, found)
    proposals = [
        with_remark(
            propose_one(columns[name], roles[name], found.levels.get(name)),
            tell_dummies(name, found.dummies),
        )
        for name in chosen
    ]
    proposals += list_misspelled(found)
    most_unknown = limit_unknown(columns.values(), roles, found)
    for name in roles:
        if name not in chosen:
            is_one_too_many = is_unknown(roles[name]) and most_unknown < MOST_CHOSEN
            unchosen = _tell_unchosen(
                name, roles[name], chosen, found, one_too_many=is_one_too_many
            )
            proposals.append(_leave_out(columns[name], roles, chosen, found, unchosen))
    series = find_series(tuple(one.name for one in found.public))
    return _with_one_reason(proposals, series) + [
        Proposal(one.name, {}, name_count(one.distinct, "value"), _MARKING) for one in found.marking
    ]


def _assign_roles(
    found: Profile, key: str | None, deciding: Collection[str], showing: Collection[str]
) -> dict[str, Role]:
    """Return the role of each shared column, by itself and as a copy of another."""
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
    # The other flags of a column say what one of them does.
    telling = {flag for name in showing for flag in (name, *found.dummies.get(name, ()))}
    roles |= {
        name: replace(role, reason=_SHOWING, is_spare=True)
        for name, role in roles.items()
        if name in telling and is_unknown(role) and not role.reason
    }
    return _with_spares(roles)


def _tell_unchosen(
    name: str, role: Role, chosen: Sequence[str], found: Profile, *, one_too_many: bool
) -> str:
    """Say why a column that could be taken is not among the chosen ones.

    `one_too_many`: there are enough of those whose meaning is not known.
    """
    if role.is_amount:
        return _AMOUNT
    if one_too_many:
        return UNKNOWN
    if name in found.dummies:
        return IN_FLAGS
    if is_one_of_series(name, role, chosen, found):
        return OF_SERIES
    if may_be_of_another(name, role, chosen, found):
        return _tell_of_another(chosen, found)
    return _TOO_MANY


def _leave_out(
    column: ColumnProfile,
    roles: Mapping[str, Role],
    chosen: Sequence[str],
    found: Profile,
    unchosen: str,
) -> Proposal:
    """Propose a column that is left out, with the reason, and words for whoever takes it."""
    name, role = column.name, roles[column.name]
    reason, same = role.reason, find_same(column.name, roles, found)
    if same and reason in (TOO_EXACT, MEASURED):
        reason = ""
    same = same or find_sum(name, chosen, found.sums)
    group = tell_group(name, chosen, found)
    if group and reason in (MEASURED, ""):
        reason, same = group, ""
    remark = name_count(column.distinct, "value")
    if missing := tell_missing_codes(column.missing_codes, name):
        remark += f"; {missing}"
    form = column.form
    is_spare = role.is_spare or role.is_amount
    if form is not None and form.kind != "codes" and is_spare:
        remark += f", {form.remark}"
    one = propose_one(column, role, found.levels.get(name))
    words = {} if group or (reason and not is_spare) or (same and not reason) else one.words
    is_formed = form is not None and form.kind != "codes"
    is_file = name in found.levels and "hierarchy" in words
    if ((reason or role.is_amount) and is_formed) or is_file:
        # A list that nobody asked for.
        words = {}
    return Proposal(name, words, remark, reason or same or unchosen)


def _with_one_reason(
    proposals: Sequence[Proposal], series: Mapping[str, Sequence[str]]
) -> list[Proposal]:
    """Return proposals of which those of a series are left out for one reason.

    But for what is said of their values alone, as that most of them are NULL.
    """
    soft = (MEASURED, UNKNOWN, OF_ANOTHER, OF_SERIES, _TOO_MANY)
    reasons = {one.name: one.reason for one in proposals}
    told = []
    for one in proposals:
        members = [name for name in series.get(one.name, ()) if reasons.get(name, "") in soft]
        if one.reason in soft and members:
            of_all = [reasons[name] for name in members]
            reason = next((said for said in of_all if said in (OF_SERIES, MEASURED)), of_all[0])
            told.append(replace(one, reason=reason))
        else:
            told.append(one)
    return told


def _tell_of_another(chosen: Sequence[str], found: Profile) -> str:
    """Say why a column of a relative, or a second one, is left out; and not another that is."""
    alike = [name for name in chosen if is_of_another(name, found)]
    if not alike:
        return OF_ANOTHER
    are = "comes" if len(alike) == 1 else "come"
    return (
        f"it seems to be of a relative or a second one, as {join_names(alike)}, which {are} before"
        " it in P; if others know it, list it above"
    )


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


_DECIDING = "it alone decides who is in T; if others know it, list it and generalize it wholly"
_SHOWING = "it, or another flag of its column, shows much of T; if others know it, list it above"
_MARKING = (
    "private.where reads it, so it tells who is in T; if others know it, list it here and in"
    " public_columns, and generalize it"
)
_TOO_MANY = "further columns make the search long"
_OUTCOME = "T has it beside its key, as an outcome: if others know it, list it above"
_TIME = "it numbers the rows of a person, as a year or a wave does, and describes nobody"
_AMOUNT = "few people know such an amount of others; if they do, list it above"


def _find_role(one: ColumnProfile, found: Profile, key: str | None) -> Role:
    role = find_role(one, name_kind(one, found), is_counted=found.public_count is not None)
    private = found.private[one.name]
    if one.name == key:
        return replace(role, reason="it is the key", is_spare=False)
    if found.panel is not None and found.panel.is_certain and one.name == found.panel.name:
        names = "names people, as you said" if found.panel.is_said else "seems to name people"
        reason = f"it {names}, who have several rows each"
        return replace(role, reason=reason, is_spare=False)
    if found.panel is not None and found.panel.is_asked_about and found.panel.names == (one.name,):
        reason = "it may name people, as asked above"
        return replace(role, reason=reason, is_spare=not role.reason)
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
        types = f"it is {one.type.title} in P and {private.title} in T"
        reason = f"{types}; give both one type{tell_cast(one, found)}"
        return replace(role, reason=reason, is_spare=False)
    return role


def _is_time_of_panel(one: ColumnProfile, found: Profile) -> bool:
    """Whether a column, by its name too, numbers the rows of each person; days are more."""
    time = None if found.panel is None else found.panel.latest
    is_same = time is not None and time.name == one.name
    return is_same and (may_be_time(one) or numbers_course(one.name)) and one.reads_as_number


def name_others(found: Profile, taken: Sequence[str]) -> list[str]:
    """Return the columns of T that could be kept: not in P, and no row numbers of pandas."""
    return list_others([one.name for one in found.public], found.private, taken)


def list_others(public: Iterable[str], private: Iterable[str], taken: Collection[str]) -> list[str]:
    """Return what `name_others` does, of the columns of P and of T.

    >>> list_others(["pid", "Sex"], ["pid", "sex", "dose", "at"], ["at"])
    ['dose']
    """
    known = {fold_name(name.strip()) for name in public}
    return [
        name
        for name in private
        if name not in taken
        and fold_name(name.strip()) not in known
        and not name.startswith("__index_level_")
    ]
