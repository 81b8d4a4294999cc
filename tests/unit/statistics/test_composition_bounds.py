"""Where states are many, presence has narrow bounds: they contain what whole numbers count."""

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.privacy.composition.atoms import Atoms
from dpsql.privacy.composition.dense import find_dense_bounds
from dpsql.privacy.composition.intervals import find_intervals
from dpsql.privacy.composition.states import Budget, TooManyStates, find_presences
from dpsql.privacy.composition.together import judge_atoms
from dpsql.verifier.adversary import many_worlds
from dpsql.verifier.adversary.many_worlds import bound_presences
from dpsql.verifier.adversary.worlds import VerifiedAtom, judge_worlds

NARROW = F(3, 10**9)


def make_atoms(people, inside, classes):
    """Return atoms as the search has them and as the verifier has them."""
    numbers = np.array(classes, dtype=np.int64).T
    members = tuple(np.bincount(of, weights=inside).astype(np.int64) for of in numbers)
    verified = [
        VerifiedAtom(int(n), int(x), tuple(key))
        for n, x, key in zip(people, inside, classes, strict=True)
    ]
    return Atoms(np.array(people, dtype=np.int64), numbers, members), verified


@st.composite
def grids(draw):
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    classes = [(a, b) for a in range(rows) for b in range(columns)]
    sizes = st.sampled_from([1, 2, 5, 10**3, 10**6, 10**8])
    people = [draw(sizes) for _ in classes]
    inside = [draw(st.integers(0, min(n, 4))) for n in people]
    return make_atoms(people, inside, classes)


@given(grids())
def test_bounds_of_skewed_atoms_contain_the_presence(grid):
    atoms, verified = grid
    least, most = find_intervals(atoms)
    exact = find_presences(atoms, least, most, Budget(10**6))
    ranges = list(zip(least.tolist(), most.tolist(), strict=True))
    by_search = list(zip(*find_dense_bounds(atoms, least, most), strict=True))
    by_verifier = bound_presences(verified, ranges)
    for found in (by_search, by_verifier):
        assert found is not None
        for presence, (low, high) in zip(exact, found, strict=True):
            assert low <= presence <= high
            assert high - low <= NARROW


def draw_grid(rows, columns, largest, share):
    generator = np.random.default_rng(1)
    people = generator.integers(1, largest, (rows, columns)).ravel()
    inside = generator.binomial(people, share)
    classes = [(a, b) for a in range(rows) for b in range(columns)]
    return make_atoms(people.tolist(), inside.tolist(), classes)


@pytest.mark.parametrize(
    ("shape", "greatest"),
    [((10, 3, 200, 0.05), 0.08668642684642887), ((6, 6, 40, 0.05), 0.1744334329620685)],
)
def test_large_grids_are_bounded_alike(shape, greatest):
    """The greatest presence was counted in whole numbers, which takes seconds."""
    atoms, verified = draw_grid(*shape)
    found, counted = judge_atoms(atoms, steps=1000), judge_worlds(verified, most=1000)
    for one in (found, counted):
        assert not one.is_exact
        assert one.maximum - NARROW <= greatest <= one.maximum
    assert abs(found.minimum - counted.minimum) <= NARROW


def test_what_is_out_of_reach_is_said_so():
    atoms, verified = draw_grid(3, 3, 100_000, 0.1)
    least, most = find_intervals(atoms)
    with pytest.raises(TooManyStates):
        find_dense_bounds(atoms, least, most)
    assert bound_presences(verified, list(zip(least.tolist(), most.tolist(), strict=True))) is None
    found = judge_atoms(atoms, steps=1000)
    assert (found.is_exact, found.minimum, found.maximum) == (False, 0, 1)


def test_no_worlds_and_worlds_too_small_for_doubles_have_no_bounds(monkeypatch):
    _, verified = draw_grid(2, 2, 10, 0.5)
    assert bound_presences(verified, [(0, 0)] * 4) is None
    ranges = [(0, atom.people) for atom in verified]
    assert bound_presences(verified, ranges) is not None
    monkeypatch.setattr(many_worlds, "_TINY", 1.0)
    assert bound_presences(verified, ranges) is None


def test_whole_numbers_of_many_digits_are_not_begun():
    """The ways to choose one atom alone would take longer than all steps that are allowed."""
    atoms, verified = draw_grid(2, 2, 100_000, 0.1)
    found, counted = judge_atoms(atoms), judge_worlds(verified)
    assert not found.is_exact
    assert not counted.is_exact
    assert abs(found.maximum - counted.maximum) <= NARROW
    assert abs(found.minimum - counted.minimum) <= NARROW
