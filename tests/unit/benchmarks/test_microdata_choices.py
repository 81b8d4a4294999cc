"""What choices tell, in benchmarks/microdata: small tables by hand, the law of IPA's last step."""

import re
from dataclasses import replace
from fractions import Fraction
from math import exp, sqrt

import numpy as np
import pytest

from benchmarks.microdata.last_step import find_chances, find_spent
from benchmarks.microdata.methods.ipa_described import _make_candidate, weigh_exponentially
from benchmarks.microdata.page import HERE, MORE, PAGE, SMALL, THEORY
from benchmarks.microdata.people import Column, People, make_column
from benchmarks.microdata.release import find_classes
from benchmarks.microdata.results import Results, Row, SmallRow, read_rows
from benchmarks.microdata.small_tables import (
    DELTA,
    METHODS,
    PRIVATE,
    PUBLIC,
    audit_all,
    draw_instance,
    publish_boxes,
)
from benchmarks.microdata.spreads import FEW, tell_spreads
from tests.oracle.search.minimality import Published
from tests.oracle.tables.table import generalize

TOWNS = [(town, town[0], "any") for town in ("ax", "ay", "bx", "by")]
OUTCOME = Column("outcome", (("no", "*"), ("yes", "*")))


def draw_people(rows):
    ages = make_column("age", [(str(age), f"{age // 4 * 4} on", "any") for age in range(16)])
    random = np.random.default_rng(0)
    codes = np.stack([random.integers(0, n, rows) for n in (16, 4, 2)], axis=1)
    return People("made up", (ages, make_column("town", TOWNS)), OUTCOME, codes, np.ones(rows))


def test_what_is_released_alike_is_counted_over_all_tables():
    """Four people, one in T: raw if it is the first, and else one class of all."""
    instance = draw_instance(draw_people(50), 0)
    public = tuple((age, "ax") for age in range(4))
    ladders = instance.ladders
    instance = replace(instance, public=public, private=public[:1])

    def publish(asked):
        node = (0, 0) if asked.private == public[:1] else instance.root
        return Published(node, {row: generalize(row, ladders, node) for row in public})

    told = audit_all("made up", 0, "levels", instance, publish)
    assert (told.tables, told.released, told.releases) == (4, 4, 2)
    # Of the four T that match one class of all, three are released so.
    assert told.share == (1 + 3 * 3 / 4) / 4
    assert told.breached == 1 / 4
    none = audit_all("made up", 0, "levels", instance, lambda _: None)
    assert (none.released, none.releases, none.breached) == (0, 0, 0)


@pytest.mark.parametrize("number", range(3))
def test_every_method_keeps_to_delta_on_every_draw(number):
    instance = draw_instance(draw_people(200), number)
    assert (len(instance.public), len(instance.private)) == (PUBLIC, PRIVATE)
    for publish in METHODS.values():
        published = publish(instance)
        rows = [published.labels[row] for row in instance.private]
        sizes = [published.labels.get(row) for row in instance.public]
        for label in rows:
            assert DELTA[0] <= Fraction(rows.count(label), sizes.count(label)) <= DELTA[1]


def test_people_of_parts_without_rows_of_t_are_in_no_box():
    instance = draw_instance(draw_people(200), 0)
    published = publish_boxes(instance)
    assert set(instance.private) <= set(published.labels) < set(instance.public)


def test_the_law_of_the_last_step_is_that_of_the_code_that_releases():
    rows, epsilon, draws = (10, 1, 0, 0), 4.0, 200
    towns = make_column("town", TOWNS)
    codes = np.array([(j, 0) for j, number in enumerate((*rows[:2], 1, 1)) for _ in range(number)])
    people = People("towns", (towns,), OUTCOME, codes, np.ones(len(codes)))
    members, random = np.arange(sum(rows)), np.random.default_rng(1)
    candidates = [find_classes(people, (level,)) for level in range(3)]
    chosen = np.zeros(3)
    for _ in range(draws):
        losses = [_make_candidate(people, members, c, epsilon / 4, random)[1] for c in candidates]
        chosen[random.choice(3, p=weigh_exponentially(-np.array(losses), epsilon / 4))] += 1
    for number, chance in zip(chosen, find_chances(rows, epsilon), strict=True):
        assert abs(number / draws - chance) <= 4 * sqrt(chance * (1 - chance) / draws)


def test_what_the_page_says_of_the_last_step_is_computed():
    text = PAGE.read_text(encoding="utf-8").partition("**The last step of IPA**")[2]
    lines = re.findall(r"^\| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+), ([\d.]+) \|$", text, re.M)
    assert [line[0] for line in lines] == ["1", "4", "10"]
    for epsilon, factor, given, before, after in lines:
        if epsilon == "1":
            continue  # Its sums take seconds.
        found = find_spent((10, 1, 0, 0), float(epsilon))
        assert found.cell == 0
        assert float(factor) == pytest.approx(exp(found.cost), rel=2e-3)
        assert float(given) == pytest.approx(exp(float(epsilon) / 4), rel=2e-3)
        assert (before, after) == (f"{found.chances[2]:.3f}", f"{found.without[2]:.3f}")
        assert exp(found.cost) > exp(float(epsilon) / 4)


@pytest.mark.tier("all")
def test_at_an_epsilon_of_one_the_last_step_spends_less_than_it_is_given():
    found = find_spent((10, 1, 0, 0), 1.0)
    assert (round(exp(found.cost), 2), round(exp(1 / 4), 2)) == (1.11, 1.28)
    assert [f"{one[2]:.3f}" for one in (found.chances, found.without)] == ["0.291", "0.324"]


def test_small_tables_on_the_page_have_every_method():
    rows = read_rows(SmallRow, SMALL)
    assert {(row.data, row.method) for row in rows} == {
        (name, method) for name in ("adult", "fars") for method in METHODS
    }
    assert all(0 < row.share <= 1 and 0 <= row.breached <= 1 for row in rows)


def test_what_is_said_elsewhere_of_small_tables_is_in_their_figures():
    rows = read_rows(SmallRow, SMALL)
    percents = {
        (data, method): f"{100 * sum(one.breached for one in here) / len(here):.0f}"
        for data in ("adult", "fars")
        for method in METHODS
        if (here := [one for one in rows if (one.data, one.method) == (data, method)])
    }
    assert {row.released for row in rows} == {row.tables for row in rows}
    boxes = f"{percents['adult', 'boxes']} and {percents['fars', 'boxes']} %"
    levels = {percents[data, "levels"] for data in ("adult", "fars")}
    for page in (HERE.parents[1] / "SECURITY.md", THEORY.with_name("limits.md")):
        text = page.read_text(encoding="utf-8")
        assert boxes in text
        assert {f"{one} %" in text for one in levels} == {True}


def test_more_seeds_tell_which_verdicts_they_change():
    """A seed that is far off leaves a claim open that the first three decide."""
    more = Results(read_rows(Row, MORE))
    (place,) = more.places
    few = Results(row for row in more.rows if row.seed < FEW)
    assert few.rows == Results(read_rows(Row, HERE / "results.csv")).at(place).rows
    assert "; the others:" not in tell_spreads(few)
    asked = ("histogram", "1", FEW)
    off = [
        replace(row, two_way=0.9) if (row.method, row.setting, row.seed) == asked else row
        for row in more.rows
        if row.seed <= FEW
    ]
    told = tell_spreads(Results(off))
    line = "| histogram at ε = 1 loses less than 10-anonymity by levels (two-way) | holds |"
    assert f"{line} not decided |" in told
    assert line not in tell_spreads(more)
    assert "| histogram | ε 1 | 0.062 to 0.066 |" in told
    assert "0.119 to 0.127 | 0.119 to 0.900 |" in told
