"""Errors: one class per cause, the exit codes of the interface, messages for people."""

import inspect

import pytest

import dpsql
from dpsql import errors

CODES = {
    "DpsqlError": 1,
    "ConfigError": 2,
    "TargetError": 2,
    "InputError": 3,
    "SchemaError": 3,
    "TypeMismatch": 3,
    "ParseError": 3,
    "SubsetError": 3,
    "DuplicateKey": 3,
    "HierarchyError": 3,
    "NoSafeRelease": 4,
    "NotSatisfied": 4,
    "ResourceError": 5,
    "EngineError": 6,
    "Interrupted": 6,
    "IntegrityError": 7,
    "InputChanged": 7,
    "JournalDamaged": 7,
    "ResumeMismatch": 7,
    "Unreadable": 7,
    "Locked": 8,
}


def classes():
    return {
        name: class_
        for name, class_ in inspect.getmembers(errors, inspect.isclass)
        if class_.__module__ == errors.__name__
    }


def test_every_error_has_its_exit_code():
    assert {name: class_.exit_code for name, class_ in classes().items()} == CODES


def test_each_family_below_the_base_has_an_exit_code_of_its_own():
    families = [c for c in classes().values() if c.__bases__ == (errors.DpsqlError,)]
    by_code = {}
    for family in families:
        by_code.setdefault(family.exit_code, []).append(family.__name__)
    assert by_code == {
        2: ["ConfigError"],
        3: ["InputError"],
        4: ["NoSafeRelease", "NotSatisfied"],
        5: ["ResourceError"],
        6: ["EngineError"],
        7: ["IntegrityError"],
        8: ["Locked"],
    }


def test_a_subclass_keeps_the_exit_code_of_its_family():
    for class_ in classes().values():
        parent = class_.__bases__[0]
        if parent is not errors.DpsqlError and issubclass(parent, errors.DpsqlError):
            assert class_.exit_code == parent.exit_code


@pytest.mark.parametrize("name", sorted(CODES))
def test_the_code_for_machines_is_the_name_and_the_package_offers_it(name):
    class_ = getattr(dpsql, name)
    assert class_ is getattr(errors, name)
    assert class_("a message").code == name
    assert str(class_("a message")) == "a message"


def test_a_statement_to_copy_keeps_its_middle():
    columns = ", ".join(f"max(column_{number})" for number in range(200))
    told = f"rows of people: COPY (SELECT {columns} FROM t) TO 'p.parquet' (FORMAT parquet);"
    assert len(told) > 3000
    assert str(errors.DpsqlError(told)) == told
    assert len(str(errors.DpsqlError("a " * 3000))) == 2001


def test_a_search_without_result_carries_its_summary():
    assert dpsql.NoSafeRelease("no").summary == {}
    assert dpsql.NoSafeRelease("no", {"search": 1}).summary == {"search": 1}


def test_the_package_offers_what_it_lists_and_nothing_else():
    for name in dpsql.__all__:
        assert getattr(dpsql, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = dpsql.nonsense
