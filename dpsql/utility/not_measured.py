"""What of a candidate was too large to measure, pair by pair, or each reason once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dpsql.domain.plurals import join_names


@dataclass(frozen=True)
class NotMeasured:
    """Why a column or a pair has no figures; `columns`: none where no single one is meant.

    >>> str(NotMeasured("it is too large", ("zip", "age")))
    'zip × age: it is too large'
    """

    reason: str
    columns: tuple[str, ...] = ()

    def __str__(self) -> str:
        """As the JSON has it."""
        return ": ".join(filter(None, (" × ".join(self.columns), self.reason)))


def tell_by_reason(left_out: Iterable[NotMeasured]) -> Iterator[str]:
    """Yield each reason once, behind all that it is the reason of.

    >>> pairs = ("dob", "sex"), ("dob", "zip"), ("age", "dob")
    >>> list(tell_by_reason(NotMeasured("dob is too large", pair) for pair in pairs))
    ['the pairs of dob with sex, zip and age: dob is too large']
    """
    by_reason: dict[str, list[tuple[str, ...]]] = {}
    for one in left_out:
        by_reason.setdefault(one.reason, []).append(one.columns)
    for reason, all_ in by_reason.items():
        yield ": ".join(filter(None, (_name(all_), reason)))


def _name(all_: Sequence[tuple[str, ...]]) -> str:
    shared = set(all_[0]).intersection(*all_)
    if len(all_) < 2 or len(shared) != 1 or any(len(one) != 2 for one in all_):
        return ", ".join(" × ".join(one) for one in all_)
    (name,) = shared
    others = [second if first == name else first for first, second in all_]
    return f"the pairs of {name} with {join_names(others)}"
