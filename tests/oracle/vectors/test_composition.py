"""Two releases of one T: the vector of the nine people, and the search's and verifier's counts."""

from collections import Counter
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dpsql.privacy.composition.atoms import Atoms
from dpsql.privacy.composition.together import judge_atoms
from dpsql.verifier.adversary.worlds import VerifiedAtom, judge_worlds
from tests.oracle.knowledge.composition import list_presences_of

MEMBERS = "bcfhi"
FIRST = {"a-f": "abcdef", "g-i": "ghi"}
SECOND = {"gi": "gi", "eh": "eh", "rest": "abcdf"}
FIFTHS = Fraction(1, 5)


def name_classes(classes):
    return [next(name for name, who in classes.items() if one in who) for one in "abcdefghi"]


def test_a_release_that_is_safe_alone_reveals_with_another():
    """Each is (1/2, 2/3)-present alone; together e is out for certain, and h is in."""
    labels = [name_classes(FIRST), name_classes(SECOND)]
    told = [
        Counter(label for label, one in zip(of, "abcdefghi", strict=True) if one in MEMBERS)
        for of in labels
    ]
    found = list_presences_of(labels, told, len(MEMBERS))
    half, certain, none = Fraction(1, 2), Fraction(1), Fraction(0)
    assert found == [*[3 * FIFTHS] * 4, none, 3 * FIFTHS, half, certain, half]
    atoms, verified = divide(labels, [one in MEMBERS for one in "abcdefghi"])
    assert judge_atoms(atoms).maximum == judge_worlds(verified).maximum == certain


def test_coarsening_one_of_two_releases_can_reveal_more():
    labels = {
        "fine": ["0125", "0125", "0125", "3", "46", "0125", "46"],
        "coarse": ["01235", "01235", "01235", "01235", "46", "01235", "46"],
    }
    other = ["056", "1234", "1234", "1234", "1234", "056", "056"]
    members = [person in (0, 2, 6) for person in range(7)]
    found = {}
    for name, of_people in labels.items():
        atoms, _ = divide([other, of_people], members)
        found[name] = judge_atoms(atoms)
    assert found["fine"].maximum == Fraction(4, 5)
    assert found["coarse"].maximum == Fraction(6, 7)


def divide(labels, members):
    """Return the atoms of these people, as the search has them and as the verifier has them."""
    people, inside = Counter(zip(*labels, strict=True)), Counter()
    for key, member in zip(zip(*labels, strict=True), members, strict=True):
        inside[key] += member
    names = [sorted({key[r] for key in people}) for r in range(len(labels))]
    classes = np.array(
        [[names[r].index(key[r]) for key in people] for r in range(len(labels))], dtype=np.int64
    )
    counts = tuple(
        np.bincount(numbered, weights=[inside[key] for key in people], minlength=len(of)).astype(
            np.int64
        )
        for numbered, of in zip(classes, names, strict=True)
    )
    verified = [VerifiedAtom(count, inside[key], key) for key, count in people.items()]
    return Atoms(np.array([*people.values()]), classes, counts), verified


@st.composite
def worlds(draw):
    people = draw(st.integers(1, 9))
    labels = [
        draw(st.lists(st.sampled_from("abc"), min_size=people, max_size=people))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return labels, draw(st.lists(st.booleans(), min_size=people, max_size=people))


@given(worlds())
def test_both_counts_are_those_of_all_worlds(world):
    labels, members = world
    told = [
        Counter(label for label, member in zip(of, members, strict=True) if member) for of in labels
    ]
    exact = list_presences_of(labels, told, sum(members))
    atoms, verified = divide(labels, members)
    for found in (judge_atoms(atoms), judge_worlds(verified)):
        assert found.is_exact
        assert (found.minimum, found.maximum) == (min(exact), max(exact))


@given(worlds())
def test_bounds_contain_the_presence_of_everybody(world):
    labels, members = world
    told = [
        Counter(label for label, member in zip(of, members, strict=True) if member) for of in labels
    ]
    exact = list_presences_of(labels, told, sum(members))
    atoms, verified = divide(labels, members)
    found = judge_atoms(atoms, steps=0), judge_worlds(verified, most=0)
    for one in found:
        assert one.minimum <= min(exact)
        assert max(exact) <= one.maximum
    # The verifier passes what a search has found: both are as near to the truth.
    assert abs(found[0].minimum - found[1].minimum) < Fraction(1, 10**8)
    assert abs(found[0].maximum - found[1].maximum) < Fraction(1, 10**8)
