"""Nodes counted from class tables have the counts that the engine finds for them."""

from itertools import product

import pytest

from dpsql.domain.levels.lattice import Node
from dpsql.generalize.coded_rows import prepare
from dpsql.search.class_tables import store as class_table_store
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from tests.conftest import write_paper_job


@pytest.mark.parametrize("constraints", [{}, {"k_map": 2, "weak_k_anonymity": 3}])
def test_every_node_is_counted_from_the_table_of_every_descendant(
    bench, paper_job, monkeypatch, constraints
):
    monkeypatch.setattr(class_table_store, "LEAST_TUPLES", 0)
    job = paper_job(delta={"min": "1/2", "max": "2/3"}, constraints=constraints)
    with load(Run.of(job, Options(**bench.engine.options))) as loaded:
        starts = [Node((1, 1, 1)), Node((0, 2, 1)), Node((0, 0, 0)), loaded.lattice.root]
        # To count nodes on Spark takes seconds.
        starts = [Node((2, 1, 2))] if bench.engine.name == "spark" else starts
        heights = loaded.lattice.heights
        nodes = [Node(levels) for levels in product(*(range(h + 1) for h in heights))]
        nodes = [node for node in nodes if any(is_above(node, start) for start in starts)]
        checker, _ = prepare(job, loaded, loaded.lattice.raw)
        counted = dict(zip(nodes, checker.count(nodes), strict=True))
        private = dict(zip(nodes, checker.count_private(nodes), strict=True))
        assert private == {node: found.private for node, found in counted.items()}
        for start in starts:
            above = [node for node in nodes if is_above(node, start)]
            assert checker.count_above(start, above) == {node: counted[node] for node in above}
        bars = job.presence_bars
        for node in nodes:
            found = checker.class_tables.measure_presence(node, bars)
            assert found == checker.measure_presence(node, bars)


def is_above(node, start):
    return all(a >= b for a, b in zip(node.levels, start.levels, strict=True))


def test_what_holds_so_far_is_left_to_the_sensitive_columns(duckdb_bench, monkeypatch):
    monkeypatch.setattr(class_table_store, "LEAST_TUPLES", 0)
    job = write_paper_job(
        duckdb_bench,
        delta={"max": "2/3"},
        keep=["name"],
        public_columns=["zip", "age", "nationality"],
        constraints={"l_diversity": {"name": {"distinct": 2}}},
    )
    with load(Run.of(job, Options())) as loaded:
        checker, _ = prepare(job, loaded, loaded.lattice.raw)
        raw, root = loaded.lattice.raw, loaded.lattice.root
        assert not checker.count([raw])[0].holds
        parents = loaded.lattice.parents(raw)
        failing = {node for node in parents if not checker.count([node])[0].holds}
        found = checker.count_above(raw, [*parents, root])
        assert {node for node, counts in found.items() if counts} <= failing
        assert not any(counts.holds for counts in found.values() if counts)
        assert found[root] is None


def test_classes_that_are_many_are_not_fetched(duckdb_bench, monkeypatch):
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"})
    with load(Run.of(job, Options())) as loaded:
        checker, _ = prepare(job, loaded, loaded.lattice.raw)
        raw, root = loaded.lattice.raw, loaded.lattice.root
        assert checker.count_above(raw, [root]) is None
        monkeypatch.setattr(class_table_store, "LEAST_TUPLES", 0)
        monkeypatch.setattr(class_table_store, "MOST_CLASSES", 8)
        checker, _ = prepare(job, loaded, raw, anew=True)
        assert checker.count_above(raw, [root]) is None
        assert checker.count_private([root])[0].count == 1
        # Labels of P are not bounded by the classes of T.
        monkeypatch.setattr(class_table_store, "MOST_KEPT", 8)
        checker, _ = prepare(job, loaded, raw, anew=True)
        assert checker.count_private([root]) is None
