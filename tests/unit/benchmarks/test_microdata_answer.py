"""The short answer on the page of theory says what the benchmark's claims say, and no more."""

import re
from itertools import chain

import pytest

from benchmarks.microdata.claims import find_bound, judge
from benchmarks.microdata.grid import FITTED, HISTOGRAM, KNOWS_SIZE
from benchmarks.microdata.page import HERE, THEORY
from benchmarks.microdata.results import EpsilonRow, Results, Row, read_rows

HOLDS, FAILS = "holds", "does not hold"
NEARLY = "of 10 releases holds at 1, does not hold at 9"
SAME = r"Counts of the same worst posterior for somebody who knows \|T\| lose less than "
NEARER = ": tables of two columns are nearer to T's than those of a random tenth of P .*"
COSTS = r"Presence at most 1/\d \(\|T\| known\) costs more by histogram, fitted .* than by "

#: Words of the page, the claims that they rest on, how many these are, and their verdict.
ANSWERS = [
    ("one column, asked alone", SAME + "(levels|levels from P|pooled): .* alone", 3, HOLDS),
    ("so for 9 of 10", SAME + "pooled: .* two columns", 1, NEARLY),
    ("two columns better than levels", SAME + "levels: tables of two columns", 1, HOLDS),
    ("Boxes were better than counts", SAME + "boxes: tables of two columns", 1, FAILS),
    ("less than levels and more than boxes", COSTS + r"levels \(two-way\)", 2, FAILS),
    ("less than levels and more than boxes", COSTS + r"boxes \(two-way\)", 2, HOLDS),
    ("IPA as described and both methods", "(IPA.*|moments|rank.*), ε 10" + NEARER, 3, FAILS),
    ("Neither did levels at δmax 1/5", "levels, δmax 1/5" + NEARER, 1, FAILS),
    ("Where T is skewed", r"histogram.* at ε = 0\.1, skewed T: .*", 2, FAILS),
    ("Where T is random it held", r"histogram.* at ε = (0\.1|1), random T: .*", 4, HOLDS),
]


@pytest.fixture(scope="module")
def results():
    rows, counts = HERE / "results.csv", HERE / "epsilons.csv"
    return Results(read_rows(Row, rows), read_rows(EpsilonRow, counts))


@pytest.fixture(scope="module")
def answer():
    text = THEORY.read_text(encoding="utf-8").partition("## Measured")[2]
    return " ".join(text.partition("\n## ")[0].split())


@pytest.mark.parametrize(("words", "claims", "number", "verdict"), ANSWERS)
def test_each_sentence_rests_on_claims(results, answer, words, claims, number, verdict):
    assert words in answer
    judged = chain.from_iterable(judge(results).values())
    found = [one.verdict for one in judged if re.fullmatch(claims, one.claim)]
    assert found == [verdict] * number


def test_what_was_found_of_a_skewed_table_is_in_the_figures(results, answer):
    spreads = [
        results.spread(place, name, "0.1", "precision")
        for place in results.places
        for name in (HISTOGRAM, FITTED)
        if place[1] == "skewed"
    ]
    low, high = (end(one.middle for one in spreads) for end in (min, max))
    bound = find_bound(FITTED, "0.1", KNOWS_SIZE)
    assert f"{100 * low:.0f} to {100 * high:.0f} % were in T" in answer
    assert f"the bound is {100 * bound:.0f} %" in answer
