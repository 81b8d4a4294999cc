"""Kept columns that identify people: by their own values, or by those of a public column of P."""

import logging
import random

import pytest

import dpsql
from dpsql.sql.kept_columns import linked_columns

QIDS = {"age": {"widths": [10]}, "town": {"tree": {"*": ["a", "b", "c"]}}}
HEADER = ("id", "age", "town", "code")
#: P: an identifier, two quasi-identifiers, and a code that 40 people share with one other each.
PEOPLE = [(f"P{i:03}", str(20 + i % 50), "abc"[i % 3], str(i // 2)) for i in range(80)]
MEMBERS = PEOPLE[::2]


def _check(bench, header, rows, private="t.csv", keep=("kept",), **words):
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write("t.csv", rows, header)
    job = bench.job(QIDS, private=private, keep=list(keep), **{"public_columns": HEADER} | words)
    return dpsql.check(job, **bench.engine.options).to_dict()["identifying_columns"]


def _own(values):
    """Rows of a T of its own, with the quasi-identifiers and a kept column."""
    rows = [(age, town, kept) for (_, age, town, _), kept in zip(MEMBERS, values, strict=True)]
    return ("age", "town", "kept"), rows


@pytest.mark.parametrize(
    ("values", "found"),
    [
        # The identifier of P under another name.
        ([one[0] for one in MEMBERS], {"values": 40, "public_column": "id"}),
        # A quasi-identifier under another name, which T has beside it.
        ([one[1] for one in MEMBERS], {"values": 25, "public_column": "age"}),
        # Numbers of another list: some people of P have them, but no others of their age and town.
        ([str(39 - i) for i in range(40)], {"values": 40}),
        # Identifiers of P, but of people of another age and town.
        ([one[0] for one in PEOPLE[1::2]], {"values": 40}),
        # 30 values of 40 rows: 20 at least have one of their own; 29 values are too few.
        ([f"x{i % 30}" for i in range(40)], {"values": 30}),
        ([f"x{i % 29}" for i in range(40)], None),
        # Two of 40 rows have no value of P.
        ([("x" if i < 2 else "P") + one[0][1:] for i, one in enumerate(MEMBERS)], "id"),
        ([("x" if i < 3 else "P") + one[0][1:] for i, one in enumerate(MEMBERS)], {"values": 40}),
        (["yes", "no"] * 20, None),
        ([None] * 40, None),
    ],
)
def test_a_table_of_its_own(bench, values, found):
    told = _check(bench, *_own(values))
    if found == "id":
        found = {"values": 40, "public_column": "id"}
    rows = sum(value is not None for value in values)
    assert told == ([] if found is None else [{"name": "kept", "rows": rows, **found}])


def test_values_that_many_people_have_are_found_by_chance(bench):
    """Of one quasi-identifier with few values, and ages, some people have any value of a list."""
    rows = [(str(20 + i), "ab"[i % 2], f"{i % 40}") for i in range(40) for _ in range(30)]
    bench.write("p.csv", rows, ("years", "town", "other"))
    bench.write("t.csv", [("ab"[i % 2], str(20 + i)) for i in range(40)], ("town", "kept"))
    words = {"keep": ["kept"], "public_columns": ["years", "town", "other"], "private": "t.csv"}
    job = bench.job({"town": {"tree": {"*": ["a", "b"]}}}, **words)
    found = dpsql.check(job, **bench.engine.options).to_dict()["identifying_columns"]
    assert found == [{"name": "kept", "rows": 40, "values": 40}]


def test_rows_by_key_are_compared_with_their_people(bench):
    by_key = {"table": "t.csv", "key": "id"}
    rows = [(key, code, f"{float(age)}") for key, age, _, code in MEMBERS]
    header = ("id", "kept", "years")
    found = _check(bench, header, rows, by_key, keep=("kept", "years"))
    # Texts are compared as they are, "20.0" is not "20", but the one tells the other.
    years = {"name": "years", "rows": 40, "values": 25, "tells_column": "age"}
    assert found == [{"name": "kept", "rows": 40, "values": 40, "public_column": "code"}, years]
    others = [(key, str(999 - int(code)), years) for key, code, years in rows]
    assert _check(bench, header, others, by_key) == [{"name": "kept", "rows": 40, "values": 40}]


def test_kept_columns_of_marked_rows_stand_beside_public_ones(bench):
    marked = [(*one, one[0], "true" if one in MEMBERS else "false") for one in PEOPLE]
    bench.write("m.csv", marked, (*HEADER, "kept", "mark"))
    found = _check(bench, ("x",), [], {"where": "mark"}, public="m.csv")
    assert found == [{"name": "kept", "rows": 40, "values": 40, "public_column": "id"}]


def test_the_warning_has_no_value_and_every_command_that_releases_has_it(bench, caplog):
    header, rows = _own([one[0] for one in MEMBERS])
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write("t.csv", rows, header)
    words = {"keep": ["kept"], "public_columns": list(HEADER), "delta": {"max": "1"}}
    with caplog.at_level(logging.WARNING):
        found = bench.anonymize(bench.job(QIDS, **words)).to_dict()
    assert [one["public_column"] for one in found["identifying_columns"]] == ["id"]
    (told,) = [line for line in caplog.messages if line.startswith("keep: ")]
    assert "P's public column id (in 40 of 40 rows compared)" in told
    assert "P000" not in told
    # With counts alone, nobody is named.
    caplog.clear()
    private = bench.job(QIDS, **words | {"public_columns": ["age", "town"]})
    told = dpsql.check(private, **bench.engine.options).to_dict()["identifying_columns"]
    assert told == [{"name": "kept", "rows": 40, "values": 40}]


def test_a_name_says_what_values_may_not(bench):
    header, rows = ("age", "town", "last_name"), []
    for i, (_, age, town, _) in enumerate(MEMBERS):
        rows.append((age, town, f"n{i % 7}"))
    found = _check(bench, header, rows, keep=("last_name",))
    assert found == [{"name": "last_name", "rows": 40, "values": 7}]


@pytest.mark.parametrize("seed", range(3))
def test_columns_are_those_that_python_finds(bench, seed):
    """The same by loops over rows."""
    dice = random.Random(seed)
    share = dice.choice([0.9, 0.95, 1])
    values = [one[0] if dice.random() < share else f"q{dice.randrange(9)}" for one in MEMBERS]
    distinct = len({*values})
    expected = {"name": "kept", "rows": 40, "values": distinct}
    alone = [(v, one) for v, one in zip(values, MEMBERS, strict=True) if values.count(v) == 1]
    joined = sum(any(p[0] == v and p[1:3] == one[1:3] for p in PEOPLE) for v, one in alone)
    is_unique = 20 * distinct >= 19 * 40
    if is_unique and 20 * joined >= 19 * len(alone):
        expected["public_column"] = "id"
    assert _check(bench, *_own(values)) == ([expected] if is_unique else [])


@pytest.mark.parametrize(
    ("tell", "found"),
    [
        # Another name of each town.
        (lambda town, i: town * 3, {"tells_column": "town"}),
        # A row or two in 80 have another one.
        (lambda town, i: "aaa" if i < 3 else town * 3, {"tells_column": "town"}),
        # Eight have.
        (lambda town, i: "aaa" if i < 12 else town * 3, None),
        # It says less than the town, but more than its root.
        (lambda town, i: str(town == "a"), {"follows_from_column": "town"}),
        (lambda town, i: "yn"[i // 7 % 2], None),
        (lambda town, i: "y", None),
        # Towns are told in the rows that have a value.
        (lambda town, i: town * 3 if i > 4 else None, {"tells_column": "town"}),
    ],
)
@pytest.mark.parametrize("is_by_key", [False, True])
def test_columns_that_tell_a_public_one(bench, tell, found, is_by_key):
    values = [tell(town, i) for i, (_, _, town, _) in enumerate(PEOPLE)]
    people = list(zip(PEOPLE, values, strict=True))
    header, rows = ("age", "town", "kept"), [(*one[1:3], value) for one, value in people]
    private = "t.csv"
    if is_by_key:
        private = {"table": "t.csv", "key": "id"}
        header, rows = ("id", "kept"), [(one[0], value) for one, value in people]
    told = _check(bench, header, rows, private)
    given = [value for value in values if value is not None]
    expected = {"name": "kept", "rows": len(given), "values": len({*given})}
    assert told == ([] if found is None else [expected | found])


def test_a_link_of_many_rows_is_sought_in_some_of_them(bench, monkeypatch):
    """As if 20 rows were many: others contradict what those say."""
    monkeypatch.setattr(linked_columns, "_SOME_ROWS", 20)
    monkeypatch.setattr(linked_columns, "_AT_ONCE", 1)
    towns = [town for _, _, town, _ in PEOPLE]
    for kept, found in (
        ([town * 3 for town in towns], [{"tells_column": "town"}]),
        ([town * 3 if i < 20 else "aaa" for i, town in enumerate(towns)], []),
        # Rows without a value are none of the 20.
        ([None] * 26 + [town * 3 for town in towns[26:]], [{"tells_column": "town"}]),
    ):
        rows = [(*one[1:3], value) for one, value in zip(PEOPLE, kept, strict=True)]
        told = _check(bench, ("age", "town", "kept"), rows)
        count = sum(value is not None for value in kept)
        assert told == [{"name": "kept", "rows": count, "values": 3} | one for one in found]


def test_a_column_of_the_people_of_few_rows_is_not_counted_as_a_link(bench):
    """Of three rows, values go together by chance."""
    rows = [(age, town, town * 3) for _, age, town, _ in MEMBERS[:9]]
    assert _check(bench, ("age", "town", "kept"), rows) == []


def test_a_column_of_p_alone_is_found_by_equal_rows_on_every_engine(bench):
    """P has a day and an amount of each person, T the same under names that say nothing."""
    draw = random.Random(3)
    people = [
        (draw.randrange(50), draw.choice("abc"), f"2013-{draw.randrange(10, 22)}", draw.random())
        for _ in range(400)
    ]
    people = [(age, town, opened, round(fee, 1) + 0.5) for age, town, opened, fee in people]
    bench.write("p.csv", people, ("age", "town", "opened", "fee"))
    bench.write("t.csv", people[::2], ("age", "town", "w1", "w2"))
    words = {"keep": ["w1", "w2"], "public_columns": ["age", "town", "opened", "fee"]}
    job = bench.job(QIDS, private="t.csv", **words)
    found = dpsql.check(job, **bench.engine.options).to_dict()["identifying_columns"]
    told = {one["name"]: one.get("looks_like_column") for one in found}
    assert told == {"w1": "opened", "w2": "fee"}
