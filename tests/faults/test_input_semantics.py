"""Group B of the fault catalogue: what the values of P and T are, and files that are none.

Two values are one exactly if their texts are: nothing is trimmed, folded, normalized or sniffed.
"""

import os
import time
from fractions import Fraction
from pathlib import Path

import duckdb
import pandas
import pytest

import dpsql

PREFIX = {"zip": {"prefix": [1]}}
TOKEN = "canary-7f3a"


@pytest.mark.parametrize(
    ("private", "counts"),
    [
        pytest.param([f"aaaa,{TOKEN}"], "1 row of T has no equal row", id="B01-not-in-P"),
        pytest.param(
            ["aaaa,F1", "aaaa,F1", "aaaa,F1"], "1 row of T occurs more often", id="B01-copies"
        ),
        pytest.param(["aaaa,F2", "bbbb,F1"], "2 rows of T (2 distinct", id="B01-crossed"),
        pytest.param(["bbbb,F2"] * 5, "4 rows of T (1 distinct", id="B01-many"),
    ],
)
@pytest.mark.parametrize("command", ["anonymize", "measure", "lattice", "frontier", "check"])
def test_private_table_is_no_subset_B01(bench, private, counts, command):
    bench.tables("zip,ward", ["aaaa,F1", "aaaa,F1", "bbbb,F2"], private)
    job = bench.job({"zip": {"prefix": [1]}, "ward": {"prefix": [1]}})
    with bench.refusing(dpsql.SubsetError, 3) as messages:
        getattr(dpsql, command)(job, show_public=True)
    assert messages[0].startswith(counts)


def test_private_table_is_no_subset_on_the_command_line_B01(bench):
    bench.tables("zip", ["aaaa", "bbbb"], ["aaaa", TOKEN])
    bench.write("job.yaml", JOB)
    done = bench.run("anonymize", str(bench.folder / "job.yaml"), "--show-public")
    assert done.exit_code == 3
    assert done.found["error"]["code"] == "SubsetError"
    assert not (bench.folder / "r.parquet").exists()


JOB = """\
public: p.csv
private: t.csv
quasi_identifiers:
  zip: {prefix: [1]}
delta: {max: 1}
release: r.parquet
"""


def test_multiset_B02(bench):
    bench.tables("zip", ["aaaa"] * 3 + ["bbbb"] * 4, ["aaaa", "bbbb", "bbbb"])
    released = bench.release(bench.job(PREFIX))
    assert released.presence == ("1/3", "1/2")
    assert released.rows == [("aaaa",), ("bbbb",), ("bbbb",)]


PEOPLE = ["k-ann-1,aaaa", "k-bob-2,aaaa", "k-cat-3,bbbb"]


@pytest.mark.parametrize(
    ("public", "private", "error"),
    [
        pytest.param(PEOPLE, ["k-ann-1", "k-ann-1"], dpsql.DuplicateKey, id="B03-T"),
        pytest.param([*PEOPLE, PEOPLE[0]], ["k-ann-1"], dpsql.DuplicateKey, id="B03-P"),
        pytest.param([*PEOPLE, "k-bob-2,bbbb"], ["k-ann-1"], dpsql.DuplicateKey, id="B03-P-else"),
        pytest.param(PEOPLE, [f"k-{TOKEN}"], dpsql.SubsetError, id="B03-unknown"),
        pytest.param(PEOPLE, ["K-ANN-1"], dpsql.SubsetError, id="B03-case"),
        pytest.param([*PEOPLE, ",bbbb"], ["k-ann-1"], dpsql.InputError, id="B03-null-in-P"),
        pytest.param(PEOPLE, ["k-ann-1", ""], dpsql.InputError, id="B03-null-in-T"),
    ],
)
def test_keys_B03(bench, public, private, error):
    bench.csv("p.csv", "person,zip", public)
    bench.csv("t.csv", "person,arm", [f"{key},X" for key in private], secret=True)
    job = bench.job(PREFIX, private={"table": "t.csv", "key": "person"})
    bench.refuse(error, 3, job, show_public=True)


def test_keys_name_rows_of_the_public_table_B03(bench):
    bench.csv("p.csv", "person,zip", PEOPLE)
    bench.csv("t.csv", "arm,person", ["X,k-ann-1", "Y,k-cat-3"], secret=True)
    released = bench.release(bench.job(PREFIX, private={"table": "t.csv", "key": "person"}))
    assert released.rows == [("aaaa",), ("bbbb",)]
    assert released.presence == ("1/2", "1")


WITH_NULL = ["aaaa,1", ",1", ",1", "bbbb,1"]


@pytest.mark.parametrize(
    "words",
    [
        {"prefix": [1]},
        {"dates": ["year"]},
        {"tree": {"A": ["aaaa", "bbbb"]}},
        {"hierarchy": "plain.csv"},
        {"hierarchy": "quoted.csv"},
    ],
    ids=["prefix", "dates", "tree", "file", "empty-text-is-not-null"],
)
def test_null_without_a_row_of_its_own_B04(bench, words):
    bench.tables("zip,one", WITH_NULL, [",1"])
    bench.write("plain.csv", "aaaa;*\nbbbb;*\n")
    bench.write("quoted.csv", 'aaaa;*\nbbbb;*\n"";*\n')
    message = bench.refuse(dpsql.HierarchyError, 3, bench.job({"zip": words}))
    assert "NULL is one" in message


@pytest.mark.parametrize(
    "words",
    [
        {"prefix": [1], "nulls": "own_leaf"},
        {"hierarchy": "null.csv"},
        {"hierarchy": "plain.csv", "nulls": "own_leaf"},
        {"tree": {"*": ["aaaa", "bbbb"]}, "nulls": "own_leaf"},
    ],
    ids=["rule", "row", "file", "tree"],
)
def test_null_is_a_value_B04(bench, words):
    """One of two NULLs is in T: neither a join nor NOT IN may lose it."""
    bench.tables("zip,one", WITH_NULL, [",1", "aaaa,1"])
    bench.write("null.csv", "aaaa;*\n;*\nbbbb;*\n")
    bench.write("plain.csv", "aaaa;*\nbbbb;*\n")
    released = bench.release(bench.job({"zip": words}))
    assert released.levels == (0,)
    assert released.rows == [(None,), ("aaaa",)]
    assert released.outcome.presence.people_by_presence[9] == 2
    job = bench.job({"zip": words}, delta={"min": "1/2", "max": "1/2"}, release="root.csv")
    released = bench.release(job)
    assert released.presence == ("1/2", "1/2")
    assert released.rows == [("*",), ("*",)]


def test_null_of_parquet_is_a_value_B04(bench):
    bench.parquet("p.parquet", "SELECT UNNEST([NULL, NULL, 'aaaa', '']) AS zip")
    bench.parquet("t.parquet", "SELECT UNNEST([NULL, '']) AS zip")
    words = {"zip": {"prefix": [1], "nulls": "own_leaf"}}
    for release in ("r.parquet", "r.csv"):
        job = bench.job(words, public="p.parquet", private="t.parquet", release=release)
        released = bench.release(job)
        assert released.rows == [(None,), ("",)]
        assert released.presence == ("0", "1")


def test_null_below_a_large_hierarchy_B04(bench):
    """More leaves than a CASE takes: the mapping table must keep NULL, too."""
    values = [f"v{i:03}" for i in range(200)]
    bench.tables("zip,one", [f"{value},1" for value in [*values, "", ""]], [",1"])
    bench.write("h.csv", "".join(f"{value};A;*\n" for value in values) + ";B;*\n")
    job = bench.job({"zip": {"hierarchy": "h.csv"}}, delta={"max": "1/2"})
    assert bench.measure(job, {"zip": 1}) == ("0", "1/2")
    assert bench.release(job).rows == [(None,)]


def test_null_in_the_private_table_alone_B05(bench):
    bench.tables("zip,one", ["aaaa,1", "bbbb,1"], [",1"])
    job = bench.job({"zip": {"prefix": [1], "nulls": "own_leaf"}})
    bench.refuse(dpsql.SubsetError, 3, job)


def test_more_nulls_in_the_private_table_B05(bench):
    bench.tables("zip,one", ["aaaa,1", ",1"], [",1", ",1"])
    job = bench.job({"zip": {"prefix": [1], "nulls": "own_leaf"}})
    bench.refuse(dpsql.SubsetError, 3, job)


@pytest.mark.parametrize("type_", ["DOUBLE", "FLOAT"])
@pytest.mark.parametrize("words", [{"prefix": [1]}, {"tree": {"*": ["1.0", "2.0"]}}])
def test_floating_point_needs_a_numeric_rule_B06(bench, type_, words):
    bench.parquet("p.parquet", f"SELECT CAST(UNNEST([1, 2]) AS {type_}) AS dose")
    job = bench.job({"dose": words}, public="p.parquet", private="p.parquet")
    bench.refuse(dpsql.InputError, 3, job)


def test_integers_that_pandas_made_floating_point_B06(bench):
    """A missing value turns a column of pandas to floats; the error says how to keep integers."""
    whole = pandas.DataFrame({"zip": [1, 2]})
    broken = pandas.DataFrame({"zip": [1, None]})
    for words in ({"public": broken, "private": broken}, {"public": whole, "private": broken}):
        job = bench.job({"zip": {"prefix": [1]}}, **words)
        error = dpsql.InputError if words["public"] is broken else dpsql.TypeMismatch
        assert "frame['zip'].astype(\"Int64\") keeps them whole" in bench.refuse(error, 3, job)
    nullable = broken.astype("Int64")
    words = {"zip": {"prefix": [1], "nulls": "own_leaf"}}
    bench.release(bench.job(words, public=nullable, private=nullable))


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e300", "1e-300"])
def test_number_that_no_interval_holds_B06(bench, value):
    query = f"SELECT CAST(UNNEST(['1', '{value}']) AS DOUBLE) AS dose"
    bench.parquet("p.parquet", query)
    bench.keep_secret(value)
    job = bench.job({"dose": {"widths": ["5"]}}, public="p.parquet", private="p.parquet")
    bench.refuse(dpsql.HierarchyError, 3, job)


def test_negative_zero_is_not_merged_silently_B06(bench):
    """By value 0.0 = -0.0; by text they are two raw values that share an interval."""
    bench.parquet("p.parquet", "SELECT CAST(UNNEST(['0.0', '-0.0']) AS DOUBLE) AS dose")
    bench.parquet("t.parquet", "SELECT CAST('-0.0' AS DOUBLE) AS dose")
    words = {"dose": {"widths": ["5"]}}
    job = bench.job(words, public="p.parquet", private="t.parquet")
    assert bench.measure(job) == ("0", "1")
    assert bench.measure(job, {"dose": 1}) == ("1/2", "1/2")
    job = bench.job(words, public="p.parquet", private="t.parquet", delta={"max": "1/2"})
    assert bench.release(job).rows == [("[0, 5)",)]
    bench.parquet("zero.parquet", "SELECT CAST('0.0' AS DOUBLE) AS dose")
    job = bench.job(words, public="zero.parquet", private="t.parquet", release="other.parquet")
    bench.refuse(dpsql.SubsetError, 3, job)


@pytest.mark.parametrize(
    ("public", "private"),
    [
        ("'01234'", "1234"),
        ("1234", "'1234'"),
        ("CAST(1 AS DOUBLE)", "1"),
        ("CAST(1 AS DOUBLE)", "CAST(1 AS FLOAT)"),
        ("CAST(1 AS DECIMAL(4, 1))", "CAST(1 AS DECIMAL(4, 2))"),
        ("CAST(1 AS DECIMAL(4, 0))", "1"),
        ("DATE '2024-01-01'", "'2024-01-01'"),
        ("DATE '2024-01-01'", "TIMESTAMP '2024-01-01 00:00:00'"),
        ("true", "'true'"),
        ("true", "1"),
    ],
)
def test_types_differ_B07(bench, public, private):
    bench.parquet("p.parquet", f"SELECT {public} AS zip")
    bench.parquet("t.parquet", f"SELECT {private} AS zip")
    job = bench.job({"zip": {"widths": ["5"]}}, public="p.parquet", private="t.parquet")
    bench.refuse(dpsql.TypeMismatch, 3, job)


def test_types_of_keys_differ_B07(bench):
    bench.parquet("p.parquet", "SELECT '01234' AS person, 'aaaa' AS zip")
    bench.parquet("t.parquet", "SELECT 1234 AS person")
    private = {"table": "t.parquet", "key": "person"}
    bench.refuse(dpsql.TypeMismatch, 3, bench.job(PREFIX, public="p.parquet", private=private))


def test_leading_zeros_B07(bench):
    bench.tables("zip", ["01234", "5678"], ["1234"])
    bench.refuse(dpsql.SubsetError, 3, bench.job(PREFIX))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1234", "'01234'"),
        ("'01234'", "1234"),
        ("1", "CAST(1.4 AS DOUBLE)"),
        ("DATE '2024-01-01'", "TIMESTAMP '2024-01-01 12:00:00'"),
        ("CAST(1 AS DECIMAL(4, 0))", "CAST(1.4 AS DECIMAL(4, 1))"),
    ],
    ids=["int-text", "text-int", "int-double", "date-timestamp", "scales"],
)
def test_types_differ_between_the_files_of_a_table_B07(bench, first, second):
    """DuckDB casts each file to the types of the first: '01234' becomes 1234, and 1.4 becomes 1."""
    bench.parquet("parts/1.parquet", f"SELECT {first} AS zip")
    bench.parquet("parts/2.parquet", f"SELECT {second} AS zip")
    bench.parquet("t.parquet", f"SELECT {first} AS zip")
    job = bench.job(PREFIX, public="parts/", private="t.parquet")
    with bench.refusing(dpsql.InputError, 3, subclass=True):
        dpsql.anonymize(job)


def test_text_among_digits_B08(bench):
    values = [f"{i % 90 + 10}" for i in range(5000)] + ["A1"]
    bench.tables("zip", values, ["A1", "10"])
    found = bench.measure(bench.job(PREFIX))
    listed = ", ".join(f"'{value}'" for value in values)
    bench.parquet("p.parquet", f"SELECT UNNEST([{listed}]) AS zip")
    bench.parquet("t.parquet", "SELECT UNNEST(['A1', '10']) AS zip")
    typed = bench.measure(bench.job(PREFIX, public="p.parquet", private="t.parquet"))
    assert found == typed == ("0", "1")


def test_text_in_the_private_table_alone_B08(bench):
    bench.tables("zip", ["1111", "2222"], ["1111", "A1-canary"])
    bench.refuse(dpsql.SubsetError, 3, bench.job(PREFIX))


def test_type_flips_after_three_million_rows_B09(bench):
    bench.write("p.csv", "zip,ward\n" + "12,7\n" * 3_000_000 + "A1,x\n")
    bench.csv("t.csv", "zip,ward", ["A1,x"], secret=True)
    checked = dpsql.check(bench.job(PREFIX))
    assert (checked.public_rows, checked.distinct_tuples) == (3_000_001, 2)
    assert bench.measure(bench.job(PREFIX)) == ("0", "1")


ALIKE = [
    pytest.param("caf\u00e9", "cafe\u0301", id="B10-NFC-NFD"),
    pytest.param("1234", "\uff11\uff12\uff13\uff14", id="B10-full-width"),
    pytest.param("paper", "p\u0430per", id="B10-cyrillic"),
    pytest.param("a b c", "a\u00a0b c", id="B10-NBSP"),
    pytest.param("abcd", "ab\u200bcd", id="B10-zero-width"),
    pytest.param("abcd", "ab\u200dcd", id="B10-joiner"),
    pytest.param("abcd", "\u202eabcd", id="B10-RTL-override"),
    pytest.param("abcd", "\ufeffabcd", id="B10-BOM-in-a-value"),
    pytest.param("stra\u00dfe", "strasse", id="B10-sharp-s"),
    pytest.param("\u0130stanbul", "i\u0307stanbul", id="B10-dotted-i"),
    pytest.param("abcd", "abcd ", id="B11-trailing-space"),
    pytest.param("abcd", " abcd", id="B11-leading-space"),
    pytest.param("abcd", "abcd\t", id="B11-tab"),
    pytest.param("abcd", "ABCD", id="B11-case"),
    pytest.param("abcd", "Abcd", id="B11-initial"),
]


@pytest.mark.parametrize(("public", "private"), ALIKE)
def test_values_that_look_alike_B10_B11(bench, public, private):
    bench.tables("zip", [public, "other"], [private])
    bench.refuse(dpsql.SubsetError, 3, bench.job(PREFIX))


@pytest.mark.parametrize(("public", "leaf"), ALIKE)
def test_leaves_that_look_alike_B10_B11(bench, public, leaf):
    bench.tables("zip", [public, "other"], [public])
    bench.write("h.csv", f"other;*\n{leaf};*\n")
    job = bench.job({"zip": "h.csv"})
    message = bench.refuse(dpsql.HierarchyError, 3, job)
    assert message.startswith("hierarchy of zip: 1 value of P (1 row)")


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_values_that_look_alike_are_two_classes_B10_B11(bench, one, other):
    bench.tables("zip", [one, other], [other])
    bench.write("h.csv", f"{one};*\n{other};*\n")  # a BOM may not stand first
    for words in (PREFIX, {"zip": "h.csv"}):
        released = bench.release(bench.job(words), overwrite=True)
        assert released.presence == ("0", "1")
        assert released.rows == [(other,)]


def test_byte_order_marks_are_no_part_of_names_and_leaves_B10(bench):
    mark = b"\xef\xbb\xbf"
    bench.write("p.csv", mark + b"zip,b\naaaa,1\nbbbb,1\n")
    bench.csv("t.csv", "b,zip", ["1,aaaa"])
    bench.write("h.csv", mark + b"aaaa;*\nbbbb;*\n")
    job = bench.write("job.yaml", mark + JOB.replace("{prefix: [1]}", "h.csv").encode())
    released = bench.release(dpsql.read_job(job))
    assert (released.rows, released.presence) == ([("aaaa",)], ("0", "1"))


def test_names_that_look_alike_B10(bench):
    bench.csv("p.csv", "caf\u00e9", ["aaaa"])
    bench.csv("t.csv", "cafe\u0301", ["aaaa"])
    bench.refuse(dpsql.SchemaError, 3, bench.job({"caf\u00e9": {"prefix": [1]}}))


@pytest.mark.parametrize("large", [False, True], ids=["case", "mapping"])
@pytest.mark.parametrize(
    ("public", "private"),
    [
        pytest.param(["aaaa", "gap-1", "gap-1", "gap-2"], ["aaaa"], id="B12-P"),
        pytest.param(["aaaa", "gap-1", "gap-1", "gap-2"], ["aaaa", "gap-1"], id="B12-both"),
    ],
)
def test_value_without_a_place_B12(bench, public, private, large):
    bench.tables("zip", public, private)
    more = "".join(f"more{i};*\n" for i in range(200 if large else 2))
    bench.write("h.csv", f"aaaa;*\n{more}")
    job = bench.job({"zip": "h.csv"})
    message = bench.refuse(dpsql.HierarchyError, 3, job)
    assert message.startswith("hierarchy of zip: 2 values of P (3 rows) have no place in it")
    assert "gap" not in message
    bench.secrets.clear()
    assert "'gap-1', 'gap-2'" in bench.refuse(dpsql.HierarchyError, 3, job, show_public=True)


def test_value_without_a_place_in_the_private_table_alone_B12(bench):
    """T is judged against P first, so that nothing of T can be shown."""
    bench.tables("zip", ["aaaa", "bbbb"], [TOKEN])
    bench.write("h.csv", "aaaa;*\nbbbb;*\n")
    bench.refuse(dpsql.SubsetError, 3, bench.job({"zip": "h.csv"}), show_public=True)


def test_shown_values_stay_on_one_line_B12(bench):
    bench.write("p.csv", 'zip\naaaa\n"two\nlines\x1b[31m"\n')
    bench.csv("t.csv", "zip", ["aaaa"])
    bench.write("h.csv", "aaaa;*\n")
    job = bench.write("job.yaml", JOB.replace("{prefix: [1]}", "h.csv"))
    done = bench.run("check", str(job), "--show-public")
    assert done.exit_code == 3
    assert "\x1b" not in done.stderr + done.found["error"]["message"]


#: What a CSV writes, and the value it means.
WORDS = {
    "": None,
    '""': "",
    **{word: word for word in ("NULL", "null", "NA", "N/A", "NaN", "nan", "None", "\\N", "0")},
}
BY_OWN_LEAF = {"zip": {"prefix": [1], "nulls": "own_leaf"}}


@pytest.mark.parametrize("release", ["r.parquet", "r.csv"])
def test_empty_texts_and_words_for_nothing_are_kept_apart_B13(bench, release):
    rows = [f"{word},1" for word in WORDS]
    bench.tables("zip,one", rows, [*rows])
    job = bench.job({**BY_OWN_LEAF, "one": {"prefix": [1]}}, release=release)
    assert dpsql.check(job).distinct_tuples == len(WORDS)
    released = bench.release(job)
    assert sorted(released.rows, key=repr) == sorted(
        ((value, "1") for value in WORDS.values()), key=repr
    )


@pytest.mark.parametrize("word", WORDS)
def test_each_word_for_nothing_equals_itself_alone_B13(bench, word):
    bench.csv("p.csv", "zip,one", [f"{other},1" for other in WORDS if other != word])
    bench.csv("t.csv", "zip,one", [f"{word},1"])
    bench.refuse(dpsql.SubsetError, 3, bench.job(BY_OWN_LEAF))


def test_quotes_mean_nothing_around_a_text_B13(bench):
    bench.csv("p.csv", "zip,one", ['"NULL",1', "aaaa,1"])
    bench.csv("t.csv", "zip,one", ['NULL,"1"', '"aaaa",1'])
    assert bench.release(bench.job(BY_OWN_LEAF)).rows == [("NULL",), ("aaaa",)]


def test_empty_texts_in_a_hierarchy_B13(bench):
    """In a hierarchy as in a table: an unquoted empty field is NULL, a quoted one is a text."""
    bench.tables("zip,one", [",1", '"",1'], ['"",1'])
    bench.write("h.csv", ';A;*\n"";B;*\n')
    job = bench.job({"zip": "h.csv"})
    assert bench.measure(job, {"zip": 1}) == ("0", "1")
    assert bench.release(job).rows == [("",)]


def test_empty_lines_are_rows_of_a_single_column_B13(bench):
    bench.write("p.csv", "zip\naaaa\n\n\nbbbb\n")
    bench.write("t.csv", "zip\n\n")
    job = bench.job({"zip": {"prefix": [1], "nulls": "own_leaf"}})
    checked = dpsql.check(job)
    assert (checked.public_rows, checked.private_rows) == (4, 1)


def test_order_of_columns_B14(bench):
    bench.csv("p.csv", "zip,ward,other", ["aaaa,bbbb,1", "bbbb,aaaa,2"])
    bench.csv("t.csv", "result,ward,zip", ["cccc,bbbb,aaaa"])
    words = {"zip": {"prefix": [1]}, "ward": {"prefix": [1]}}
    released = bench.release(bench.job(words, keep=["result"]))
    assert released.rows == [("aaaa", "bbbb", "cccc")]
    assert released.presence == ("0", "1")


@pytest.mark.parametrize("format_", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("public", "private", "error"),
    [
        pytest.param("ward", "zip", dpsql.SchemaError, id="B15-missing-in-P"),
        pytest.param("zip", "ward", dpsql.SchemaError, id="B15-missing-in-T"),
        pytest.param("ZIP", "zip", dpsql.SchemaError, id="B15-case-in-P"),
        pytest.param("zip", "Zip", dpsql.SchemaError, id="B15-case-in-T"),
        pytest.param("zip ", "zip", dpsql.SchemaError, id="B15-space-in-P"),
        pytest.param("zip_1", "zip", dpsql.SchemaError, id="B15-renamed"),
    ],
)
def test_columns_of_a_table_B15(bench, public, private, error, format_):
    for name, column in (("p", public), ("t", private)):
        bench.csv(f"{name}.csv", f"{column},other", ["aaaa,1"])
        bench.parquet(f"{name}.parquet", f"SELECT 'aaaa' AS \"{column}\", 1 AS other")
    job = bench.job(PREFIX, public=f"p.{format_}", private=f"t.{format_}")
    assert "'zip'" in bench.refuse(error, 3, job)


@pytest.mark.parametrize("header", ["zip,ZIP", "zip,zip", "zip,zip,zip_1", 'zip,"Zip"', "b,B,zip"])
@pytest.mark.parametrize("which", ["p.csv", "t.csv"])
def test_ambiguous_columns_of_a_csv_B15(bench, header, which):
    bench.tables("zip,b", ["aaaa,1"], ["aaaa,1"])
    row = ",".join(["aaaa"] * (header.count(",") + 1))
    bench.csv(which, header, [row])
    bench.refuse(dpsql.SchemaError, 3, bench.job(PREFIX))


@pytest.mark.parametrize("position", [1, 2])
def test_ambiguous_columns_of_parquet_B15(bench, position):
    """Case tells columns of Parquet apart, but not names in SQL; every file of a table counts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = [pa.array(["aaaa"]), pa.array(["bbbb"])]
    (bench.folder / "parts").mkdir()
    pq.write_table(
        pa.Table.from_arrays(columns, names=["zip", "ZIP"]),
        bench.folder / "parts" / f"{position}.parquet",
    )
    bench.parquet(f"parts/{3 - position}.parquet", "SELECT 'aaaa' AS zip")
    bench.parquet("t.parquet", "SELECT 'aaaa' AS zip")
    job = bench.job(PREFIX, public="parts/", private="t.parquet")
    bench.refuse(dpsql.SchemaError, 3, job)


def test_files_of_a_table_have_other_columns_B15(bench):
    bench.parquet("parts/1.parquet", "SELECT 'aaaa' AS zip")
    bench.parquet("parts/2.parquet", "SELECT 'bbbb' AS ward")
    bench.parquet("t.parquet", "SELECT 'aaaa' AS zip")
    job = bench.job(PREFIX, public="parts/", private="t.parquet")
    with bench.refusing(dpsql.InputError, 3, subclass=True):
        dpsql.anonymize(job)


def test_order_of_columns_differs_between_files_B14(bench):
    bench.parquet("parts/1.parquet", "SELECT 'aaaa' AS zip, 'xxxx' AS ward")
    bench.parquet("parts/2.parquet", "SELECT 'xxxx' AS ward, 'aaaa' AS zip")
    bench.parquet("t.parquet", "SELECT 'aaaa' AS zip")
    job = bench.job(PREFIX, public="parts/", private="t.parquet")
    assert bench.measure(job) == ("1/2", "1/2")


def test_headers_of_the_files_of_a_table_differ_B15(bench):
    bench.csv("parts/1.csv", "zip,ward", ["aaaa,xxxx"])
    bench.csv("parts/2.csv", "ward,zip", ["xxxx,aaaa"])
    bench.csv("t.csv", "zip", ["aaaa"])
    bench.refuse(dpsql.SchemaError, 3, bench.job(PREFIX, public="parts/"))


@pytest.mark.parametrize("folders", [("zip=1", "ZIP=2"), ("zip=1", "."), ("zip=1", "ward=1")])
def test_partitions_that_do_not_fit_together_B15(bench, folders):
    for i, folder in enumerate(folders):
        bench.csv(f"parts/{folder}/{i}.csv", "other", ["aaaa"])
    bench.csv("t.csv", "zip", ["1"])
    job = bench.job(PREFIX, public="parts/")
    with bench.refusing(dpsql.InputError, 3, subclass=True):
        dpsql.anonymize(job)


def test_folder_lies_beside_the_job_B15(bench):
    """Where the process stands says nothing of the job's paths."""
    bench.csv("parts/1.csv", "zip", ["aaaa", "bbbb"])
    bench.csv("t.csv", "zip", ["aaaa"])
    assert bench.measure(bench.job(PREFIX, public="parts")) == ("0", "1")


def test_one_file_is_read_once_B15(bench):
    """A link that leads back into the folder must not multiply the people of P."""
    bench.csv("parts/1.csv", "zip", ["aaaa", "bbbb"])
    (bench.folder / "parts" / "again").symlink_to(".")
    bench.csv("t.csv", "zip", ["aaaa"])
    for public in ("parts/", "parts/**/*.csv"):
        assert bench.measure(bench.job(PREFIX, public=public)) == ("0", "1")


GOOD = b"zip,b\naaaa,1\nbbbb,2\n"
BROKEN = {
    "short-row": (b"zip,b\naaaa,1\nqqqq\nbbbb,2\n", ", line 3"),
    "long-row": (b"zip,b\naaaa,1\nqqqq,2,3\nbbbb,2\n", ", line 3"),
    "open-quote": (b'zip,b\naaaa,1\n"qqqq,2\nbbbb,2\n', ", line 3"),
    "text-after-quote": (b'zip,b\naaaa,1\n"qq"qq,2\n', ", line 3"),
    "latin-1": (b"zip,b\naaaa,1\nqq\xe9qq,2\n", ""),
    "latin-1-header": (b"zip,\xe9\naaaa,1\nqqqq,2\n", ""),
    "latin-1-far-down": (b"zip,b\n" + b"aaaa,1\n" * 300_000 + b"qq\xe9qq,2\n", ", line 300002"),
    "utf-16": (GOOD.decode().encode("utf-16"), ""),
    "one-delimiter-too-few": (b"zip;b,c\naaaa;1\n", ", line 1"),
    "blank-lines-first": (b"\n\nzip,b\naaaa,1\n", ", line 1"),
    "0-bytes": (b"", ", line 1"),
    "line-feeds": (b"\n\n\n", ", line 1"),
    "gzip": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", ""),
}


@pytest.mark.parametrize("which", ["p.csv", "t.csv"])
@pytest.mark.parametrize("fault", BROKEN)
def test_broken_csv_B16(bench, fault, which):
    content, line = BROKEN[fault]
    bench.write("p.csv", GOOD)
    bench.write("t.csv", GOOD)
    bench.write(which, content)
    bench.keep_secret("aaaa", "qqqq", "bbbb")
    message = bench.refuse(dpsql.ParseError, 3, bench.job(PREFIX))
    assert message.startswith(f"{which}{line}")


@pytest.mark.parametrize("which", ["p.csv", "t.csv"])
@pytest.mark.parametrize("header", ["zip,", 'zip,""'])
def test_column_without_a_name_B16(bench, which, header):
    bench.write("p.csv", GOOD)
    bench.write("t.csv", GOOD)
    bench.csv(which, header, ["aaaa,1"])
    bench.refuse(dpsql.SchemaError, 3, bench.job(PREFIX))


@pytest.mark.parametrize("megabytes", [3, 40, pytest.param(100, marks=pytest.mark.tier("all"))])
@pytest.mark.parametrize("place", ["middle", "end"])
def test_endless_line_B16(bench, megabytes, place):
    """DuckDB loses a last line that is longer than its buffer (32 MB) without a word."""
    line = b"q" * megabytes * 1_000_000 + b",1\n"
    rows = [b"zip,b\naaaa,1\n", line, b"bbbb,1\n"]
    bench.write("p.csv", b"".join(rows if place == "middle" else rows[:2]))
    bench.csv("t.csv", "zip", ["aaaa"])
    bench.refuse(dpsql.ParseError, 3, bench.job(PREFIX))


def test_endless_header_B16(bench):
    bench.write("p.csv", b"zip," + b"q" * 3_000_000 + b"\naaaa,1\n")
    bench.csv("t.csv", "zip", ["aaaa"])
    with bench.refusing(dpsql.InputError, 3, subclass=True) as messages:
        dpsql.anonymize(bench.job(PREFIX))
    assert len(messages[0]) < 300


def test_nul_is_a_character_like_any_other_B16(bench):
    """No text is cut at it: not in a table, a hierarchy, SQL or a release."""
    bench.write("p.csv", "zip\naa\0b\naa\0c\naa\n")
    bench.write("t.csv", "zip\naa\0b\n")
    bench.write("h.csv", "aa\0b;A;*\naa\0c;A;*\naa;B;*\n")
    job = bench.job({"zip": "h.csv"}, delta={"max": "1"})
    assert bench.measure(job) == ("0", "1")
    assert bench.measure(job, {"zip": 1}) == ("0", "1/2")
    assert bench.release(job).rows == [("aa\0b",)]


@pytest.mark.parametrize("which", ["p.csv", "t.csv"])
def test_header_only_B16(bench, which):
    """Nobody is in P: refused. Nobody is in T: that is a table like any other (see A09)."""
    bench.write("p.csv", GOOD)
    bench.write("t.csv", GOOD)
    bench.write(which, "zip,b\n")
    if which == "p.csv":
        with bench.refusing(dpsql.InputError, 3, subclass=True):
            dpsql.anonymize(bench.job(PREFIX))
    else:
        assert bench.release(bench.job(PREFIX)).rows == []


BROKEN_PARQUET = {
    "0-bytes": b"",
    "cut": None,
    "csv": GOOD,
    "magic-only": b"PAR1PAR1",
    "random": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("which", ["p.parquet", "t.parquet"])
@pytest.mark.parametrize("fault", BROKEN_PARQUET)
def test_broken_parquet_B16(bench, fault, which):
    bench.parquet("p.parquet", "SELECT UNNEST(['aaaa', 'bbbb']) AS zip")
    bench.parquet("t.parquet", "SELECT 'aaaa' AS zip")
    whole = (bench.folder / which).read_bytes()
    content = BROKEN_PARQUET[fault]
    bench.write(which, whole[: len(whole) // 2] if content is None else content)
    bench.keep_secret("aaaa")
    job = bench.job(PREFIX, public="p.parquet", private="t.parquet")
    assert which in bench.refuse(dpsql.ParseError, 3, job)


def test_flipped_bytes_of_parquet_B16(bench):
    """Whatever a damaged page does, it ends in a stated error, not in a traceback or a release."""
    bench.parquet("p.parquet", "SELECT 'v' || (i % 97) AS zip FROM range(5000) t(i)")
    bench.parquet("t.parquet", "SELECT 'v1' AS zip")
    whole = (bench.folder / "p.parquet").read_bytes()
    job = bench.job(PREFIX, public="p.parquet", private="t.parquet")
    for position in range(4, len(whole) - 8, max(1, len(whole) // 40)):
        damaged = bytearray(whole)
        damaged[position] ^= 0xFF
        bench.write("p.parquet", bytes(damaged))
        try:
            presence = dpsql.measure(job).presence
        except dpsql.DpsqlError as error:
            assert error.exit_code in (3, 5, 6, 7)
        else:
            assert presence.minimum == 0


@pytest.mark.parametrize("which", ["public", "private"])
@pytest.mark.parametrize("kind", ["fifo", "/dev/zero", "/dev/full", "folder", "empty-folder"])
def test_no_plain_file_B16(bench, which, kind):
    bench.write("p.csv", GOOD)
    bench.write("t.csv", GOOD)
    path = Path(kind)
    if kind == "fifo":
        path = bench.folder / "pipe.csv"
        os.mkfifo(path)
    elif "folder" in kind:
        path = bench.folder / "folder.csv"
        path.mkdir()
        if kind == "folder":
            (path / "picture.png").write_bytes(b"")
    words = {"public": "p.csv", "private": "t.csv", which: f"{{path: {path}, format: csv}}"}
    text = JOB.replace("public: p.csv", f"public: {words['public']}")
    text = text.replace("private: t.csv", f"private: {words['private']}")
    job = bench.write("job.yaml", text)
    done = bench.run("anonymize", str(job), timeout=20)
    assert done.exit_code == 3
    assert done.found["error"]["code"] == "InputError"


@pytest.mark.parametrize("kind", ["fifo", "/dev/zero", "folder"])
def test_hierarchy_is_no_plain_file_B16(bench, kind):
    bench.write("p.csv", GOOD)
    bench.write("t.csv", GOOD)
    path = Path(kind)
    if kind == "fifo":
        path = bench.folder / "pipe.csv"
        os.mkfifo(path)
    elif kind == "folder":
        path = bench.folder / "folder.csv"
        path.mkdir()
    job = bench.write("job.yaml", JOB.replace("{prefix: [1]}", f"{{hierarchy: {path}}}"))
    done = bench.run("check", str(job), timeout=20, memory=3 * 2**30)
    assert done.exit_code in (2, 3)
    assert done.found["error"]["code"] in ("ConfigError", "HierarchyError", "InputError")


@pytest.mark.parametrize("missing", ["p.csv", "t.csv", "h.csv"])
def test_no_such_file_B16(bench, missing):
    bench.write("p.csv", GOOD)
    bench.write("t.csv", GOOD)
    bench.write("h.csv", "aaaa;*\nbbbb;*\n")
    (bench.folder / missing).unlink()
    message = bench.refuse(dpsql.ConfigError, 2, bench.job({"zip": "h.csv"}))
    assert missing in message


def test_65_quasi_identifiers_B17(bench):
    names = [f"q{i}" for i in range(65)]
    bench.tables(",".join(names), [",".join("a" * 65)], [",".join("a" * 65)])
    bench.write("one.csv", "a\n")
    job = bench.job(dict.fromkeys(names, "one.csv"))
    assert "65 quasi-identifiers" in bench.refuse(dpsql.ResourceError, 5, job)


@pytest.mark.parametrize("width", [32, 33, 64])
def test_many_quasi_identifiers_B17(bench, width):
    """What is not refused works; arrays of more than 32 or 64 axes are numpy's limits."""
    names = [f"q{i}" for i in range(width)]
    bench.tables(",".join(names), [",".join("a" * width)], [",".join("a" * width)])
    bench.write("one.csv", "a\n")
    job = bench.job(dict.fromkeys(names, "one.csv"))
    assert bench.release(job).levels == (0,) * width
    assert len(dpsql.lattice(job).nodes) == 1


def test_lattice_of_a_trillion_nodes_B17(bench):
    """Refused before any scan: the broken line at the end of P is never reached."""
    names = [f"q{i}" for i in range(12)]
    row = ",".join(["aaaa"] * 12)
    bench.csv("p.csv", ",".join(names), [row] * 10 + ["ragged"])
    bench.csv("t.csv", ",".join(names), [row])
    ten_levels = {"prefix": [9, 8, 7, 6, 5, 4, 3, 2]}
    started = time.process_time()
    message = bench.refuse(dpsql.ResourceError, 5, bench.job(dict.fromkeys(names, ten_levels)))
    assert time.process_time() - started < 5
    assert "1,000,000,000,000 nodes" in message


def test_what_searches_nothing_needs_no_small_lattice_B17(bench):
    names = [f"q{i}" for i in range(65)]
    bench.tables(",".join(names), [",".join(["aaaa"] * 65)] * 2, [",".join(["aaaa"] * 65)])
    job = bench.job({name: {"prefix": [3, 2, 1]} for name in names})
    assert dpsql.check(job).nodes == 5**65
    assert dpsql.measure(job, {"q0": 4}).presence.maximum == Fraction(1, 2)


@pytest.mark.parametrize("command", ["anonymize", "lattice", "frontier"])
def test_stated_limit_of_nodes_B17(bench, command):
    bench.tables("zip", ["aaaa", "bbbb"], ["aaaa"])
    job = bench.job({"zip": {"prefix": [3, 2, 1]}})
    with bench.refusing(dpsql.ResourceError, 5) as messages:
        getattr(dpsql, command)(job, max_nodes=4)
    assert "5 nodes" in messages[0]
    getattr(dpsql, command)(job, max_nodes=5)


def test_limit_of_nodes_on_the_command_line_B17(bench):
    bench.tables("zip", ["aaaa", "bbbb"], ["aaaa"])
    done = bench.run("anonymize", str(bench.write("job.yaml", JOB)), "--max-nodes", "2")
    assert done.exit_code == 5
    assert done.found["error"]["code"] == "ResourceError"


@pytest.mark.tier("all")
def test_millions_of_distinct_values_B17(bench):
    query = "SELECT lpad(CAST(i AS VARCHAR), 7, '0') AS zip FROM range(2500000) t(i)"
    bench.parquet("p.parquet", query)
    bench.parquet("t.parquet", f"SELECT zip FROM ({query}) WHERE zip LIKE '%7'")
    job = bench.job(
        {"zip": {"prefix": [6, 4, 2]}},
        public="p.parquet",
        private="t.parquet",
        delta={"max": "1/10"},
    )
    outcome = dpsql.anonymize(job)
    assert outcome.seconds["total"] < 120
    assert outcome.levels == {"zip": 1}
    assert outcome.presence.minimum == outcome.presence.maximum == Fraction(1, 10)
    assert outcome.release.rows == 250_000
    bench.refuse_leftovers()


AS_WRITTEN = [
    "1.0",
    "1.00",
    "1",
    "01",
    "+1",
    "1e5",
    "100000",
    "0x10",
    "16",
    "inf",
    "Infinity",
    "true",
    "True",
    "TRUE",
    "t",
    "12:30",
    "12:30:00",
    "2024-01-02",
    "2024-1-2",
    "01/02/2024",
    "2024-01-02 00:00:00",
    "1_000",
    "1'000",
    "{a: 1}",
    "[1]",
    "\\x41",
]


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
def test_text_stays_as_written_B18(bench, release):
    bench.csv("p.csv", "zip", AS_WRITTEN)
    bench.csv("t.csv", "zip", AS_WRITTEN)
    job = bench.job(PREFIX, release=release)
    assert dpsql.check(job).distinct_tuples == len(AS_WRITTEN)
    released = bench.release(job)
    assert sorted(row[0] for row in released.rows) == sorted(AS_WRITTEN)


@pytest.mark.parametrize("value", AS_WRITTEN)
def test_text_equals_itself_alone_B18(bench, value):
    bench.csv("p.csv", "zip", [other for other in AS_WRITTEN if other != value])
    bench.csv("t.csv", "zip", [value])
    bench.refuse(dpsql.SubsetError, 3, bench.job(PREFIX))


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("DATE '2024-01-02'", "2024-01-02"),
        ("true", "true"),
        ("CAST(1 AS DECIMAL(5, 2))", "1.00"),
        ("TIME '12:30:00'", "12:30:00"),
        ("TIMESTAMP '2024-01-02 12:30:00'", "2024-01-02 12:30:00"),
        ("CAST(-170141183460469231731687303715884105728 AS HUGEINT)", None),
        ("CAST(18446744073709551615 AS UBIGINT)", "18446744073709551615"),
        ("CAST(-128 AS TINYINT)", "-128"),
        ("CAST('123e4567-e89b-12d3-a456-426614174000' AS UUID)", None),
    ],
)
def test_leaves_match_the_text_of_typed_values_B18(bench, value, text, release):
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE p AS SELECT {value} AS zip")
        connection.execute("CREATE TABLE t AS FROM p")
        found = connection.execute("SELECT CAST(zip AS VARCHAR) FROM p").fetchone()[0]
        assert text in (None, found)
        words = {"zip": {"tree": {"*": [found, "other"]}}}
        job = bench.job(words, public="p", private="t", release=release)
        released = bench.release(job, connection=connection)
    assert released.rows == [(found,)]


@pytest.mark.parametrize("release", ["r.csv", "r.parquet"])
@pytest.mark.parametrize(
    "value",
    [
        "CAST(5 AS HUGEINT)",
        "CAST(5 AS UHUGEINT)",
        "CAST(5.5 AS DOUBLE)",
        "CAST(0.1 AS FLOAT)",
        "CAST('nan' AS DOUBLE)",
        "CAST(5 AS DECIMAL(38, 10))",
        "DATE '2024-01-02'",
        "TIME '12:30:00.123456'",
        "TIMESTAMP '2024-01-02 12:30:00.123456'",
        "TIMESTAMP_S '2024-01-02 12:30:00'",
        "TIMESTAMP_NS '2024-01-02 12:30:00.123456789'",
        "CAST('a' AS ENUM('a', 'b'))",
        "CAST('101' AS BIT)",
        "CAST('123e4567-e89b-12d3-a456-426614174000' AS UUID)",
        "CAST('\\x00\\xFF' AS BLOB)",
        "[1, 2]",
        "['a, b', NULL]",
        "{'a': 1, 'b': 'x'}",
        "MAP {'a': 1}",
        "CAST(NULL AS INTEGER)",
        "''",
    ],
)
def test_kept_columns_of_any_type_B18(bench, value, release):
    """Whatever type a measurement has, the release carries it and the verifier knows it again."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE p AS SELECT UNNEST(['aaaa', 'bbbb']) AS zip")
        connection.execute(f"CREATE TABLE t AS SELECT 'aaaa' AS zip, {value} AS result")
        expected = connection.execute("SELECT CAST(result AS VARCHAR) FROM t").fetchone()[0]
        job = bench.job(PREFIX, public="p", private="t", keep=["result"], release=release)
        released = bench.release(job, connection=connection)
    assert released.rows == [("aaaa", expected)]


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("TIMETZ '12:30:00+01'", "TIME WITH TIME ZONE"),
        ("INTERVAL '3' MICROSECONDS", "INTERVAL"),
        ("UNION_VALUE(a := 'secret measurement')", "UNION"),
        ("[CAST(5 AS HUGEINT)]", "HUGEINT"),
        ("{'a': MAP {'b': CAST(5 AS UHUGEINT)}}", "UHUGEINT"),
        ("CAST([INTERVAL '1' DAY] AS INTERVAL[1])", "INTERVAL"),
        ("[UNION_VALUE(a := CAST('secret measurement' AS ENUM('secret measurement')))]", "UNION"),
        ("[CAST('secret measurement' AS ENUM('secret measurement'))]", "ENUM"),
        ("{'a': CAST('101' AS BIT)}", "BIT"),
        ("[CAST(5 AS BIGNUM)]", "BIGNUM"),
    ],
)
def test_kept_columns_that_parquet_would_change_B18(bench, value, named):
    """Refused before the search for Parquet; text carries them."""
    bench.keep_secret("secret measurement")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE p AS SELECT UNNEST(['aaaa', 'bbbb']) AS zip")
        connection.execute(f"CREATE TABLE t AS SELECT 'aaaa' AS zip, {value} AS result")
        words = {"public": "p", "private": "t", "keep": ["result"]}
        message = bench.refuse(
            dpsql.InputError, 3, bench.job(PREFIX, **words), connection=connection
        )
        assert f"keep: column 'result' of type {named} cannot stand in Parquet" in message
        bench.release(bench.job(PREFIX, **words, release="r.csv"), connection=connection)


def test_types_in_a_message_name_no_value_of_the_private_table_B07(bench):
    """The values of an ENUM stand in the name of its type."""
    bench.keep_secret("secret measurement")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE p AS SELECT UNNEST(['aaaa', 'bbbb']) AS zip")
        connection.execute(
            "CREATE TABLE t AS SELECT"
            " {'a': CAST('secret measurement' AS ENUM('it''s (', 'secret measurement'))} AS zip"
        )
        job = bench.job(PREFIX, public="p", private="t")
        message = bench.refuse(dpsql.TypeMismatch, 3, job, connection=connection)
    assert "is VARCHAR in P and STRUCT(a ENUM) in T" in message


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        (("9", "10", "100"), "HUGEINT"),
        (("9", "10", "1" + 38 * "0"), "HUGEINT"),
        (("9", "10", "1" + 38 * "0"), "BIGNUM"),
    ],
)
def test_order_of_huge_integers_B18(bench, values, type_):
    """The release is sorted by what it holds, also where a column is converted for Parquet."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE p AS SELECT UNNEST(range(60000)) AS zip")
        listed = ", ".join(f"CAST('{value}' AS {type_})" for value in values)
        connection.execute(
            f"CREATE TABLE t AS SELECT zip, ([{listed}])[CAST(zip % 3 AS INT) + 1] AS result FROM p"
        )
        words = {"keep": ["result"], "constraints": {"k_anonymity": 60000}}
        job = bench.job({"zip": {"widths": [60000]}}, public="p", private="t", **words)
        bench.release(job, connection=connection)
        path = bench.folder / "r.parquet"
        released = connection.execute(f"SELECT result FROM read_parquet('{path}')").fetchall()
    assert released == sorted(released)
    assert len(set(released)) == 3


def test_dates_do_not_depend_on_the_time_zone_B18(bench):
    """A moment has another month elsewhere; what is released must not depend on who runs it."""
    moments = "['2024-01-31 23:30:00+00', '2024-01-01 12:00:00+00']"
    bench.parquet("p.parquet", f"SELECT CAST(UNNEST({moments}) AS TIMESTAMPTZ) AS zip")
    bench.parquet("t.parquet", "SELECT TIMESTAMPTZ '2024-01-31 23:30:00+00' AS zip")
    text = JOB.replace("p.csv", "p.parquet").replace("t.csv", "t.parquet")
    job = bench.write("job.yaml", text.replace("{prefix: [1]}", "{dates: [month]}"))
    ends = []
    for zone in ("UTC", "Asia/Tokyo"):
        done = bench.run("measure", str(job), "--levels", "zip=1", TZ=zone)
        ends.append((done.exit_code, done.found.get("presence")))
    assert ends[0] == ends[1]


def rewrite(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"cccc,1\n")


def touch(path: Path) -> None:
    os.utime(path, ns=(1, 1))


def replace(path: Path) -> None:
    """Put the same bytes and times under another inode."""
    state = path.stat()
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def remove(path: Path) -> None:
    path.unlink()


def hide(path: Path) -> None:
    """Change a byte in place and set the times back."""
    state = path.stat()
    with path.open("r+b") as file:
        file.seek(-2, os.SEEK_END)
        file.write(b"2")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def link(path: Path) -> None:
    """Put a link to another file in its place."""
    path.rename(path.with_name("moved"))
    other = path.with_name("other")
    other.write_bytes(b"zip,b\naaaa,1\n")
    path.symlink_to(other)


@pytest.mark.parametrize("change", [rewrite, touch, replace, remove, hide, link])
@pytest.mark.parametrize("name", ["p.csv", "t.csv", "h.csv"])
def test_input_changes_during_the_search_B19(bench, change, name):
    people = [f"{value},1" for value in ("aaaa", "bbbb", "abab", "baba")]
    bench.tables("zip,b", people, people[::2])
    hierarchy = "aaaa,A,*,1\nabab,A,*,1\nbbbb,B,*,1\nbaba,B,*,1\n"
    bench.write("h.csv", hierarchy)
    job = bench.job({"zip": "h.csv"})
    changed = []

    def interfere(_progress: object) -> None:
        if not changed:
            change(bench.folder / name)
            changed.append(name)

    with pytest.raises(dpsql.DpsqlError) as caught:
        dpsql.anonymize(job, watch=interfere)
    assert changed == [name]
    assert type(caught.value) is dpsql.InputChanged, caught.value
    assert caught.value.exit_code == 7
    assert name in str(caught.value)
    bench.refuse_secrets(str(caught.value))
    bench.refuse_leftovers()
    assert not (bench.folder / "r.parquet").exists()
    assert not (bench.folder / "r.parquet.manifest.json").exists()


def test_nothing_changes_during_the_search_B19(bench):
    """The watch alone disturbs nothing."""
    bench.tables("zip,b", ["aaaa,1", "bbbb,1"], ["aaaa,1"])
    seen = []
    released = bench.release(bench.job(PREFIX), watch=seen.append)
    assert released.rows == [("aaaa",)]
    assert seen


def test_old_release_survives_a_change_B19(bench):
    bench.tables("zip,b", ["aaaa,1", "bbbb,1"], ["aaaa,1"])
    job = bench.job(PREFIX)
    bench.release(job)
    files = [bench.folder / "r.parquet", bench.folder / "r.parquet.manifest.json"]
    before = [file.read_bytes() for file in files]
    with pytest.raises(dpsql.InputChanged):
        dpsql.anonymize(job, overwrite=True, watch=lambda _: rewrite(bench.folder / "p.csv"))
    assert [file.read_bytes() for file in files] == before
