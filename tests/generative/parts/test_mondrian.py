"""Mondrian cuts T as the oracle does, whatever the models, columns, values and orders."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from sqlglot import exp

import dpsql
from dpsql.search.mondrian import find_box, find_strategy
from dpsql.search.mpalm import begin_partition, cut_all
from dpsql.session.load import load
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.partition.boxes import bound_parts, measure_losses
from dpsql.sql.partition.orders import find_order, list_positions
from dpsql.sql.partition.parts import PARTED_SPOTS
from dpsql.sql.partition.private_boxes import draw_private_boxes
from tests.generative.budget import share_of_profile
from tests.generative.instances.partition_questions import (
    mondrian_questions,
    order_as_the_oracle_does,
    write_words,
)
from tests.oracle.search.boxes import find_box_loss, find_private_boxes, find_public_boxes
from tests.oracle.search.mondrian import find_counted_parts
from tests.oracle.search.partitions import Part, satisfies
from tests.oracle.tables.instance import Models


@pytest.mark.parametrize("most_at_once", [0, 100_000])
@share_of_profile(4)
@given(question=mondrian_questions())
def test_parts_and_losses(question, most_at_once):
    public, members, kinds, words, limits, delta, listed = question
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    accepts = satisfies(Models(delta, **limits))
    whole = Part(public, private)
    assume(private and accepts(whole))
    columns = list(zip(*public, strict=True))
    given_orders = tuple(
        order_as_the_oracle_does(kind, values, listed)
        for kind, values in zip(kinds, columns, strict=True)
    )
    # What comes first in a list of columns decides ties: priority is another list of columns.
    names = [f"c{j}" for j in range(len(kinds))]
    turn = [names.index(name) for name in words.priority or names]
    by = tuple(given_orders[j] for j in turn)
    expected = find_counted_parts(
        Part(*(tuple(tuple(row[j] for j in turn) for row in rows) for rows in (public, private))),
        by,
        words.columns,
        words.values,
        accepts,
    )
    with TemporaryDirectory() as folder:
        text = "\n".join(
            ",".join([*("" if cell is None else cell for cell in row), str(int(member))])
            for row, member in zip(public, members, strict=True)
        )
        (Path(folder) / "p.csv").write_text(f"{','.join([*names, 'm'])}\n{text}\n", "utf-8")
        job = dpsql.Job(
            public={"path": "p.csv", "delimiter": ","},
            private={"where": "m = '1'"},
            quasi_identifiers=dict(
                zip(names, (write_words(kind, listed) for kind in kinds), strict=True)
            ),
            delta=delta and {"min": str(delta[0]), "max": str(delta[1])},
            constraints=limits,
            algorithm={"mondrian": words},
            folder=Path(folder),
        )
        with patch("dpsql.sql.partition.parts.LARGEST_TRIED_AT_ONCE", most_at_once):
            box, found, loss = run(job)

    def place(rows):
        places = [order.positions for order in by]
        return frozenset(
            Counter(
                tuple(place[cell] for place, cell in zip(places, row, strict=True)) for row in rows
            ).items()
        )

    assert box == ("T" if words.box is None and not delta and not limits["k_map"] else "P")
    turned = Counter(
        tuple(frozenset((tuple(spot[j] for j in turn), n) for spot, n in rows) for rows in part)
        for part in found.elements()
    )
    find_boxes = find_public_boxes if box == "P" else find_private_boxes
    if box == "P":
        assert turned == Counter((place(part.public), place(part.private)) for part in expected)
    else:
        assert Counter(part for _, part in turned.elements()) == Counter(
            place(part.private) for part in expected
        )
    assert loss == find_box_loss(find_boxes(expected, by), by)


def run(job):
    """Return the kind of box, the parts as spots with people of P and of T, the loss of boxes."""
    columns = len(job.quasi_identifiers)
    models, words = find_models(job), job.algorithm.mondrian
    strategy, box = find_strategy(words, list(job.quasi_identifiers)), find_box(words, models)
    with load(Run.of(job, Options())) as loaded:
        engine = loaded.engine
        positions = []
        for j, (name, asked) in enumerate(job.quasi_identifiers.items()):
            order = find_order(asked, loaded.hierarchies[name], loaded.tables.types[name])
            positions.append(list_positions(engine, j, name, order))
        partition = begin_partition(engine, columns, strategy, models, loaded.sizes)
        progress = cut_all(partition, strategy)
        parts = {}
        for part, *place, people, private in engine.fetch(exp.select("*").from_(PARTED_SPOTS)):
            both = parts.setdefault(part, (Counter(), Counter()))
            both[0][tuple(place)] += people
            both[1][tuple(place)] += private
        assert len(parts) == progress.parts
        (bound_parts if box == "P" else draw_private_boxes)(engine, columns)
        losses = measure_losses(engine, positions, loaded.sizes.private_rows)
        loss = sum(losses) / columns
    found = Counter(tuple(frozenset((+rows).items()) for rows in both) for both in parts.values())
    return box, found, loss
