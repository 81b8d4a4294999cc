"""The page on compare has every name that a frame and the JSON have of a candidate."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpsql.use_cases.compare.compared import Compared
from dpsql.use_cases.compare.names import name_candidates
from tests.unit.utility.test_compared_figures import candidate, mean, number

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "compare.md"
#: Of the release itself, as `measure` has it; Candidate.to_dict picks them by name.
PICKED = (
    *("presence_if_absent", "posterior", "together", "confidence", "delta_at_confidence"),
    *("weights", "pooled", "partitions", "posterior_max", "together_max", "baseline", "left_out"),
)


@pytest.fixture(scope="module")
def named():
    section = PAGE.read_text(encoding="utf-8").partition("## From Python")[2].partition("\n## ")[0]
    return set(re.findall(r"`([^`]+)`", section))


def test_all_names_stand_on_the_page(named):
    one = candidate(means={"age": mean(40)}, answers=(number("q", "n", 1, 2),))
    found = Compared(name_candidates((one, replace(one, outcome=None, left_out="none"))), 0)
    keys = {key for each in found.candidates for key in (*each.to_dict(), *each.sum_up())}
    assert sorted({*keys, *PICKED} - named) == []


def test_many_candidates_of_short_names_are_called_by_them():
    """They had numbers; δmax, which the names have, is no line then."""
    limits = [Fraction(n, 10) for n in range(1, 7)]
    several = name_candidates(replace(candidate(), delta_max=limit) for limit in limits)
    found = Compared(several, 0)
    assert found.titles == [one.name for one in several]
    assert found.overview.columns[:3] == ("", "presence", "loss")
    long = [replace(one, name=f"a-job-of-a-long-name.yaml: {one.name}") for one in several]
    numbered = Compared(tuple(long), 0)
    assert numbered.titles == [*"123456"]
    assert numbered.overview.columns[:3] == ("", "release", "δmax")
