"""Sixty random people over three columns, whose presence differs by town: several minimal nodes."""

import random
from typing import Any

import dpsql
from tests.conftest import Bench

_HEADER = ("id", "town", "age", "sex")
_COLUMNS = {
    "town": {"tree": {"north": ["a", "b"], "south": ["c", "d"]}},
    "age": {"widths": [5, 10]},
    "sex": {"tree": {"*": ["x", "y"]}},
}


def write_random_job(bench: Bench, seed: int, **words: Any) -> dpsql.Job:
    """Write P and T of a seed, and return a job over them; δmax is 1/2 unless told otherwise."""
    chance = random.Random(seed)
    rows = [
        (number, chance.choice("abcd"), chance.randint(20, 49), chance.choice("xy"))
        for number in range(60)
    ]
    members = [row for row in rows if chance.random() < (0.6 if row[1] == "a" else 0.2)]
    bench.write("p.csv", rows, _HEADER)
    bench.write("t.csv", members, _HEADER)
    return bench.job(_COLUMNS, **{"delta": {"max": "1/2"}} | words)
