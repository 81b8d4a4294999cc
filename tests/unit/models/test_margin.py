"""How many people a class needs, against the rule written down with real square roots."""

from fractions import Fraction as F
from math import ceil, floor, sqrt

import pytest

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.margin import find_least_class
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.privacy.presence_diversity import PresenceDiversity
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity


def presence(low, high):
    return PresenceModel(PresenceBounds(F(low), F(high)))


def is_enough(models, people, public_rows, private_rows, deviations):
    """Whether all numbers of rows of T that are to be expected satisfy all models."""
    share = private_rows / public_rows
    variance = people * share * (1 - share) * (public_rows - people) / max(public_rows - 1, 1)
    spread = deviations * sqrt(variance)
    low = max(0, floor(people * share - spread + 1e-9))
    high = min(people, private_rows, ceil(people * share + spread - 1e-9))
    return all(model.holds(people, rows) for model in models for rows in range(low, high + 1))


@pytest.mark.parametrize("deviations", [0, 1, 4])
@pytest.mark.parametrize(
    ("models", "public_rows", "private_rows"),
    [
        ([presence("0", "1/5")], 1000, 100),
        ([presence("1/20", "3/20")], 5000, 500),
        ([presence("1/10", "1/10")], 100, 10),
        ([presence("0", "1/5"), KAnonymity(5)], 1000, 100),
        ([KMap(7)], 100, 3),
        ([presence("1/2", "2/3")], 9, 5),
        ([presence("0", "1")], 50, 50),
        ([presence("0", "1/2")], 50, 0),
    ],
)
def test_least_class_is_enough_and_one_person_fewer_is_not(
    models, public_rows, private_rows, deviations
):
    least = find_least_class(models, public_rows, private_rows, deviations)
    assert is_enough(models, least, public_rows, private_rows, deviations)
    fewer = least == 1 or not is_enough(models, least - 1, public_rows, private_rows, deviations)
    assert fewer


@pytest.mark.parametrize("public_rows", [1, 2, 3, 40, 173, 500])
@pytest.mark.parametrize("share", ["0", "1/40", "1/10", "3/7", "1"])
@pytest.mark.parametrize(
    "models",
    [
        [],
        [presence("0", "1/5")],
        [presence("1/20", "1")],
        [presence("1/20", "3/20")],
        [presence("2/5", "1/2"), KMap(9)],
        [KAnonymity(4)],
        [KAnonymity(4), presence("0", "1/8")],
        [WeakKAnonymity(7)],
        [PresenceDiversity(F(3))],
        [PresenceDiversity(F(2), strict=True), KMap(3)],
        [PresenceCloseness(F(1, 10))],
    ],
    ids=str,
)
def test_the_least_class_is_the_least_from_which_all_are_enough(models, share, public_rows):
    private_rows = int(F(share) * public_rows)
    known = [model.on(public_rows, private_rows) for model in models]
    for deviations in (0, 1, 4):
        least = public_rows
        while least > 1 and is_enough(known, least - 1, public_rows, private_rows, deviations):
            least -= 1
        assert find_least_class(known, public_rows, private_rows, deviations) == least


def test_a_class_of_one_more_person_may_fail_again():
    models = [presence("0", "1/5")]
    least = find_least_class(models, 1000, 100)
    enough = [n for n in range(1, least) if is_enough(models, n, 1000, 100, 4)]
    assert enough and not is_enough(models, least - 1, 1000, 100, 4)


def test_a_range_of_one_presence_needs_all_people():
    assert find_least_class([presence("1/10", "1/10")], 100_000, 10_000) == 100_000


def test_more_room_needs_fewer_people():
    sizes = [find_least_class([presence("0", high)], 10**9, 10**8) for high in ("2/10", "1/2")]
    assert sizes == [160, 12]
