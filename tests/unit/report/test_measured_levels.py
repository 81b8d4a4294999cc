"""A measurement says which levels it is of, so that nobody takes it for the job's own release."""

from dpsql.report.settled_levels import tell_measured


def test_raw_values_are_not_what_the_job_would_release():
    told = "Measured at raw values: this is T as it is, and no release of the job."
    assert tell_measured({"zip": 0, "age": 0}) == tell_measured({}) == told


def test_levels_that_were_asked_for_were_chosen_by_no_search():
    assert tell_measured({"zip": 1}).endswith("asked for: no search chose them.")
