"""The benchmark's own count of presence, against who of P could be whom, one by one."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.microdata.people import Column, People, make_column
from benchmarks.microdata.presence import count_boxes, count_settled

AGES = make_column("age", [(str(age), f"{age // 2 * 2} on", "any") for age in range(6)])
TOWNS = make_column("town", [(town, town[0], "any") for town in ("ax", "ay", "bx")])
NAMES = "age", "town"
STEPS = [{"age": 0, "town": 0}, {"age": 1, "town": 0}, {"age": 1, "town": 1}, {"age": 2, "town": 2}]


def make_people(codes):
    outcome = Column("outcome", (("no", "*"),))
    rows = np.array([(*row, 0) for row in codes])
    return People("made up", (AGES, TOWNS), outcome, rows, np.ones(len(rows)))


def label(row, step):
    age, town = row
    return AGES.labels[age][step["age"]], TOWNS.labels[town][step["town"]]


def settle(codes, steps, least):
    """The labels of each person, by one who looks at everybody at every step."""
    found = {}
    for number, step in enumerate(steps):
        left = [i for i in range(len(codes)) if i not in found]
        for i in left:
            alike = sum(label(codes[j], step) == label(codes[i], step) for j in left)
            if alike >= least or number == len(steps) - 1:
                found[i] = label(codes[i], step)
    return [found[i] for i in range(len(codes))]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=25),
    st.integers(1, 4),
    st.integers(1, 5),
    st.data(),
)
def test_people_settle_as_one_by_one(codes, number, least, data):
    steps = STEPS[-number:]
    members = data.draw(st.sets(st.integers(0, len(codes) - 1), min_size=1))
    published = settle(codes, steps, least)
    rows = Counter(published[i] for i in members)
    greatest = max(Fraction(rows[one], published.count(one)) for one in rows)
    assert count_settled(make_people(codes), rows, steps, least) == greatest


def test_more_rows_than_people_are_refused():
    people = make_people([(0, 0), (1, 0)])
    with pytest.raises(ValueError, match="3 rows of a class with 2 people"):
        count_settled(people, Counter({("0 on", "ax"): 3}), STEPS[1:], 2)
    with pytest.raises(ValueError, match="1 rows of a class with 0 people"):
        count_settled(people, Counter({("0", "bx"): 1}), STEPS[:1], 1)


def read(column, text):
    return np.array([column.values.index(value) for value in text.split()])


def test_boxes_have_everybody_who_could_be_theirs():
    people = make_people([(0, 0), (0, 0), (1, 1), (5, 2)])
    rows = Counter({("0 1", "ax ay"): 2, ("5", "bx"): 1})
    assert count_boxes(people, rows, read) == 1
    del rows["5", "bx"]
    assert count_boxes(people, rows, read) == Fraction(2, 3)


def test_boxes_with_people_in_common_are_refused():
    people = make_people([(0, 0), (1, 1)])
    with pytest.raises(ValueError, match="in common"):
        count_boxes(people, Counter({("0 1", "ax ay"): 1, ("0", "ax"): 1}), read)
