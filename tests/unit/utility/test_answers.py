"""Answers before and after: rows are matched by their keys, and nothing is guessed."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from dpsql.utility.questions.answers import compare_answers
from dpsql.utility.questions.statement import Statement


def answer(columns, grouped, before, after, computed=()):
    statement = Statement(
        None,  # type: ignore[arg-type]
        tuple(columns),
        tuple(grouped),
        tuple(name in computed for name in columns),
        frozenset(),
    )
    return compare_answers(statement, before, after)


def compare(columns, grouped, before, after, computed=()):
    return answer(columns, grouped, before, after, computed).to_dict()


def test_one_row_of_numbers_is_a_list_of_numbers():
    found = compare(["n", "mean"], [False] * 2, [(4, Decimal("2.5"))], [(5, None)])
    assert found == {
        "numbers": {
            "n": {"before": 4, "after": 5, "difference": 1.0, "relative": 0.25},
            "mean": {"before": 2.5, "after": None, "difference": None, "relative": None},
        }
    }


def test_no_share_of_nothing_is_told():
    found = compare(["n"], [False], [(0,)], [(2,)])
    assert found["numbers"]["n"] == {"before": 0, "after": 2, "difference": 2.0, "relative": None}


def test_rows_are_matched_by_what_is_no_number_and_what_is_grouped_by():
    found = compare(
        ["age", "zip", "n"],
        [True, False, False],
        [(30, "a", 2), (30, None, 3), (40, "a", 4), (50, "a", 9)],
        [(30, "a", 1), (30, None, 3), (40, "a", 9), (60, "a", 1), (70, "a", 1)],
    )
    assert found["keys"] == ["age", "zip"]
    assert (found["matched_rows"], found["only_before"], found["only_after"]) == (3, 1, 2)
    column = found["columns"]["n"]
    assert column["mean_difference"] == 2
    assert column["max_difference"] == 5
    assert [one["key"] for one in column["largest"]] == [
        {"age": 40, "zip": "a"},
        {"age": 30, "zip": "a"},
        {"age": 30, "zip": None},
    ]


def test_computed_dates_are_compared_in_days():
    columns = "town", "first", "latest", "lasted"
    before = [
        ("a", date(2020, 1, 5), datetime(2020, 1, 1), timedelta(days=2)),
        ("b", date(2020, 1, 1), None, timedelta(days=1)),
    ]
    after = [
        ("a", date(2020, 1, 1), datetime(2020, 1, 1, 12), timedelta(days=1)),
        ("b", date(2020, 1, 3), datetime(2020, 1, 1), timedelta(days=1)),
    ]
    found = answer(columns, [True, *[False] * 3], before, after, computed=columns[1:])
    assert (found.keys, found.matched, found.only_before) == (("town",), 2, 0)
    told = found.to_dict()["columns"]
    assert [told[name]["mean_difference"] for name in columns[1:]] == [3, 0.5, 0.5]
    assert (told["first"]["max_difference"], told["latest"]["nulls"]) == (4, 1)
    assert told["first"]["largest"][0] == {
        "key": {"town": "a"},
        "before": "2020-01-05",
        "after": "2020-01-01",
        "difference": -4,
        "unit": "days",
    }
    assert told["lasted"]["largest"][0]["before"] == 2
    assert not compare(["day"], [False], [(date(2020, 1, 5),)], [(date(2020, 1, 1),)])["columns"]


def test_computed_texts_are_equal_or_not():
    before, after = [("a", "x"), ("b", None), ("c", "z")], [("a", "x"), ("b", "y"), ("c", "x")]
    found = answer(["town", "last"], [True, False], before, after, computed=["last"])
    assert (found.keys, found.sizes["last"].differing) == (("town",), 2)
    column = found.to_dict()["columns"]["last"]
    assert column["differing_values"] == 2
    assert [one["differs"] for one in column["largest"]] == [True, True, False]
    one = compare(["any"], [False], [(True,)], [(False,)], computed=["any"])["numbers"]["any"]
    assert one == {"before": True, "after": False, "differs": True}
    nan = compare(["mean"], [False], [(float("nan"),)], [(2.5,)], computed=["mean"])
    assert nan["numbers"]["mean"] == {"before": "nan", "after": 2.5, "differs": True}


def test_rows_that_share_a_key_are_counted_and_not_compared():
    before, after = [("a", 1), ("a", 2), ("b", 5)], [("a", 1), ("b", 7)]
    found = compare(["zip", "n"], [False] * 2, before, after)
    assert (found["matched_rows"], found["repeated_rows"]) == (1, 2)
    assert (found["only_before"], found["only_after"]) == (0, 0)


def test_rows_that_all_repeat_tell_nothing_of_rows_in_one_only():
    found = answer(["age"], [False], [(30,), (40,)], [(30,), (31,), (32,)])
    assert (found.repeated, found.counts_rows) == (5, False)
    assert answer(["zip"], [False], [("a",), ("a",)], [("a",)]).repeated == 2
    assert not answer(["zip"], [False], [("a",), ("a",)], [("a",)]).counts_rows
    assert answer(["zip"], [False], [("a",), ("a",)], [("a",), ("b",)]).counts_rows
    assert answer(["zip", "n"], [True, False], [("a", 1)], [("a", 2)]).counts_rows
    nothing = answer(["n"], [True], [], [])
    assert (nothing.counts_rows, nothing.is_without_rows) == (False, True)


def test_what_is_null_in_both_answers_is_a_number_that_nobody_compares():
    found = answer(["n", "mean"], [False] * 2, [(4, None)], [(4, None)])
    assert (found.is_one_row, found.null_columns) == (True, ["mean"])
    nothing = {"before": None, "after": None, "difference": None, "relative": None}
    assert found.to_dict()["numbers"]["mean"] == nothing
    assert not answer(["mean"], [False], [(None,)], [(1.5,)]).null_columns
    table = answer(["zip", "mean"], [True, False], [("a", None)], [("a", None), ("b", 1)])
    assert (table.keys, table.matched, table.null_columns) == (("zip",), 1, ["mean"])
    assert answer(["zip", "n"], [True, False], [(None, 1)], [(None, 1)]).keys == ("zip",)


def test_true_is_no_number():
    found = compare(["member", "n"], [False] * 2, [(True, 1), (False, 2)], [(True, 2), (False, 2)])
    assert found["keys"] == ["member"]
    assert found["columns"]["n"]["max_difference"] == 1


def test_ten_differences_are_listed_and_all_are_counted():
    rows = [(f"g{i}", 0) for i in range(30)]
    found = compare(["g", "n"], [False] * 2, rows, [(g, i) for i, (g, _) in enumerate(rows)])
    assert found["columns"]["n"]["mean_difference"] == pytest.approx(14.5)
    assert [one["after"] for one in found["columns"]["n"]["largest"]] == list(range(29, 19, -1))


def test_an_empty_answer_matches_nothing():
    found = compare(["g", "n"], [False] * 2, [], [("a", 1)])
    assert (found["matched_rows"], found["only_after"]) == (0, 1)


def test_what_is_no_finite_number_is_a_key():
    found = compare(["x"], [False], [(float("nan"),)], [(float("nan"),)])
    assert found["keys"] == ["x"]
    assert found["matched_rows"] == 1


def test_what_is_too_large_for_a_float_is_no_number_of_the_json():
    pairs = [(1e308, -1e308), (1e-300, 1e300), (10**400, 1.5), (1, 10**400)]
    for before, after in pairs:
        (one,) = compare(["x"], [False], [(before,)], [(after,)])["numbers"].values()
        assert one["relative"] is None
        assert one["difference"] in (None, 1e300)


def test_a_table_with_a_difference_too_large_has_no_mean_of_the_others():
    before, after = [("a", 1), ("b", 1e308), ("c", None)], [("a", 3), ("b", -1e308), ("c", 1)]
    column = compare(["g", "x"], [False] * 2, before, after)["columns"]["x"]
    assert (column["mean_difference"], column["max_difference"], column["nulls"]) == (None, None, 1)
    assert [one["key"]["g"] for one in column["largest"]] == ["b", "a", "c"]


def test_the_mean_of_large_differences_is_their_mean():
    column = compare(
        ["g", "x"], [False] * 2, [("a", 0), ("b", 0)], [("a", 1.5e308), ("b", 1.5e308)]
    )["columns"]["x"]
    assert column["mean_difference"] == pytest.approx(1.5e308)


def test_a_decimal_that_is_no_number_is_a_key():
    found = compare(["x"], [False], [(Decimal("Infinity"),)], [(Decimal("NaN"),)])
    assert (found["keys"], found["only_before"], found["only_after"]) == (["x"], 1, 1)


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        (21345.67, 21345.67 + 4e-12, 0),
        (0.1 + 0.2, 0.3, 0),
        (-1e300, -1e300 * (1 + 1e-12), 0),
        (1.0, 1 + 1e-8, 1e-8),
        (10**12, 10**12 + 1, 1),
        (0.0, 1e-9, 1e-9),
    ],
)
def test_rounding_of_floats_is_no_difference(before, after, difference):
    found = compare(["x"], [False], [(before,)], [(after,)])["numbers"]["x"]
    assert found["difference"] == pytest.approx(difference, rel=1e-6)
    assert compare(["k", "x"], [True, False], [(1, before)], [(1, after)])["columns"]["x"][
        "max_difference"
    ] == pytest.approx(difference, rel=1e-6)
