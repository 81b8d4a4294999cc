"""The deck of profiles that the correlated census repeats: 2^17 slots, each with eight values.

30,000 profiles are drawn from conditional tables in the shape of UCI Adult (census_profiles.yaml),
each value by one word of the seed, and dealt to the slots by Zipf's law: the i-th profile gets a
share of 1/(i + 3000), the most frequent one eleven times that of the least.
"""

import csv
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import yaml

from benchmarks.census_words import draw_word

SLOT_BITS = 17
PROFILES, SHIFT = 30_000, 3_000
OLDEST = 90
_HERE = Path(__file__).parent
HIERARCHIES = _HERE / "adult" / "hierarchies"

Profile = dict[str, Any]
Weights = Mapping[Any, int]


@cache
def deal_profiles(seed: int) -> tuple[Profile, ...]:
    """Return the profile of each slot, 2^17 of them, in the order of the slots."""
    tables = yaml.safe_load((_HERE / "census_profiles.yaml").read_text(encoding="utf-8"))
    schooling = _read_schooling()
    profiles = [_draw_profile(tables, schooling, seed, number) for number in range(PROFILES)]
    shares = list(accumulate(10**12 // (number + SHIFT) for number in range(PROFILES)))
    size = 2**SLOT_BITS
    return tuple(profiles[bisect_right(shares, n * shares[-1] // size)] for n in range(size))


def _draw_profile(
    tables: Mapping[str, Any], schooling: Mapping[str, str], seed: int, number: int
) -> Profile:
    """Draw one person; later columns depend on earlier ones, as in the tables."""

    def draw(column: str, weights: Weights) -> Any:
        return pick(weights, draw_word(seed, f"profile/{column}", number))

    band = draw("band", tables["age"])
    end = min((least for least in tables["age"] if least > band), default=OLDEST + 1)
    age = draw("age", dict.fromkeys(range(band, end), 1))
    sex, race = draw("sex", tables["sex"]), draw("race", tables["race"])
    education = draw("education", _at_age(tables["education"], age))
    return {
        "sex": sex,
        "age": age,
        "race": race,
        "marital-status": draw("marital-status", _at_age(tables["marital-status"], age)[sex]),
        "education": education,
        "native-country": draw("native-country", tables["native-country"][race]),
        "workclass": draw("workclass", _at_age(tables["workclass"], age)),
        "occupation": draw("occupation", tables["occupation"][schooling[education]][sex]),
    }


def pick(weights: Weights, word: int) -> Any:
    """Return the value that a word below 2^32 falls on.

    >>> [pick({"a": 1, "b": 3}, word) for word in (0, 2**30 - 1, 2**30, 2**32 - 1)]
    ['a', 'a', 'b', 'b']
    """
    bounds = list(accumulate(weights.values()))
    return list(weights)[bisect_right(bounds, word * bounds[-1] >> 32)]


def _at_age(tables: Mapping[int, Any], age: int) -> Any:
    return tables[max(least for least in tables if least <= age)]


def _read_schooling() -> dict[str, str]:
    """Map each education to its label on level 1."""
    with (HIERARCHIES / "education.csv").open(encoding="utf-8", newline="") as file:
        return {row[0]: row[1] for row in csv.reader(file, delimiter=";")}
