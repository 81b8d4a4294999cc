"""Small populations known from statistics: the law of the product, and all their worlds."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from itertools import chain
from typing import Any

import numpy as np
from hypothesis import strategies as st

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.sample import SampledClasses, SampleLaw
from dpsql.privacy.confidence.strata import StrataClasses, StrataLaw
from tests.oracle.knowledge.confident import (
    Worlds,
    add,
    draw_from_urn,
    draw_independently,
    merge,
    shift,
)


@dataclass(frozen=True)
class Stratum:
    """Cells of a domain: others in all, people of T of each cell, and its share."""

    others: int
    members: tuple[int, ...]
    shares: tuple[F, ...]

    @property
    def size(self) -> int:
        return self.others + sum(self.members)

    @property
    def chances(self) -> list[F]:
        """The shares of the others if the statistics count all people; all 0 if there are none."""
        if not self.others:
            return [F(0) for _ in self.shares]
        pairs = zip(self.members, self.shares, strict=True)
        return [(self.size * share - inside) / self.others for inside, share in pairs]

    @property
    def is_contradicted(self) -> bool:
        """Whether there are people of T whom the statistics do not have."""
        pairs = zip(self.members, self.shares, strict=True)
        return any(inside > self.size * share for inside, share in pairs)


@dataclass(frozen=True)
class Statistics:
    """What is known of P, and what is known of T; `sampled` people of each cell, in a sample."""

    kind: str
    members_included: bool
    strata: tuple[Stratum, ...]
    sampled: tuple[int, ...]

    @property
    def cells(self) -> int:
        return len(self.sampled)

    @property
    def members(self) -> tuple[int, ...]:
        """The people of T of each cell."""
        return tuple(map(sum, zip(*(one.members for one in self.strata), strict=True)))

    @property
    def has_worlds(self) -> bool:
        """Whether there is a law of all others at once."""
        free = self.kind == "sample" or not self.members_included
        return free or not any(one.is_contradicted for one in self.strata)

    def list_worlds(self) -> Worlds:
        """The others of each cell, in all worlds."""
        if self.kind == "sample":
            (one,) = self.strata
            pulls = [x + share for x, share in zip(self.sampled, one.shares, strict=True)]
            if not self.members_included:
                return shift(draw_from_urn(one.others, pulls), self.sampled)
            known = [x - t for x, t in zip(self.sampled, one.members, strict=True)]
            return shift(draw_from_urn(one.size, pulls), known)
        parts = (
            draw_independently(one.others, one.chances if self.members_included else one.shares)
            for one in self.strata
        )
        return add(parts, self.cells)

    def make_law(self, more: int = 0) -> Law[Any]:
        """The law of the product; of so many others more."""
        sizes = [one.size + more for one in self.strata]
        rows = [sum(one.members) for one in self.strata]
        if self.kind == "strata":
            return StrataLaw(np.array(sizes), np.array(rows), self.members_included)
        if self.kind == "independent":
            return IndependentLaw(sizes[0], rows[0], self.members_included)
        known = sum(self.sampled)
        return SampleLaw(sizes[0] + known, rows[0], known, known + 1.0, self.members_included)

    def make_classes(self, groups: Sequence[int]) -> Any:
        """The classes of the product; cells of equal groups are one."""
        members = [merge(one.members, groups) for one in self.strata]
        shares = [[float(s) for s in merge(one.shares, groups)] for one in self.strata]
        if self.kind == "strata":
            number = len(members[0])
            return StrataClasses(
                number,
                np.tile(np.arange(number), len(self.strata)),
                np.repeat(np.arange(len(self.strata)), number),
                np.array(list(chain(*members))),
                np.array(list(chain(*shares))),
            )
        counts, theta = np.array(members[0]), np.array(shares[0])
        if self.kind == "independent":
            return SharedClasses(counts, theta)
        sampled = np.array(merge(self.sampled, groups))
        return SampledClasses(counts, sampled, sampled + theta)


@st.composite
def statistics(
    draw: st.DrawFn, kinds: Sequence[str] = ("independent", "strata", "sample")
) -> Statistics:
    """Any kind of statistics of a few cells; most of them fit to T."""
    kind = draw(st.sampled_from(kinds))
    cells = draw(st.integers(1, 4))
    included = draw(st.booleans())
    few = st.lists(st.integers(0, 3), min_size=cells, max_size=cells).map(tuple)
    number = draw(st.integers(1, 3)) if kind == "strata" else 1
    return Statistics(
        kind=kind,
        members_included=included,
        strata=tuple(draw(strata(cells, 6 if number == 1 else 2)) for _ in range(number)),
        sampled=draw(few) if kind == "sample" else (0,) * cells,
    )


@st.composite
def strata(draw: st.DrawFn, cells: int, most: int) -> Stratum:
    """Shares of all people that fit to T, or any shares."""
    few = st.lists(st.integers(0, 3), min_size=cells, max_size=cells).map(tuple)
    members, others = draw(few), draw(st.integers(0, most))
    weights = draw(st.lists(st.integers(0, 5), min_size=cells, max_size=cells).filter(any))
    shares = [F(weight, sum(weights)) for weight in weights]
    size = others + sum(members)
    if size and draw(st.integers(0, 3)):
        pairs = zip(members, shares, strict=True)
        shares = [(inside + others * share) / size for inside, share in pairs]
    return Stratum(others, members, tuple(shares))


shares = st.fractions(0, 1, max_denominator=8)
bounds = st.tuples(shares, shares).map(lambda pair: PresenceBounds(min(pair), max(pair)))
confidences = st.sampled_from([F(1, 3), F(1, 2), F(4, 5), F(19, 20), F(99, 100)])


@st.composite
def groupings(draw: st.DrawFn, cells: int) -> list[int]:
    """A division of the cells into classes, numbered from 0."""
    groups = draw(st.lists(st.integers(0, cells - 1), min_size=cells, max_size=cells))
    return [sorted(set(groups)).index(group) for group in groups]
