"""Where the definition has edges: T outside P, T empty, T = P, P and T of one person, NULL."""

from fractions import Fraction

import pytest

import dpsql

TOWNS = {"town": {"tree": {"*": ["a", "b", "c"]}}}


def write(bench, public, private):
    bench.write("p.csv", [(town,) for town in public], ("town",))
    bench.write("t.csv", [(town,) for town in private], ("town",))


def test_more_rows_in_t_than_in_p_for_one_tuple_are_refused_with_their_number(bench):
    write(bench, "aab", "aaab")
    with pytest.raises(dpsql.SubsetError, match="1 row of T occurs more often in T than in P"):
        bench.measure(bench.job(TOWNS))


def test_a_tuple_that_p_does_not_have_is_refused(bench):
    write(bench, "aab", "ac")
    with pytest.raises(dpsql.SubsetError, match="1 row of T has no equal row in P"):
        bench.measure(bench.job(TOWNS))


def test_an_empty_population_is_refused(bench):
    write(bench, "", "")
    with pytest.raises(dpsql.InputError, match="P has no rows"):
        bench.measure(bench.job(TOWNS))


def test_an_empty_private_table_is_released_raw_if_nothing_must_be_present(bench):
    write(bench, "aab", "")
    found = bench.anonymize(bench.job(TOWNS, delta={"max": "0"}))
    assert found.levels == {"town": 0}
    assert found.presence.maximum == 0
    assert bench.read_release() == []


def test_an_empty_private_table_reaches_no_positive_minimum(bench):
    write(bench, "aab", "")
    with pytest.raises(dpsql.NoSafeRelease, match="less than δmin 10 %; write delta min 0"):
        bench.anonymize(bench.job(TOWNS, delta={"min": "1/10"}))


@pytest.mark.parametrize("algorithm", ["spalm", "pooled", "mondrian"])
def test_more_rows_than_t_has_are_in_no_class(bench, algorithm):
    write(bench, "aab", "ab")
    words = {"algorithm": algorithm, "constraints": {"k_anonymity": 3}}
    with pytest.raises(dpsql.NoSafeRelease, match="T has fewer than 3 rows, so k_anonymity 3"):
        bench.anonymize(bench.job(TOWNS, **words))
    words["constraints"] = {"k_anonymity": 2}
    assert bench.anonymize(bench.job(TOWNS, **words)).status == "released"


def test_everybody_in_t_is_certain_at_every_level(bench):
    write(bench, "aab", "aab")
    assert bench.anonymize(bench.job(TOWNS, delta={"min": "1"})).levels == {"town": 0}
    below_one = bench.job(TOWNS, delta={"max": "0.999999999999999999"}, release="s.parquet")
    with pytest.raises(dpsql.NoSafeRelease, match="= 100 %, everybody"):
        bench.anonymize(below_one)


def test_one_person_is_certain(bench):
    write(bench, "a", "a")
    found = bench.measure(bench.job(TOWNS))
    assert found.presence.minimum == found.presence.maximum == 1


def test_null_is_one_value_that_is_matched_like_any_other(bench):
    """Two people of P without a town, one of them in T: a class of its own with presence 1/2."""
    write(bench, ["a", "a", None, None], ["a", None])
    job = bench.job({"town": {"tree": {"*": ["a"]}, "nulls": "own_leaf"}})
    for level in (0, 1):
        presence = bench.measure(job, {"town": level}).presence
        assert presence.minimum == presence.maximum == Fraction(1, 2)
    raw = bench.measure(job)
    assert (raw.public_rows, raw.private_rows) == (4, 2)
    assert raw.metrics["class_size"] == 1


def test_null_in_t_alone_is_outside_p(bench):
    write(bench, ["a", "b"], ["a", None])
    with pytest.raises(dpsql.SubsetError):
        bench.measure(bench.job({"town": {"tree": {"*": ["a", "b"]}, "nulls": "own_leaf"}}))


def test_null_without_a_place_in_the_hierarchy_is_refused_and_named(bench):
    write(bench, ["a", None], ["a"])
    with pytest.raises(dpsql.HierarchyError, match="NULL is one"):
        bench.measure(bench.job(TOWNS))


def test_the_empty_text_is_not_null(bench):
    write(bench, ["", "", None], ["", None])
    job = bench.job({"town": {"tree": {"*": [""]}, "nulls": "own_leaf"}})
    presence = bench.measure(job, {"town": 0}).presence
    assert (str(presence.minimum), str(presence.maximum)) == ("1/2", "1")


def test_a_presence_that_a_double_would_refuse_holds(bench):
    """29 of 100 at δmax = 0.29: 0.29 · 100 is below 29 in doubles."""
    write(bench, "a" * 100, "a" * 29)
    job = bench.job(TOWNS, delta={"min": "0.29", "max": "0.29"})
    assert bench.anonymize(job).levels == {"town": 0}


def test_a_presence_that_a_double_would_accept_fails(bench):
    """1/3 is more than 0.3333333333333333, which as a double is 1/3."""
    write(bench, "aaabbb", "ab")
    job = bench.job(TOWNS, delta={"max": "0.3333333333333333"})
    with pytest.raises(dpsql.NoSafeRelease):
        bench.anonymize(job)
