"""MPALM cuts, orders and prices as the oracle does, whatever the values, strategy and order."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from sqlglot import exp

import dpsql
from dpsql.search.mpalm import begin_partition, cut_all
from dpsql.session.load import load
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.axes import order_name
from dpsql.sql.partition.boxes import bound_parts, measure_losses
from dpsql.sql.partition.coordinates import WHOLE
from dpsql.sql.partition.orders import find_order, list_positions
from dpsql.sql.partition.parts import PARTED_SPOTS
from tests.generative.budget import share_of_profile
from tests.generative.instances.partition_questions import (
    mpalm_questions,
    order_as_the_oracle_does,
    write_words,
)
from tests.oracle.search import partitions
from tests.oracle.search.boxes import find_box_loss, find_public_boxes
from tests.oracle.search.partitions import Part, find_partition, satisfies
from tests.oracle.tables.instance import Models


@pytest.mark.parametrize("most_at_once", [0, 100_000])
@share_of_profile(4)
@given(question=mpalm_questions())
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
        with patch("dpsql.sql.partition.parts.LARGEST_TRIED_AT_ONCE", most_at_once):
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
    with load(Run.of(job, Options())) as loaded:
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
