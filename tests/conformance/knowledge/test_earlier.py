"""Earlier releases mean the same on every engine: NULL, quoted cells, counts, atoms, nesting."""

from fractions import Fraction

import pytest

import dpsql
from dpsql.release.manifest import ReleasedFile, hash_file
from tests.earlier_releases import write_manifest
from tests.oracle.knowledge.composition import list_presences
from tests.oracle.tables.instance import Instance

COLUMNS = {
    "zip": {"tree": {"=47*": ["47906", "47630"], "48*": ["48973"]}, "nulls": "own_leaf"},
    "sex": {"tree": {"*": ["f", "m"]}},
}
ZIPS = {
    "47906": ("47906", "=47*", "*"),
    "47630": ("47630", "=47*", "*"),
    "48973": ("48973", "48*", "*"),
    None: (None, None, "*"),
}
SEXES = {"f": ("f", "*"), "m": ("m", "*")}
P = [
    ("47906", "f"),
    ("47906", "m"),
    ("47906", "m"),
    ("47630", "f"),
    ("47630", "m"),
    ("48973", "m"),
    ("48973", "f"),
    (None, "f"),
    (None, "m"),
]
T = [("47906", "m"), ("48973", "m"), (None, "f"), ("47630", "f")]
INSTANCE = Instance((ZIPS, SEXES), tuple(P), tuple(T))


def make_job(bench, form, **words):
    """Write T at level 1 of zip and the root of sex, in a form, and return a job that names it."""
    bench.write("p.csv", P, ("zip", "sex"))
    bench.write("t.csv", T, ("zip", "sex"))
    told = [("'=47*" if form == "quoted" else "=47*", "*"), ("48*", "*"), (None, "*")]
    rows = [told[0], *told] if form != "counted" else [(*told[0], 2), (*told[1], 1), (*told[2], 1)]
    header = ("zip", "sex", "n") if form == "counted" else ("zip", "sex")
    file = bench.write("e.csv", rows, header)
    claims = {"csv_formulas": "quote"} if form == "quoted" else {}
    if form == "counted":
        claims["release"] = ReleasedFile(
            name="e.csv", sha256=hash_file(file), rows=3, count="n", private_rows=4
        )
    write_manifest(file, {"zip": 1, "sex": 1}, public_rows=9, private_rows=4, **claims)
    return bench.job(COLUMNS, earlier=("e.csv",), **{"delta": {"max": "2/3"}} | words)


@pytest.mark.parametrize("form", ["plain", "quoted", "counted"])
@pytest.mark.parametrize("levels", [{"zip": 2}, {"zip": 1, "sex": 1}, {"zip": 0, "sex": 0}])
def test_presence_together_is_that_of_the_oracle(bench, form, levels):
    exact = list_presences(INSTANCE, [(1, 1), (levels["zip"], levels.get("sex", 0))])
    found = bench.measure(make_job(bench, form), levels).to_dict()
    assert found["together"]["releases"] == 1, found["together"]
    assert found["together"]["presence"] == {"min": str(min(exact)), "max": str(max(exact))}
    assert found["together"]["method"] == ("exact" if levels == {"zip": 2} else "nested")
    assert found["satisfied"] is (max(exact) <= 2 / 3)


def test_people_above_a_presence_are_counted_alike(bench):
    """Of P, 5 people of =47* are at 2/5, those of 48* and NULL at 1/2; raw, others are."""
    job = make_job(bench, "quoted", release="r.csv", delta={"max": "1"})
    raw = bench.write("raw.csv", T, ("zip", "sex"))
    write_manifest(raw, {"zip": 0, "sex": 0}, public_rows=9, private_rows=4)
    given = {"job": job, "above": "9/20", **bench.engine.options}
    found = dpsql.diff(bench.folder / "e.csv", raw, **given).to_dict()
    exact = [list_presences(INSTANCE, [node]) for node in ((1, 1), (0, 0))]
    above = [[one > Fraction(9, 20) for one in of_node] for of_node in exact]
    told = found["people"]
    assert (told["old"], told["new"]) == tuple(map(sum, above))
    assert told["newly_above"] == sum(b and not a for a, b in zip(*above, strict=True))
    assert found["of_this_table"] == {"old": True, "new": True}


@pytest.mark.parametrize(
    ("form", "levels", "method"),
    [
        ("quoted", {"zip": 2}, "exact"),
        ("counted", {"zip": 1, "sex": 1}, "nested"),
        ("plain", None, "nested"),
    ],
)
def test_a_release_is_verified_together_with_what_is_out(bench, form, levels, method):
    job = make_job(bench, form, release="r.csv")
    found = bench.anonymize(job, levels=levels, csv_formulas="quote")
    assert found.levels == ({"zip": 0, "sex": 1} if levels is None else {"sex": 0} | levels)
    assert found.together.method == method
