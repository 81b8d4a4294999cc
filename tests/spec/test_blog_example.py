"""The population of Desfontaines' blog post on δ-presence, and of his thesis, with its misprint.

P has 5 people aged 10-19, 5 of 20-29, 10 of 30-39, 10 of 40-49 and 20 of 50 and over; T holds all
five teenagers and one person in their forties.
"""

from fractions import Fraction

import pytest

import dpsql

BLOG = {"10-19": 5, "20-29": 5, "30-39": 10, "40-49": 10, "50+": 20}
THESIS = {"10-19": 5, "20-29": 5, "30-39": 10, "40-49": 10, "50-59": 20, "60+": 15}
PRIVATE = {"10-19": 5, "40-49": 1}
YOUNG = ("10-19", "20-29", "30-39")


def write(bench, population, private=PRIVATE):
    """Ages with one level between the raw ranges and the root: 10-39."""
    for name, counts in (("p.csv", population), ("t.csv", private)):
        rows = [(age,) for age, count in counts.items() for _ in range(count)]
        bench.write(name, rows, ("age",))
    paths = [(age, "10-39" if age in YOUNG else age, "*") for age in population]
    bench.write("age.csv", paths)
    return {"age": "age.csv"}


@pytest.mark.parametrize("population", [BLOG, THESIS], ids=["blog", "thesis"])
@pytest.mark.parametrize(
    ("level", "greatest", "k_map"),
    [
        pytest.param(0, "1", 5, id="ages as they are: 5-map yet all teenagers are known"),
        pytest.param(1, "1/4", 10, id="10-39 as one range"),
    ],
)
def test_presence_and_k_map(bench, population, level, greatest, k_map):
    quasi_identifiers = write(bench, population)
    holds = {}
    for k in (k_map, k_map + 1):
        job = bench.job(quasi_identifiers, constraints={"k_map": k})
        found = bench.measure(job, {"age": level})
        assert (found.presence.minimum, found.presence.maximum) == (0, Fraction(greatest))
        holds[k] = found.satisfied
    assert holds == {k_map: True, k_map + 1: False}


@pytest.mark.parametrize(("population", "whole"), [(BLOG, "3/25"), (THESIS, "6/65")])
def test_total_suppression_leaves_the_share_of_t(bench, population, whole):
    found = bench.measure(bench.job(write(bench, population)), {"age": 2})
    assert found.presence.minimum == found.presence.maximum == Fraction(whole)


@pytest.mark.parametrize("level", [0, 1])
def test_k_anonymity_of_the_release_is_one(bench, level):
    job = bench.job(write(bench, BLOG), constraints={"k_anonymity": "2"})
    assert bench.measure(job, {"age": level}).satisfied is False


def test_people_over_50_make_every_positive_minimum_fail(bench):
    quasi_identifiers = write(bench, BLOG)
    smallest = bench.job(quasi_identifiers, delta={"min": "0.000000000000000001", "max": "1/4"})
    assert bench.measure(smallest, {"age": 1}).satisfied is False
    none = bench.job(quasi_identifiers, delta={"min": "0", "max": "1/4"})
    assert bench.measure(none, {"age": 1}).satisfied is True


def test_optimum_merges_the_young(bench):
    job = bench.job(write(bench, BLOG), delta={"max": "1/4"})
    assert bench.anonymize(job).levels == {"age": 1}
    assert bench.read_release() == [("10-39",)] * 5 + [("40-49",)]


def test_bounds_below_a_quarter_need_total_suppression(bench):
    job = bench.job(write(bench, BLOG), delta={"max": "0.2499"})
    assert bench.anonymize(job).levels == {"age": 2}


def test_table_as_misprinted_is_no_subset_of_anything_that_has_the_text_s_numbers(bench):
    """Table 2.15 of the thesis prints 10-39 where its text needs 10-19.

    Read as raw values, 10-39 is a range that nobody of P has: T is not a subset of P.
    """
    quasi_identifiers = write(bench, THESIS, {"10-39": 5, "40-49": 1})
    with pytest.raises(dpsql.SubsetError, match="5 rows of T have no equal row in P"):
        bench.measure(bench.job(quasi_identifiers))


def test_table_as_misprinted_read_as_a_population_gives_other_numbers(bench):
    """If P itself had the range 10-39, its 20 people would have a presence of 1/4, not 1."""
    population = {"10-39": 20, "40-49": 10, "50-59": 20, "60+": 15}
    quasi_identifiers = write(bench, population, {"10-39": 5, "40-49": 1})
    found = bench.measure(bench.job(quasi_identifiers))
    assert (found.presence.minimum, found.presence.maximum) == (0, Fraction(1, 4))
