"""What the pages are made of. The public page is made of `Facts`, and of nothing else.

Each field of `Facts` is a function of P, the hierarchies, the job (δ, constraints, the names of
columns and of the release) and the release: anybody who has these counts the same, as a release
tells how many rows of T each class of P has. Two tables T with one release have one public page,
byte for byte (`tests/functional/reports/test_report_variants.py`). What else follows from T is in
`Secrets`: how a search went, entropy (of raw values), the frontier and the lattice. Seconds, memory
and folders stand in neither.

Where nothing was released, Facts are those of the release that the levels would make.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from dpsql.domain.found.statistics import Presence
from dpsql.domain.plurals import read_names
from dpsql.report.details import Details, Insight, Label
from dpsql.report.first_sentence import sum_up
from dpsql.report.informed import find_informed
from dpsql.report.sentences import sum_up_overlap, sum_up_together
from dpsql.report.settled_levels import SettledLevel, find_settled

#: Metrics that follow from the release, where entropy needs the raw values of T.
RELEASED = ("loss", "discernibility", "precision", "class_size")
#: Those of classes, which follow from any release.
_OF_CLASSES = ("discernibility", "class_size")


@dataclass(frozen=True)
class Facts:
    """What everybody may know once the release is out.

    `title`: what the job calls itself. `weights`: of the columns in the loss, if they differ.
    `choose`: from_public where the levels do not depend on T but for its number of rows.
    `satisfied`: whether all that the job asks for holds; None where it asks for nothing.
    `private_rows`: those of the release. `sentence`: what it reveals to whoever knows what the job
    says outsiders know. `presence`: over all classes of P; `posterior`:
    under the prior of the job, if it has one; `together`: what it is for who has the earlier
    releases of the job, in words; `overlap`: how classes that overlap were judged. `delta`: ends by
    ``min`` and ``max``, or empty. `keep`: columns of T that are published as they are.
    `public_columns`: those of P that anyone is taken to have. `levels`, `heights`, `losses`: by
    quasi-identifier; no levels where `box_count` boxes were drawn, or where parts were cut along
    the hierarchies and a `rest` is stated. `pooled` and `steps`: of those who climbed, as the JSON
    has them; `levels` are those of the start then, and `settled` those that rows have.
    `release`: the name of its file, without folders. `person`: the columns that name a person, in
    all of which no two rows of P were found to agree, if the job states them; empty if it says that
    none does. `becomes`: for
    each quasi-identifier the labels of one value of P on all levels.
    """

    status: str
    choose: str | None
    satisfied: bool | None
    is_unsafe: bool
    public_rows: int
    private_rows: int
    sentence: str
    presence: Presence
    posterior: Mapping[str, Fraction]
    together: str
    overlap: str
    delta: Mapping[str, Fraction]
    constraints: Mapping[str, Any]
    keep: tuple[str, ...]
    public_columns: tuple[str, ...]
    levels: Mapping[str, int]
    heights: Mapping[str, int]
    box_count: int | None
    rest: str | None
    pooled: Mapping[str, Any] | None
    steps: tuple[Mapping[str, Any], ...]
    losses: Mapping[str, float]
    metrics: Mapping[str, float]
    release: str | None
    sha256: str | None
    details: Details
    title: str | None = None
    weights: Mapping[str, str] = field(default_factory=dict)
    becomes: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    person: tuple[str, ...] | None = None
    #: Whether T is given by key, of which each row of P was found to have one of its own. Its name
    #: stays with the job.
    has_key: bool = False
    #: What is violated beside δmin and δmax: names of models, and what was asked. Both are the
    #: job's; a page that has any says first that it is not for publication.
    violated: tuple[tuple[str, str], ...] = ()
    #: Between which presence is known to lie for who has the earlier releases, if it is known.
    together_ends: tuple[Fraction, ...] = ()
    #: Whether the job says that outsiders know more than P of this T: it has a prior, or people are
    #: known to be absent, or there are earlier releases of this T, as the manifest states.
    is_informed: bool = False

    @classmethod
    def of(
        cls,
        found: Mapping[str, Any],
        heights: Mapping[str, int],
        satisfied: bool | None,
        losses: Mapping[str, float],
        details: Details,
    ) -> Self:
        """Take the public part of `found`, the JSON of an outcome, and what stands beside it.

        Without `losses` by column, no metric of labels is taken either.
        """
        release = found.get("release")
        told = RELEASED if losses else _OF_CLASSES
        low, high = (Fraction(found["presence"][end]) for end in ("min", "max"))
        return cls(
            status=found["status"],
            choose=found.get("choose"),
            satisfied=satisfied,
            is_unsafe=found.get("unsafe", False),
            public_rows=found["public_rows"],
            private_rows=found["private_rows"],
            sentence=sum_up(found),
            presence=Presence(low, high, tuple(found["people_by_presence"]), _if_absent(found)),
            posterior=_round(found.get("posterior", {})),
            together=sum_up_together(found["together"]) if "together" in found else "",
            overlap=sum_up_overlap(found) if "overlap" in found else "",
            delta={end: Fraction(text) for end, text in (found["delta"] or {}).items()},
            constraints=found["constraints"],
            keep=tuple(found["keep"]),
            public_columns=tuple(found["public_columns"]),
            levels=found.get("levels", {}),
            heights=heights,
            box_count=found.get("partitions"),
            rest=found.get("rest"),
            pooled=found.get("pooled"),
            steps=tuple(found.get("steps", ())),
            losses=losses,
            metrics={name: found["metrics"][name] for name in told if name in found["metrics"]},
            release=release and name_release(release),
            sha256=release and release["sha256"],
            details=details,
            title=found.get("title"),
            weights=found.get("weights", {}),
            becomes={name: tuple(labels) for name, labels in found.get("becomes", {}).items()},
            person=read_names(found.get("person")),
            has_key="differing_rows" in found,
            violated=tuple(
                (one["name"], one["asked"])
                for one in found.get("models", ())
                if one["holds"] is False and not one["name"].startswith("delta ")
            ),
            together_ends=_find_together(found),
            is_informed=find_informed(found) is not None,
        )

    @property
    def broken(self) -> set[str]:
        """What outsiders know, by its key, with which their presence is beyond δ."""
        ends = {
            "prior": tuple(self.posterior[end] for end in ("min", "max") if self.posterior),
            "earlier": self.together_ends,
            "known_absent": () if self.presence.if_absent is None else (self.presence.if_absent,),
        }
        return {name for name, reached in ends.items() if self._is_beyond(reached)}

    @property
    def decides_beside(self) -> list[str]:
        """What is violated although both ends of presence lie within δ; empty if none is named."""
        told = {
            "prior": "δ for whoever knows the rates of the prior",
            "earlier": "δ for whoever has the earlier releases",
            "known_absent": "δmax for whoever knows who is absent",
        }
        beside = [f"{name} {asked}" for name, asked in self.violated if name not in told]
        return [*beside, *(told[name] for name in told if name in self.broken)]

    def _is_beyond(self, reached: tuple[Fraction, ...]) -> bool:
        if self.satisfied is not False or not self.delta or not reached:
            return False
        return max(reached) > self.delta["max"] or min(reached) < self.delta["min"]

    @property
    def shape(self) -> str:
        """What the rows have in common, in one word; of a pooled release, where they start."""
        return "levels" if self.levels else "boxes" if self.rest is None else "parts"

    @property
    def subject(self) -> str:
        """What the page is about, in a few words."""
        if self.release or self.pooled:
            return f"this{' pooled' if self.pooled else ''} release"
        return f"a release {'at' if self.levels else 'of'} these {self.shape}"

    @property
    def needs_manifest(self) -> bool:
        """Whether labels alone do not say whom they stand for: finer ones may fit as well."""
        climbed = self.pooled is not None and self.pooled["public_rows"] > 0
        return climbed or self.rest not in (None, "refused")

    @property
    def settled(self) -> dict[str, SettledLevel]:
        """The levels that released rows have, where people climbed; empty elsewhere."""
        return find_settled(self.steps)

    @property
    def prior(self) -> Fraction:
        """Everybody's presence before anything is released."""
        return Fraction(self.private_rows, self.public_rows)


def name_release(release: Mapping[str, Any]) -> str:
    """Return the name of a released file, without folders, or of a released table."""
    return Path(release["path"]).name if "path" in release else str(release["table"])


def _if_absent(found: Mapping[str, Any]) -> Fraction | None:
    told = found.get("presence_if_absent")
    return None if told is None else Fraction(told["max"])


def _round(posterior: Mapping[str, Any]) -> dict[str, Fraction]:
    """The ends of the posterior, to the digits that are computed; empty without a prior."""
    ends = (end for end in ("min", "max") if end in posterior)
    return {end: Fraction(posterior[end]).limit_denominator(10**9) for end in ends}


def _find_together(found: Mapping[str, Any]) -> tuple[Fraction, ...]:
    together = found.get("together", {})
    if together.get("method") not in ("nested", "exact"):
        return ()
    return tuple(Fraction(together["presence"][end]) for end in ("min", "max"))


@dataclass(frozen=True)
class Secrets:
    """What only the data holder may see."""

    algorithm: str | None
    metric: str | None
    search: Mapping[str, Any] | None
    entropy: float | None
    insight: Insight
    suppressed: Sequence[str] = ()
    mends: str = ""

    @classmethod
    def of(
        cls,
        found: Mapping[str, Any],
        insight: Insight,
        suppressed: Sequence[str] = (),
        mends: str = "",
    ) -> Self:
        """Take the rest of `found`, the JSON of an outcome, as far as a page shows it.

        `suppressed`: quasi-identifiers that a search gave one label for everybody; `mends`: what
        may keep some of them.
        """
        return cls(
            algorithm=found.get("algorithm"),
            metric=found.get("metric"),
            search=found.get("search"),
            entropy=found["metrics"].get("entropy"),
            insight=insight,
            suppressed=suppressed,
            mends=mends,
        )
