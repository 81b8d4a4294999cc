"""``python -m tests.campaign.coverage RELEASES``: does δ hold as often as a release promises?

Each release is chosen once, from statistics and T: a node, and the least δmax that it satisfies at
a confidence c, so that the criterion is nearly used up. Then populations are drawn from the
statistics, and those in which some class violates δ are counted. Their share must not be above
1 − c, but for what chance explains. Prints one line of JSON; the exit code is 1 if a share is.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from time import monotonic
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.criterion import judge
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.least_delta import delta_at_confidence
from dpsql.privacy.confidence.sample import SampledClasses, SampleLaw
from dpsql.privacy.confidence.sizes import IntervalLaw
from dpsql.privacy.confidence.strata import StrataClasses, StrataLaw

Numbers = NDArray[np.int64]
#: Values of each quasi-identifier; a level joins twice as many neighbours as the one before.
DOMAIN, HEIGHTS = (8, 4, 4), (3, 2, 2)
KINDS = ("census", "others", "strata", "sample", "sample of others", "interval")
CONFIDENCES = (Fraction(4, 5), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))
#: Standard deviations by which a share of populations may be above 1 − c by chance.
LUCK = 4


def generalize(table: NDArray[Any], node: tuple[int, ...]) -> NDArray[Any]:
    """Add up the cells of each class of a node; the last axes are those of the domain."""
    first = table.ndim - len(DOMAIN)
    for axis, level in enumerate(node):
        size = table.shape[first + axis]
        table = np.add.reduceat(table, np.arange(0, size, 2**level), axis=first + axis)
    return table.reshape((*table.shape[:first], -1))


@dataclass(frozen=True)
class Known:
    """Statistics and T: sizes and tables by stratum; of a sample, its people and its pulls."""

    kind: str
    sizes: Numbers
    members: Numbers
    shares: NDArray[np.float64]
    sampled: Numbers

    def make(self, node: tuple[int, ...]) -> tuple[Law[Any], Any]:
        """The law, and the classes of a node, those without people of T among them."""
        t, theta = generalize(self.members, node), generalize(self.shares, node)
        rows = self.members.reshape(len(self.sizes), -1).sum(axis=1)
        size, number = int(self.sizes[0]), t.shape[1]
        if self.kind == "strata":
            owners = np.tile(np.arange(number), len(self.sizes))
            strata = np.repeat(np.arange(len(self.sizes)), number)
            cells = StrataClasses(number, owners, strata, t.ravel(), theta.ravel())
            return StrataLaw(self.sizes, rows), cells
        if self.kind.startswith("sample"):
            x, people = generalize(self.sampled, node)[0], int(self.sampled.sum())
            included = self.kind == "sample"
            law = SampleLaw(size, int(rows[0]), people, people + 1.0, included)
            return law, SampledClasses(t[0], x, x + theta[0])
        classes = SharedClasses(t[0], theta[0])
        if self.kind == "interval":
            ends = (IndependentLaw(each, int(rows[0])) for each in (size, size + size // 5))
            return IntervalLaw(*ends), classes
        return IndependentLaw(size, int(rows[0]), self.kind == "census"), classes

    def draw(self, node: tuple[int, ...], number: int, chosen: Generator) -> Numbers:
        """The people of each class in P, in so many populations; shape (number, classes)."""
        t, theta = generalize(self.members, node), generalize(self.shares, node)
        if self.kind.startswith("sample"):
            x = generalize(self.sampled, node)[0]
            draws = int(self.sizes[0] - self.sampled.sum())
            known = x if self.kind == "sample" else x + t[0]
            draws -= 0 if self.kind == "sample" else int(t.sum())
            shares = chosen.dirichlet(x + theta[0], number)
            return known + chosen.multinomial(draws, shares)
        people = np.zeros((number, t.shape[1]), dtype=np.int64)
        for size, inside, share in zip(self.sizes, t, theta, strict=True):
            if self.kind == "interval":
                size += int(chosen.integers(2)) * (size // 5)
            others = int(size - inside.sum())
            chance = share if self.kind == "others" else (size * share - inside) / others
            chance = np.maximum(chance, 0)
            people += inside + chosen.multinomial(others, chance / chance.sum(), size=number)
        return people


@dataclass(frozen=True)
class Release:
    """What is released, and the sum of the probabilities that its classes violate δ."""

    node: tuple[int, ...]
    bounds: PresenceBounds
    total: float


def make_known(kind: str, chosen: Generator) -> Known:
    """Draw statistics, a population that fits them, and people of it as T."""
    number = 3 if kind == "strata" else 1
    sizes = chosen.integers(2_000, 20_000, number)
    axes = [[chosen.dirichlet(np.full(size, 5.0)) for size in DOMAIN] for _ in range(number)]
    shares = np.array([np.multiply.outer(np.multiply.outer(a, b), c) for a, b, c in axes])
    members = np.array(
        [
            chosen.multinomial(int(size * chosen.uniform(0.005, 0.05)), share.ravel())
            for size, share in zip(sizes, shares, strict=True)
        ]
    ).reshape(shares.shape)
    sampled = np.zeros_like(members)
    if kind.startswith("sample"):
        drawn = chosen.multinomial(int(sizes[0] // 10), shares.ravel())
        sampled = drawn.reshape(members.shape)
        # The statistics are the sample; its marginals are the prior.
        table = sampled[0] / sampled.sum()
        others = [(1, 2), (0, 2), (0, 1)]
        a, b, c = (table.sum(axis=axis) for axis in others)
        shares = np.multiply.outer(np.multiply.outer(a, b), c)[None]
    return Known(kind, sizes, members, shares, sampled)


def choose_release(known: Known, asked: Fraction, chosen: Generator) -> Release | None:
    """A node, δmin or none, and δ at confidence; None if nothing below 1 is enough."""
    node = tuple(int(chosen.integers(1, height + 1)) for height in HEIGHTS)
    low = Fraction(0)
    if chosen.integers(2):
        share = Fraction(int(known.members.sum()), int(known.sizes.sum()))
        low = share * Fraction(int(chosen.integers(1, 8)), 10)
    law, classes = known.make(node)
    high = delta_at_confidence(law, classes, low, asked)
    if high is None or high == 1:
        return None
    bounds = PresenceBounds(low, high)
    answer = judge(law, classes, bounds, asked)
    if not answer.holds:
        raise AssertionError("delta at confidence does not hold with the confidence")
    return Release(node, bounds, answer.total)


def count_breaches(known: Known, release: Release, people: Numbers) -> int:
    """In how many populations some class violates δ, by integers."""
    t = generalize(known.members, release.node).sum(axis=0)
    low, high = release.bounds.minimum, release.bounds.maximum
    above = t * high.denominator > high.numerator * people
    below = t * low.denominator < low.numerator * people
    return int((above | below).any(axis=1).sum())


def run(releases: int, populations: int, seed: int) -> dict[str, Any]:
    """Release, draw, count."""
    chosen = np.random.default_rng(seed)
    shares: list[float] = []
    used: list[float] = []
    by_kind: dict[str, int] = {}
    excess: list[float] = []
    refused = 0
    while len(shares) < releases:
        known = make_known(KINDS[len(shares) % len(KINDS)], chosen)
        asked = CONFIDENCES[int(chosen.integers(len(CONFIDENCES)))]
        release = choose_release(known, asked, chosen)
        if release is None:
            refused += 1
            continue
        people = known.draw(release.node, populations, chosen)
        share = count_breaches(known, release, people) / populations
        allowed = float(1 - asked)
        shares.append(share / allowed)
        used.append(release.total / allowed)
        by_kind[known.kind] = by_kind.get(known.kind, 0) + 1
        excess.append((share - allowed) / sqrt(allowed * (1 - allowed) / populations))
    return {
        "releases": len(shares),
        "populations_each": populations,
        "refused": refused,
        "by_kind": by_kind,
        "broken_more_often_than_allowed": sum(each > LUCK for each in excess),
        "most_above_in_standard_deviations": round(max(excess), 2),
        "mean_share_of_what_is_allowed": round(float(np.mean(shares)), 3),
        "mean_share_by_the_criterion": round(float(np.mean(used)), 3),
    }


def main() -> None:
    """Run and print the figures; exit 1 if δ breaks more often than a release allows."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("releases", type=int, metavar="RELEASES", help="how many are chosen")
    parser.add_argument("--populations", type=int, default=10_000, help="drawn for each (10000)")
    parser.add_argument("--seed", type=int, default=1, help="draws others (1)")
    asked = parser.parse_args()
    begin = monotonic()
    figures = run(asked.releases, asked.populations, asked.seed)
    figures |= {"seed": asked.seed, "seconds": round(monotonic() - begin)}
    sys.stdout.write(f"{json.dumps(figures)}\n")
    sys.exit(bool(figures["broken_more_often_than_allowed"]))


if __name__ == "__main__":
    main()
