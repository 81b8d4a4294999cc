"""`check` judges the highest levels that a job allows, where they decide what holds."""

import pytest

import dpsql


@pytest.fixture
def limited(example, edit):
    edit(example, "metric: loss", "metric: loss\nalgorithm: spalm")
    return edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, most_level: 1}")


def test_limits_that_exclude_all_that_holds_are_told_as_by_a_search(limited, run):
    checked, searched = run("check", limited), run("anonymize", limited)
    assert (checked.exit_code, searched.exit_code) == (4, 4)
    found = run("check", limited, "--json").found
    assert found["feasible"] is False
    assert found["limits_problem"].startswith("no levels between least_level and most_level satis")
    assert searched.complaint == f"dpsql: {found['limits_problem']}"
    assert found["limits_problem"] in " ".join(checked.stdout.split())
    assert dpsql.check(limited).feasible is False


def test_limits_within_which_some_levels_hold_are_known_to_do(limited, edit):
    edit(limited, "most_level: 1", "most_level: 2")
    found = dpsql.check(limited)
    assert (found.feasible, found.limits_problem) == (True, "")
    assert dpsql.anonymize(limited).levels["zip"] <= 2


@pytest.mark.parametrize("constraint", ["k_anonymity: 2", "k_map: 4"])
def test_other_models_are_judged_within_the_limits_as_well(limited, edit, constraint):
    edit(limited, "delta: {min: 1/2, max: 2/3}", f"constraints: {{{constraint}}}")
    found = dpsql.check(limited)
    if found.feasible is False:
        with pytest.raises(dpsql.NoSafeRelease, match="no levels between"):
            dpsql.anonymize(limited)
    else:
        assert dpsql.anonymize(limited).levels["zip"] <= 1


def test_limits_of_the_start_alone_leave_it_to_the_search(limited, edit):
    edit(limited, "algorithm: spalm", "algorithm: {pooled: {path: root}}")
    assert dpsql.check(limited).feasible is None
