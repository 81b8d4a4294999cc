"""What the page to sign says of T as it is: whom somebody could place there."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.telling_columns import TellingColumn, name_deciding
from dpsql.domain.plurals import name_count
from dpsql.domain.several_rows import RepeatingColumn
from dpsql.report.sentences import as_percent, sum_up_confidence

#: Of the columns that decide who is in T, how many are named in a sentence.
MOST_NAMED = 3


@dataclass(frozen=True)
class KnownByPrior:
    """What somebody who knows the rates of a prior, too, could say of raw values.

    `greatest`: the greatest posterior of P's people, to 1e-9. `contradicting`: classes that T and
    the prior contradict each other in; their people are not counted.
    """

    public_rows: int
    greatest: float
    contradicting: int


@dataclass(frozen=True)
class Absent:
    """The people of P who could be known not to be in T, where δmin is to hide them.

    `people`: those who are in T with a probability of 0. `others`: all people of P who are not in
    T. `delta_min`: of the job, above 0.
    """

    people: int
    others: int
    delta_min: Fraction

    @property
    def sentence(self) -> str:
        """How many people could be known not to be in T."""
        whom = f"{self.people:,} of {name_count(self.others, 'other person', 'other people')}"
        if self.people == self.others:
            whom = (
                f"all {self.others:,} other people" if self.others > 1 else "the one other person"
            )
        hides = f"δmin {as_percent(self.delta_min)}"
        if not self.people:
            return f" Of nobody of P is it certain that they are not in T ({hides})."
        return f" Of {whom} of P it is certain that they are not in T, which {hides} is to hide."


@dataclass(frozen=True)
class Before:
    """What T reveals if it is published as it is.

    `certain`: the rows of T whose people nobody could doubt. `greatest`: the greatest presence.
    `confident`: in place of both, where P is known from statistics only. `telling`: columns that
    alone show who is in T. `identifying`: kept columns that identify people. `above`: the rows of T
    whose people could be placed there with more than the job's `delta_max`; 1 if it has none. With
    a `prior`, whose greatest posterior stands in place of `greatest`, `above` counts people of P:
    of people who share their values and not their rates nobody knows which of them T's rows are.
    `known_absent`: how many people of a class may be known not to be in T, beyond what is counted.
    `repeating`: a column that may name people with several rows of P. `absent`: who could be known
    not to be in T, where the job has a δmin above 0. `differing`: rows of T whose values are
    not those of P, where T is given by key.
    """

    private_rows: int
    certain: int | None
    greatest: Fraction | None
    confident: ConfidentPresence | None
    telling: tuple[TellingColumn, ...] = ()
    identifying: tuple[KeptColumn, ...] = ()
    above: int = 0
    delta_max: Fraction = Fraction(1)
    prior: KnownByPrior | None = None
    known_absent: int | None = None
    repeating: RepeatingColumn | None = None
    absent: Absent | None = None
    differing: DifferingRows | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        if self.confident is not None:
            return {"private_rows": self.private_rows, **self.confident.to_dict()}
        placed: dict[str, Any] = {
            "rows_above_delta_max": self.above,
            "presence": {"max": str(self.greatest)},
        }
        if self.prior is not None:
            placed = {
                "people_above_delta_max": self.above,
                "posterior": {"max": round(self.prior.greatest, 12)},
                "contradicting_classes": self.prior.contradicting,
            }
        return {
            "private_rows": self.private_rows,
            "certain_rows": self.certain,
            **({} if self.absent is None else {"certainly_absent_people": self.absent.people}),
            **placed,
            "telling_columns": [one.to_dict() for one in self.telling],
            "identifying_columns": [one.to_dict() for one in self.identifying],
        }

    @property
    def sentence(self) -> str:
        """What somebody could know without a release's generalization."""
        if self.confident is not None:
            return sum_up_confidence(self.confident)
        deciding = name_some(name_deciding(self.telling))
        alone = f" To know {deciding} alone is enough." if deciding else ""
        placed = self._tell_certain() if self.prior is None else self._tell_by_prior(self.prior)
        out = self.absent.sentence if self.absent is not None else ""
        return placed + out + self._tell_known_absent() + alone

    def _tell_known_absent(self) -> str:
        if not self.known_absent or self.certain == self.private_rows:
            return ""
        people = name_count(self.known_absent, "person", "people")
        return (
            f" Who knows of {people} who share these values that they are not in T may tell more."
        )

    def _tell_by_prior(self, prior: KnownByPrior) -> str:
        who = "Whoever knows P and the rates of the prior"
        above = ""
        if self.above > (self.certain or 0):
            above = f"place {self.above:,} of {name_count(prior.public_rows, 'person', 'people')}"
            above += f" of P there with more than δmax {as_percent(self.delta_max)}"
        told = f"{who} is certain of {self._name_certain()} that they are in T"
        if self.certain:
            told += f", and could {above}" if above else ""
        else:
            greatest = as_percent(Fraction(prior.greatest).limit_denominator(10**9))
            told = f"{who} could place somebody in T with a probability of up to {greatest}"
            told += f", and {above}" if above else ""
        if prior.contradicting:
            classes = name_count(prior.contradicting, "combination", "combinations")
            told += (
                f". Of {classes} of raw values T has too few or too many rows for these rates (0 or"
                " 1); people there are not counted"
            )
        return f"{told}."

    def _name_certain(self) -> str:
        people = name_count(self.private_rows, "person", "people")
        if self.certain != self.private_rows:
            return f"{self.certain:,} of {people}"
        return f"all {people}" if self.private_rows > 1 else "the one person"

    def _tell_certain(self) -> str:
        assert self.greatest is not None  # noqa: S101 - P was counted
        people = name_count(self.private_rows, "person", "people")
        if self.certain:
            told = f"Whoever knows P is certain of {self._name_certain()} that they are in T"
            if self.certain == self.private_rows:
                return f"{told}."
            return f"{told}{self._tell_above(', and could place')}."
        ends = as_percent(self.greatest)
        told = f"Somebody could be placed in T with a probability of up to {ends}"
        return f"{told}{self._tell_above(f'; of {people}, whoever knows P could place')}."

    def _tell_above(self, lead: str) -> str:
        """Say of how many people the release has to protect who they are."""
        if self.above == (self.certain or 0):
            return ""
        whom = "all" if self.above == self.private_rows else f"{self.above:,}"
        return f"{lead} {whom} with more than δmax {as_percent(self.delta_max)}"


def name_some(names: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    if len(names) <= MOST_NAMED + 1:
        return " or ".join(names)
    more = name_count(len(names) - MOST_NAMED, "other column")
    return " or ".join([*names[:MOST_NAMED], f"one of {more}"])
