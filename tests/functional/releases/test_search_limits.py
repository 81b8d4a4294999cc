"""Searches that end before their proof say so, and what they release is verified all the same."""

import pytest

import dpsql


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


def test_a_search_that_time_ended_is_warned_of(bench, paper_job):
    ended = "time_limit ended the search before its proof"
    job = paper_job(delta={"max": "2/3"})
    for given, is_told in (
        ({"time_limit": 1e-9}, True),
        ({"time_limit": 1000}, False),
        ({"gap": 0.9, "time_limit": 1000}, False),
        ({}, False),
    ):
        found = bench.anonymize(job, overwrite=True, **given)
        assert any(ended in one for one in found.warnings) is is_told, given
    cuts = paper_job(delta={"max": "2/3"}, algorithm="mpalm")
    found = bench.anonymize(cuts, overwrite=True, time_limit=1e-9)
    assert any(ended in one for one in found.warnings)


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


def test_pooled_with_stated_numbers_goes_on_after_the_time_limit_until_something_holds(
    bench, paper_job
):
    """The optimum of levels is tried first; three people settle, so that rare ones climb."""
    job = paper_job(delta={"max": "2/3"}, algorithm={"pooled": {"path": "root", "least": 3}})
    found = bench.anonymize(job, time_limit=0.000000001)
    assert found.status == "released"


@pytest.mark.parametrize("path", ["root", "columns"])
def test_pooled_that_is_ended_at_once_loses_no_more_than_levels(bench, paper_job, path):
    levels = bench.anonymize(paper_job(delta={"max": "2/3"}), overwrite=True)
    job = paper_job(delta={"max": "2/3"}, algorithm={"pooled": {"path": path}})
    found = bench.anonymize(job, time_limit=0.000000001, overwrite=True)
    assert found.search.optimal is False
    assert found.metrics["loss"] <= levels.metrics["loss"] < 1


def stop(progress):
    raise SystemExit(130)


@pytest.mark.parametrize(
    ("words", "options", "told"),
    [
        (
            {},
            {},
            "no release was written; keep_journal=True keeps a search and time_limit ends"
            " one with the best release so far",
        ),
        ({}, {"keep_journal": True, "journal_after": 0}, "no release was written"),
        (
            {"algorithm": "pooled"},
            {},
            "no release was written; nothing is kept of the search, but time_limit ends"
            " one with the best release so far",
        ),
        ({"algorithm": "pooled", "choose": "from_public"}, {}, "no release was written"),
    ],
)
def test_a_signal_tells_what_is_kept_and_how_to_end_sooner(example, words, options, told):
    example.write_text(example.read_text() + "\n".join(f"{key}: {words[key]}" for key in words))
    with pytest.raises(SystemExit) as stopped:
        dpsql.anonymize(example, watch=stop, **options)
    assert stopped.value.__notes__ == [told]
