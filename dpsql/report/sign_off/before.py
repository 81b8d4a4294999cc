"""What the page to sign says of T as it is: whom somebody could place there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.found.telling_columns import TellingColumn, name_deciding
from dpsql.domain.plurals import name_count
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.explored_sentences import tell_absent
from dpsql.report.sentences import as_percent, sum_up_confidence

#: Of the columns that decide who is in T, how many are named in a sentence.
MOST_NAMED = 3
#: Of columns and conditions, how many a list of the page has; of more their number is told.
MOST_LISTED = 12


@dataclass(frozen=True)
class Before:
    """What T reveals if it is published as it is, to somebody who knows what the job says.

    `placed`: whom somebody could place, of P's `public_rows`; `bounds`: δ, or None.
    `greatest`: the greatest presence; with a prior the greatest `posterior`, to 1e-9, stands in its
    place. `confident`: in place of all these, where P is known from statistics only. `telling`:
    columns that alone show who is in T. `identifying`: kept columns that identify people.
    `known_absent`: how many people of a class may be known not to be in T. `doubt`: why
    somebody may have several rows of P; empty if nothing says so. `differing`: rows of T whose
    values are not those of P, where T is given by key.
    """

    private_rows: int
    placed: PlacedPeople | None
    greatest: Fraction | None
    confident: ConfidentPresence | None
    public_rows: int = 0
    bounds: PresenceBounds | None = None
    posterior: float | None = None
    telling: tuple[TellingColumn, ...] = ()
    identifying: tuple[KeptColumn, ...] = ()
    known_absent: int | None = None
    doubt: str = ""
    differing: DifferingRows | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        if self.confident is not None:
            rows = {"private_rows": self.private_rows, **self.confident.to_dict()}
            return rows | {"identifying_columns": [one.to_dict() for one in self.identifying]}
        return {
            "private_rows": self.private_rows,
            **(self._count(self.placed) if self.placed is not None else {}),
            "telling_columns": [one.to_dict() for one in self.telling],
            "identifying_columns": [one.to_dict() for one in self.identifying],
        }

    def _count(self, placed: PlacedPeople) -> dict[str, Any]:
        counted: dict[str, Any] = {"certain_rows": placed.certain}
        if placed.certain_if_absent is not None:
            counted["certain_rows_if_absent"] = placed.certain_if_absent
        if self.bounds is not None:
            counted["people_above_delta_max"] = placed.above
            if self.bounds.minimum:
                counted["people_below_delta_min"] = placed.below
                counted["certainly_absent_people"] = placed.absent
        if self.posterior is None:
            return {**counted, "presence": {"max": str(self.greatest)}}
        return {
            **counted,
            "posterior": {"max": round(self.posterior, 12)},
            "contradicting_classes": placed.contradicting,
        }

    @property
    def sentence(self) -> str:
        """What somebody could know without a release's generalization."""
        if self.confident is not None:
            return sum_up_confidence(self.confident)
        deciding = name_some(name_deciding(self.telling))
        alone = f" To know {deciding} alone is enough." if deciding else ""
        assert self.placed is not None  # noqa: S101 - P was counted
        return "".join(self._list_sentences(self.placed)) + alone

    def _list_sentences(self, placed: PlacedPeople) -> Iterator[str]:
        who = "Whoever knows P" + (" and the rates of the prior" * (self.posterior is not None))
        if placed.certain:
            yield f"{who} is certain of {self._name_certain(placed)} that they are in T."
        else:
            greatest = self.greatest
            if self.posterior is not None:
                greatest = Fraction(self.posterior).limit_denominator(10**9)
            assert greatest is not None  # noqa: S101 - P was counted
            ends = as_percent(greatest)
            yield f"{who} could place somebody in T with a probability of up to {ends}."
        knows_more = placed.certain_if_absent is not None and placed.certain < self.private_rows
        if knows_more:
            yield self._tell_if_absent(placed)
        if beyond := self._tell_beyond(placed, "can be" if knows_more else ""):
            yield f" Then {beyond}." if knows_more else f" {beyond[0].upper()}{beyond[1:]}."
        is_told = self.bounds is not None and self.bounds.minimum
        if placed.absent and not is_told:
            yield f" {tell_absent(placed.absent, self.public_rows)}"
        if placed.contradicting:
            classes = name_count(placed.contradicting, "combination", "combinations")
            yield (
                f" Of {classes} of raw values T has too few or too many rows for these rates (0 or"
                " 1); people there are not counted."
            )

    def _name_certain(self, placed: PlacedPeople) -> str:
        people = name_count(self.private_rows, "person", "people")
        if placed.certain != self.private_rows:
            return f"{placed.certain:,} of {people}"
        return f"all {people}" if self.private_rows > 1 else "the one person"

    def _tell_if_absent(self, placed: PlacedPeople) -> str:
        """Say of how many people somebody is certain who knows that others are not in T."""
        people = name_count(self.known_absent or 0, "person", "people")
        told = f" Whoever also knows, of {people} with the same values, that they are not in T is"
        if placed.certain_if_absent == placed.certain:
            return f"{told} certain of nobody{' else' if placed.certain else ''}."
        if placed.certain_if_absent == self.private_rows:
            return f"{told} certain of all {self.private_rows:,}."
        return f"{told} certain of {placed.certain_if_absent:,}."

    def _tell_beyond(self, placed: PlacedPeople, verb: str) -> str:
        """Say how many people of P δ is broken for; empty if it excludes nothing."""
        if self.bounds is None:
            return ""
        people = name_count(self.public_rows, "person", "people")
        low, high = self.bounds.minimum, self.bounds.maximum
        parts = []
        if high < 1:
            parts.append((placed.above, f"above δmax {as_percent(high)}"))
        if low:
            parts.append((placed.below, f"below δmin {as_percent(low)}{_tell_absent(placed)}"))
        if not parts:
            return ""
        (first, bound), *more = parts
        told = f"{_count(first)} of {people} of P {verb or ('is' if first < 2 else 'are')} {bound}"
        return told + "".join(f", and {_count(number)} {other}" for number, other in more)


def _tell_absent(placed: PlacedPeople) -> str:
    if not placed.absent:
        return ""
    whom = "" if placed.absent == placed.below else f"{placed.absent:,} of them "
    return f" ({whom}certainly not in T)"


def _count(people: int) -> str:
    return f"{people:,}" if people else "none"


def name_some(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    if len(names) <= MOST_NAMED + 1:
        return " or ".join(names)
    more = name_count(len(names) - MOST_NAMED, "other column")
    return " or ".join([*names[:MOST_NAMED], f"one of {more}"])
