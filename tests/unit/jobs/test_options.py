"""The options that functions take by name are the fields of what they make of them."""

from dataclasses import fields
from inspect import signature
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


#: The options that steer a search or a page, by the functions that use them.
STEERING = ("max_nodes", "gap", "time_limit", "report", "explore")
USED = {
    "anonymize": {*STEERING},
    "write_report": {"max_nodes", "gap", "time_limit", "explore"},
    "measure": {"max_nodes", "report", "explore"},
    "compare": {"max_nodes", "gap", "time_limit"},
    "explain": {"max_nodes", "gap", "time_limit"},
    # These two say why they take no limit.
    "choose": {"max_nodes", "gap", "time_limit"},
    "least_k": {"max_nodes", "gap", "time_limit"},
    "check": {"max_nodes"},
    "lattice": {"max_nodes"},
    "frontier": {"max_nodes", "time_limit"},
    "frontiers": {"max_nodes", "time_limit"},
    "audit": {"max_nodes"},
    "certify": {"max_nodes"},
    "check_certificate": {"max_nodes"},
    "verify": set(),
    "risks": set(),
    "diff": set(),
    "counts": set(),
    "sign_off": set(),
}
GIVEN = {"max_nodes": 9, "gap": 0.1, "time_limit": 9.0, "report": "internal", "explore": 9.0}


@pytest.mark.parametrize("name", USED)
def test_an_option_that_would_change_nothing_is_refused(name):
    function = getattr(dpsql, name)
    shown = signature(function).parameters
    assert {one for one in STEERING if one in shown} == USED[name]
    for option in {*STEERING} - USED[name]:
        with pytest.raises(dpsql.ConfigError, match=f"^{option}: dpsql.{name} does not use it, as"):
            function("no.yaml", **{option: GIVEN[option]})
        assert f"\n    {option}:" not in function.__doc__


def test_of_an_unknown_option_only_one_that_is_used_is_suggested():
    with pytest.raises(TypeError, match="lattice has no argument 'gapp'; there are"):
        dpsql.lattice("no.yaml", gapp=0.1)
    with pytest.raises(TypeError, match="did you mean 'gap'"):
        dpsql.compare("no.yaml", gapp=0.1)


def test_an_option_as_by_default_is_no_fault():
    with pytest.raises(dpsql.ConfigError, match=r"no\.yaml"):
        dpsql.lattice("no.yaml", gap=0.0, report=None)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"gap": 0.1, "time_limit": 9.0}, "levels: nothing is searched; drop gap, time_limit"),
        ({"restart": True}, "levels: nothing is searched; drop restart"),
        ({"keep_journal": True}, "levels: nothing is searched; drop keep_journal"),
    ],
)
def test_chosen_levels_leave_nothing_to_limit(words, told):
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"a": {"widths": [5]}},
        delta={"max": "1/2"},
        release="r.csv",
    )
    with pytest.raises(dpsql.ConfigError, match=f"^{told}$"):
        dpsql.anonymize(job, {"a": 1}, **words)
    if "gap" in words:
        with pytest.raises(dpsql.ConfigError, match=f"^{told}$"):
            dpsql.write_report(job, "r.html", {"a": 1}, **words)


def test_a_journal_that_no_search_writes_cannot_be_kept():
    words = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"a": {"widths": [5]}}}
    job = dpsql.Job(**words, delta={"max": "1/2"}, release="r.csv", algorithm="pooled")
    with pytest.raises(dpsql.ConfigError, match="keep_journal=True: this search has no journal"):
        dpsql.anonymize(job, keep_journal=True)


def test_only_an_internal_page_explores():
    with pytest.raises(dpsql.ConfigError, match="explore: only an internal page explores"):
        Options(explore=3.0)
