"""Finds names of columns that P and T spell differently: columns are matched by exact names."""

from collections.abc import Iterator

from dpsql.domain.names import find_written, fold_name
from dpsql.domain.plurals import name_count
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposal import Proposal


def find_spelled(name: str, found: Profile) -> list[str]:
    """Return the names of T that are P's `name` in another spelling, and no name of P."""
    if name in found.private:
        return []
    public = {one.name for one in found.public}
    return [one for one in find_written(name, found.private) if one not in public]


def list_misspelled(found: Profile) -> Iterator[Proposal]:
    """Yield columns of P whose name T spells otherwise: they are matched by exact names."""
    for one in found.public:
        same = find_spelled(one.name, found)
        if same:
            written = [other.strip() for other in (same[0], one.name)]
            is_folded = fold_name(written[0]) == fold_name(written[1])
            is_other = is_folded and written[0].casefold() != written[1].casefold()
            beyond = " with other Unicode characters" if is_other else ""
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
    names = [one.name for one in list_misspelled(found)]
    if not names:
        return ""
    first, *others = names
    differ = name_count(len(others), "other name differs", "other names differ")
    also = f" ({differ} so, too)" if others else ""
    spelled = find_spelled(first, found)[0]
    return f"T spells {_quote(first)} {_quote(spelled)}{also}; give them one name in both tables"
