"""What messages advise is written as Python has it, for a job that no file has."""

import gc
import weakref
from contextlib import suppress

import pandas
import pytest

import dpsql
from dpsql.domain.origin import Origin
from dpsql.domain.python_words import spell_keys
from dpsql.faces import on_command_line

JOB = """
public: p.parquet
private: p.parquet
quasi_identifiers: {zip: {prefix: [2]}, age: {widths: [5], most_level: 1}}
delta: {max: 1/2}
"""


@pytest.mark.parametrize(
    ("told", "spelled"),
    [
        ("give the job delta: {max: 1/5}", "give the job delta={'max': '1/5'}"),
        ("algorithm: pooled needs tables; write algorithm: spalm", "{}; write algorithm='spalm'"),
        (
            "release: it exists, as {path: …, format: delta}",
            "{}, as {'path': …, 'format': 'delta'}",
        ),
        (
            "engine: spark needs remote: sc://host:port",
            "engine: spark needs 'remote': 'sc://host:port'",
        ),
        ("with it, give P as public:", "with it, give P as public=…"),
        ("with population: levels are searched", "{}"),
        ("a.b: it lacks 'keep: {a: b}', and `delta: {max: 1}`", "{}"),
        ("an index is {0: 1}, or {x}; see https://host/x", "{}"),
        ("groups are {tree: {label: [value, …]}}", "groups are {'tree': {'label': ['value', …]}}"),
        ("write nulls: own_leaf.", "write 'nulls': 'own_leaf'."),
        ("{a: [}, and {a: b: c}", "{}"),
    ],
)
def test_keys_are_arguments_and_quoted_names(told, spelled):
    start = told.partition("; ")[0].partition(", as")[0] if spelled != "{}" else told
    expected = spelled.replace("{}", start, 1)
    assert spell_keys(told) == expected
    assert spell_keys(expected) == expected
    assert spell_keys(told, Origin("job.yaml")) == told
    with on_command_line():
        assert spell_keys(told) == told


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"prior": "0.1"}, "{'column': …}"),
        ({"private": {"key": "id"}}, "{'table': …, 'key': …}"),
        ({"engine": "duckDB"}, "or a mapping such as {'duckdb': {'memory': '4GB'}}"),
        ({"where": "x"}, "stands in private, as private={'where': …}"),
        ({"known_absent": 1}, "give the job delta={'max': …}"),
    ],
)
def test_a_job_in_code_is_refused_in_words_of_python(keys, told):
    rules = {"zip": {"prefix": [2]}}
    with pytest.raises(dpsql.InvalidJob) as refused:
        dpsql.Job(**{"public": "p.csv", "private": "t.csv", "quasi_identifiers": rules} | keys)
    assert told in str(refused.value)


def test_an_error_keeps_nothing_of_its_caller_alive(tmp_path):
    class Held:
        """Stands for a table."""

    def fail():
        held = Held()
        with suppress(dpsql.ConfigError):
            dpsql.check(tmp_path / "missing.yaml")
        return weakref.ref(held)

    gc.disable()
    try:
        assert fail()() is None
    finally:
        gc.enable()


def test_an_error_of_a_run_has_the_words_of_what_it_was_given(tmp_path):
    people = pandas.DataFrame({"zip": ["10", None, "11", "12"], "age": [31, 42, 53, 64]})
    people.to_parquet(tmp_path / "p.parquet")
    (tmp_path / "job.yaml").write_text(JOB, encoding="utf-8")
    for job, mend in (
        (tmp_path / "job.yaml", "or nulls: own_leaf"),
        (dpsql.read_job(tmp_path / "job.yaml"), "or nulls: own_leaf"),
        (
            dpsql.Job(public=people, private=people, quasi_identifiers={"zip": {"prefix": [2]}}),
            "or 'nulls': 'own_leaf'",
        ),
    ):
        with pytest.raises(dpsql.HierarchyError) as refused:
            dpsql.check(job)
        assert mend in str(refused.value)
