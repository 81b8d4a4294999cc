"""Which k a k-anonymizer needs for its releases of T to satisfy a delta.

Nergiz, Atzori & Clifton 2007, section 7, Figure 3. Every k is tried: presence is not monotone in k,
since a k-anonymizer does not look at P.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.models.presence import count_classes, find_presence
from tests.oracle.search.boxes import find_box_loss, find_presence_range, find_private_boxes
from tests.oracle.search.exhaustive import find_holding_nodes, find_optimum
from tests.oracle.search.partitions import Orders, Part, Strategy, find_partition, has_rows
from tests.oracle.tables.instance import Instance, Models


@dataclass(frozen=True)
class Anonymized:
    """A k-anonymous release: its least class of T, the range of its presence, its cost."""

    actual_k: int
    presence: tuple[Fraction, Fraction]
    cost: Fraction


@dataclass(frozen=True)
class Trial:
    """The release for one k, None if there is none, and whether it satisfies the delta."""

    k: int
    release: Anonymized | None
    is_present: bool


Anonymizer = Callable[[int], Anonymized | None]


def anonymize_full_domain(instance: Instance) -> Anonymizer:
    """Return the optimal full-domain k-anonymizer of T, under the instance's metric."""

    def anonymize(k: int) -> Anonymized | None:
        asked = Instance(
            instance.ladders,
            instance.public,
            instance.private,
            Models(k_anonymity=k),
            instance.metric,
        )
        optimum = find_optimum(asked, find_holding_nodes(asked))
        if optimum is None:
            return None
        cost, node = optimum
        classes = count_classes(asked, node)
        least = min(n_t for _, n_t in classes.values() if n_t)
        return Anonymized(least, find_presence(classes), cost)

    return anonymize


def anonymize_by_cuts(whole: Part, orders: Orders, strategy: Strategy) -> Anonymizer:
    """Return the Mondrian-style k-anonymizer of T, whose boxes lie around rows of T alone.

    Its cost is the loss.
    """

    def anonymize(k: int) -> Anonymized | None:
        private_alone = Part(whole.private, whole.private)
        found = find_partition(private_alone, orders, strategy, has_rows(k))
        if found is None:
            return None
        boxes = find_private_boxes(found[0], orders)
        presence = find_presence_range(boxes, whole.public, orders)
        return Anonymized(min(boxes.values()), presence, find_box_loss(boxes, orders))

    return anonymize


def try_each_k(
    anonymize: Anonymizer, ks: Iterable[int], delta: tuple[Fraction, Fraction]
) -> list[Trial]:
    """Return a trial for each k; a release that is not there satisfies nothing."""
    trials = []
    for k in ks:
        release = anonymize(k)
        is_present = release is not None and all(
            delta[0] <= bound <= delta[1] for bound in release.presence
        )
        trials.append(Trial(k, release, is_present))
    return trials


def find_least_k(trials: list[Trial]) -> int | None:
    """Return the least k whose release satisfies the delta."""
    return min((trial.k for trial in trials if trial.is_present), default=None)


def list_larger_k_that_fail(trials: list[Trial]) -> list[int]:
    """Return the ks above the least one whose releases do not satisfy the delta."""
    least = find_least_k(trials)
    return [t.k for t in trials if least is not None and t.k > least and not t.is_present]
