"""MPALM cuts, orders and prices as the oracle does, whatever the values, strategy and order."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

import dpsql
from dpsql.catalog import find_models
from dpsql.domain.strategy import ColumnRule, Strategy, ValueRule
from dpsql.inputs import find_inputs
from dpsql.loading import Options, load
from dpsql.search.mpalm import begin_partition, cut_all
from dpsql.sql.axes import order_name
from dpsql.sql.boxes import bound_parts, measure_losses
from dpsql.sql.coordinates import WHOLE
from dpsql.sql.orders import find_order, list_positions
from dpsql.sql.partition import PARTED_SPOTS
from tests.generative.budget import share_of_profile
from tests.oracle import orders, partitions
from tests.oracle.boxes import find_box_loss, find_public_boxes
from tests.oracle.instance import Models
from tests.oracle.partitions import Part, find_partition, satisfies

#: Leaves, each with its parent, in the order of the hierarchy; they sort differently by code point.
TREE = {"north": ["b", "Z", "é"], "south": ["a", "10"], "west": ["9", "B"]}
LEAVES = [leaf for leaves in TREE.values() for leaf in leaves]
LADDER = {
    **{leaf: (leaf, parent, "*") for parent, leaves in TREE.items() for leaf in leaves},
    None: (None, None, "*"),
}
NUMBERS = ["7", "-3", "2.5", "07", "12"]
KINDS = ("number", "hierarchy", "alpha", "frequency", "list")


@st.composite
def questions(draw):
    """P row by row with its members, δ, the kind of each column's order, and a strategy."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    cells = [st.sampled_from([*(NUMBERS if kind == "number" else LEAVES), None]) for kind in kinds]
    public = tuple(draw(st.lists(st.tuples(*cells), min_size=1, max_size=14)))
    members = draw(st.lists(st.booleans(), min_size=len(public), max_size=len(public)))
    lower = Fraction(draw(st.integers(0, 2)), 6)
    upper = Fraction(draw(st.integers(3, 6)), 6)
    strategy = Strategy(
        draw(st.sampled_from(get_args(ColumnRule))),
        draw(st.sampled_from(get_args(ValueRule))),
        tuple(draw(st.permutations(range(len(kinds))))),
    )
    listed = tuple(draw(st.permutations(LEAVES)))
    return public, tuple(members), (lower, upper), tuple(kinds), strategy, listed


def order_as_the_oracle_does(kind, values, listed):
    if kind == "number":
        return orders.order_by_number(values)
    if kind == "hierarchy":
        return orders.order_by_hierarchy(values, LADDER)
    if kind == "alpha":
        return orders.order_by_alpha(values)
    if kind == "frequency":
        return orders.order_by_frequency(values)
    return orders.order_by_list(values, listed)


def write_words(kind, listed):
    if kind == "number":
        return {"widths": ["10"], "nulls": "own_leaf", "order": "number"}
    order = list(listed) if kind == "list" else kind
    return {"tree": TREE, "nulls": "own_leaf", "order": order}


@pytest.mark.parametrize("most_at_once", [0, 100_000])
@share_of_profile(4)
@given(question=questions())
def test_partitions_orders_and_losses(question, most_at_once):
    public, members, delta, kinds, strategy, listed = question
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    by = tuple(
        order_as_the_oracle_does(kind, values, listed)
        for kind, values in zip(kinds, zip(*public, strict=True), strict=True)
    )
    rule = partitions.Strategy(strategy.columns, strategy.values, strategy.priority, delta)
    accepts = satisfies(Models(delta))
    expected = find_partition(Part(public, private), by, rule, accepts)
    if expected is None:
        return
    parts = expected[0]
    with TemporaryDirectory() as folder:
        text = "\n".join(
            ",".join([*("" if cell is None else cell for cell in row), str(int(member))])
            for row, member in zip(public, members, strict=True)
        )
        names = [f"c{j}" for j in range(len(kinds))]
        (Path(folder) / "p.csv").write_text(f"{','.join([*names, 'm'])}\n{text}\n", "utf-8")
        job = dpsql.Job(
            public={"path": "p.csv", "delimiter": ","},
            private={"where": "m = '1'"},
            quasi_identifiers=dict(
                zip(names, (write_words(kind, listed) for kind in kinds), strict=True)
            ),
            delta={"min": str(delta[0]), "max": str(delta[1])},
            folder=Path(folder),
        )
        with patch("dpsql.sql.partition.LARGEST_TRIED_AT_ONCE", most_at_once):
            found_orders, found_parts, uncovered, loss = run(job, strategy)
    assert found_orders == [list_coordinates(order) for order in by]
    positions = [order.positions for order in by]

    def place(rows):
        return Counter(
            tuple(place[cell] for place, cell in zip(positions, row, strict=True)) for row in rows
        )

    with_members = [part for part in parts if part.private]
    without = [row for part in parts if not part.private for row in part.public]
    assert found_parts == Counter(frozenset(place(part.public).items()) for part in with_members)
    assert uncovered == place(without)
    assert loss == find_box_loss(find_public_boxes(parts, by), by)


def list_coordinates(order):
    """Return the values of an order, each with how much of its width lies below, rounded down."""
    measured = [value for value in order.values if not (order.is_measured and value is None)]
    shares = [order.find_width(measured[0], value) for value in measured]
    below = [(value, share * WHOLE // 1) for value, share in zip(measured, shares, strict=True)]
    return [(None, -WHOLE)] * (len(order.values) - len(below)) + below


def run(job, strategy):
    """Return values and coordinates of each order, the parts with rows of T, the rest, the loss.

    Parts are spots with their people of P; so is the rest, which is of no such part.
    """
    columns = len(job.quasi_identifiers)
    with load(job, find_inputs(job), Options()) as loaded:
        engine = loaded.engine
        positions, values = [], []
        for j, (name, words) in enumerate(job.quasi_identifiers.items()):
            order = find_order(words, loaded.hierarchies[name], loaded.tables.types[name])
            positions.append(list_positions(engine, j, name, order))
            rows = exp.select("leaf", "coordinate").from_(order_name(j)).order_by("position")
            values.append(list(engine.fetch(rows)))
        partition = begin_partition(engine, columns, strategy, find_models(job), loaded.sizes)
        cut_all(partition, strategy)
        spots = exp.select("*").from_(PARTED_SPOTS)
        parts: dict[int, Counter] = {}
        members: Counter = Counter()
        for part, *place, people, private in engine.fetch(spots):
            parts.setdefault(part, Counter())[tuple(place)] += people
            members[part] += private
        bound_parts(engine, columns)
        losses = measure_losses(engine, positions, loaded.sizes.private_rows)
        loss = sum(losses) / columns
    published = [part for number, part in parts.items() if members[number]]
    uncovered = sum((part for number, part in parts.items() if not members[number]), Counter())
    return values, Counter(frozenset(part.items()) for part in published), uncovered, loss
