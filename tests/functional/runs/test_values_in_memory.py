"""Values of frames as hierarchies have them: booleans, and times with a zone."""

import polars
import pytest

import dpsql


def job(values, rule, **words):
    people = polars.DataFrame({"p": values})
    tables = {"public": people, "private": people.head(1)}
    return dpsql.Job(**tables, quasi_identifiers={"p": rule}, **words)


def test_leaves_of_a_boolean_column_read_as_the_engine_writes_them():
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(job([True, True, False], {"tree": {"x": ["True", "False"]}}))
    assert str(refused.value).startswith(
        "hierarchy of p: 2 values of P (3 rows) have no place in it (the column is BOOLEAN: its"
        " values read true and false)"
    )
    found = dpsql.check(job([True, True, False], {"tree": {"*": [True, False]}}))
    assert found.heights == {"p": 1}
    with pytest.raises(dpsql.HierarchyError) as refused:
        dpsql.check(job([True, None], {"tree": {"*": [True, False]}}))
    assert "BOOLEAN" not in str(refused.value)
