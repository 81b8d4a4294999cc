"""Scripts judge t-closeness by an order or a hierarchy of the values as measure does."""

import pytest

import dpsql
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import BY_HAND, load, run_script

#: Three classes of T by town, whose values are unlike each other.
VALUES = {"a": ["v1", "v1", "v2"], "b": ["v2", "v59", None], "c": ["v3", "v1"]}
ROWS = [(town, value) for town, values in VALUES.items() for value in values]
KINDS = {"town": {"tree": {"north": ["a", "b"], "south": ["c"]}}}
FEW, MANY = [f"v{i}" for i in (1, 2, 3, 59)], [f"v{i}" for i in range(60)]


@pytest.fixture(params=BY_HAND)
def database(request):
    with BY_HAND[request.param]() as opened:
        yield opened


def write_hierarchy(bench, leaves):
    rows = [(leaf, f"half {i * 2 // len(leaves)}", "*") for i, leaf in enumerate(leaves)]
    bench.write("lab.csv", [*rows, (None, "half 0", "*")], delimiter=";")
    return {"distance": "hierarchical", "hierarchy": "lab.csv"}


def write_job(bench, words):
    return bench.job(
        KINDS,
        constraints={"t_closeness": {"lab": words}},
        keep=["lab"],
        public_columns=["town"],
    )


@pytest.mark.parametrize("leaves", [FEW, MANY], ids=["few", "many"])
@pytest.mark.parametrize("distance", ["ordered", "hierarchical"])
def test_a_script_judges_distances_as_measure_does(duckdb_bench, database, leaves, distance):
    load(database, duckdb_bench, ("town", "lab"), ROWS, ROWS)
    words = {"distance": "ordered", "order": leaves}
    if distance == "hierarchical":
        words = write_hierarchy(duckdb_bench, leaves)
    verdicts = []
    for level in (0, 1, 2):
        for t in ("1/20", "3/16", "1/4", "1/3"):
            job = write_job(duckdb_bench, words | {"t": t})
            measured = duckdb_bench.measure(job, {"town": level})
            script = write_script(job, database.dialect, {"town": level})
            found, release = run_script(database, script)
            verdicts.append(found["verdict"][0][0])
            assert (verdicts[-1] == "holds") is measured.satisfied is bool(release)
            assert found["strange_lab"] == [(0,)]
    assert {*verdicts} == {"holds", "fails"}


@pytest.mark.parametrize("leaves", [FEW[:3], MANY[:59]], ids=["few", "many"])
@pytest.mark.parametrize("distance", ["ordered", "hierarchical"])
def test_a_value_without_a_place_releases_nothing(duckdb_bench, database, leaves, distance):
    load(database, duckdb_bench, ("town", "lab"), ROWS, ROWS)
    words = {"distance": "ordered", "order": leaves}
    if distance == "hierarchical":
        words = write_hierarchy(duckdb_bench, leaves)
    job = write_job(duckdb_bench, words | {"t": 1})
    with pytest.raises(dpsql.HierarchyError, match="1 value of T has no place"):
        duckdb_bench.measure(job, {"town": 2})
    found, release = run_script(database, write_script(job, database.dialect, {"town": 2}))
    assert (found["verdict"][0][0], found["strange_lab"], release) == ("fails", [(1,)], [])
