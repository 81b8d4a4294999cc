"""A measurement says which levels it is of, so that nobody takes it for the job's own release."""

from dpsql.faces import on_command_line
from dpsql.report.settled_levels import tell_measured


def test_raw_values_are_not_what_the_job_would_release():
    with on_command_line():
        told = tell_measured({"zip": 0, "age": 0})
    assert told == (
        "Measured at raw values: this is T as it is, not what dpsql anonymize JOB would release."
    )
    assert "not what dpsql.anonymize(job) would release" in tell_measured({})


def test_levels_that_were_asked_for_were_chosen_by_no_search():
    assert tell_measured({"zip": 1}).endswith("asked for: no search chose them.")
