"""Values of every type and spelling are counted, generalized and released as what they are."""

import datetime
from decimal import Decimal
from fractions import Fraction

import pyarrow
import pytest

import dpsql

HOSTILE = [
    "'",
    "''",
    "\\",
    "\\'",
    "\\\\'",
    '"',
    '""',
    "a'b",
    "'; DROP TABLE tuples; --",
    "--",
    "/* x */",
    "${x}",
    "{{7*7}}",
    "{% raw %}",
    "%s",
    "%",
    "_",
    "?",
    ":p",
    "$1",
    "",
    " ",
    "  x",
    "x  ",
    "x",
    "X",
    "NULL",
    "null",
    "NaN",
    "NA",
    "~",
    "01234",
    "1234",
    "1e5",
    "0x10",
    "1.0",
    "1.00",
    "inf",
    "true",
    "12:30",
    "2024-01-01",
    "é",
    "e\u0301",
    "ﬁ",
    "fi",
    "а",
    "a",
    "1",
    "١",
    "\u00a0",
    "a\u200bb",
    "a\u202eb",
    "a\u2028b",
    "🙂",
    "a\nb",
    "a\r\nb",
    "a\tb",
    "a;b",
    "a,b",
    "a|b",
    "*",
    "<b>",
]


def arrow(**columns):
    return pyarrow.table({name: list(values) for name, values in columns.items()})


def test_no_hostile_value_stands_twice():
    assert len(set(HOSTILE)) == len(HOSTILE)


@pytest.mark.parametrize("source", ["file", "memory"])
@pytest.mark.parametrize("values", [HOSTILE[:40], HOSTILE[25:], HOSTILE], ids=len)
def test_texts_are_kept_apart_and_released_as_they_are(bench, values, source):
    """Each value twice in P and once in T; up to 50 leaves become a CASE, more a mapping table."""
    public, private = [(v,) for v in values for _ in range(2)], [(v,) for v in values]
    words = {}
    if source == "memory":
        words = {"public": arrow(v=values * 2), "private": arrow(v=values)}
    else:
        words = {
            "public": {"path": str(bench.write("p.csv", public, ("v",))), "delimiter": ","},
            "private": {"path": str(bench.write("t.csv", private, ("v",))), "delimiter": ","},
        }
    labels = {"label of " + value: [value] for value in values}
    quasi_identifiers = {"v": {"tree": labels}}
    raw = bench.measure(bench.job(quasi_identifiers, **words))
    assert (raw.public_rows, raw.private_rows) == (2 * len(values), len(values))
    assert raw.metrics["class_size"] == 1
    assert raw.presence.minimum == raw.presence.maximum == Fraction(1, 2)
    job = bench.job(quasi_identifiers, delta={"min": "1/2", "max": "1/2"}, **words)
    bench.anonymize(job)
    assert sorted(bench.read_release()) == sorted((value,) for value in values)


@pytest.mark.parametrize("values", [HOSTILE[:40], HOSTILE[25:], HOSTILE], ids=len)
def test_hostile_labels_are_released_as_they_are(bench, values):
    """Each label covers its value and one more; T has the first alone, so labels are released."""
    leaves = [value + suffix for value in values for suffix in ("", " (other)")]
    words = {"public": arrow(v=leaves), "private": arrow(v=values)}
    labels = {value: [value, value + " (other)"] for value in values}
    job = bench.job({"v": {"tree": labels}}, delta={"max": "1/2"}, **words)
    found = bench.anonymize(job)
    assert found.levels == {"v": 1}
    assert sorted(bench.read_release()) == sorted((value,) for value in values)


def test_texts_in_a_csv_release_read_back_as_they_are(bench):
    """All but what a spreadsheet would run, which such a release refuses or quotes."""
    values = [value for value in HOSTILE if not value.startswith(tuple("=+-@|\t\r\n"))]
    words = {"public": arrow(v=values * 2), "private": arrow(v=values)}
    tree = {"v": {"tree": {"*": values}}}
    bench.anonymize(bench.job(tree, delta={"max": "1/2"}, release="r.csv", **words))
    assert sorted(bench.read_release("r.csv")) == sorted((value,) for value in values)


@pytest.mark.parametrize("value", ["=1", "+x", "-x", "@x", "|x", "\tx", "\rx", "\nx", "=", "+1+1"])
def test_a_csv_release_quotes_what_a_spreadsheet_would_run(bench, value):
    words = {"public": arrow(v=[value, value]), "private": arrow(v=[value])}
    job = bench.job({"v": {"tree": {"*": [value]}}}, delta={"max": "1/2"}, release="r.csv", **words)
    with pytest.raises(dpsql.InputError, match="1 cell of column 'v' would run"):
        bench.anonymize(job)
    bench.anonymize(job, csv_formulas="quote")
    assert bench.read_release("r.csv") == [("'" + value,)]


@pytest.mark.parametrize("value", ["-1", "+1", "-1.5", "-1e5", "1=1", "'=1", " =1"])
def test_a_csv_release_leaves_numbers_and_other_texts_alone(bench, value):
    words = {"public": arrow(v=[value, value]), "private": arrow(v=[value])}
    job = bench.job({"v": {"tree": {"*": [value]}}}, delta={"max": "1/2"}, release="r.csv", **words)
    bench.anonymize(job)
    assert bench.read_release("r.csv") == [(value,)]


def test_null_is_released_as_null_and_the_empty_text_as_text(bench):
    values = ["a", "", None]
    words = {"public": arrow(v=values * 2), "private": arrow(v=values)}
    tree = {"v": {"tree": {"*": ["a", ""]}, "nulls": "own_leaf"}}
    bench.anonymize(bench.job(tree, delta={"max": "1/2"}, **words))
    assert set(bench.read_release()) == {("a",), ("",), (None,)}


def test_null_of_a_rule_stays_null_below_the_root(bench):
    words = {
        "public": arrow(n=["1", "2", "11", "12", None, None]),
        "private": arrow(n=["1", "11", None]),
    }
    job = bench.job({"n": {"widths": ["10"], "nulls": "own_leaf"}}, delta={"max": "1/2"}, **words)
    assert bench.anonymize(job).levels == {"n": 1}
    assert set(bench.read_release()) == {("[0, 10)",), ("[10, 20)",), (None,)}


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([True, False], id="boolean"),
        pytest.param([-(2**63), 0, 2**63 - 1], id="bigint"),
        pytest.param([datetime.date(1, 1, 1), datetime.date(2024, 2, 29)], id="date"),
        pytest.param([Decimal("1.00"), Decimal("-0.50"), Decimal("12345.67")], id="decimal"),
        pytest.param([Decimal("0.10"), Decimal("-0.50"), Decimal("0.00")], id="decimal below one"),
        pytest.param([datetime.datetime(2024, 5, 31, 12, 30)], id="timestamp"),
        pytest.param([datetime.time(12, 30), datetime.time(0, 0, 1)], id="time"),
    ],
)
def test_typed_values_match_leaves_by_their_plain_text_and_keep_their_type(bench, values):
    words = {"public": arrow(v=values * 2), "private": arrow(v=values)}
    texts = {True: "true", False: "false"}
    leaves = [texts.get(v, str(v)) if isinstance(v, bool) else str(v) for v in values]
    job = bench.job({"v": {"tree": {"*": leaves}}}, delta={"max": "1/2"}, **words)
    assert bench.anonymize(job).levels == {"v": 0}
    assert sorted(bench.read_release()) == sorted((value,) for value in values)


@pytest.mark.parametrize(
    ("values", "partners", "rule", "labels"),
    [
        pytest.param([3, -3], [4, -5], {"widths": ["5"]}, ["[0, 5)", "[-5, 0)"], id="integers"),
        pytest.param(
            [Decimal("1.10"), Decimal("-1.10")],
            [Decimal("1.00"), Decimal("-1.25")],
            {"widths": ["0.25"]},
            ["[1.00, 1.25)", "[-1.25, -1.00)"],
            id="decimals",
        ),
        pytest.param(
            [Decimal("0.10"), Decimal("-0.10")],
            [Decimal("0.00"), Decimal("-0.25")],
            {"widths": ["0.25"]},
            ["[0.00, 0.25)", "[-0.25, 0.00)"],
            id="decimals below one",
        ),
        pytest.param(
            [3.5, -0.25], [0.5, -5.0], {"widths": ["5"]}, ["[0, 5)", "[-5, 0)"], id="floats"
        ),
        pytest.param(
            [datetime.date(2024, 5, 31), datetime.date(1999, 12, 1)],
            [datetime.date(2024, 5, 1), datetime.date(1999, 12, 31)],
            {"dates": ["month"]},
            ["2024-05", "1999-12"],
            id="dates",
        ),
        pytest.param(
            [datetime.datetime(2024, 5, 31, 23, 59), datetime.datetime(1999, 12, 1)],
            [datetime.datetime(2024, 5, 31), datetime.datetime(1999, 12, 1, 0, 0, 0, 1)],
            {"dates": ["day"]},
            ["2024-05-31", "1999-12-01"],
            id="timestamps",
        ),
        pytest.param(
            [47906, 12], [4790, 1200], {"prefix": ["2"]}, ["47*", "12*"], id="integers by prefix"
        ),
        pytest.param(
            ["é🙂x", "ab"], ["é🙂", "abc"], {"prefix": ["2"]}, ["é🙂*", "ab*"], id="texts by prefix"
        ),
    ],
)
def test_typed_values_under_rules(bench, values, partners, rule, labels):
    """T has the first of each pair of people that a label covers, so labels are released."""
    words = {"public": arrow(v=values + partners), "private": arrow(v=values)}
    found = bench.anonymize(bench.job({"v": rule}, delta={"max": "1/2"}, **words))
    assert found.levels == {"v": 1}
    assert sorted(bench.read_release()) == sorted((label,) for label in labels)


def test_nan_and_infinity_have_no_interval(bench):
    for value in (float("nan"), float("inf"), float("-inf")):
        words = {"public": arrow(v=[1.0, value]), "private": arrow(v=[1.0])}
        with pytest.raises(dpsql.HierarchyError, match=r"1 value of P \(1 row\)"):
            bench.measure(bench.job({"v": {"widths": ["5"]}}, **words))


def test_minus_zero_lies_in_the_interval_of_zero(bench):
    words = {"public": arrow(v=[0.0, -0.0, 1.0]), "private": arrow(v=[-0.0])}
    presence = bench.measure(bench.job({"v": {"widths": ["5"]}}, **words), {"v": 1}).presence
    assert presence.minimum == presence.maximum == Fraction(1, 3)


@pytest.mark.parametrize("rule", [{"prefix": ["1"]}, {"tree": {"*": ["0.5"]}}])
def test_floats_without_widths_are_refused(bench, rule):
    words = {"public": arrow(v=[0.5, 1.5]), "private": arrow(v=[0.5])}
    with pytest.raises(dpsql.InputError, match="floating-point"):
        bench.measure(bench.job({"v": rule}, **words))


@pytest.mark.parametrize(
    ("public", "private"),
    [
        (["01234"], [1234]),
        ([1234], ["1234"]),
        ([Decimal("1.0")], [Decimal("1.00")]),
        ([True], ["true"]),
        ([datetime.date(2024, 1, 1)], ["2024-01-01"]),
        ([1], [Decimal("1")]),
    ],
)
def test_types_that_differ_are_refused(bench, public, private):
    words = {"public": arrow(v=public), "private": arrow(v=private)}
    with pytest.raises(dpsql.TypeMismatch, match="column 'v'"):
        bench.measure(bench.job({"v": {"prefix": ["1"]}}, **words))


def test_integers_of_different_width_agree(bench):
    public = pyarrow.table({"v": pyarrow.array([1, 2], pyarrow.int64())})
    private = pyarrow.table({"v": pyarrow.array([1], pyarrow.int8())})
    job = bench.job({"v": {"widths": ["5"]}}, public=public, private=private)
    assert bench.measure(job).presence.maximum == 1


def test_nested_values_are_refused(bench):
    words = {"public": arrow(v=[[1, 2]]), "private": arrow(v=[[1, 2]])}
    with pytest.raises(dpsql.InputError, match="cannot be a quasi-identifier"):
        bench.measure(bench.job({"v": {"prefix": ["1"]}}, **words))


def test_kept_columns_keep_type_and_value(bench):
    kept = {
        "text": ["'; --", None],
        "number": [2**63 - 1, None],
        "float": [0.1, None],
        "day": [datetime.date(2024, 2, 29), None],
        "exact": [Decimal("0.10"), None],
        "flag": [True, None],
    }
    words = {"public": arrow(v=["a", "a", "b", "b"]), "private": arrow(v=["a", "b"], **kept)}
    tree = {"v": {"tree": {"*": ["a", "b"]}}}
    bench.anonymize(bench.job(tree, keep=list(kept), delta={"max": "1/2"}, **words))
    first, second = bench.read_release()
    assert first == ("a", *(values[0] for values in kept.values()))
    assert second == ("b", *[None] * len(kept))


@pytest.mark.parametrize(
    ("release", "sorted_rows"),
    [
        ("r.parquet", [(9, 1.5), (9, None), (10, -2.0), (100, 0.5)]),
        ("r.csv", [("10", "-2.0"), ("100", "0.5"), ("9", "1.5"), ("9", "")]),
    ],
)
@pytest.mark.parametrize("turn", range(4))
def test_a_release_is_sorted_by_what_its_file_holds(bench, release, sorted_rows, turn):
    """Whatever the order of T; a CSV holds texts, NULL stands last."""
    rows = [(100, 0.5), (9, None), (10, -2.0), (9, 1.5)]
    values, kept = zip(*rows[turn:], *rows[:turn], strict=True)
    words = {"public": arrow(v=values * 2), "private": arrow(v=values, kept=kept)}
    words |= {"keep": ["kept"], "release": release}
    bench.anonymize(bench.job({"v": {"widths": ["5"]}}, delta={"max": "1/2"}, **words))
    assert bench.read_release(release) == sorted_rows


def test_columns_that_are_not_named_do_not_leave(bench):
    words = {"public": arrow(v=["a", "a"]), "private": arrow(v=["a"], secret=["the secret"])}
    bench.anonymize(bench.job({"v": {"tree": {"*": ["a"]}}}, delta={"max": "1/2"}, **words))
    assert b"secret" not in (bench.folder / "r.parquet").read_bytes()


def test_zero_and_minus_zero_are_two_values(bench):
    """Equal numbers of two texts: a release that shows numbers has both, as often as T."""
    public = pyarrow.table({"r": pyarrow.array([0.0, -0.0, 1.5] * 6)})
    private = pyarrow.table({"r": pyarrow.array([0.0, -0.0, -0.0])})
    words = {"public": public, "private": private}
    job = bench.job({"r": {"widths": ["2"]}}, **words, delta={"max": "1/3"})
    found = bench.anonymize(job)
    assert (found.levels, found.presence.maximum) == ({"r": 0}, Fraction(1, 3))
    assert [str(value) for (value,) in bench.read_release()] == ["-0.0", "-0.0", "0.0"]
