"""Errors go through a pool of processes: pickled, they keep their class, text and attributes."""

import copy
import pickle
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import dpsql
from dpsql import InvalidJob, Job, NoSafeRelease, NotSatisfied
from dpsql.callers import ShownToCallers, UnknownAttribute


def list_errors() -> list[type[ShownToCallers]]:
    """All classes of errors that callers may see, wherever in dpsql they are."""
    for module in pkgutil.walk_packages(dpsql.__path__, "dpsql."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return sorted(set(_list_below(ShownToCallers)), key=lambda one: one.__name__)


def _list_below(base: type[ShownToCallers]) -> Iterator[type[ShownToCallers]]:
    for one in base.__subclasses__():
        if one.__module__.startswith("dpsql."):
            if not one.__name__.startswith("_"):
                yield one
            yield from _list_below(one)


def _make_invalid_job() -> InvalidJob:
    with pytest.raises(InvalidJob) as refused:
        Job(public="p.csv", private="t.csv", quasi_identifiers={"age": {"width": [5]}})
    return refused.value


#: Classes that need more than a text: a new one of these belongs here.
MADE = {
    InvalidJob: _make_invalid_job,
    NoSafeRelease: lambda: NoSafeRelease("none holds", {"search": {"nodes": 48}}),
    NotSatisfied: lambda: NotSatisfied("it fails", {"presence": {"max": "2/3"}}),
    UnknownAttribute: lambda: UnknownAttribute("no 'a'; did you mean 'b'?", name="a", obj=None),
}


def make(kind: type[ShownToCallers]) -> Exception:
    error = MADE[kind]() if kind in MADE else kind("p.csv: column 'a b' is missing")
    error.add_note("see the page")
    return error


@pytest.mark.parametrize("kind", list_errors(), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("take", [lambda one: pickle.loads(pickle.dumps(one)), copy.deepcopy])
def test_an_error_keeps_its_class_text_and_attributes(kind, take):
    error = make(kind)
    taken = take(error)
    assert type(taken) is type(error) is kind
    assert (str(taken), taken.args) == (str(error), error.args)
    assert str(taken)
    assert vars(taken) == vars(error)
    assert getattr(taken, "name", None) == getattr(error, "name", None)
    assert getattr(taken, "exit_code", None) == getattr(error, "exit_code", None)


def test_all_errors_of_the_package_are_among_them():
    named = {getattr(dpsql, name) for name in dpsql.__all__}
    offered = {one for one in named if isinstance(one, type) and issubclass(one, Exception)}
    assert len(offered) > 20
    assert offered <= set(list_errors())


def test_a_job_that_is_not_valid_keeps_its_keys():
    taken = pickle.loads(pickle.dumps(_make_invalid_job()))
    assert taken.keys[:2] == ("quasi_identifiers", "age")
    assert taken.in_file
