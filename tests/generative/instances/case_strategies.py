"""Strategies for whole instances: 1 to 4 columns, 1 to 30 rows, T from empty to all of P, models.

A delta is drawn from the fractions that occur at some node as often as from the air, so that
boundaries are hit; the oracle tells which fractions occur.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from hypothesis import strategies as st

from tests.generative.instances.cases import Case
from tests.generative.instances.column_strategies import branching_columns, columns
from tests.oracle.losses.cost import COSTS
from tests.oracle.models.presence import count_classes, find_presence
from tests.oracle.tables.instance import Models
from tests.oracle.tables.table import Node, Row

MOST_LEVELS = {1: 5, 2: 5, 3: 4, 4: 3}
"""Columns -> levels above the raw value, so that no lattice has more than 256 nodes."""

SIZES = (1, 2, 4, 6, 8, 10, 12, 16, 20, 25, 30)
PARTS_IN_PRIVATE_TABLE = (3, 2, 1, 4, 5, 3, 2, 4, 1, 5, 3, 2, 4, 0, 6)
"""How many sixths of P are in T, on average."""

EPSILON = Fraction(1, 10**6)

Bounds = tuple[Fraction, Fraction]


@st.composite
def cases(
    draw: st.DrawFn,
    *,
    models: str = "any",
    least_columns: int = 1,
    most_levels: int | None = None,
    most_rows: int = max(SIZES),
) -> Case:
    """Draw an instance.

    `models`: "any" draws at least one, "delta" a delta and nothing else, "perhaps" perhaps none.
    What decides how large the instance is comes first, and most of the structure comes from a
    seed: Hypothesis pads late draws with zeros, which would leave trivial lattices. Failures still
    shrink, since one instance in four draws each choice.
    """
    size = draw(st.sampled_from([size for size in SIZES if size <= most_rows]))
    count = draw(st.integers(least_columns, 4))
    parts = draw(st.sampled_from(PARTS_IN_PRIVATE_TABLE))
    metric = draw(st.sampled_from(sorted(COSTS)))
    random = draw(st.randoms(use_true_random=draw(st.integers(0, 3)) > 0))
    levels = MOST_LEVELS[count] if most_levels is None else most_levels
    drawn = tuple(draw(columns(random, levels)) for _ in range(count))
    public = [tuple(random.choice(column.pool) for column in drawn) for _ in range(size)]
    if random.random() < 0.5:
        distinct = random.randint(1, size)
        public = [public[position % distinct] for position in range(size)]
    members = tuple(random.randrange(6) < parts for _ in range(size))
    case = Case(drawn, tuple(public), members, metric=metric)
    stated = draw(_models(case)) if models != "delta" else Models()
    if stated == Models() and models != "perhaps":
        stated = Models(delta=draw(bounds(case)))
    return replace(case, models=stated)


@st.composite
def symmetric_cases(draw: st.DrawFn) -> Case:
    """Draw an instance that looks the same from each of its columns, so that optima tie.

    The columns share one hierarchy and the rows come in all orders of their values, each order as
    often in T as the others: permuting a node's levels changes neither presence nor cost. Some
    columns have a level twice, so that ties differ in their sum of levels.
    """
    size = draw(st.integers(2, 9))
    count = draw(st.integers(2, 3))
    metric = draw(st.sampled_from(sorted(COSTS)))
    random = draw(st.randoms(use_true_random=draw(st.integers(0, 3)) > 0))
    column = draw(branching_columns(random, 6 - count))
    given = len(column.rows[0])
    drawn = tuple(
        column.repeat_level(random.randrange(1, given))
        if given > 1 and random.random() < 0.5
        else column
        for _ in range(count)
    )
    people: list[tuple[Row, bool]] = []
    for _ in range(size):
        row = tuple(random.choice(column.pool) for _ in range(count))
        is_member = random.random() < 0.5
        people += [(order, is_member) for order in permutations(row)]
    public, members = zip(*people, strict=True)
    case = Case(drawn, public, members, metric=metric)
    return replace(case, models=Models(delta=draw(bounds(case))))


@st.composite
def _models(draw: st.DrawFn, case: Case) -> Models:
    """Draw the models that must hold, most often a delta alone or with others."""
    few = st.integers(1, 4)
    counts = st.one_of(st.none(), few, few, st.integers(1, len(case.public) + 1))
    has_constraints = draw(st.integers(0, 2)) == 2
    spreads_presence = draw(st.integers(0, 4)) == 4
    return Models(
        delta=draw(bounds(case)) if draw(st.integers(0, 4)) < 4 else None,
        k_anonymity=draw(counts) if has_constraints else None,
        k_map=draw(counts) if has_constraints else None,
        weak_k_anonymity=draw(counts) if has_constraints else None,
        presence_diversity=draw(_diversity(case)) if spreads_presence else None,
        presence_closeness=draw(_closeness(case)) if spreads_presence else None,
    )


@st.composite
def _diversity(draw: st.DrawFn, case: Case) -> tuple[Fraction, bool] | None:
    """Draw what some node attains, or any c of at least 1, with < or ≤; or nothing."""
    ends = draw(st.sampled_from(_list_attained(case)))
    attained = [max(r, 1 - r) / min(r, 1 - r) for r in ends if 0 < r < 1]
    several = st.fractions(1, 9, max_denominator=5)
    c = draw(st.sampled_from(attained) if attained and draw(st.booleans()) else several)
    return draw(st.sampled_from([None, (c, True), (c, False)]))


@st.composite
def _closeness(draw: st.DrawFn, case: Case) -> Fraction | None:
    """Draw how far presence strays at some node, or any t; or nothing."""
    ratio = Fraction(len(case.private), len(case.public))
    ends = draw(st.sampled_from(_list_attained(case)))
    attained = st.sampled_from([abs(end - ratio) for end in ends])
    return draw(st.one_of(st.none(), attained, fractions))


@st.composite
def bounds(draw: st.DrawFn, case: Case) -> Bounds:
    """Draw (delta_min, delta_max): what some node attains, that nudged, or any two fractions."""
    if draw(st.integers(0, 5)) == 5:
        low, high = draw(fractions), draw(fractions)
    else:
        low, high = draw(st.sampled_from(_list_attained(case)))
        low += draw(st.sampled_from([Fraction(0)] * 4 + [-EPSILON, EPSILON]))
        high += draw(st.sampled_from([Fraction(0)] * 4 + [-EPSILON, EPSILON]))
        sides = draw(st.sampled_from(["both", "both", "one"]))
        if sides == "one":
            low, high = (Fraction(0), high) if high < 1 else (low, Fraction(1))
    low, high = (min(max(bound, Fraction(0)), Fraction(1)) for bound in (low, high))
    return min(low, high), max(low, high)


def _list_attained(case: Case) -> list[Bounds]:
    """Return what some nodes attain, leaving out the raw table where others attain less."""
    instance = case.instance
    every = instance.list_nodes()
    some = every[:: len(every) // 64 + 1]
    attained = [find_presence(count_classes(instance, node)) for node in some]
    return sorted(set(attained) - {attained[0]}) or [attained[0]]


@st.composite
def nodes(draw: st.DrawFn, case: Case) -> Node:
    """Draw a node of the case's lattice."""
    return tuple(draw(st.integers(0, height)) for height in case.instance.root)


fractions = st.one_of(
    st.fractions(0, 1, max_denominator=12),
    st.fractions(0, 1, max_denominator=2**31 - 1),
)
"""A probability with terms that the job file accepts."""
