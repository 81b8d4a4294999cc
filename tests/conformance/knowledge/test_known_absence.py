"""Who knows people that are not in T: the same on every engine and for every shape."""

from fractions import Fraction

import pytest

from tests.first_sentences import read_bounds, read_page_sentence

COLUMNS = {"zip": {"tree": {"47*": ["47906", "47630"], "48*": ["48973"]}}}
P = ["47906"] * 5 + ["47630"] * 4 + ["48973"] * 7
T = ["47906", "47906", "47630", "48973", "48973", "48973"]


def make_job(bench, **words):
    bench.write("p.csv", [(one,) for one in P], ("zip",))
    bench.write("t.csv", [(one,) for one in T], ("zip",))
    return bench.job(COLUMNS, **{"delta": {"max": "3/5"}, "known_absent": 2} | words)


@pytest.mark.parametrize(
    ("absent", "most", "satisfied"), [(1, "1/2", True), (2, "2/3", False), (6, "1", False)]
)
def test_the_others_of_a_class_are_likelier(bench, absent, most, satisfied):
    found = bench.measure(make_job(bench, known_absent=absent)).to_dict()
    assert found["presence"]["max"] == "3/7"
    assert found["presence_if_absent"] == {"max": most}
    assert found["satisfied"] is satisfied


@pytest.mark.parametrize(
    "algorithm",
    ["spalm", {"pooled": {"path": "root"}}, "mpalm", {"mpalm": {"cuts": "hierarchy"}}],
    ids=["levels", "pooled", "boxes", "cuts"],
)
def test_every_shape_keeps_to_it(bench, algorithm):
    """3 of 9 people of 47 are in T and 3 of 7 of 48, of whom two are known not to be in T."""
    found = bench.anonymize(make_job(bench, algorithm=algorithm))
    assert found.to_dict()["presence_if_absent"]["max"] == "3/5"
    for internal in (False, True):
        told = read_bounds(read_page_sentence(found, internal=internal))
        assert told == (Fraction(1, 3), Fraction(3, 5))
