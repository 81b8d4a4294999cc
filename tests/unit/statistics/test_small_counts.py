"""Published counts: the vectors, and what is refused."""

import sys
from fractions import Fraction

import pytest

from dpsql.errors import ConfigError, InputError
from dpsql.privacy.small_counts.groups import TOTAL, PublishedTable
from dpsql.privacy.small_counts.integer_bounds import find_integer_bounds
from dpsql.privacy.small_counts.rule import DisclosureRule, Interval

OPENSAFELY = DisclosureRule(redacted=7, rounded=5)


@pytest.mark.parametrize(
    ("shown", "counts", "people", "presence"),
    [
        (None, (0, 7), 10, Fraction(7, 10)),
        ("10", (8, 12), 20, Fraction(3, 5)),
        ("15", (13, 17), 20, Fraction(17, 20)),
    ],
)
def test_the_vectors_of_a_rule(shown, counts, people, presence):
    found = OPENSAFELY.hidden if shown is None else OPENSAFELY.read(shown)
    assert found == Interval(*counts)
    table = PublishedTable({("a",): people}, {("a",): found}, OPENSAFELY.hidden)
    (group,) = table.describe(table.narrow())
    assert group.greatest_presence == presence
    assert not group.is_narrowed


def test_the_vector_of_a_difference():
    """The total is exactly 12, the other group is 8 to 12: 0 to 4 of the redacted 0 to 7."""
    published = {
        ("a",): OPENSAFELY.read("10"),
        ("b",): OPENSAFELY.hidden,
        (TOTAL,): DisclosureRule().read("12"),
    }
    table = PublishedTable({("a",): 20, ("b",): 5}, published, OPENSAFELY.hidden)
    assert table.is_tree
    found = {one.group[0]: one for one in table.describe(table.narrow())}
    assert found["b"].together == Interval(0, 4)
    assert found["b"].greatest_presence == Fraction(4, 5)
    assert found["b"].is_narrowed
    assert not found["b"].is_revealed


@pytest.mark.parametrize(
    ("rule", "shown", "counts"),
    [
        ({}, "12", (12, 12)),
        ({}, "012.0", (12, 12)),
        ({"redacted": 7}, "8", (8, 8)),
        ({"redacted": 7}, "0", (0, 0)),
        ({"rounded": 5}, "0", (0, 2)),
        ({"rounded": 10}, "20", (15, 25)),
        ({"midpoint": 6}, "0", (0, 0)),
        ({"midpoint": 6}, "3", (1, 6)),
        ({"midpoint": 6}, "15", (13, 18)),
        ({"midpoint": 5}, "8", (6, 10)),
    ],
)
def test_what_a_count_may_mean(rule, shown, counts):
    assert DisclosureRule(**rule).read(shown) == Interval(*counts)


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ({}, "few"),
        ({}, "-1"),
        ({}, "1.5"),
        ({}, "1,000"),
        ({}, "9999999999999"),
        ({"redacted": 7}, "7"),
        ({"rounded": 5}, "12"),
        ({"redacted": 7, "rounded": 5}, "5"),
        ({"midpoint": 6}, "4"),
    ],
)
def test_a_count_that_no_rule_shows_is_refused(rule, shown):
    with pytest.raises(InputError):
        DisclosureRule(**rule).read(shown)


@pytest.mark.parametrize("rule", [{"redacted": 0}, {"rounded": -5}, {"rounded": 5, "midpoint": 6}])
def test_a_rule_without_a_meaning_is_refused(rule):
    with pytest.raises(ConfigError):
        DisclosureRule(**rule)


def make_square(**published):
    people = {(a, b): 5 for a in "xy" for b in "12"}
    told = {
        tuple(TOTAL if one == "t" else one for one in name): Interval(*ends)
        for name, ends in published.items()
    }
    return PublishedTable(people, told, Interval(0, 5))


def test_counts_that_contradict_each_other_are_refused():
    with pytest.raises(InputError, match="x, 1: the published count contradicts its people of P"):
        make_square(x1=(6, 9))
    with pytest.raises(InputError, match="contradicts its totals and parts"):
        make_square(x1=(3, 3), x2=(3, 3), xt=(5, 5)).narrow()
    with pytest.raises(InputError, match="z, 1: the published count contradicts its people"):
        make_square(z1=(1, 1))
    with pytest.raises(InputError, match="z, all: P has nobody there"):
        make_square(zt=(1, 1))


def test_a_contradiction_of_crossing_totals_is_found():
    """Three groups in a triangle of totals of 1: each pair sums to 1, which no integers do."""
    people = dict.fromkeys([("x", "1", "p"), ("x", "2", "q"), ("y", "1", "q")], 1)
    totals = {("x", TOTAL, TOTAL): 1, (TOTAL, "1", TOTAL): 1, (TOTAL, TOTAL, "q"): 1}
    published = {total: Interval(one, one) for total, one in totals.items()}
    table = PublishedTable(people, published, Interval(0, 1))
    assert not table.is_tree
    with pytest.raises(InputError, match="no table fits them all"):
        find_integer_bounds(table, table.narrow())


def test_totals_in_two_directions_reveal_a_count():
    square = make_square(xt=(5, 5), yt=(0, 0), t1=(2, 2), t2=(3, 3))
    found = square.narrow()
    assert not square.is_tree
    assert found[("x", "1")] == Interval(2, 2)
    assert sum(one.is_revealed for one in square.describe(found)) == 4


def test_too_many_groups_are_not_programmed(monkeypatch):
    square = make_square(xt=(5, 5), t1=(2, 2))
    found = square.narrow()
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert find_integer_bounds(square, found) is None
    people = {(str(i),): 1 for i in range(500)}
    large = PublishedTable(people, {}, Interval(0, 1))
    assert find_integer_bounds(large, large.narrow()) is None
