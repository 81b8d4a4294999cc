"""Recognizes a T of a key and what was measured, whose people P describes better."""

from collections.abc import Sequence

from dpsql.domain.words.kinds import DEMOGRAPHIC
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.people.keys import list_only_public
from dpsql.first_job.profile import Profile
from dpsql.first_job.roles import IS_STUDIED, find_role

#: T has no more columns that could be quasi-identifiers, and P alone so many kinds of what people
#: know of each other.
_FEW, _LEAST_KINDS = 3, 2


def are_outcomes(found: Profile, key: str, shared: Sequence[str]) -> bool:
    """Whether the few columns that T shares with P describe nobody, where P alone has some that do.

    By their names: what others may know, such as age and sex, comes first. If all are what a study
    looks at, one column of P that describes people is enough.
    """
    kinds = {one.name: name_kind(one, found) for one in found.public}
    studied = {
        one.name
        for one in found.public
        if find_role(one, kinds[one.name], is_counted=False).reason == IS_STUDIED
    }
    others = [name for name in shared if name not in studied]
    if len(shared) > _FEW or any(kinds[name] in DEMOGRAPHIC for name in others):
        return False
    known = {
        kinds[one.name]
        for one in list_only_public(found, key)
        if not find_role(one, kinds[one.name], is_counted=False).reason
    }
    return len(known.intersection(DEMOGRAPHIC)) >= (_LEAST_KINDS if others else 1)


def tell_outcomes(found: Profile) -> str:
    """Say which columns of T are no quasi-identifiers for that reason; empty if none is."""
    if not found.outcomes:
        return ""
    names = ", ".join(found.outcomes)
    what, it = ("an outcome", "it") if len(found.outcomes) == 1 else ("outcomes", "them")
    return (
        f"{names} of T may be {what}, as P alone has what people know of each other: the"
        f" quasi-identifiers are columns of P, found by key; if others know {it}, list {it}, too;"
        f" if not, remove {it} from public_columns, and keep may publish {it}"
    )
