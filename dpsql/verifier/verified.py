"""The result of a verifier: the counts of every class, judged by the models in Python.

A class is a node's class of P, a box, or a person of P whom no box covers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.overlap import OverlapFound
from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.statistics import PrivateClasses, tell_if_absent
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.earlier import Together
from dpsql.errors import InputError, IntegrityError, NotSatisfied
from dpsql.privacy.demands import list_demands
from dpsql.privacy.known_absence import KnownAbsence, presence_if_absent
from dpsql.privacy.model import PrivacyModel
from dpsql.release.earlier import JudgedEarlier
from dpsql.release.manifest import CsvFormulas


@dataclass(frozen=True)
class ClassCounts:
    """People of P, rows of T and released rows of a class; how many classes have these counts."""

    public: int
    private: int
    released: int
    classes: int


@dataclass(frozen=True)
class Verified:
    """What the verifier counted: released rows, rows of P, least and greatest presence.

    `holds`: every class satisfies the models; false only if failure is tolerated. `counts`: those
    of all classes. `verdicts`: one per demand. `csv_formulas`: whether a cell of a CSV had to be
    quoted. `public_columns`: columns of P that anyone is assumed to know. `steps`: people of P that
    settled on each step of a pooled release, and rows of T that the release shows of it. `heights`:
    the last level of each quasi-identifier. `confident`: what the statistics of P say of presence,
    if its rows are not known; then `minimum` and `maximum` mean nothing. `statistics`: the SHA-256
    of the files of these. `known_absent`: how many people of a class may be known not to be in T.
    `posterior`: presence under the prior of the job; `prior`: the SHA-256 of the file of rates.
    `overlap`: what overlapping boxes tell. `together`: presence for who has the `earlier` releases
    of the job as well.
    """

    rows: int
    public_rows: int
    minimum: Fraction
    maximum: Fraction
    holds: bool = True
    counts: tuple[ClassCounts, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    csv_formulas: CsvFormulas = "refuse"
    public_columns: tuple[str, ...] = ()
    steps: tuple[tuple[int, int], ...] = ()
    heights: dict[str, int] = field(default_factory=dict)
    confident: ConfidentPresence | None = None
    statistics: tuple[str, ...] = ()
    known_absent: int | None = None
    posterior: Posterior | None = None
    prior: tuple[str, ...] = ()
    together: Together | None = None
    overlap: OverlapFound | None = None
    earlier: tuple[JudgedEarlier, ...] = ()

    @property
    def released_classes(self) -> PrivateClasses:
        """The classes, or boxes, that hold released rows."""
        counts = [one for one in self.counts if one.released]
        return PrivateClasses(
            sum(one.classes for one in counts),
            sum(one.classes * one.released**2 for one in counts),
        )

    def if_absent(self, known_absent: int | None) -> Fraction | None:
        """The greatest presence if so many people of a class are known not to be in T, if any."""
        if known_absent is None:
            return None
        return max(
            presence_if_absent(one.public, one.released, known_absent) for one in self.counts
        )

    @property
    def summary_of_presence(self) -> dict[str, Any]:
        """The JSON fields with presence, or with the confidence where P is not known."""
        if self.confident is not None:
            return self.confident.to_dict()
        presence = {"presence": {"min": str(self.minimum), "max": str(self.maximum)}}
        presence |= tell_if_absent(self.if_absent(self.known_absent))
        presence |= self.posterior.to_dict() if self.posterior is not None else {}
        presence |= self.overlap.to_dict() if self.overlap is not None else {}
        return presence | (self.together.to_dict() if self.together is not None else {})

    @property
    def summary(self) -> dict[str, Any]:
        """The JSON fields with the result of checking the release against the job."""
        return {
            "public_rows": self.public_rows,
            **self.summary_of_presence,
            "models": list_verdicts(self.verdicts),
        }


def refuse_other_counts(counts: Sequence[ClassCounts], complaint: str) -> None:
    """Check that every class has as many released rows as rows of T, not more than people of P.

    Raises:
        IntegrityError: a class has not; `complaint` takes the number of classes with other counts.
    """
    different = sum(one.classes for one in counts if one.private != one.released)
    if different:
        rows = name_count(different, "distinct row is", "distinct rows are")
        raise IntegrityError(complaint.format(different, rows=rows))
    if any(one.released > one.public for one in counts):
        raise IntegrityError("release: it holds rows that no people of P could have")


def judge(
    counts: Sequence[ClassCounts], models: Sequence[PrivacyModel], *, tolerate_failure: bool = False
) -> Verified:
    """Let the models judge every class, and measure presence.

    Raises:
        InputError: P is empty. NotSatisfied: a class breaks a model, unless that is tolerated.
    """
    if not counts:
        raise InputError("P has no rows; presence is measured against a population")
    rows = sum(one.released * one.classes for one in counts)
    public_rows = sum(one.public * one.classes for one in counts)
    models = [model.on(public_rows, rows) for model in models]
    failing = sum(
        one.classes
        for one in counts
        if not all(model.holds(one.public, one.released) for model in models)
    )
    presences = [Fraction(one.released, one.public) for one in counts]
    verified = Verified(
        rows=rows,
        public_rows=public_rows,
        minimum=min(presences),
        maximum=max(presences),
        holds=not failing,
        counts=tuple(counts),
        verdicts=tuple(_judge_each(counts, models)),
        known_absent=next((one.absent for one in models if isinstance(one, KnownAbsence)), None),
    )
    if failing and not tolerate_failure:
        total = sum(one.classes for one in counts)
        verb = "violates" if failing == 1 else "violate"
        words = ", ".join(f"{k} {v}" for model in models for k, v in model.parameters.items())
        raise NotSatisfied(
            f"release: {failing} of {name_count(total, 'class', 'classes')} of P {verb} the job"
            f" ({words})",
            verified.summary,
        )
    return verified


def _judge_each(counts: Sequence[ClassCounts], models: Sequence[PrivacyModel]) -> Iterator[Verdict]:
    for demand in list_demands(models):
        breaking = (
            one.classes for one in counts if not demand.model.holds(one.public, one.released)
        )
        yield demand.judge(sum(breaking))
