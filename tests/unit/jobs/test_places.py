"""Where a source lies: literal paths before globs, folders, delimiters, headers."""

import os
import re
from pathlib import Path

import pandas
import polars
import pyarrow
import pytest

import dpsql
from dpsql.domain.sections.source import Source
from dpsql.errors import ConfigError, InputError, ParseError, SchemaError
from dpsql.inputs.places import EngineTable, Files, MemoryTable, find_place
from dpsql.inputs.refusals import refuse_ambiguous_names


def find(folder, **words):
    return find_place(Source(**words), folder)


def write(folder, name, content="a,b\n1,2\n"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def names(place):
    return [path.name for path in place.paths]


def test_a_file_is_absolute_and_its_header_known(tmp_path):
    path = write(tmp_path, "p.csv")
    assert find(tmp_path, path="p.csv") == Files((path,), "csv", (), ",", ("a", "b"))
    assert find(Path("/nowhere"), path=str(path)).paths == (path,)


def test_a_path_that_exists_wins_over_a_glob(tmp_path):
    write(tmp_path, "t1.csv", "decoy\n")
    for name in ("t[1].csv", "t?.csv", "t*.csv"):
        write(tmp_path, name)
        assert names(find(tmp_path, path=name)) == [name]


def test_a_glob_that_is_no_path_finds_files_in_order_and_no_folders(tmp_path):
    for name in ("t2.csv", "t10.csv", "t1.csv"):
        write(tmp_path, name)
    (tmp_path / "t0.csv").mkdir()
    assert names(find(tmp_path, path="t*.csv")) == ["t1.csv", "t10.csv", "t2.csv"]
    assert names(find(tmp_path, path="t[12].csv")) == ["t1.csv", "t2.csv"]
    assert names(find(tmp_path, path="t?.csv")) == ["t1.csv", "t2.csv"]
    write(tmp_path, "deep/er/t3.csv")
    assert names(find(tmp_path, path="**/t3.csv")) == ["t3.csv"]


def test_the_folder_of_a_job_is_no_pattern(tmp_path):
    for folder in ("a[1]", "a1", "a*"):
        write(tmp_path, f"{folder}/t1.csv")
    for folder in ("a[1]", "a*"):
        (file,) = find(tmp_path / folder, path="t*.csv").paths
        assert file == tmp_path / folder / "t1.csv"
    # What a job writes itself still is one.
    assert len(find(tmp_path, path=str(tmp_path / "a*" / "t?.csv")).paths) == 3


@pytest.mark.parametrize("path", ["nope.csv", "nope*.csv", "no/pe.csv", "p.csv/x.csv"])
def test_a_path_without_a_file_is_refused(tmp_path, path):
    write(tmp_path, "p.csv")
    with pytest.raises(ConfigError, match="no such file"):
        find(tmp_path, path=path)


def test_a_single_file_below_a_folder_with_an_equals_sign_is_not_partitioned(tmp_path):
    write(tmp_path, "zip=9/x.csv")
    assert find(tmp_path, path="zip=9/x.csv").partition_columns == ()


def test_a_folder_is_partitioned_and_hides_what_lakes_hide(tmp_path):
    for name in (
        "zip=2/b.csv",
        "zip=1/a.csv",
        "zip=1/_tmp.csv",
        "_log/x.csv",
        ".x/y.csv",
        ".z.csv",
    ):
        write(tmp_path, f"lake/{name}")
    write(tmp_path, "lake/notes.md")
    place = find(tmp_path, path="lake")
    assert place.partition_columns == ("zip",)
    assert [str(path.relative_to(tmp_path)) for path in place.paths] == [
        "lake/zip=1/a.csv",
        "lake/zip=2/b.csv",
    ]


def test_a_folder_without_data_is_refused(tmp_path):
    write(tmp_path, "lake/notes.md")
    with pytest.raises(InputError, match=r"holds no \.parquet or \.csv"):
        find(tmp_path, path="lake")


def test_what_is_neither_file_nor_folder_is_refused_D08(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    for path in ("pipe.csv", "/dev/null", "/dev/zero"):
        with pytest.raises(InputError, match="neither a file nor a folder"):
            find(tmp_path, path=path)


@pytest.mark.parametrize("path", ["http://x/y.csv", "ftp://x/y.parquet", "file:///etc/passwd.csv"])
def test_remote_paths_are_refused_D08(tmp_path, path):
    with pytest.raises(ConfigError, match="remote paths are not read"):
        find(tmp_path, path=path)


def test_a_format_that_is_not_known_is_refused_unless_given(tmp_path):
    write(tmp_path, "people.dat")
    with pytest.raises(ConfigError, match=r"a\.xlsx: no such file"):
        find(tmp_path, words="a.xlsx")
    write(tmp_path, "b.xlsx")
    with pytest.raises(ConfigError, match=r"b\.xlsx: .*; save it as CSV UTF-8 or Parquet"):
        find(tmp_path, words="b.xlsx")
    with pytest.raises(ConfigError, match="the format is not known"):
        find(tmp_path, path="people.dat")
    assert find(tmp_path, path="people.dat", format="csv").columns == ("a", "b")


def test_formats_that_differ_are_refused(tmp_path):
    write(tmp_path, "x/a.csv")
    write(tmp_path, "x/b.parquet")
    with pytest.raises(ConfigError, match="both CSV and Parquet lie there"):
        find(tmp_path, path="x")


@pytest.mark.parametrize(
    ("name", "format_"),
    [("a.parquet", "parquet"), ("a.PQ", "parquet"), ("a.tsv", "csv"), ("a.TXT", "csv")],
)
def test_formats_by_suffix(tmp_path, name, format_):
    write(tmp_path, name, b"PAR1" if format_ == "parquet" else "a,b\n")
    assert find(tmp_path, path=name).format == format_


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_the_one_of_the_header(tmp_path, delimiter):
    write(tmp_path, "p.csv", f"a{delimiter}b\n1{delimiter}2\n")
    place = find(tmp_path, path="p.csv")
    assert (place.delimiter, place.columns) == (delimiter, ("a", "b"))


def test_delimiters_inside_quotes_and_below_the_header_do_not_count(tmp_path):
    write(tmp_path, "p.csv", '"a,b";"c|d"\n1,2;3|4\n')
    place = find(tmp_path, path="p.csv")
    assert (place.delimiter, place.columns) == (";", ("a,b", "c|d"))


def test_one_column_has_the_comma(tmp_path):
    write(tmp_path, "p.csv", "a\n1\n")
    assert find(tmp_path, path="p.csv").delimiter == ","


def test_a_header_with_two_delimiters_needs_the_delimiter_stated(tmp_path):
    write(tmp_path, "p.csv", "a;b,c\n")
    with pytest.raises(ParseError, match="line 1: the delimiter is not plain"):
        find(tmp_path, path="p.csv")
    assert find(tmp_path, path="p.csv", delimiter=";").columns == ("a", "b,c")
    assert find(tmp_path, path="p.csv", delimiter=",").columns == ("a;b", "c")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('id,"age,zip\n1,20,1\n', 'the name of column 2 begins with a " that is not closed'),
        ('"id,age\n1,"20"\n', 'the name of column 1 begins with a " that is not closed'),
        ('id,"age\n(years)",z\n', 'column 2 holds a line break, as its " closes on line 2'),
    ],
)
def test_a_stray_quote_in_the_header_is_told_by_its_column(tmp_path, content, told):
    write(tmp_path, "p.csv", content)
    with pytest.raises(SchemaError, match=f"p.csv, line 1: .*{re.escape(told)}"):
        find(tmp_path, path="p.csv")


def test_a_comma_in_a_name_among_many_semicolons_is_no_delimiter(tmp_path):
    """If the first row has as many semicolons; else nobody knows."""
    names = [*(f"c{i}" for i in range(5)), "rate, in %"]
    write(tmp_path, "p.csv", f"{';'.join(names)}\r\n1;2;3;4;'5,5';6\r\n")
    place = find(tmp_path, path="p.csv")
    assert (place.delimiter, place.columns) == (";", (*names,))
    for content in (";".join(names), f"{';'.join(names)}\n1;2,3\n", "a;b;c;d,e;f\n1;2;3;4;5\n"):
        write(tmp_path, "p.csv", content)
        with pytest.raises(ParseError, match="line 1: the delimiter is not plain"):
            find(tmp_path, path="p.csv")


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        (b"\xef\xbb\xbfa,b\n", ("a", "b")),
        (b"a,b\r\n1,2\r\n", ("a", "b")),
        (b"a,b", ("a", "b")),
        (b'"a","b"\n', ("a", "b")),
        (b'"a""x",b\n', ('a"x', "b")),
        ("é,🙂\n".encode(), ("é", "🙂")),
        (b" a , b \n", (" a ", " b ")),
        (b",a\n0,1\n", ("__index_level_0__", "a")),
        (b'"","a"\n', ("__index_level_0__", "a")),
    ],
)
def test_headers(tmp_path, content, columns):
    write(tmp_path, "p.csv", content)
    assert find(tmp_path, path="p.csv").columns == columns


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (b"", ParseError, "line 1: it is empty"),
        (b"\n\n", ParseError, "line 1: it is empty"),
        (b"a,\n", SchemaError, "line 1: a column has no name"),
        (b",a,\n", SchemaError, "line 1: a column has no name"),
        (b'""\n', SchemaError, "line 1: a column has no name"),
        (b"a,a\n", SchemaError, "columns 1 and 2 have the same name"),
        (b"zip,ZIP\n", SchemaError, "columns 1 and 2 have the same name"),
        ("straße,STRASSE\n".encode(), SchemaError, "columns 1 and 2 have the same name"),
        ("zip\n1\n".encode("utf-16"), ParseError, "not UTF-8; it is UTF-16; .*iconv -f UTF-16 "),
        ("zip\n1\n".encode("utf-16-le"), ParseError, "not UTF-8; it is UTF-16; .*-f UTF-16LE "),
        ("zip\nü\n".encode("utf-16-be"), ParseError, "not UTF-8; it is UTF-16; .*-f UTF-16BE "),
        (b"\xfe\xff\0a\0\n", ParseError, "not UTF-8; it is UTF-16; .*iconv -f UTF-16 "),
        ("ü,b\n".encode("latin-1"), ParseError, "not UTF-8; .*iconv -f CP1252 "),
        ("ü,b\nü".encode() + b"\xfc", ParseError, "not UTF-8; line 2 is not, and letters before"),
    ],
)
def test_headers_that_are_refused(tmp_path, content, error, words):
    write(tmp_path, "p.csv", content)
    with pytest.raises(error, match=words):
        find(tmp_path, path="p.csv")


def test_headers_of_several_files_must_agree(tmp_path):
    write(tmp_path, "x/1.csv", "a;b\n")
    write(tmp_path, "x/2.csv", "a,b\n")
    with pytest.raises(SchemaError, match=r"2\.csv: its header differs from that of 1\.csv"):
        find(tmp_path, path="x")


@pytest.mark.parametrize(
    ("table", "parts"),
    [
        ("people", ("people",)),
        ("main.people", ("main", "people")),
        ("a.b.c", ("a", "b", "c")),
        ('"Raw Zone"."p.1"', ("Raw Zone", "p.1")),
        ("Raw Zone.`p`", ("Raw Zone", "p")),
        ('"half.t', ('"half', "t")),
        ("a..b", ("a", "", "b")),
    ],
)
def test_names_of_tables_are_split_at_dots(tmp_path, table, parts):
    assert find(tmp_path, table=table) == EngineTable(parts)


def test_tables_in_memory_are_handed_on(tmp_path):
    table = object()
    assert find(tmp_path, memory=table) == MemoryTable(table)


@pytest.mark.parametrize(
    "table",
    [
        pandas.DataFrame([["1", "2", "3"]], columns=["zip", "age", "zip"]),
        pandas.DataFrame([["1", "2", "3"]], columns=["zip", "age", "ZIP"]),
        pandas.DataFrame([["1", "2", "3"]], columns=["1", "2", 1]),
        polars.DataFrame({"zip": ["1"], "age": ["2"], "Zip": ["3"]}),
        pyarrow.table([["1"], ["2"], ["3"]], names=["zip", "age", "zip"]),
    ],
)
def test_no_two_columns_of_a_table_in_memory_have_one_name(tmp_path, table):
    told = r"^a table in memory: columns 1 and 3 have the same name"
    with pytest.raises(SchemaError, match=told):
        find(tmp_path, memory=table)


@pytest.mark.parametrize("key", ["public", "private"])
def test_which_table_in_memory_has_two_columns_of_one_name_is_told(key):
    tables = {"public": ["zip", "age"], "private": ["zip", "age"], key: ["zip", "zip"]}
    given = {one: pyarrow.table([["1"], ["2"]], names=names) for one, names in tables.items()}
    job = dpsql.Job(**given, quasi_identifiers={"zip": {"prefix": [1]}})
    with pytest.raises(SchemaError, match=rf"^{key}: a table in memory: columns 1 and 2 have"):
        dpsql.check(job)
    title = "P" if key == "public" else "T"
    with pytest.raises(SchemaError, match=rf"^pyarrow Table of {title}: a table in memory: col"):
        dpsql.init(given["public"], given["private"])


def test_a_file_of_a_kind_that_is_not_read_is_told_what_is(tmp_path):
    (tmp_path / "misc.py").touch()
    assert ".parquet, .pq, .csv, .tsv and .txt" in find(tmp_path, words="misc.py").hint
    (tmp_path / "people.duckdb").touch()
    for words in ("people.duckdb", "people", "gone.py"):
        assert ".parquet" not in find(tmp_path, words=words).hint


def test_names_that_case_does_not_tell_apart_are_ambiguous():
    refuse_ambiguous_names(("a", "b", "A "), "p")
    with pytest.raises(SchemaError):
        refuse_ambiguous_names(("a", "b", "A"), "p")
