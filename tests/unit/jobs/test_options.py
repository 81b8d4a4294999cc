"""The options that functions take by name are the fields of what they make of them."""

from dataclasses import fields
from typing import get_type_hints

import pytest

import dpsql
from dpsql.session.options import Options, OptionWords


def test_each_option_has_its_type():
    hints = get_type_hints(Options)
    assert get_type_hints(OptionWords) == {
        field.name: hints[field.name] for field in fields(Options)
    }


def test_what_is_no_option_is_refused():
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers={"a": {"widths": [5]}})
    with pytest.raises(TypeError, match="overwritten"):
        dpsql.check(job, overwritten=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan")])
def test_a_time_limit_that_is_no_number_of_seconds_is_refused(seconds):
    with pytest.raises(dpsql.ConfigError, match="time_limit: write a number of seconds above 0"):
        Options(time_limit=seconds)
