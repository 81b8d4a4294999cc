"""Finds names of columns that P and T spell differently: columns are matched by exact names."""

from collections.abc import Iterator

from dpsql.domain.names import find_written
from dpsql.domain.plurals import name_count
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposal import Proposal


def list_misspelled(found: Profile) -> Iterator[Proposal]:
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
    names = [one.name for one in list_misspelled(found)]
    if not names:
        return ""
    first, *others = names
    differ = name_count(len(others), "other name differs", "other names differ")
    also = f" ({differ} so, too)" if others else ""
    spelled = find_written(first, found.private)[0]
    return f"T spells {_quote(first)} {_quote(spelled)}{also}; give them one name in both tables"
