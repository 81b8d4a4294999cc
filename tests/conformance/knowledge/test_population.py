"""Statistics in place of P mean the same on every engine: shares, samples, NULLs, typed columns."""

import pytest

import dpsql
from tests.oracle.knowledge.statistics import (
    Statistics,
    estimate,
    find_delta,
    list_classes,
    sum_violations,
)
from tests.oracle.tables.instance import Instance

COLUMNS = {
    "zip": {"tree": {"47*": ["47906", "47630"], "48*": ["48973"]}, "nulls": "own_leaf"},
    "sex": {"tree": {"*": ["f", "m"]}},
}
#: Each leaf with its labels; NULL stays NULL up to the root.
ZIPS = {
    "47906": ("47906", "47*", "*"),
    "47630": ("47630", "47*", "*"),
    "48973": ("48973", "48*", "*"),
    None: (None, None, "*"),
}
SEXES = {"f": ("f", "*"), "m": ("m", "*")}
T = [("47906", "f"), ("47906", "m"), ("48973", "m"), ("48973", "m"), (None, "f")]
TOWNS = {("47906",): 40, ("47630",): 25, ("48973",): 30, (None,): 5}
PARTS = {("f",): "0.55", ("m",): ".45"}
DELTA = {"max": "1/5"}


def write_tables(bench):
    bench.write("t.csv", T, ("zip", "sex"))
    bench.write("zips.csv", [(*zip_, n) for zip_, n in TOWNS.items()], ("zip", "people"))
    bench.write("sexes.csv", [(*sex, n) for sex, n in PARTS.items()], ("sex", "part"))
    survey = [("47906", "f", "10.5"), ("48973", "m", 20), (None, "m", 7), ("47630", "f", "1e1")]
    bench.write("survey.csv", survey, ("zip", "sex", "weight"))


TABLES = {
    "tables": [
        {"path": "zips.csv", "columns": ["zip"], "count": "people"},
        {"path": "sexes.csv", "columns": ["sex"], "share": "part"},
    ]
}
#: The people of each town and sex, and the sizes of towns as regions.
BOTH = {
    (*zip_, *sex): n * (3 if sex == ("f",) else 2) for zip_, n in TOWNS.items() for sex in PARTS
}
OF_BOTH = {"tables": [{"path": "both.csv", "columns": ["zip", "sex"], "count": "people"}]}
OF_TOWNS = {"path": "zips.csv", "by": "zip", "count": "people"}
SAMPLE = {"sample": {"path": "survey.csv", "weight": "weight"}}
UNWEIGHTED = {"sample": {"path": "survey.csv"}}


def make_job(bench, known, size=100, **words):
    write_tables(bench)
    usual = {"delta": DELTA, "confidence": "9/10"}
    population = {"size": size, **known}
    return bench.job(COLUMNS, public=None, population=population, **usual | words)


@pytest.mark.parametrize("levels", [{}, {"zip": 1}, {"zip": 1, "sex": 1}, {"zip": 2, "sex": 1}])
@pytest.mark.parametrize("counts", ["members_included", "non_members"])
def test_the_confidence_of_a_node_is_that_of_the_oracle(bench, levels, counts):
    instance = Instance((ZIPS, SEXES), (), tuple(T))
    weights = (TOWNS, {("f",): 55, ("m",): 45})
    known = Statistics(100, ((0,), (1,)), weights, counts == "members_included")
    job = make_job(bench, {**TABLES, "counts": counts})
    found = bench.measure(job, levels).to_dict()
    node = (levels.get("zip", 0), levels.get("sex", 0))
    classes = list_classes(instance, known, node)
    total = sum_violations(classes, known, (job.delta.min, job.delta.max))
    assert found["confidence"]["least"] == pytest.approx(float(max(0, 1 - total)), abs=1e-9)
    assert found["presence_estimate"]["max"] == str(estimate(classes, known))
    delta = find_delta(classes, known, len(T), job.confidence, job.delta.min)
    assert found["delta_at_confidence"] == (None if delta is None else str(delta))


@pytest.mark.parametrize(
    ("known", "size", "levels"),
    [
        (TABLES, 100, (2, 0)),
        (TABLES, {"min": 90, "max": 120}, (2, 0)),
        (SAMPLE, 100, (2, 0)),
        (UNWEIGHTED, 100, (2, 0)),
    ],
    ids=["tables", "interval", "sample", "unweighted"],
)
def test_a_release_is_verified_by_the_statistics(bench, known, size, levels):
    outcome = bench.anonymize(make_job(bench, known, size))
    assert tuple(outcome.levels.values()) == levels
    assert outcome.satisfied
    assert len(bench.read_release()) == len(T)


def test_a_least_presence_needs_everybody_to_look_like_somebody_in_t(bench):
    job = make_job(bench, TABLES, delta={"min": "1/50", "max": "1/5"})
    assert bench.measure(job, {"zip": 0}).to_dict()["confidence"]["least"] == 0
    assert bench.measure(job, {"zip": 2, "sex": 1}).to_dict()["confidence"]["least"] == 1
    assert tuple(bench.anonymize(job).levels.values()) == (2, 0)


def test_the_frontier_has_the_delta_of_each_level(bench):
    job = make_job(bench, TABLES)
    found = dpsql.frontier(job, **bench.engine.options).to_dict()
    assert found["confidence"] == {"asked": "9/10"}
    for point in found["points"]:
        measured = bench.measure(job, point["levels"]).to_dict()
        assert measured["delta_at_confidence"] == point["delta_max"]
        assert measured["metrics"]["loss"] == pytest.approx(point["loss"])


@pytest.mark.parametrize("known", [TABLES, SAMPLE], ids=["tables", "sample"])
def test_levels_are_chosen_without_the_rows_of_t(bench, known):
    words = {"choose": "from_public", "delta": {"max": "1/2"}}
    job = make_job(bench, known, 1000, **words)
    chosen = dpsql.choose(job, **bench.engine.options)
    (bench.folder / "t.csv").rename(bench.folder / "hidden.csv")
    again = dpsql.choose(job, private_rows=len(T), **bench.engine.options)
    assert again == chosen
    (bench.folder / "hidden.csv").rename(bench.folder / "t.csv")
    released = bench.anonymize(job)
    assert released.levels == chosen.levels
    assert released.choose == "from_public"


@pytest.mark.parametrize("levels", [{}, {"zip": 1}, {"sex": 1}, {"zip": 2}, {"zip": 2, "sex": 1}])
@pytest.mark.parametrize("counts", ["members_included", "non_members"])
@pytest.mark.parametrize("joint", [True, False])
def test_sizes_of_regions_mean_what_the_oracle_says(bench, levels, counts, joint):
    rows = [(*values, n) for values, n in BOTH.items()]
    bench.write("both.csv", rows, ("zip", "sex", "people"))
    job = make_job(bench, {**(OF_BOTH if joint else TABLES), "counts": counts}, OF_TOWNS)
    sizes = tuple((zip_, number) for (zip_,), number in TOWNS.items())
    included = counts == "members_included"
    known = Statistics(100, ((0,), (1,)), (TOWNS, {("f",): 55, ("m",): 45}), included, 0, sizes)
    if joint:
        known = Statistics(100, ((0, 1),), (BOTH,), included, 0, sizes)
    instance = Instance((ZIPS, SEXES), (), tuple(T))
    found = bench.measure(job, levels).to_dict()
    classes = list_classes(instance, known, (levels.get("zip", 0), levels.get("sex", 0)))
    total = sum_violations(classes, known, (job.delta.min, job.delta.max))
    assert found["confidence"]["least"] == pytest.approx(float(max(0, 1 - total)), abs=1e-9)
    assert found["presence_estimate"]["max"] == str(estimate(classes, known))


@pytest.mark.parametrize(
    ("known", "counts"), [(TABLES, "members_included"), (OF_BOTH, "non_members")]
)
def test_a_release_by_sizes_of_regions_is_verified(bench, known, counts):
    bench.write("both.csv", [(*values, n) for values, n in BOTH.items()], ("zip", "sex", "people"))
    job = make_job(bench, {**known, "counts": counts}, OF_TOWNS, delta={"max": "1"})
    assert bench.anonymize(job, levels={"zip": 1}).satisfied
    assert len(bench.read_release()) == len(T)


@pytest.mark.parametrize(
    ("size", "counts"),
    [(100, "members_included"), ({"min": 90, "max": 120}, "non_members")],
    ids=["number", "interval"],
)
def test_rows_of_rare_classes_climb_by_the_people_that_are_expected(bench, size, counts):
    """Of 100 people 14 and 16 are expected in the classes of 48*, of NULL 3 and 2: these climb."""
    words = {"algorithm": {"pooled": {"path": "root", "least": 10}}, "delta": {"max": "1/2"}}
    job = make_job(bench, {**TABLES, "counts": counts}, size, **words)
    found = bench.measure(job, {"zip": 1}).to_dict()
    assert found["pooled"]["private_rows"] == 1
    assert found["pooled"]["classes"] == 4
    assert found["pooled"]["public_rows"] == (5 if size == 100 else 4)
    released = bench.anonymize(job)
    assert released.satisfied
    assert released.pooled.least == 10
    texts = {row[0] for row in bench.read_release()}
    assert texts == {"47*", "48*", "*"} if released.levels["zip"] == 1 else texts
    assert len(bench.read_release()) == len(T)
