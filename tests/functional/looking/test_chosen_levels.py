"""Levels that `Job.at_levels` chose are those that other functions look at."""

import pytest

import dpsql

LEVELS = {"zip": 2, "age": 1}


@pytest.fixture
def job(example):
    return dpsql.read_job(example)


def test_measure_and_risks_look_at_the_levels_of_the_job(job):
    chosen = job.at_levels(LEVELS)
    measured, risks = dpsql.measure(chosen), dpsql.risks(chosen)
    assert measured.levels == risks.levels == LEVELS | {"nationality": 0}
    assert measured.presence == dpsql.measure(job, LEVELS).presence
    assert risks.to_dict()["prosecutor"] == dpsql.risks(job, LEVELS).to_dict()["prosecutor"]


def test_levels_that_a_caller_names_come_before_those_of_the_job(job):
    measured = dpsql.measure(job.at_levels(LEVELS), {"zip": 1, "nationality": 2})
    assert measured.levels == {"zip": 1, "age": 1, "nationality": 2}


def test_a_script_has_the_levels_of_the_job(job):
    assert dpsql.script(job.at_levels(LEVELS)) == dpsql.script(job, levels=LEVELS)
    assert dpsql.script(job) != dpsql.script(job, levels=LEVELS)


def test_limits_of_a_job_file_choose_no_levels(example, edit):
    edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, least_level: 2, most_level: 2}")
    assert dpsql.measure(example).levels["zip"] == 0


def test_risks_at_the_start_of_a_pooled_release_are_told_as_such(job, caplog):
    pooled, told = job.replace(algorithm="pooled"), "give release"
    assert any(told in line for line in dpsql.risks(pooled, LEVELS).warnings)
    caplog.clear()
    for job_at, levels in ((job, LEVELS), (pooled, None)):
        dpsql.risks(job_at, levels)
    assert not any(told in line for line in caplog.messages)
