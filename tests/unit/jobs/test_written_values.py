"""Leaves and labels in Python's own types are the texts that the same YAML has."""

from datetime import date, datetime
from decimal import Decimal

import numpy
import pytest

from dpsql import InvalidJob, Job
from dpsql.hierarchies.load import load_hierarchy
from dpsql.job_files.plain_yaml import parse_words


def rule(**words):
    job = Job(public="p.csv", private="t.csv", quasi_identifiers={"a": words})
    return job.quasi_identifiers["a"]


@pytest.mark.parametrize(
    ("tree", "written"),
    [
        ({"low": [0, 1, 2], "high": [3, 4]}, "{low: [0, 1, 2], high: [3, 4]}"),
        ({"*": [True, False]}, "{'*': [true, false]}"),
        ({True: [date(2024, 5, 31)]}, "{true: [2024-05-31]}"),
        ({1: {2: (Decimal("1.50"), Decimal("1E+2"))}}, "{1: {2: [1.50, 100]}}"),
        ({"n": numpy.array([1, 2]).tolist()}, "{n: [1, 2]}"),
        ({"n": [numpy.int64(1), numpy.True_]}, "{n: [1, true]}"),
        ({"r": range(3)}, "{r: [0, 1, 2]}"),
    ],
)
def test_a_tree_in_code_is_that_of_the_yaml(tree, written):
    words, _ = parse_words(written.encode(), "tree", "tree")
    assert rule(tree=tree).tree == words
    made = load_hierarchy("a", rule(tree=tree), None)
    assert made.paths == load_hierarchy("a", rule(tree=words), None).paths


@pytest.mark.parametrize(
    ("tree", "problem"),
    [
        ({"low": [1.5]}, "the leaf 1.5 is a float, whose text is not exact; write it as text"),
        ({"low": [None]}, "the leaf None is no text; leave it out, and write 'nulls': 'own_leaf'"),
        ({None: ["a"]}, "the label None is no text"),
        ({"low": [datetime(2024, 5, 31)]}, "is of the type datetime; write it as text"),
        ({1: ["a"], "1": ["b"]}, "the label '1' stands twice; keep one"),
        ({"low": [Decimal("NaN")]}, "the leaf is of the type Decimal; write it as text"),
        ({"low": [10**5000]}, "is of the type int; write it as text"),
    ],
)
def test_a_value_without_an_exact_text_is_named(tree, problem):
    with pytest.raises(InvalidJob) as refused:
        rule(tree=tree)
    assert str(refused.value).startswith("quasi_identifiers.a.tree: ")
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("below", "shape"),
    [
        ("b", "neither a list of leaves nor a mapping of labels"),
        ([["b"]], "a list with a list in it"),
        ([{"b": ["c"]}], "a list with a mapping in it"),
    ],
)
def test_a_wrong_shape_is_named(below, shape):
    with pytest.raises(Exception, match=f"hierarchy of a: below 'x' stands {shape}; write a list"):
        load_hierarchy("a", rule(tree={"x": below}), None)


def test_a_tree_that_contains_itself_ends():
    tree = {}
    tree["x"] = tree
    with pytest.raises(Exception, match="nested more than 32 deep"):
        load_hierarchy("a", rule(tree=tree), None)


def test_orders_and_ends_take_values_too():
    assert rule(widths=[5], **{"from": 20, "to": Decimal(90)}).start == "20"
    assert rule(dates=["month"], **{"from": date(2024, 1, 1)}).start == "2024-01-01"
    assert rule(tree={"x": [1, True]}, order=[True, 1]).order == ("true", "1")
