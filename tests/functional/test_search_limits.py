"""Searches that end before their proof say so, and what they release is verified all the same."""

import pytest


def test_a_time_limit_releases_the_best_node_so_far(run, example):
    done = run("anonymize", example, "--json", "--time-limit", "0.000000001")
    assert done.exit_code == 0
    search = done.found["search"]
    assert search["optimal"] is False
    assert search["gap"] > 0
    assert run("verify", example, "--json").exit_code == 0


def test_people_are_told_that_it_is_not_proven(run, example):
    done = run("anonymize", example, "--time-limit", "0.000000001")
    assert "not proven optimal; the optimum is better by" in done.stdout


def test_a_search_that_ends_by_itself_has_no_gap(run, example):
    search = run("anonymize", example, "--json", "--gap", "0.000001").found["search"]
    assert search["optimal"] is True
    assert "gap" not in search


@pytest.mark.parametrize(
    "words", [("--gap", "1"), ("--gap", "-0.1"), ("--gap", "nan"), ("--time-limit", "0")]
)
def test_limits_that_mean_nothing_are_refused(run, example, words):
    done = run("anonymize", example, "--json", *words)
    assert done.exit_code == 2
    assert words[0] in done.found["error"]["message"]


def test_pooled_goes_on_after_the_time_limit_until_something_holds(bench, paper_job):
    """One person settles alone, so the finest starts fail."""
    job = paper_job(delta={"max": "2/3"}, algorithm={"pooled": {"path": "root", "least": 1}})
    found = bench.anonymize(job, time_limit=0.000000001)
    assert found.status == "released"
    assert found.search.checked > 1
