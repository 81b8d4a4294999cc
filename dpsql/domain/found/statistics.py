"""What is counted before and during a search; plain numbers that metrics turn into costs.

`LevelStatistics` comes from the single-attribute frequency sets, before any node is counted;
`NodeStatistics` from the equivalence classes of one node.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.presence_bars import PresenceBar


@dataclass(frozen=True)
class LevelStatistics:
    """One quasi-identifier at one level.

    `leaves_lost`: Σ over the rows of T of (leaves under the released value − 1).
    `leaves`: leaves of the hierarchy. `groups`: how many released values cover f rows of T, by f.
    """

    leaves_lost: int
    leaves: int
    groups: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PublishedColumn:
    """One quasi-identifier as rows of T are published, each on a level of its own.

    `leaves_lost`: Σ over these rows of (leaves under the label − 1). `leaves`: leaves of the
    hierarchy. `levels`: Σ over the rows of the level. `height`: of the hierarchy. `label_rows`: how
    many of the rows have a label that f rows of T have on its level, by f. `weight`: how much its
    loss counts.
    """

    leaves_lost: int
    leaves: int
    levels: int
    height: int
    label_rows: tuple[tuple[int, int], ...]
    weight: int = 1


@dataclass(frozen=True)
class TableStatistics:
    """Sizes of P and T, and per quasi-identifier the statistics of its levels, level 0 first.

    `weights`: how much the loss of each quasi-identifier counts, in whole numbers; none: all alike.
    """

    public_rows: int
    private_rows: int
    levels: tuple[tuple[LevelStatistics, ...], ...]
    weights: tuple[int, ...] = ()

    def weigh(self, j: int) -> int:
        """How much the loss of quasi-identifier `j` counts."""
        return self.weights[j] if self.weights else 1

    @property
    def whole_weight(self) -> int:
        """The weights of all quasi-identifiers."""
        return sum(self.weights) if self.weights else len(self.levels)

    def publish(self, j: int, level: int) -> PublishedColumn:
        """Quasi-identifier `j` with every row of T on one level."""
        levels = self.levels[j]
        return PublishedColumn(
            leaves_lost=levels[level].leaves_lost,
            leaves=levels[level].leaves,
            levels=level * self.private_rows,
            height=len(levels) - 1,
            label_rows=tuple((rows, rows * labels) for rows, labels in levels[level].groups),
            weight=self.weigh(j),
        )


@dataclass(frozen=True)
class PrivateClasses:
    """The equivalence classes of one node that hold a row of T: how many, and Σ n_T²."""

    count: int
    squared_private_counts: int


@dataclass(frozen=True)
class NodeStatistics:
    """The equivalence classes of one node, counted.

    `violating_classes`: how many violate a model; classes of T are added for sensitive columns.
    `rules_out_finer`: if the node fails, so do all finer ones, where models are monotone.
    """

    violating_classes: int
    private: PrivateClasses
    rules_out_finer: bool = True

    @property
    def holds(self) -> bool:
        """No class violates a model."""
        return self.violating_classes == 0


@dataclass(frozen=True)
class Presence(KnowsAttributes):
    """Least and greatest presence over all classes of P, exact.

    `people_by_presence` counts the people of P in each of the bars (`presence_bars`) of the job.
    `if_absent`: the greatest presence of the others if people of a class are known not to be in T,
    as many as the job says; None if it does not. `bars`: those of the counts, for people to read.
    """

    minimum: Fraction
    maximum: Fraction
    people_by_presence: tuple[int, ...]
    if_absent: Fraction | None = None
    bars: tuple[PresenceBar, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        """The ends, and the bars in which there are people.

        >>> none, half, all_ = Fraction(0), Fraction(1, 2), Fraction(1)
        >>> bars = PresenceBar(none, half, True, True), PresenceBar(half, all_, False, True)
        >>> Presence(Fraction(1, 3), half, (4, 0), bars=bars)
        <Presence: 1/3 to 1/2; people of P: 4 in [0, 1/2]>
        >>> Presence(none, all_, (3, 1), all_, bars)
        <Presence: 0 to 1, of others up to 1 if people are absent; people of P: 3 in [0, 1/2], 1 in\
 (1/2, 1]>
        """
        absent = self.if_absent
        others = "" if absent is None else f", of others up to {absent} if people are absent"
        told = f"{self.minimum} to {self.maximum}{others}"
        counted = zip(self.people_by_presence, self.bars, strict=False)
        if people := ", ".join(f"{count:,} in {bar}" for count, bar in counted if count):
            told += f"; people of P: {people}"
        return f"<Presence: {told}>"


class PresenceEnds(NamedTuple):
    """Least and greatest presence over all classes of P, exact."""

    minimum: Fraction
    maximum: Fraction

    def __repr__(self) -> str:
        """The ends.

        >>> PresenceEnds(Fraction(1, 3), Fraction(1, 2))
        <Presence: 1/3 to 1/2>
        """
        return f"<Presence: {self.minimum} to {self.maximum}>"


def tell_if_absent(presence: Fraction | None) -> dict[str, dict[str, str]]:
    """Return the field of the JSON with the presence if people are known to be absent, if any."""
    return {} if presence is None else {"presence_if_absent": {"max": str(presence)}}
