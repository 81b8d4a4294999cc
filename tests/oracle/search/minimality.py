"""The minimality attack, exactly: all T that lead a rule to the same release, and who is in them.

The adversary knows P, the hierarchies, delta, the metric, |T| and the rule that picks the levels,
takes all sets of |T| people for equally likely, and runs the rule on each. The presence that the
paper bounds takes for equally likely also those sets that the rule would have released otherwise
(Wong, Fu, Wang & Pei, VLDB 2007, on minimal k-anonymizations).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random

from tests.oracle.models.presence import holds
from tests.oracle.search.choice import choose_node, choose_pooling, find_least_class
from tests.oracle.search.cuts import (
    CutRules,
    Part,
    divide,
    holds_published,
    judge_by_models,
    make_whole,
)
from tests.oracle.search.exhaustive import find_holding_nodes, find_optimum
from tests.oracle.search.pooling import Pooling, PoolingPath, list_steps, settle
from tests.oracle.search.pooling import find_optimum as find_best_pooling
from tests.oracle.search.pooling import holds as pooling_holds
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.table import Node, Row, generalize


@dataclass(frozen=True)
class Published:
    """How an instance is released, as its manifest tells, and what is published of each row."""

    how: Hashable
    labels: Mapping[Row, Row]


Rule = Callable[[Instance], Node | Published | None]
"""From an instance to the node that is released, or what is published otherwise, or None."""

LADDERS = (
    make_explicit_ladder([("a1", "a", "*"), ("a2", "a", "*"), ("b1", "b", "*"), ("b2", "b", "*")]),
    make_explicit_ladder([("1", "low", "*"), ("2", "low", "*"), ("3", "high", "*")]),
)
_METRICS = ("loss", "discernibility", "precision", "class_size")


@dataclass(frozen=True)
class Attack:
    """What became of all T of an instance: sets of people, and the releases they lead to.

    A release is breached if somebody's posterior leaves delta; `breached_runs` are the T behind
    such releases. `unlike` counts releases where it is not the presence n_T/n_P of each class.
    """

    runs: int
    released_runs: int
    releases: int
    breached_releases: int
    breached_runs: int
    unlike: int


def take_optimum(instance: Instance) -> Node | None:
    """The rule of an exact search."""
    found = find_optimum(instance, find_holding_nodes(instance))
    return None if found is None else found[1]


def choose_from_public(deviations: int) -> Rule:
    """The rule that ought to look at P and |T| alone, and releases if T holds there.

    It chooses anew for each T: whether the choice depends on T is what the attack finds out.
    """

    def rule(instance: Instance) -> Node | None:
        node = choose_node(instance, deviations)
        return node if holds(instance, node) else None

    return rule


def take_pooling(path: PoolingPath) -> Rule:
    """The rule of the search for the best pooled release, which looks at T."""

    def rule(instance: Instance) -> Published | None:
        found = find_best_pooling(instance, path)
        return None if found is None else _settle(instance, found[1])

    return rule


def choose_pooling_from_public(path: PoolingPath, deviations: int) -> Rule:
    """The rule that lets people climb as P and |T| choose, and releases if T holds there."""

    def rule(instance: Instance) -> Published | None:
        pooling = choose_pooling(instance, deviations, path, None)
        is_good = pooling_holds(instance, settle(instance, pooling))
        return _settle(instance, pooling) if is_good else None

    return rule


def take_cuts(instance: Instance) -> Published | None:
    """The rule that cuts along the hierarchies by the losses of T, and keeps a rest."""
    rules = CutRules(judge_by_models(instance), keeps_rest=True)
    if not rules.holds(*make_whole(instance).judged):
        return None
    return _publish_parts(instance, divide(instance, rules).list_parts())


def choose_cuts_from_public(deviations: int) -> Rule:
    """The rule that cuts by the losses of P into parts with enough people."""

    def rule(instance: Instance) -> Published | None:
        least = find_least_class(instance, deviations)
        rules = CutRules(lambda n_p, *_: n_p >= least, keeps_rest=True, least_class=least)
        parts = divide(instance, rules).list_parts()
        return _publish_parts(instance, parts) if holds_published(instance, parts) else None

    return rule


def _settle(instance: Instance, pooling: Pooling) -> Published:
    settled = settle(instance, pooling)
    labels = {row: generalize(row, instance.ladders, settled[row]) for row in instance.public}
    return Published((pooling, tuple(list_steps(instance, pooling))), labels)


def _publish_parts(instance: Instance, parts: Sequence[Part]) -> Published:
    labels = {
        row: generalize(row, instance.ladders, part.node) for part in parts for row in part.public
    }
    how = frozenset((part.node, frozenset(part.public)) for part in parts)
    return Published(how, labels)


def fix_any(seed: int) -> Rule:
    """The rule of somebody who takes a node by lot and releases if T holds there."""

    def rule(instance: Instance) -> Node | None:
        node = Random(seed).choice(instance.list_nodes())
        return node if holds(instance, node) else None

    return rule


def attack(instance: Instance, rule: Rule) -> Attack:
    """Run the rule on every T of as many rows as the instance has, and compare."""
    assert instance.models.delta is not None
    low, high = instance.models.delta
    people = range(len(instance.public))
    behind: dict[tuple[Hashable, frozenset[tuple[Row, int]]], list[tuple[int, ...]]] = defaultdict(
        list
    )
    everyone = list(combinations(people, len(instance.private)))
    # Sets of people with the same rows are one table, and a rule is given tables: all that it may
    # depend on is in the key.
    found: dict[tuple[Row, ...], Published | None] = {}
    labels_of: dict[Hashable, Mapping[Row, Row]] = {}
    for members in everyone:
        private = tuple(instance.public[person] for person in members)
        if private not in found:
            found[private] = _as_published(instance, rule(replace(instance, private=private)))
        published = found[private]
        if published is not None:
            rows = Counter(published.labels[row] for row in private)
            behind[published.how, frozenset(rows.items())].append(members)
            labels_of[published.how] = published.labels
    breached, unlike = [], 0
    for (how, rows), sets in behind.items():
        inside = Counter(person for members in sets for person in members)
        posterior = [Fraction(inside[person], len(sets)) for person in people]
        if not all(low <= one <= high for one in posterior):
            breached.append(len(sets))
        labels = [labels_of[how][row] for row in instance.public]
        sizes, released = Counter(labels), dict(rows)
        nominal = [Fraction(released.get(label, 0), sizes[label]) for label in labels]
        unlike += posterior != nominal
    return Attack(
        runs=len(everyone),
        released_runs=sum(map(len, behind.values())),
        releases=len(behind),
        breached_releases=len(breached),
        breached_runs=sum(breached),
        unlike=unlike,
    )


def _as_published(instance: Instance, found: Node | Published | None) -> Published | None:
    if found is None or isinstance(found, Published):
        return found
    return Published(
        found, {row: generalize(row, instance.ladders, found) for row in instance.public}
    )


def draw_instance(seed: int) -> Instance:
    """Draw P of 6 to 10 people, sorted, the size of T, a delta around |T|/|P|, a metric."""
    random = Random(seed)
    size = random.randint(6, 10)
    drawn = [tuple(random.choice(list(ladder)) for ladder in LADDERS) for _ in range(size)]
    public = tuple(sorted(drawn))
    rows = random.randint(2, size - 2)
    share = Fraction(rows, size)
    high = random.choice([Fraction(i, 12) for i in range(12) if Fraction(i, 12) >= share])
    low = random.choice([Fraction(0), *(Fraction(i, 12) for i in range(12) if 12 * share >= i)])
    models = Models(delta=(low, high))
    return Instance(LADDERS, public, public[:rows], models, random.choice(_METRICS))
