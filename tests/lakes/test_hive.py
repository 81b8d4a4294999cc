"""Hive-partitioned Parquet: folders are read exactly, files may drift only where it is allowed."""

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpsql
from dpsql.domain.sections.source import Source


def write(lake, name, **columns):
    path = lake.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)


def read(lake, **words):
    return lake.rows(lake.find(path="census", **words))


@pytest.mark.parametrize(
    ("folder", "value"),
    [
        ("p=", ""),
        ("p=__HIVE_DEFAULT_PARTITION__", None),
        ("p=__hive_default_partition__", "__hive_default_partition__"),
        ("p=a%20b", "a b"),
        ("p=a b", "a b"),
        ("p=a+b", "a+b"),
        ("p=%41%2Fx", "A/x"),
        ("p=%zz%", "%zz%"),
        ("p=a=b", "a=b"),
        ("p=01", "01"),
        ("p=NULL", "NULL"),
        ("p='\"\\é🙂", "'\"\\é🙂"),
        ("p=%C3%A9", "é"),
        ("%70=x", "x"),
    ],
)
@pytest.mark.parametrize("format_", ["parquet", "csv"])
def test_the_value_of_a_folder(lake, folder, value, format_):
    path = lake.folder / "census" / folder / f"x.{format_}"
    path.parent.mkdir(parents=True)
    if format_ == "csv":
        path.write_text("n\n1\n", encoding="utf-8")
    else:
        pq.write_table(pa.table({"n": ["1"]}), path)
    place = lake.find(path="census")
    assert place.partition_columns == ("p",)
    assert lake.types(place) == {"n": "VARCHAR", "p": "VARCHAR"}
    assert lake.rows(place) == [("1", value)]


def test_what_duckdb_writes_is_read_back(lake):
    rows = [("a b", "x"), ("", "ä/ö"), (None, "%20"), ("'", None), ("=", "\\")]
    with duckdb.connect() as connection:
        connection.execute('CREATE TABLE t (n INTEGER, p VARCHAR, "q %" VARCHAR)')
        values = [(i, *row) for i, row in enumerate(rows)]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", values)
        target = lake.folder / "census"
        connection.execute(f"COPY t TO '{target}' (FORMAT parquet, PARTITION_BY (p, \"q %\"))")
    place = lake.find(path="census")
    assert place.partition_columns == ("p", "q %")
    assert lake.rows(place) == sorted(((str(n), *row) for n, *row in values), key=repr)


def test_folders_above_the_table_hide_no_column(lake):
    write(lake, "n=9/census/p=1/x.parquet", n=["mine"])
    assert lake.rows(lake.find(path="n=9/census")) == [("mine", "1")]


def test_a_value_that_is_not_utf8_is_refused(lake):
    write(lake, "census/p=%FF/x.parquet", n=[1])
    with pytest.raises(dpsql.InputError, match="not UTF-8"):
        lake.find(path="census")


def test_a_key_that_is_also_a_column_is_refused(lake):
    write(lake, "census/n=1/x.parquet", n=[1])
    told = r"n is a key of the folders and a column of the file.*FOLDER/\*/\*\.parquet"
    with pytest.raises(dpsql.SchemaError, match=told):
        read(lake)
    # By the pattern it is the column of the files.
    assert lake.rows(lake.find(path="census/*/*.parquet")) == [("1",)]


def test_other_keys_are_refused(lake):
    write(lake, "census/p=1/x.parquet", n=[1])
    write(lake, "census/q=1/x.parquet", n=[1])
    with pytest.raises(dpsql.SchemaError, match="different partitions"):
        lake.find(path="census")


@pytest.mark.parametrize("first", ["p=1", "p=2"])
def test_missing_columns_and_wider_integers_are_refused_unless_allowed(lake, first):
    second = {"p=1": "p=2", "p=2": "p=1"}[first]
    write(lake, f"census/{first}/x.parquet", n=pa.array([1], pa.int8()), old=["a"])
    write(lake, f"census/{second}/x.parquet", n=pa.array([2**40], pa.int64()), new=["b"])
    with pytest.raises(
        dpsql.TypeMismatch,
        match=r"x\.parquet: column 1, 'n', is [A-Z]+ here and [A-Z]+ in x\.parquet|is missing",
    ):
        read(lake)
    place = lake.find(path="census", missing_columns="nulls")
    types = lake.types(place)
    assert types == {"n": "BIGINT", "old": "VARCHAR", "new": "VARCHAR", "p": "VARCHAR"}
    names = list(types)
    rows = [dict(zip(names, row, strict=True)) for row in lake.rows(place)]
    assert rows == [
        {"n": "1", "old": "a", "new": None, "p": first[-1]},
        {"n": str(2**40), "old": None, "new": "b", "p": second[-1]},
    ]


def test_integers_with_and_without_a_sign_keep_their_values(lake):
    write(lake, "census/1.parquet", n=pa.array([2**64 - 1], pa.uint64()))
    write(lake, "census/2.parquet", n=pa.array([-1], pa.int64()))
    assert read(lake, missing_columns="nulls") == [("-1",), (str(2**64 - 1),)]


@pytest.mark.parametrize(
    "other",
    [
        pa.array(["1"]),
        pa.array([1.0]),
        pa.array([True]),
        pa.array([1], pa.date32()),
        pa.array([{"x": 1}]),
        pa.array([[1]]),
    ],
)
def test_any_other_type_is_refused_by_name(lake, other):
    write(lake, "census/1.parquet", a=["x"], n=pa.array([1]))
    write(lake, "census/2.parquet", n=other)
    with pytest.raises(
        dpsql.TypeMismatch, match=r"2\.parquet: column 1, 'n', is .* in 1\.parquet; write"
    ):
        read(lake, missing_columns="nulls")


def test_nested_columns_that_differ_inside_are_refused(lake):
    write(lake, "census/1.parquet", s=[{"x": 1}])
    write(lake, "census/2.parquet", s=[{"x": 1, "y": 2}])
    with pytest.raises(dpsql.TypeMismatch, match="column 1, 's', has other fields than in"):
        read(lake, missing_columns="nulls")


def test_names_that_differ_only_in_case_are_not_taken_for_one(lake):
    write(lake, "census/1.parquet", n=[1])
    write(lake, "census/2.parquet", N=[2])
    with pytest.raises(dpsql.SchemaError, match="case does not tell"):
        read(lake, missing_columns="nulls")


def test_missing_columns_are_not_for_csv(lake):
    (lake.folder / "p.csv").write_text("a\n1\n", encoding="utf-8")
    with pytest.raises(dpsql.ConfigError, match="missing_columns is for Parquet"):
        lake.find(path="p.csv", missing_columns="nulls")


@pytest.mark.parametrize(
    "words",
    [
        {"format": "csv", "missing_columns": "nulls"},
        {"format": "parquet", "version": 1},
        {"format": "delta", "snapshot": 1},
        {"missing_columns": "drop"},
        {"version": "-1"},
        {"version": "1.0"},
        {"snapshot": True},
    ],
)
def test_words_that_do_not_belong_are_refused(words):
    with pytest.raises(dpsql.ConfigError, match="public"):
        dpsql.Job(
            public={"path": "census", **words},
            private="t.csv",
            quasi_identifiers={"n": {"prefix": ["1"]}},
        )


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("version", 0),
        ("snapshot", 0),
        ("format", "delta"),
        ("delimiter", ";"),
        ("missing_columns", "nulls"),
    ],
)
@pytest.mark.parametrize("place", [{"table": "people"}, {"memory": pa.table({"n": [1]})}])
def test_words_of_paths_are_refused_where_there_is_none(word, value, place):
    with pytest.raises(ValueError, match=f"{word} is for a path; drop it"):
        Source(**place, **{word: value})


@pytest.mark.parametrize("words", [{"format": "parquet"}, {"format": "delta"}, {}])
def test_a_delimiter_is_for_csv(lake, words):
    write(lake, "census/x.parquet", n=[1])
    with pytest.raises((ValueError, dpsql.ConfigError), match=r"(?i)delimiter is for .*csv; drop"):
        lake.find(path="census", delimiter=";", **words)


def test_a_nested_column_is_not_taken_for_the_file(lake):
    """A struct is written like a table: "file".x."""
    write(lake, "census/p=1/x.parquet", file=[{"x": 1, "p": 2}], part=[{"p": 3}], x=[4])
    place = lake.find(path="census")
    assert list(lake.types(place)) == ["file", "part", "x", "p"]
    assert lake.rows(place) == [("{'x': 1, 'p': 2}", "{'p': 3}", "4", "1")]
