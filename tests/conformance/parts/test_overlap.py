"""Files of other tools whose rows overlap are judged alike on every engine."""

from fractions import Fraction

import pytest

import dpsql
from tests.oracle.knowledge.overlap import find_presence_by_assignments

COLUMNS = {
    "zip": {"tree": {"47*": ["47906", "47630"], "48*": ["48973"]}, "nulls": "own_leaf"},
    "sex": {"tree": {"*": ["f", "m"]}},
}
P = [
    ("47906", "f"),
    ("47906", "m"),
    ("47630", "m"),
    ("48973", "f"),
    ("48973", "m"),
    (None, "m"),
]
T = [("47906", "m"), ("47630", "m"), ("48973", "f"), (None, "m")]
AMERICA = frozenset({0, 1, 2})
MEN = frozenset({1, 2, 4, 5})
ANYBODY = frozenset(range(6))


@pytest.mark.parametrize(
    ("rows", "people", "method"),
    [
        ([("47*", "*")] * 2 + [("*", "*")] * 2, [AMERICA] * 2 + [ANYBODY] * 2, "laminar"),
        (
            [("47*", "*"), ("*", "m"), ("*", "m"), ("48*", "*")],
            [AMERICA, MEN, MEN, frozenset({3, 4})],
            "states",
        ),
    ],
)
def test_presence_is_that_of_all_assignments(bench, rows, people, method):
    bench.write("p.csv", P, ("zip", "sex"))
    bench.write("t.csv", T, ("zip", "sex"))
    file = bench.write("other.csv", rows, ("zip", "sex"))
    job = bench.job(COLUMNS, delta={"max": "3/4"})
    found = dpsql.measure(job, release=file, **bench.engine.options).to_dict()
    assert found["overlap"]["method"] == method
    exact = find_presence_by_assignments(people, len(P))
    told = found.get("suppressed", {}).get("random_rows", found["presence"])
    assert told == {"min": str(min(exact)), "max": str(max(exact))}
    assert found["satisfied"] is (Fraction(found["presence"]["max"]) <= Fraction(3, 4))
