"""A prior means the same on every engine: rates in a table or in P, NULLs, counts, ends."""

from fractions import Fraction

import pytest

from tests.oracle.knowledge.priors import list_posteriors
from tests.oracle.tables.instance import Instance

COLUMNS = {
    "zip": {"tree": {"47*": ["47906", "47630"], "48*": ["48973"]}, "nulls": "own_leaf"},
    "sex": {"tree": {"*": ["f", "m"]}},
}
ZIPS = {
    "47906": ("47906", "47*", "*"),
    "47630": ("47630", "47*", "*"),
    "48973": ("48973", "48*", "*"),
    None: (None, None, "*"),
}
SEXES = {"f": ("f", "*"), "m": ("m", "*")}
#: Zip, sex, and what the rate depends on.
P = [
    ("47906", "f", "ill"),
    ("47906", "m", "ill"),
    ("47906", "m", "well"),
    ("47630", "f", None),
    ("47630", "m", "well"),
    ("48973", "m", "ill"),
    ("48973", "m", "old"),
    (None, "f", "well"),
    (None, "m", "old"),
]
T = [("47906", "m"), ("48973", "m"), (None, "f")]
RATES = {"ill": "0.4", "well": "0.02", "old": "0.2", None: "0.000022"}
#: A row of P that counts no people, of a class and a rate of its own.
NOBODY = ("48973", "f", "well", RATES["well"], 0)
LEVELS = [{}, {"zip": 1}, {"sex": 1}, {"zip": 1, "sex": 1}, {"zip": 2, "sex": 1}]


def make_job(bench, form, **words):
    bench.write("t.csv", T, ("zip", "sex"))
    header = ("zip", "sex", "health", "rate")
    rows = [(*row, RATES[row[2]]) for row in P]
    if form == "counts":
        header, rows = (*header, "people"), [(*row, 1) for row in rows] + [NOBODY]
    bench.write("p.csv", rows, header)
    bench.write("rates.csv", RATES.items(), ("health", "chance"))
    prior = {"path": "rates.csv", "columns": ["health"], "rate": "chance"}
    if form == "column":
        prior = {"column": "rate"}
    if form == "counts":
        words["public"] = {"path": "p.csv", "count": "people"}
    return bench.job(COLUMNS, prior=prior, **{"delta": {"max": "1/2"}} | words)


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("form", ["table", "column", "counts"])
def test_the_posterior_is_that_of_the_oracle(bench, form, levels):
    rates = [Fraction(RATES[health]) for *_, health in P]
    people = tuple((zip_, sex) for zip_, sex, _ in P)
    node = (levels.get("zip", 0), levels.get("sex", 0))
    exact = list_posteriors(Instance((ZIPS, SEXES), people, tuple(T)), rates, node)
    found = bench.measure(make_job(bench, form), levels).to_dict()
    assert found["posterior"]["min"] == pytest.approx(float(min(exact)), abs=1e-9)
    assert found["posterior"]["max"] == pytest.approx(float(max(exact)), abs=1e-9)
    assert found["satisfied"] is (max(exact) <= Fraction(1, 2))


@pytest.mark.parametrize(
    ("form", "levels"),
    [("table", None), ("column", {"zip": 1, "sex": 1}), ("counts", {"zip": 1})],
)
def test_a_release_is_verified_by_the_prior(bench, form, levels):
    high = "1" if form == "counts" else "19/20"
    found = bench.anonymize(make_job(bench, form, delta={"max": high}), levels=levels)
    assert found.satisfied
    assert found.posterior.maximum <= Fraction(high)
    assert len(bench.read_release()) == len(T)


def test_rates_by_a_quasi_identifier_and_their_ends(bench):
    """People of rate 1 are in T, and people of rate 0 are not; NULL has a rate as well."""
    rates = {"47906": "1", "47630": "0", "48973": ".5", None: "1e-3"}
    people = [("47906", "m"), *(row[:2] for row in P[3:])]
    bench.write("t.csv", T, ("zip", "sex"))
    bench.write("p.csv", people, ("zip", "sex"))
    bench.write("zips.csv", rates.items(), ("zip", "rate"))
    prior = {"path": "zips.csv", "columns": ["zip"], "rate": "rate"}
    job = bench.job(COLUMNS, prior=prior, delta={"max": "1"})
    exact = list_posteriors(
        Instance((ZIPS, SEXES), tuple(people), tuple(T)),
        [Fraction(rates[zip_]) for zip_, _ in people],
        (1, 1),
    )
    found = bench.measure(job, {"zip": 1, "sex": 1}).to_dict()
    assert (found["posterior"]["min"], found["posterior"]["max"]) == (min(exact), max(exact))
    assert found["satisfied"]
