"""What a report shows besides an outcome: classes, labels, and what a search found in the lattice.

`Details` is a function of P, the hierarchies, the job and the release; `Insight` is not, and is for
the data holder. Pure: gathered by `use_cases.details`, drawn by `page`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from dpsql.domain.alternative import Comparison
from dpsql.domain.found.explored import Exploration
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.risks import Risks

#: What is known of a node.
Kind = Literal["holds", "unknown", "fails"]
#: NULL is a label like any other.
Label = str | None


@dataclass(frozen=True)
class ShownClass:
    """A class of P: its labels by quasi-identifier, its people, and those of them in T.

    The people whom no box covers have no labels.
    """

    labels: Mapping[str, Label]
    public_rows: int
    private_rows: int

    @property
    def presence(self) -> Fraction:
        """The share of its people that is in T."""
        return Fraction(self.private_rows, self.public_rows)


@dataclass(frozen=True)
class OmittedClasses:
    """How many classes are not shown, and their people of P; `place`: of how many shown after."""

    classes: int
    public_rows: int
    place: int


@dataclass(frozen=True)
class Sample:
    """A value of P with its rows of P, and its labels on all levels, itself at level 0."""

    public_rows: int
    labels: tuple[Label, ...]


@dataclass(frozen=True)
class Layer:
    """The nodes of one sum of levels: how many hold, fail, and are undecided."""

    holds: int
    fails: int
    unknown: int

    @property
    def nodes(self) -> int:
        """The number of all nodes."""
        return self.holds + self.fails + self.unknown


@dataclass(frozen=True)
class Insight:
    """What the searches found. `layers` has one entry per sum of levels, from 0 to the root's.

    `chosen_layer`: the index of the layer of the node that the page is about, if it is about one;
    `chosen_kind`: what is known of that node. `checked`: nodes that were counted for the frontier.
    `left_out`: why there is no frontier, if there is none. `frontier_seconds`: of work, after which
    the search for it was ended; then the first `unproven` points are the best that was counted.
    `problem`: why nothing can be released, if nothing can. `comparison`: what other algorithms
    keep. `beside`: what the job releases, where it is no levels; the frontier is that of levels.
    """

    points: tuple[FrontierPoint, ...] = ()
    layers: tuple[Layer, ...] = ()
    chosen_layer: int | None = None
    chosen_kind: Kind | None = None
    checked: int = 0
    left_out: str = ""
    problem: str = ""
    #: Whether nothing was gathered, because no internal page was asked for.
    is_missing: bool = False
    comparison: Comparison | None = None
    #: What there is to choose at other δmax.
    exploration: Exploration = field(default_factory=Exploration)
    unproven: int = 0
    frontier_seconds: float | None = None
    beside: str = ""

    @property
    def explores_beside(self) -> bool:
        """Whether there is more than one point of what the job releases, where it is no levels."""
        return any(
            one.name == self.beside and len(one.points) > 1 for one in self.exploration.algorithms
        )


@dataclass(frozen=True)
class Details:
    """Classes of greatest and least presence, greatest first, and values with their labels.

    `tells_losses`: what rows lose follows from the release. It does not if rows of several levels
    look alike: they are one class, and lose differently. `risks`: at the threshold `REPORTED`; they
    follow from the counts of the classes, which whoever has P and the release can count.
    `omitted`: the classes between those of greatest and of least presence, if there are any.
    """

    classes: tuple[ShownClass, ...] = ()
    samples: Mapping[str, tuple[Sample, ...]] = field(default_factory=dict)
    tells_losses: bool = True
    risks: Risks | None = None
    omitted: OmittedClasses | None = None


@dataclass(frozen=True)
class Shown:
    """What a run gathered for its report: nothing, details, or also the insight."""

    details: Details | None = None
    insight: Insight | None = None
