"""Presence in overlapping boxes is that of all assignments; suppressed rows have two readings."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.privacy.overlap import assignments, laminar
from dpsql.privacy.overlap.boxes import Overlap, PersonType
from dpsql.privacy.overlap.judge import judge
from dpsql.privacy.overlap.matching import count_forced, match
from tests.oracle.knowledge.overlap import find_presence_by_assignments

NOBODY = F(0)


def make_overlap(rows, people, members=()):
    """Return boxes and types, and the type of each person; None for who is in no box."""
    boxes = sorted(set(rows), key=sorted)
    covering = [frozenset(n for n, box in enumerate(boxes) if one in box) for one in range(people)]
    kinds = sorted({one for one in covering if one}, key=sorted)
    types = [
        PersonType(
            covering.count(kind),
            sum(covering[one] == kind for one in members),
            kind,
        )
        for kind in kinds
    ]
    counts = {number: rows.count(box) for number, box in enumerate(boxes)}
    return Overlap(counts, types), [kinds.index(one) if one else None for one in covering]


@st.composite
def releases(draw):
    people = draw(st.integers(1, 6))
    box = st.frozensets(st.integers(0, people - 1), min_size=1)
    return draw(st.lists(box, min_size=1, max_size=min(people, 4))), people


@given(releases())
def test_presence_is_that_of_all_assignments(release):
    rows, people = release
    overlap, of_person = make_overlap(rows, people)
    room = [one.people for one in overlap.types]
    try:
        exact = find_presence_by_assignments(rows, people)
    except ValueError:
        assert match(overlap, room) is None
        return
    flow = match(overlap, room)
    for box, count in overlap.rows.items():
        assert sum(given for (one, _), given in flow.items() if one == box) == count
    for find in (assignments.find_presences, laminar.find_presences):
        found = find(overlap)
        assert found is not None or find is laminar.find_presences
        if found is not None:
            assert [NOBODY if n is None else found[n] for n in of_person] == exact
    assert count_forced(overlap) == sum(one == 1 for one in exact)
    judged = judge(overlap, of_person.count(None))
    assert judged.forced == count_forced(overlap)
    # With rows for anybody, the other reading may be worse.
    low, high = judged.ends
    assert low <= min(exact)
    assert high >= max(exact)
    if judged.suppressed is None and judged.method != "not_certified":
        assert (low, high) == (min(exact), max(exact))


@given(releases())
def test_a_release_in_too_many_ways_is_not_certified(release):
    overlap, _ = make_overlap(*release)
    if match(overlap, [one.people for one in overlap.types]) is None:
        return
    if laminar.find_presences(overlap) is None:
        assert assignments.find_presences(overlap, most_steps=0) is None


@pytest.mark.parametrize(
    ("rows", "people", "random_rows", "whole_classes"),
    [
        # Three rows of six people are kept, two are suppressed.
        (["012345"] * 3 + ["012345678"] * 2, 9, ("1/3", "2/3"), ("1/2", "2/3")),
        # Of a second class, two of three.
        (["012345"] * 2 + ["678"] * 2 + ["012345678"], 9, ("7/15", "11/15"), None),
        # More rows are suppressed than people are in classes that are not shown.
        (["01"] + ["012"] * 2, 3, ("1", "1"), None),
    ],
)
def test_suppressed_rows_have_two_readings(rows, people, random_rows, whole_classes):
    boxes = [frozenset(map(int, row)) for row in rows]
    overlap, of_person = make_overlap(boxes, people)
    found = judge(overlap, of_person.count(None))
    told = found.suppressed.to_dict()
    assert tuple(told["random_rows"].values()) == random_rows
    assert (told["whole_classes"] and tuple(told["whole_classes"].values())) == whole_classes
    ends = [F(end) for one in (random_rows, whole_classes) if one for end in one]
    assert found.ends == (min(ends), max(ends))


def test_suppressing_one_more_row_can_raise_presence():
    """5 people with 4 rows and 8 with 7: 7/8. If a row of the first is suppressed, 11/12."""
    first, second, everybody = (frozenset(range(*ends)) for ends in ((5,), (5, 13), (13,)))
    before, _ = make_overlap([first] * 4 + [second] * 7, 13)
    after, _ = make_overlap([first] * 3 + [second] * 7 + [everybody], 13)
    assert judge(before, 0).ends[1] == F(7, 8)
    assert judge(after, 0).ends[1] == F(11, 12)


def test_classes_that_overlap_beside_suppressed_rows_are_not_certified():
    overlap, of_person = make_overlap(
        [frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 1, 2, 3})], 4
    )
    found = judge(overlap, of_person.count(None))
    assert (found.method, found.ends) == ("not_certified", (F(0), F(1)))


def test_rows_of_t_need_a_place_each():
    """Two rows could stand for anybody of two, but T has both from the one that is elsewhere."""
    overlap, _ = make_overlap([frozenset({0, 1}), frozenset({0})], 3, members=[0, 2])
    assert match(overlap, [one.private for one in overlap.types]) is None
