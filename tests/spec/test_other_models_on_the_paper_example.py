"""k-anonymity and k-map on the running example, and what δ-presence adds to them."""

from fractions import Fraction

import pytest

import dpsql
from dpsql.warehouses.scripts.script import write_script

RAW, P2, T3, T1, ROOT = (0, 0, 0), (1, 2, 1), (2, 2, 2), (3, 1, 3), (3, 2, 3)


def at(node):
    return dict(zip(("zip", "age", "nationality"), node, strict=True))


@pytest.mark.parametrize("metric", ["loss", "discernibility"])
@pytest.mark.parametrize(
    ("k", "node"), [(2, P2), (3, P2), (4, T1), (5, ROOT), (6, ROOT), (9, ROOT)]
)
def test_optimal_k_anonymization_of_the_whole_population(bench, paper_job, k, node, metric):
    job = paper_job(private="p.csv", constraints={"k_anonymity": k}, metric=metric)
    assert tuple(bench.anonymize(job).levels.values()) == node


def test_ten_anonymity_of_nine_people_is_refused(bench, paper_job):
    with pytest.raises(dpsql.NoSafeRelease):
        bench.anonymize(paper_job(private="p.csv", constraints={"k_anonymity": 10}))


@pytest.mark.parametrize(("k", "node"), [(2, (2, 1, 2)), (3, T1), (4, T1), (5, T1)])
def test_optimal_k_anonymization_of_t_is_not_present(bench, paper_job, k, node):
    found = bench.anonymize(paper_job(constraints={"k_anonymity": k}))
    assert tuple(found.levels.values()) == node
    assert not (Fraction(1, 2) <= found.presence.minimum)


@pytest.mark.parametrize("k", [3, 4, 5])
def test_discernibility_ties_with_total_suppression_and_takes_fewer_levels(bench, paper_job, k):
    found = bench.anonymize(paper_job(constraints={"k_anonymity": k}, metric="discernibility"))
    assert tuple(found.levels.values()) == T1


@pytest.mark.parametrize("model", ["k_anonymity", "k_map"])
@pytest.mark.parametrize(
    ("node", "values"),
    [
        (RAW, {"k_anonymity": 1, "k_map": 1}),
        (P2, {"k_anonymity": 1, "k_map": 3}),
        (T3, {"k_anonymity": 2, "k_map": 3}),
        (T1, {"k_anonymity": 5, "k_map": 5}),
        (ROOT, {"k_anonymity": 5, "k_map": 9}),
    ],
)
def test_the_greatest_k_that_holds(bench, paper_job, node, values, model):
    k = values[model]
    for stated, holds in ((k, True), (k + 1, False)):
        job = paper_job(constraints={model: stated})
        assert bench.measure(job, at(node)).satisfied is holds


@pytest.mark.parametrize(("k", "node"), [(4, T1), (3, P2), (2, P2)])
def test_weak_k_anonymity_does_not_bound_presence(bench, paper_job, k, node):
    """P is k-anonymous at the node, so T is k-mapped; yet presence leaves [1/2, 2/3]."""
    job = paper_job(constraints={"k_map": k}, delta={"min": "1/2", "max": "2/3"})
    assert bench.measure(job, at(node)).satisfied is False
    alone = paper_job(constraints={"k_map": k})
    assert bench.measure(alone, at(node)).satisfied is True


@pytest.mark.parametrize(("delta_max", "k"), [("2/3", 2), ("5/9", 2)])
def test_presence_at_most_delta_implies_a_map_of_its_inverse(bench, paper_job, delta_max, k):
    found = bench.anonymize(paper_job(delta={"max": delta_max}))
    job = paper_job(constraints={"k_map": k})
    assert bench.measure(job, found.levels).satisfied is True


@pytest.mark.parametrize(
    ("constraints", "node"),
    [
        ({}, P2),
        ({"k_map": 3}, P2),
        ({"k_anonymity": 2}, T3),
        ({"k_map": 4}, ROOT),
        ({"k_anonymity": 3}, ROOT),
    ],
)
def test_constraints_hold_together_with_delta(bench, paper_job, constraints, node):
    found = bench.anonymize(paper_job(delta={"max": "2/3"}, constraints=constraints))
    holding = paper_job(delta={"max": "2/3"}, constraints=constraints)
    assert bench.measure(holding, found.levels).satisfied is True
    assert tuple(found.levels.values()) == node


def write_two_towns(bench):
    """Ten people in each of two towns, five of the first in T, nobody of the second."""
    bench.write("p.csv", [("a",)] * 10 + [("b",)] * 10, ("town",))
    bench.write("t.csv", [("a",)] * 5, ("town",))
    return {"town": {"tree": {"*": ["a", "b"]}}}


def test_a_class_of_p_without_t_breaks_a_positive_minimum_even_under_k_anonymity(bench):
    """ARX skips δmin where a class holds no row of T, and would publish the raw towns here."""
    quasi_identifiers = write_two_towns(bench)
    job = bench.job(
        quasi_identifiers, delta={"min": "1/10", "max": "1/2"}, constraints={"k_anonymity": 2}
    )
    raw = bench.measure(job, {"town": 0})
    assert raw.satisfied is False
    assert raw.presence.minimum == 0
    found = bench.anonymize(job)
    assert found.levels == {"town": 1}
    assert found.presence.minimum == found.presence.maximum == Fraction(1, 4)


def test_the_same_towns_hold_raw_once_the_minimum_is_zero(bench):
    job = bench.job(
        write_two_towns(bench),
        delta={"min": "0", "max": "1/2"},
        constraints={"k_anonymity": 5, "k_map": 10},
    )
    assert bench.anonymize(job).levels == {"town": 0}


@pytest.mark.parametrize("k", [4, 3, 2])
def test_weak_k_anonymity_asks_of_unpublished_classes_what_k_map_does_not(bench, paper_job, k):
    """T1 leaves a class of 4 people of P without rows of T."""
    for model, holds in (("weak_k_anonymity", True), ("k_map", True)):
        assert bench.measure(paper_job(constraints={model: k}), at(T1)).satisfied is holds
    assert bench.measure(paper_job(constraints={"weak_k_anonymity": 5}), at(T1)).satisfied is False
    assert bench.measure(paper_job(constraints={"k_map": 5}), at(T1)).satisfied is True


def test_diversity_of_presence_finds_the_release_of_table_3(bench, paper_job):
    """P2* is (2, 2)-diverse with ≤, as the paper writes it, and not with <."""
    loosely = paper_job(constraints={"presence_diversity": "2"})
    strictly = paper_job(constraints={"presence_diversity": {"c": "2", "strict": "true"}})
    assert bench.measure(loosely, at(P2)).satisfied is True
    assert bench.measure(strictly, at(P2)).satisfied is False
    assert bench.measure(loosely, at(T3)).satisfied is True
    found = bench.anonymize(loosely)
    assert tuple(found.levels.values()) == P2
    with pytest.raises(dpsql.NoSafeRelease):
        bench.anonymize(paper_job(constraints={"presence_diversity": "1"}), overwrite=True)


@pytest.mark.parametrize(("node", "t"), [(T3, "1/9"), (P2, "2/9"), (T1, "5/9"), (ROOT, "0")])
def test_closeness_of_presence_is_how_far_it_strays_from_5_9(bench, paper_job, node, t):
    job = paper_job(constraints={"presence_closeness": t})
    assert bench.measure(job, at(node)).satisfied is True
    assert all(Fraction(t) >= abs(r - Fraction(5, 9)) for r in presence_at(bench, job, node))
    if node != ROOT:
        below = paper_job(constraints={"presence_closeness": f"0.{int(10**17 * Fraction(t))}"})
        assert bench.measure(below, at(node)).satisfied is False


def presence_at(bench, job, node):
    presence = bench.measure(job, at(node)).presence
    return presence.minimum, presence.maximum


def test_a_release_with_models_of_presence_verifies_from_its_manifest(bench, paper_job):
    """The manifest states the models, and they are read back from it."""
    words = {"presence_closeness": "1/9", "presence_diversity": {"c": "2"}, "weak_k_anonymity": "3"}
    found = bench.anonymize(paper_job(constraints=words))
    assert tuple(found.levels.values()) == T3
    assert found.to_dict()["constraints"] == {
        "weak_k_anonymity": 3,
        "presence_diversity": {"c": "2", "strict": False},
        "presence_closeness": "1/9",
    }
    dpsql.verify(paper_job(constraints=words), **bench.engine.options)
    for others in ({"weak_k_anonymity": "3"}, {"k_map": 1}):
        with pytest.raises(dpsql.IntegrityError, match="states another constraints"):
            dpsql.verify(paper_job(constraints=others), **bench.engine.options)


def test_the_script_of_a_job_compares_with_the_ratio_of_the_tables(bench, paper_job):
    script = write_script(paper_job(constraints={"presence_closeness": "1/9"}), "duckdb")
    _, classes = (one.sql for one in script.statements if one.step == "classes")
    assert 'OVER () AS BIGINT) AS "people_of_p"' in classes
    with pytest.raises(dpsql.ConfigError, match="t has more than 10 digits"):
        write_script(paper_job(constraints={"presence_closeness": "0.12345678901"}), "duckdb")
