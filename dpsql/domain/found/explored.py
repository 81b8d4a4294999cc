"""What a release would be at one δmax, for whoever looks at many of them before choosing."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from dpsql.domain.found.statistics import Presence, tell_if_absent
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.algorithm import Algorithm

#: Somebody of P: the labels of each quasi-identifier on every level, the value first.
Person = tuple[tuple[Leaf, ...], ...]
#: What stands in a release in place of somebody's values; None if they are in no box.
ShownPerson = tuple[Leaf, ...] | None
#: The name of the release of a page where none of the points explored is it.
THIS_RELEASE = "this release"
#: Losses that differ by less, relatively, are one loss that was summed up in different orders.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class ColumnCells:
    """What rows of T get in one column: labels, by level, or ranges of values.

    `by_level`: rows by level, ascending. `exact`, `whole`: rows that keep their value, and rows
    whose range has all values. `ranges`: the other ranges that most rows have, with their rows.
    """

    by_level: Mapping[int, int] = field(default_factory=dict)
    exact: int = 0
    whole: int = 0
    ranges: tuple[tuple[Leaf, int], ...] = ()
    rows: int = 0


def count_levels(settled: Iterable[tuple[Mapping[str, int], int]]) -> dict[str, ColumnCells]:
    """Count rows by level in each column, from levels and the rows that have them.

    >>> count_levels([({"zip": 1}, 3), ({"zip": 0}, 2), ({"zip": 1}, 1)])["zip"].by_level
    {0: 2, 1: 4}
    """
    counts: dict[str, Counter[int]] = {}
    for levels, rows in settled:
        for name, level in levels.items():
            counts.setdefault(name, Counter())[level] += rows
    return {
        name: ColumnCells({level: n for level, n in sorted(one.items()) if n}, rows=one.total())
        for name, one in counts.items()
    }


@dataclass(frozen=True)
class LinkRisk:
    """How hard rows of T are to link to their people, where the public knows P.

    `k_map`: the fewest people of P in a class with rows of T. `rows`: of T, in classes so small
    that the risk is above the threshold of reports. `people`: of P, in classes with rows of T; all
    others are known not to be in T.
    """

    k_map: int
    rows: int
    people: int

    def count_absent(self, presence: Presence) -> int:
        """Count the people of P who are known not to be in T."""
        return sum(presence.people_by_presence) - self.people


def tell_risk(risk: LinkRisk | None, presence: Presence | None) -> dict[str, int | None]:
    """Return the risk of a release as the JSON has it; null where it is not known.

    >>> tell_risk(LinkRisk(10, 2, 52), Presence(Fraction(0), Fraction(1, 4), (4, 52)))
    {'k_map': 10, 'above_threshold': 2, 'certainly_absent_people': 4}
    """
    if risk is None or presence is None:
        return {"k_map": None, "above_threshold": None, "certainly_absent_people": None}
    return {
        "k_map": risk.k_map,
        "above_threshold": risk.rows,
        "certainly_absent_people": risk.count_absent(presence),
    }


@dataclass(frozen=True)
class ExploredPoint:
    """A release that was found or measured, and not written.

    `delta_max`: it is not exceeded. `losses`: by quasi-identifier. `levels`: of all rows, or of the
    start if people climb; then `least` people settle together, which a search at this δmax
    `finds_least` by itself or has to be told, and `climbed` are those of P and the rows of T who do
    not settle at the start. `box_count`: how many boxes or classes have rows of T,
    where boxes or parts are released.
    `is_whole`: nothing was left to search or to cut. `shown`: how the people of the exploration
    would stand there; empty where the levels tell it. `cells`: what rows get, by quasi-identifier;
    empty where all rows have the `levels`. `risk`: None where classes were not counted one by one.
    `informed`: the greatest presence for whoever knows the prior or has the earlier releases; None
    where the job has neither.
    """

    delta_max: Fraction
    loss: float
    losses: Mapping[str, float]
    presence: Presence
    levels: Mapping[str, int] | None = None
    least: int | None = None
    climbed: tuple[int, int] | None = None
    box_count: int | None = None
    is_whole: bool = True
    shown: tuple[ShownPerson, ...] = ()
    cells: Mapping[str, ColumnCells] = field(default_factory=dict)
    risk: LinkRisk | None = None
    informed: Fraction | None = None
    finds_least: bool = False

    @property
    def box_nouns(self) -> tuple[str, str]:
        """What the boxes or classes are called: of one, and of several."""
        has_labels = any(one.by_level for one in self.cells.values())
        return ("class", "classes") if has_labels else ("box", "boxes")

    @property
    def has_boxes(self) -> bool:
        """Whether boxes are released, whose loss does not compare with that of labels."""
        return self.box_count is not None and self.box_nouns[0] == "box"

    @property
    def most_informed(self) -> Fraction | None:
        """The greatest presence for whoever knows what the job says outsiders know; None without.

        That is a prior, earlier releases, or who is absent.
        """
        return self.presence.if_absent if self.informed is None else self.informed

    @property
    def says_nothing(self) -> bool:
        """Whether it was ended before it kept anything, and says nothing of its algorithm.

        >>> point = ExploredPoint(Fraction(1), 1.0, {}, Presence(Fraction(0), Fraction(1), ()))
        >>> point.says_nothing, replace(point, is_whole=False).says_nothing
        (False, True)
        """
        return not self.is_whole and self.loss >= 1

    def loses_less_than(self, other: "ExploredPoint") -> bool:
        """Whether it loses less, by more than the order in which losses are summed up makes."""
        return self.loss < other.loss * (1 - _ROUNDING)

    def is_like(self, other: "ExploredPoint") -> bool:
        """Whether both are the same release, as far as what is exact of them tells."""
        ours, others = (
            (one.levels, one.least, one.climbed, one.box_count, one.presence.people_by_presence)
            for one in (self, other)
        )
        return ours == others

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {
            "delta_max": str(self.delta_max),
            "loss": self.loss,
            "whole": self.is_whole,
            "presence": {"min": str(self.presence.minimum), "max": str(self.presence.maximum)},
            "people_by_presence": list(self.presence.people_by_presence),
            **tell_if_absent(self.presence.if_absent),
        }
        if self.informed is not None:
            told["presence_informed"] = {"max": str(self.informed)}
        if self.levels is not None:
            told["levels"] = dict(self.levels)
        if self.climbed is not None:
            public_rows, private_rows = self.climbed
            told["pooled"] = {
                "least": self.least,
                "public_rows": public_rows,
                "private_rows": private_rows,
            }
        if self.box_count is not None:
            told["partitions"] = self.box_count
        return told | {"losses": dict(self.losses), **tell_risk(self.risk, self.presence)}


def find_best(points: Iterable[ExploredPoint]) -> list[ExploredPoint]:
    """Return the best points by δmax, without each that loses no less than one of smaller δmax.

    The release of that one holds there, too. What was ended before it kept anything says nothing of
    the algorithm.
    """
    kept: list[ExploredPoint] = []
    for point in sorted(points, key=lambda one: (one.delta_max, one.loss)):
        if not point.says_nothing and (not kept or point.loss < kept[-1].loss):
            kept.append(point)
    return kept


@dataclass(frozen=True)
class ExploredAlgorithm:
    """The points of one algorithm, δmax ascending; `note`: what is left out, and why.

    `is_proven`: at each of the points nothing of this algorithm loses less. `tried`: the δmax that
    were looked at, ascending, where there is no frontier; `untried`: those without time for it.
    `algorithm`: as a job has it; None where the job of the page has it in another way.
    """

    name: str
    points: tuple[ExploredPoint, ...]
    is_proven: bool = True
    note: str = ""
    tried: tuple[Fraction, ...] = ()
    untried: tuple[Fraction, ...] = ()
    algorithm: Algorithm | None = None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "name": self.name,
            "algorithm": self.algorithm and self.algorithm.words,
            "proven": self.is_proven,
            **({"note": self.note} if self.note else {}),
            **({"tried": list(map(str, self.tried))} if self.tried else {}),
            **({"untried": list(map(str, self.untried))} if self.untried else {}),
            "points": [one.to_dict() for one in self.points],
        }

    def with_point(self, own: ExploredPoint) -> Self | None:
        """Add a point, in place of those that lose no less for no smaller δmax.

        None if it loses more than a point of smaller δmax, or where that is not known.
        """
        if self.is_proven:
            # At each point of a frontier δmax is the greatest presence.
            own = replace(own, delta_max=own.presence.maximum)
        below = [one for one in self.points if one.delta_max <= own.delta_max]
        if not below or own.loss > below[-1].loss * (1 + _ROUNDING):
            return None
        if self.is_proven and own.loses_less_than(below[-1]):
            # Not all points were measured, so that nothing loses less there is not known.
            return None
        before = [one for one in below if one.delta_max < own.delta_max]
        after = [one for one in self.points[len(below) :] if one.loss < own.loss]
        return replace(self, points=(*before, own, *after))


@dataclass(frozen=True)
class MinimalNode:
    """Levels that hold, none of which can be lowered; `presence` is the greatest."""

    levels: Mapping[str, int]
    loss: float
    presence: Fraction
    is_of_page: bool = False


@dataclass(frozen=True)
class MinimalNodes:
    """The minimal nodes of least loss, and how many there are; all of them, if `is_whole`."""

    nodes: tuple[MinimalNode, ...]
    total: int
    is_whole: bool = True

    @property
    def has_all(self) -> bool:
        """Whether all minimal nodes were found, and are listed."""
        return self.is_whole and self.total == len(self.nodes)

    @property
    def best(self) -> tuple[MinimalNode, ...]:
        """Those of least loss; sums of loss differ in their last digits."""
        least = min((one.loss for one in self.nodes), default=0.0)
        return tuple(one for one in self.nodes if one.loss <= least * (1 + _ROUNDING))

    @property
    def safest(self) -> int | None:
        """The number from 1 of one that loses as little as the page's, with less presence.

        The one with the least presence; None if there is none, or the page's loses more.
        """
        own = next((one for one in self.best if one.is_of_page), None)
        least = min(self.best, key=lambda one: one.presence, default=None)
        if own is None or least is None or least.presence >= own.presence:
            return None
        return self.nodes.index(least) + 1


@dataclass(frozen=True)
class Exploration:
    """What can be explored. `people`: examples of P, each column's labels on all levels.

    `release`: that of the page, one of the points; `kind`: the name of the job's algorithm.
    `is_sought`: this algorithm sought the least loss, as it did at all points.
    `seconds`: of work that the page had for what is not the frontier of levels; `asked_seconds`:
    those that were asked for, 0 without.
    """

    algorithms: tuple[ExploredAlgorithm, ...] = ()
    people: tuple[Person, ...] = ()
    minimal: MinimalNodes | None = None
    release: ExploredPoint | None = None
    kind: str = ""
    is_sought: bool = False
    seconds: float = 0.0
    asked_seconds: float = 0.0

    def with_release(self, own: ExploredPoint, kind: str) -> "Exploration":
        """Add the release of the page, if no point is it; the job's algorithm is named `kind`.

        It joins the points of this algorithm where it loses no more than they do: of levels that
        lose as much, a frontier has one. The best by another metric stands alone.
        """
        told = replace(self, release=own, kind=kind)
        if any(point.is_like(own) for one in self.algorithms for point in one.points):
            return told
        joined = tuple(
            (one.with_point(own) or one) if one.name == kind else one for one in self.algorithms
        )
        if joined == self.algorithms:
            joined += (ExploredAlgorithm(THIS_RELEASE, (own,), is_proven=False),)
        return replace(told, algorithms=joined)
