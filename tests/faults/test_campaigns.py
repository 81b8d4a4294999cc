"""A sample of the campaigns that look for leaks and for corruptions that pass."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign import canaries, corruptions, minimality, public_choices
from tests.campaign.canary_jobs import HIDDEN, KEPT

REPOSITORY = Path(__file__).parents[2]


def test_minimality_F12():
    found = minimality.run(10)
    assert found.pop("optimum")["breached_releases"] > 0
    assert {figures["breached_releases"] for figures in found.values()} == {0}


def test_the_product_chooses_what_the_oracle_does_F12(monkeypatch):
    found = public_choices.run(3)
    assert found["tables"] == 9
    assert found["chosen_otherwise"] == []
    monkeypatch.setattr(public_choices, "find_least_class", lambda *_, **__: 1)
    assert public_choices.run(1)["chosen_otherwise"], "a choice that is another one is seen"


def test_corruptions_are_refused_E15():
    found = corruptions.run(25)
    assert (found["refused"], found["not_refused"]) == (25, [])


def test_canaries_stay_where_they_are_F01():
    """In a process of its own: it forks, which a process with an engine's threads should not."""
    command = [sys.executable, "-m", "tests.campaign.canaries", "20"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    found = json.loads(ended.stdout)
    assert (found["leaks"], found["found"]) == (0, [])
    assert ended.returncode == 0


@pytest.mark.parametrize(
    "place", ["stdout", "job/left.tmp", "temporary/x/y", "home/log", "job/r.csv"]
)
def test_a_canary_that_flew_is_found_F01(tmp_path, place):
    """The campaign is not blind: it finds a token wherever it looks."""
    path = tmp_path / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"a,{HIDDEN}0123")
    assert canaries.find_tokens(tmp_path) == [f"{HIDDEN} in {place}"]
    path.write_text(f"a,{KEPT}0123")
    released = place == "job/r.csv"
    assert canaries.find_tokens(tmp_path) == ([] if released else [f"{KEPT} in {place}"])
