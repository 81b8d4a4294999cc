"""The minimality attack, exactly: all T that lead a rule to the same release, and who is in them.

The adversary knows P, the hierarchies, delta, the metric, |T| and the rule that picks the levels,
takes all sets of |T| people for equally likely, and runs the rule on each. The presence that the
paper bounds takes for equally likely also those sets that the rule would have released otherwise
(Wong, Fu, Wang & Pei, VLDB 2007, on minimal k-anonymizations).
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random

from tests.oracle.choice import choose_node
from tests.oracle.instance import Instance, Models
from tests.oracle.ladders import make_explicit_ladder
from tests.oracle.presence import holds
from tests.oracle.search import find_holding_nodes, find_optimum
from tests.oracle.table import Node, Row, generalize

Rule = Callable[[Instance], Node | None]
"""From an instance to the node that is released, or None."""

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
    behind: dict[tuple[Node, frozenset[tuple[Row, int]]], list[tuple[int, ...]]] = defaultdict(list)
    everyone = list(combinations(people, len(instance.private)))
    # Sets of people with the same rows are one table, and a rule is given tables: all that it may
    # depend on is in the key.
    nodes: dict[tuple[Row, ...], Node | None] = {}
    for members in everyone:
        private = tuple(instance.public[person] for person in members)
        if private not in nodes:
            nodes[private] = rule(replace(instance, private=private))
        node = nodes[private]
        if node is not None:
            rows = Counter(generalize(row, instance.ladders, node) for row in private)
            behind[node, frozenset(rows.items())].append(members)
    breached, unlike = [], 0
    for (node, rows), sets in behind.items():
        inside = Counter(person for members in sets for person in members)
        posterior = [Fraction(inside[person], len(sets)) for person in people]
        if not all(low <= one <= high for one in posterior):
            breached.append(len(sets))
        labels = [generalize(row, instance.ladders, node) for row in instance.public]
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
