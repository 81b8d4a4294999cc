"""Samples of the campaigns, and that those that judge see what they are to see."""

import importlib
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from dpsql.privacy.confidence.averages import estimate_presence
from tests.campaign import __main__ as all_campaigns
from tests.campaign import (
    canaries,
    corruptions,
    coverage,
    endurance,
    instances,
    kills,
    minimality,
    public_choices,
    write_phase,
)
from tests.campaign.canary_jobs import HIDDEN, KEPT

REPOSITORY = Path(__file__).parents[2]


def _estimate(law, classes, *_):
    """The greatest estimated presence, as δmax: half of all populations exceed it."""
    return Fraction(float(estimate_presence(law, classes).max())).limit_denominator(10**6)


def test_minimality_F12():
    found = minimality.run(10)
    for chosen_with_t in ("optimum", "pooled", "cuts"):
        assert found.pop(chosen_with_t)["breached_releases"] > 0
    assert {figures["breached_releases"] for figures in found.values()} == {0}


def test_the_product_chooses_what_the_oracle_does_F12(monkeypatch):
    found = public_choices.run(3)
    assert found["tables"] == 9
    assert found["chosen_otherwise"] == []
    monkeypatch.setattr(public_choices, "find_least_class", lambda *_, **__: 1)
    assert public_choices.run(1)["chosen_otherwise"], "a choice that is another one is seen"


def test_populations_from_statistics_break_delta_as_seldom_as_promised(monkeypatch):
    found = coverage.run(12, 1_000, 1)
    assert found["releases"] == 12
    assert found["broken_more_often_than_allowed"] == 0
    monkeypatch.setattr(
        coverage, "delta_at_confidence", lambda law, classes, low, _: _estimate(law, classes)
    )
    monkeypatch.setattr(coverage, "judge", lambda *_: SimpleNamespace(holds=True, total=0.0))
    assert coverage.run(3, 1_000, 1)["broken_more_often_than_allowed"] == 3, "an estimate is seen"


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


def make_private(path, mode=0o600):
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_text(f"{HIDDEN}0123")
    path.chmod(mode)


def test_a_canary_in_a_journal_is_found_F01(tmp_path):
    """A journal is private, and stays after a kill: it holds levels and counts alone."""
    make_private(tmp_path / "job" / ".r.csv.journal" / "records")
    assert canaries.find_tokens(tmp_path) == [f"{HIDDEN} in job/.r.csv.journal/records"]
    (tmp_path / "job" / ".r.csv.journal" / "records").write_text("{}")
    (tmp_path / "job" / ".r.csv.journal").chmod(0o755)
    assert canaries.find_tokens(tmp_path) == [".r.csv.journal is not private"]


def test_only_a_private_file_of_debug_may_quote_rows_F01(tmp_path):
    file = tmp_path / "job" / "debug" / "dpsql-debug-0.txt"
    make_private(file)
    assert canaries.find_tokens(tmp_path) == []
    file.chmod(0o640)
    assert canaries.find_tokens(tmp_path) == ["dpsql-debug-0.txt is not private"]
    make_private(tmp_path / "job" / "debug" / "other.txt")
    file.chmod(0o600)
    assert canaries.find_tokens(tmp_path) == [f"{HIDDEN} in job/debug/other.txt"]


def test_a_campaign_that_failed_is_on_the_page_and_run_again(tmp_path, monkeypatch, capsys):
    ends = iter([(0, "race"), (1, "kills"), (0, "kills")])

    def run(campaign, _):
        code, name = next(ends)
        assert campaign.name == name
        figures = {"kills": 3}
        return {"name": name, "command": "c", "figures": figures, "exit": code} | {
            "seconds": 1,
            "commit": "0",
        }

    def start(*words):
        monkeypatch.setattr(sys, "argv", ["campaign", str(tmp_path / "figures"), *words])
        with pytest.raises(SystemExit) as ended:
            all_campaigns.main()
        return bool(ended.value.code)

    campaigns = [one for one in all_campaigns.CAMPAIGNS if one.name in ("kills", "race")]
    monkeypatch.setattr(all_campaigns, "CAMPAIGNS", campaigns[::-1])
    monkeypatch.setattr(all_campaigns, "PAGE", page := tmp_path / "page.md")
    monkeypatch.setattr(all_campaigns, "run", run)
    assert start()
    assert start("--page")
    assert "| kills 3 | **1, failed** |" in page.read_text()
    assert not start("--only", "race"), "others that failed are none of its business"
    assert not start()
    assert not start("--page")
    assert "failed**" not in page.read_text()
    (tmp_path / "figures" / "kills.json").unlink()
    page.write_text(before := page.read_text().replace("equal | kills 3", "equal | kills 9"))
    assert not start("--page")
    assert page.read_text() == before
    assert "kills 9" in before, "without figures a row stays as it was"


@pytest.mark.parametrize("output", ["", "one\n", "7\n", "Traceback\n  {"])
def test_a_campaign_that_tells_no_figures_has_none(output):
    assert all_campaigns.read_figures(output) == {}
    assert all_campaigns.read_figures(output + '\n{"kills": 3}\n') == {"kills": 3}


def run_instances(tmp_path, monkeypatch, *words):
    """The campaign with no tests but one that is skipped."""
    (tmp_path / "test_one.py").write_text("import pytest\npytest.skip('', allow_module_level=True)")
    monkeypatch.setattr(instances, "TESTS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["instances", "1", "--folder", str(tmp_path / "kept"), *words])
    with pytest.raises(SystemExit) as ended:
        instances.main()
    return bool(ended.value.code)


def test_instances_that_were_skipped_prove_nothing(tmp_path, monkeypatch, capsys):
    assert run_instances(tmp_path, monkeypatch)
    assert json.loads(capsys.readouterr().out) == {
        "instances": 0,
        "least": 20_000,
        "files": 1,
        "failed": [],
    }
    assert not run_instances(tmp_path, monkeypatch, "--least", "0")


@pytest.mark.parametrize(
    ("word", "value"),
    [("rss_drift", 0.06), ("new_descriptors", 1), ("new_threads", 1), ("leftovers", ["x"])],
)
def test_endurance_judges_all_that_it_counts(word, value):
    level = {"rss_drift": 0.04, "new_descriptors": 0, "new_threads": -1, "leftovers": []}
    assert not endurance.has_grown(level)
    assert endurance.has_grown(level | {word: value})


def test_kills_after_which_something_was_wrong_are_tried_again(tmp_path, monkeypatch):
    class Job:
        wrong = 1

        def __init__(self, folder, number):
            pass

        def kill(self, phase, chosen):
            return {"resumed": 1, "journals_left": Job.wrong if phase == "release" else 0}

    monkeypatch.setattr(kills, "KilledJob", Job)
    assert kills.run(3, tmp_path)["journals_left"] == 1
    Job.wrong = 0
    assert kills.run(3, tmp_path) == {
        **{"kills": 3, "search": 1, "release": 1, "resume": 1, "published": 0, "resumed": 3},
        **dict.fromkeys(kills.FAULTS, 0),
    }
    assert len((tmp_path / "kills.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize(
    "name", [".release.csv.journal", ".release.csv.dpsql-staging", ".release.csv.dpsql-lock"]
)
def test_the_write_phase_sees_what_stays(name):
    assert write_phase.is_our_own(name)
    assert not write_phase.is_our_own("release.csv.manifest.json")


@pytest.mark.parametrize(
    "name",
    [*dict.fromkeys(one.command for one in all_campaigns.CAMPAIGNS), "tests.campaign.__main__"],
)
def test_every_campaign_tells_what_it_does(name, monkeypatch, capsys):
    campaign = importlib.import_module(name)
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        campaign.main()
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert "python -m tests.campaign" in told
    assert re.search(r"exit\s+code|exits\s+with", told), "it says how it ends"
