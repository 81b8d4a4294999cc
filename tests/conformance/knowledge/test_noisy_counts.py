"""Every engine counts the same cells."""

from unittest.mock import patch

import dpsql
from dpsql.noise.draw import Noise


def test_cells_are_counted_with_their_labels(bench, paper_job):
    job = paper_job()
    with patch.object(Noise, "add_to", lambda _, counts: [*counts]):
        found = dpsql.counts(
            job, "1", by=("nationality", "age"), levels={"age": 1}, **bench.engine.options
        )
    counted = {cell: count for cell, count in found.rows if count}
    assert counted == {
        ("Canada", ">40"): 1,
        ("USA", ">40"): 1,
        ("Peru", ">40"): 1,
        ("Bulgaria", ">40"): 1,
        ("France", ">40"): 1,
    }
    assert found.cells == len(found.rows) == 14
