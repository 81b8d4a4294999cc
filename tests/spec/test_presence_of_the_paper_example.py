"""Presence and costs of the releases that the paper prints (Nergiz et al. 2007, Tables 1 to 3)."""

from fractions import Fraction

import pytest

ZIP, AGE, NATIONALITY = "zip", "age", "nationality"
RAW, P2, T3, T1, ROOT = (0, 0, 0), (1, 2, 1), (2, 2, 2), (3, 1, 3), (3, 2, 3)


def at(node):
    return dict(zip((ZIP, AGE, NATIONALITY), node, strict=True))


@pytest.mark.parametrize(
    ("node", "least", "greatest"),
    [
        pytest.param(RAW, "0", "1", id="raw table"),
        pytest.param(T1, "0", "1", id="T1*, the 4-anonymous release"),
        pytest.param(P2, "1/3", "2/3", id="P2*"),
        pytest.param(T3, "1/2", "2/3", id="T3*"),
        pytest.param(ROOT, "5/9", "5/9", id="total suppression"),
    ],
)
def test_presence_is_exact_over_all_classes_of_p(bench, paper_job, node, least, greatest):
    found = bench.measure(paper_job(), at(node))
    assert (found.presence.minimum, found.presence.maximum) == (Fraction(least), Fraction(greatest))
    assert (found.public_rows, found.private_rows) == (9, 5)


@pytest.mark.parametrize(
    ("node", "people"),
    [(RAW, {0: 4, 19: 5}), (T1, {0: 4, 19: 5}), (P2, {6: 3, 13: 6}), (T3, {9: 6, 13: 3})],
)
def test_every_person_of_p_is_counted_at_their_presence(bench, paper_job, node, people):
    bins = bench.measure(paper_job(), at(node)).presence.people_by_presence
    assert {i: count for i, count in enumerate(bins) if count} == people


@pytest.mark.parametrize(
    ("low", "high", "people"),
    [
        ("1/2", "2/3", {"[1/2, 11/20]": 6, "(13/20, 2/3]": 3}),
        ("0", "1/2", {"(9/20, 1/2]": 6, "(13/20, 7/10]": 3}),
        ("1/2", "1/2", {"[1/2, 1/2]": 6, "(13/20, 7/10]": 3}),
        (
            "0.500000000000000001",
            "0.666666666666666666",
            {
                "(9/20, 1/2]": 6,
                "(333333333333333333/500000000000000000, 7/10]": 3,
            },
        ),
    ],
)
def test_who_is_exactly_at_a_bound_of_delta_is_counted_within_it(
    bench, paper_job, low, high, people
):
    found = bench.measure(paper_job(delta={"min": low, "max": high}), at(T3)).to_dict()
    counted = zip(found["presence_bars"], found["people_by_presence"], strict=True)
    assert {bar: count for bar, count in counted if count} == people


@pytest.mark.parametrize(
    ("node", "bounds", "holds"),
    [
        (T1, ("0", "0.999999999999999999"), False),
        (T1, ("0", "1"), True),
        (T1, ("0.000000000000000001", "1"), False),
        (P2, ("1/2", "2/3"), False),
        (P2, ("0", "2/3"), True),
        (P2, ("1/3", "2/3"), True),
        (T3, ("1/2", "2/3"), True),
        (T3, ("1/2", "0.6666"), False),
        (T3, ("1/2", "0.6667"), True),
        (T3, ("0.500000000000000001", "2/3"), False),
        (ROOT, ("5/9", "5/9"), True),
        (ROOT, ("0", "0.555555555555555555"), False),
    ],
)
def test_bounds_are_compared_exactly(bench, paper_job, node, bounds, holds):
    job = paper_job(delta=dict(zip(("min", "max"), bounds, strict=True)))
    assert bench.measure(job, at(node)).satisfied is holds


# specs/05 section 5: costs over the rows of T, then over those of P (which is T = P).
COSTS = {
    RAW: {"T": ("0", 5, "1", "1", 0), "P": ("0", 9, "1", "1", 0)},
    P2: {"T": ("22/45", 9, "4/9", "5/3", 19.609640), "P": ("13/27", 27, "4/9", "3", 49.058650)},
    T3: {"T": ("28/45", 13, "2/9", "5/2", 25.119415), "P": ("17/27", 45, "2/9", "9/2", 61.058650)},
    T1: {"T": ("5/6", 25, "1/6", "5", 34.828921), "P": ("22/27", 41, "1/6", "9/2", 68.668291)},
    ROOT: {"T": ("1", 25, "0", "5", 34.828921), "P": ("1", 81, "0", "9", 77.587975)},
}


@pytest.mark.parametrize("rows", ["T", "P"])
@pytest.mark.parametrize("node", COSTS)
def test_costs_are_those_of_the_definitions(bench, paper_job, node, rows):
    job = paper_job() if rows == "T" else paper_job(private="p.csv")
    metrics = bench.measure(job, at(node)).metrics
    loss, discernibility, precision, class_size, entropy = COSTS[node][rows]
    assert metrics["loss"] == float(Fraction(loss))
    assert metrics["discernibility"] == discernibility
    assert metrics["precision"] == float(Fraction(precision))
    assert metrics["class_size"] == float(Fraction(class_size))
    assert metrics["entropy"] == pytest.approx(entropy, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "level", "loss"),
    [
        (ZIP, 1, "7/30"),
        (ZIP, 2, "13/30"),
        (ZIP, 3, "1"),
        (AGE, 1, "1/2"),
        (AGE, 2, "1"),
        (NATIONALITY, 1, "7/30"),
        (NATIONALITY, 2, "13/30"),
        (NATIONALITY, 3, "1"),
    ],
)
def test_loss_of_one_quasi_identifier_is_a_third_of_the_mean(bench, paper_job, name, level, loss):
    metrics = bench.measure(paper_job(), {name: level}).metrics
    assert metrics["loss"] == float(Fraction(loss) / 3)


TREE_OF_THE_TABLE = {
    "America": {"N. America": ["USA", "Canada"], "S. America": ["Brazil", "Peru"]},
    "Europe": {"Europe": ["Spain", "Bulgaria", "France"]},
}
TREE_OF_THE_PRINTED_NUMBERS = {
    "America": {
        "N. America": ["USA", "Canada", "Mexico"],
        "S. America": ["Brazil", "Peru"],
    },
    "Europe": {"Europe": ["Spain", "France"]},
}


@pytest.mark.parametrize(
    ("tree", "losses"),
    [
        pytest.param(TREE_OF_THE_TABLE, ("0", "1/6", "3/6", "1"), id="tree of the table"),
        pytest.param(
            TREE_OF_THE_PRINTED_NUMBERS, ("0", "2/6", "4/6", "1"), id="tree of the numbers"
        ),
    ],
)
def test_canada_loses_the_other_leaves_below_its_label(bench, tree, losses):
    countries = [leaf for below in tree.values() for leaves in below.values() for leaf in leaves]
    bench.write("p.csv", [(country,) for country in countries], ("nationality",))
    bench.write("t.csv", [("Canada",)], ("nationality",))
    job = bench.job({"nationality": {"tree": tree}})
    found = [bench.measure(job, {"nationality": level}).metrics["loss"] for level in range(4)]
    assert found == [float(Fraction(loss)) for loss in losses]


@pytest.mark.parametrize(("node", "distance"), [(T3, "1/9"), (P2, "2/9"), (T1, "5/9")])
def test_presence_lies_as_far_from_the_whole_as_t_closeness_of_the_secret(
    bench, paper_job, node, distance
):
    presence = bench.measure(paper_job(), at(node)).presence
    whole = Fraction(5, 9)
    assert max(whole - presence.minimum, presence.maximum - whole) == Fraction(distance)
