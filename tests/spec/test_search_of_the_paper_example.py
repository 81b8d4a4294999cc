"""The lattice of the running example: which nodes hold, which are minimal, which are optimal."""

from itertools import product

import pytest

import dpsql
from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import Checker
from dpsql.session.load import load
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.lattice.frequency_set import encode
from dpsql.sql.lattice.level_statistics import measure_levels

ROOT = (3, 2, 3)
HALF_TO_TWO_THIRDS = {"min": "1/2", "max": "2/3"}
AT_MOST_TWO_THIRDS = {"min": "0", "max": "2/3"}
EXACTLY_THE_WHOLE = {"min": "5/9", "max": "5/9"}
AT_MOST_HALF = {"min": "0", "max": "1/2"}


@pytest.mark.parametrize(
    ("delta", "present"),
    [
        (HALF_TO_TWO_THIRDS, {(2, 2, 2), (2, 2, 3), (3, 2, 2), (3, 2, 3)}),
        (
            AT_MOST_TWO_THIRDS,
            set(product((1, 2, 3), (2,), (1, 2, 3))),
        ),
        (EXACTLY_THE_WHOLE, {ROOT}),
        (AT_MOST_HALF, set()),
    ],
)
def test_counting_all_48_nodes_finds_those_that_hold(bench, paper_job, delta, present):
    job = paper_job(delta=delta)
    with load(Run.of(job, Options(**bench.engine.options))) as loaded:
        models, sizes, lattice = find_models(job), loaded.sizes, loaded.lattice
        label_counts = measure_levels(
            loaded.engine, loaded.hierarchies, loaded.leaf_counts, models, sizes
        ).label_counts
        frequency_set = encode(loaded.engine, lattice, lattice.raw, label_counts, sizes)
        nodes = [Node(levels) for levels in product(*(range(h + 1) for h in ROOT))]
        checker = Checker.of(loaded.engine, lattice, models, sizes, frequency_set)
        counted = checker.count(nodes)
    assert len(nodes) == 48
    holding = {
        node.levels
        for node, found in zip(nodes, counted, strict=True)
        if not found.violating_classes
    }
    assert holding == present


@pytest.mark.parametrize(
    ("delta", "minimal"),
    [
        (HALF_TO_TWO_THIRDS, [(2, 2, 2)]),
        (AT_MOST_TWO_THIRDS, [(1, 2, 1)]),
        (EXACTLY_THE_WHOLE, [ROOT]),
        (AT_MOST_HALF, []),
        ({"min": "0", "max": "1"}, [(0, 0, 0)]),
    ],
)
def test_minimal_nodes(bench, paper_job, delta, minimal):
    assert bench.lattice(paper_job(delta=delta)) == minimal


@pytest.mark.parametrize(
    ("delta", "metric", "node", "value"),
    [
        (HALF_TO_TWO_THIRDS, "loss", (2, 2, 2), 28 / 45),
        (HALF_TO_TWO_THIRDS, "discernibility", (2, 2, 2), 13),  # ties with (2,2,3) and (3,2,2)
        (HALF_TO_TWO_THIRDS, "precision", (2, 2, 2), 2 / 9),
        (HALF_TO_TWO_THIRDS, "class_size", (2, 2, 2), 5 / 2),
        (HALF_TO_TWO_THIRDS, "entropy", (2, 2, 2), 25.119415),
        (AT_MOST_TWO_THIRDS, "loss", (1, 2, 1), 22 / 45),
        (AT_MOST_TWO_THIRDS, "discernibility", (1, 2, 1), 9),  # five nodes tie
        (AT_MOST_TWO_THIRDS, "precision", (1, 2, 1), 4 / 9),
        (AT_MOST_TWO_THIRDS, "class_size", (1, 2, 1), 5 / 3),
        (AT_MOST_TWO_THIRDS, "entropy", (1, 2, 1), 19.609640),
        (EXACTLY_THE_WHOLE, "loss", ROOT, 1),
        (EXACTLY_THE_WHOLE, "discernibility", ROOT, 25),
        (EXACTLY_THE_WHOLE, "precision", ROOT, 0),
    ],
)
def test_optimum(bench, paper_job, delta, metric, node, value):
    found = bench.anonymize(paper_job(delta=delta, metric=metric))
    assert tuple(found.levels.values()) == node
    assert found.metrics[metric] == pytest.approx(value, abs=1e-6)
    assert found.search.optimal
    assert found.search.nodes == 48
    assert 1 <= found.search.checked <= 48


@pytest.mark.parametrize("name", ["r.parquet", "r.csv"])
def test_release_is_table_3_of_the_paper(bench, paper_job, name):
    bench.anonymize(paper_job(delta=HALF_TO_TWO_THIRDS, release=name))
    america, europe = ("47*", "*", "America"), ("48*", "*", "Europe")
    assert bench.read_release(name) == [america] * 3 + [europe] * 2


def test_bounds_that_exclude_the_whole_are_refused_with_its_ratio(bench, paper_job):
    with pytest.raises(dpsql.NoSafeRelease, match=r"\|T\|/\|P\| = 5/9") as caught:
        bench.anonymize(paper_job(delta=AT_MOST_HALF))
    assert caught.value.summary["search"] == {"nodes": 48, "checked": 1, "optimal": True}
    assert not (bench.folder / "r.parquet").exists()


@pytest.mark.parametrize("command", [dpsql.lattice, dpsql.anonymize])
def test_levels_that_fail_on_their_own_need_no_node_counted(bench, paper_job, command):
    """The maximal failing nodes are (1, 2, 3), (3, 1, 3) and (3, 2, 1): one level below the root

    in each, which the counts of single quasi-identifiers rule out. The root and the optimum remain.
    """
    job = paper_job(delta=HALF_TO_TWO_THIRDS, release="r.parquet")
    assert command(job, **bench.engine.options).search.checked <= 4


@pytest.mark.parametrize("metric", ["loss", "discernibility", "entropy"])
def test_incognito_finds_the_release_of_the_paper(bench, paper_job, metric):
    words = {"delta": {"min": "1/2", "max": "2/3"}, "metric": metric, "algorithm": "incognito"}
    found = bench.anonymize(paper_job(**words)).to_dict()
    assert found["levels"] == {"zip": 2, "age": 2, "nationality": 2}
    assert found["algorithm"] == "incognito"
    assert found["search"]["optimal"] is True
    assert 0 < found["search"]["checked"] <= found["search"]["nodes"] == 48
    with pytest.raises(dpsql.ConfigError, match="spalm"):
        bench.anonymize(paper_job(**words), overwrite=True, gap=0.1)
