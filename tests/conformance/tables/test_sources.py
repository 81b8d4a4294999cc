"""The same P and T from every place a job can read gives the same levels, presence and release."""

from fractions import Fraction

import duckdb
import pandas
import polars
import pyarrow
import pytest

import dpsql

HEADER = ("town", "age", "note")
PEOPLE = [
    ("a", "01", "x"),
    ("a", "02", None),
    ("a", "11", "x, y; z"),
    ("b", "01", 'say "x"'),
    ("b", "12", "x"),
    ("b", "13", ""),
]
MEMBERS = [PEOPLE[0], PEOPLE[2]]
HIERARCHIES = {"town": {"tree": {"*": ["a", "b"]}}, "age": {"prefix": ["1"]}}
RELEASED = [("*", "0*", "x"), ("*", "1*", "x, y; z")]


def assert_released(bench, **words):
    job = bench.job(HIERARCHIES, keep=["note"], delta={"min": "1/3", "max": "1/3"}, **words)
    found = bench.anonymize(job)
    assert (found.public_rows, found.private_rows) == (6, 2)
    assert found.levels == {"town": 1, "age": 1}
    assert found.presence.minimum == found.presence.maximum == Fraction(1, 3)
    assert bench.read_release() == RELEASED


def write_parquet(bench, name, rows):
    path = bench.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    columns = [list(column) for column in zip(*rows, strict=True)]
    frame = polars.DataFrame(dict(zip(HEADER, columns, strict=True)))
    frame.write_parquet(path)
    return path


def test_parquet(bench):
    write_parquet(bench, "p.parquet", PEOPLE)
    write_parquet(bench, "t.pq", MEMBERS)
    assert_released(bench, public="p.parquet", private="t.pq")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_by_the_delimiter_of_its_header(bench, delimiter):
    bench.write("p.csv", PEOPLE, HEADER, delimiter)
    bench.write("t.csv", MEMBERS, HEADER, delimiter)
    assert_released(bench)


@pytest.mark.parametrize("suffix", ["tsv", "txt"])
def test_csv_by_other_names(bench, suffix):
    bench.write(f"p.{suffix}", PEOPLE, HEADER, "\t")
    bench.write(f"t.{suffix}", MEMBERS, HEADER, "\t")
    assert_released(bench, public=f"p.{suffix}", private=f"t.{suffix}")


def test_csv_with_a_format_and_a_delimiter_stated(bench):
    bench.write("people", PEOPLE, HEADER, "|")
    bench.write("t.csv", MEMBERS, HEADER)
    assert_released(bench, public={"path": "people", "format": "csv", "delimiter": "|"})


def test_csv_with_windows_line_ends_and_a_byte_order_mark(bench):
    for name, rows in (("p.csv", PEOPLE), ("t.csv", MEMBERS)):
        path = bench.write(name, rows, HEADER)
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert_released(bench)


def test_csv_without_a_last_line_end(bench):
    for name, rows in (("p.csv", PEOPLE), ("t.csv", MEMBERS)):
        path = bench.write(name, rows, HEADER)
        path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    assert_released(bench)


def test_columns_are_matched_by_name(bench):
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write("t.csv", [tuple(reversed(row)) for row in MEMBERS], tuple(reversed(HEADER)))
    assert_released(bench)


def test_texts_that_look_like_numbers_stay_texts(bench):
    """P has digits only, T a letter as well: read by guess, their types would differ."""
    bench.write("p.csv", [("01",), ("1",), ("A1",)], ("age",))
    bench.write("t.csv", [("01",)], ("age",))
    found = bench.measure(bench.job({"age": {"prefix": ["1"]}}))
    assert (found.presence.minimum, found.presence.maximum) == (0, 1)
    assert found.public_rows == 3


def test_glob_of_csv(bench):
    for i, row in enumerate(PEOPLE):
        bench.write(f"census/part{i}.csv", [row], HEADER)
    bench.write("t.csv", MEMBERS, HEADER)
    assert_released(bench, public="census/*.csv")


def test_glob_of_parquet(bench):
    for i in range(3):
        write_parquet(bench, f"census/year{i}/p.parquet", PEOPLE[2 * i : 2 * i + 2])
    bench.write("t.csv", MEMBERS, HEADER)
    assert_released(bench, public="census/**/*.parquet")


def test_glob_over_headers_that_differ_is_refused(bench):
    bench.write("census/1.csv", PEOPLE[:3], HEADER)
    bench.write("census/2.csv", PEOPLE[3:], ("town", "age", "remark"))
    bench.write("t.csv", MEMBERS, HEADER)
    with pytest.raises(dpsql.SchemaError, match="header differs"):
        bench.measure(bench.job(HIERARCHIES, public="census/*.csv"))


@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_hive_folder(bench, format_):
    """Two folders town=…; files that start with _ or . are no data."""
    for town in "ab":
        rows = [row[1:] for row in PEOPLE if row[0] == town]
        path = bench.folder / "census" / f"town={town}" / f"p.{format_}"
        if format_ == "csv":
            bench.write(str(path.relative_to(bench.folder)), rows, HEADER[1:])
        else:
            path.parent.mkdir(parents=True)
            columns = [list(column) for column in zip(*rows, strict=True)]
            polars.DataFrame(dict(zip(HEADER[1:], columns, strict=True))).write_parquet(path)
    bench.write("census/_SUCCESS.csv", [], ("nothing",))
    bench.write("t.csv", MEMBERS, HEADER)
    assert_released(bench, public="census/")


def test_a_folder_is_found_from_the_job_file_by_its_bare_name(bench):
    bench.write("census/town=a/p.csv", [row[1:] for row in PEOPLE if row[0] == "a"], HEADER[1:])
    bench.write("census/town=b/p.csv", [row[1:] for row in PEOPLE if row[0] == "b"], HEADER[1:])
    bench.write("t.csv", MEMBERS, HEADER)
    assert_released(bench, public="census")


def test_hive_folder_with_values_that_need_escapes(bench):
    values = ["São Paulo", "a b", "a%b", "01", "a=b", "ä/ö"]
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE p AS SELECT UNNEST(?) AS town, '1' AS age", [values])
        target = bench.folder / "census"
        connection.execute(f"COPY p TO '{target}' (FORMAT parquet, PARTITION_BY (town))")
    bench.write("t.csv", [(value,) for value in values], ("town",))
    found = bench.measure(bench.job({"town": {"tree": {"*": values}}}, public="census/"))
    assert found.public_rows == len(values)
    assert found.presence.minimum == 1


def test_hive_column_of_a_single_file_is_not_added_D08(bench):
    """A file below a folder zip=9 has the columns of its header, no zip."""
    bench.write("zip=9/p.csv", PEOPLE, HEADER)
    bench.write("t.csv", MEMBERS, HEADER)
    assert_released(bench, public="zip=9/p.csv")
    with pytest.raises(dpsql.SchemaError, match="no column 'zip'"):
        bench.measure(bench.job({"zip": {"prefix": ["1"]}}, public="zip=9/p.csv"))


@pytest.mark.parametrize(
    "name",
    ["t[1].csv", "t*.csv", "t?.csv", "quote'.csv", "a\\b.csv", "a b.csv", "é🙂.csv", "$x.csv"],
)
def test_a_path_that_exists_is_read_literally_D08(bench, name):
    bench.write("t1.csv", [("a", "99", "decoy")] * 3, HEADER)
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write(name, MEMBERS, HEADER)
    assert_released(bench, private={"path": name})


@pytest.mark.parametrize("kind", ["arrow", "pandas", "polars"])
def test_tables_in_memory(bench, kind):
    def make(rows):
        columns = [list(column) for column in zip(*rows, strict=True)]
        named = dict(zip(HEADER, columns, strict=True))
        return {"arrow": pyarrow.table, "pandas": pandas.DataFrame, "polars": polars.DataFrame}[
            kind
        ](named)

    assert_released(bench, public=make(PEOPLE), private=make(MEMBERS))


def test_a_mapping_table_in_a_file(bench):
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write("t.csv", MEMBERS, HEADER)
    rows = [("01", "0*"), ("02", "0*"), ("11", "1*"), ("12", "1*"), ("13", "1*")]
    bench.write("dim_age.csv", [(label, leaf, "unused") for leaf, label in rows], ("b", "a", "c"))
    hierarchies = {**HIERARCHIES, "age": {"table": "dim_age.csv", "columns": ["a", "b"]}}
    job = bench.job(hierarchies, keep=["note"], delta={"min": "1/3", "max": "1/3"})
    assert bench.anonymize(job).levels == {"town": 1, "age": 1}
    assert bench.read_release() == RELEASED


def test_a_mapping_table_without_a_column_is_refused(bench):
    bench.write("p.csv", PEOPLE, HEADER)
    bench.write("t.csv", MEMBERS, HEADER)
    bench.write("dim_age.csv", [("01", "0*")], ("a", "b"))
    hierarchies = {**HIERARCHIES, "age": {"table": "dim_age.csv", "columns": ["a", "nope"]}}
    with pytest.raises(dpsql.SchemaError, match="no column 'nope'"):
        bench.measure(bench.job(hierarchies))


@pytest.mark.parametrize("missing", ["public", "private"])
def test_a_missing_column_is_refused_and_a_similar_name_shown(bench, missing):
    names = {"public": "the public table", "private": "the private table"}
    for name, rows, which in (("p.csv", PEOPLE, "public"), ("t.csv", MEMBERS, "private")):
        header = ("Town", *HEADER[1:]) if which == missing else HEADER
        bench.write(name, rows, header)
    with pytest.raises(dpsql.SchemaError, match=f"{names[missing]} has no column 'town'.*'Town'"):
        bench.measure(bench.job(HIERARCHIES))


@pytest.mark.parametrize("column", ["agee", "income"])
def test_a_column_that_a_frame_lacks_is_told_of_without_first_lines(column):
    people = pandas.DataFrame({"age": [1, 2, 3], "sex": ["a", "b", "a"]})
    words = {"quasi_identifiers": {column: {"widths": [5]}}, "delta": {"max": "1/2"}}
    with pytest.raises(dpsql.InputError) as refused:
        dpsql.measure(dpsql.Job(public=people, private=people[:1], **words))
    assert "first line" not in str(refused.value)
    assert ("did you mean 'age'?" in str(refused.value)) is (column == "agee")


def test_a_text_of_a_csv_that_its_hierarchy_does_not_list(tmp_path):
    """DuckDB's CSV reader would be told to cast it, and call the line damaged."""
    (tmp_path / "p.csv").write_text("town,member\nx,true\nw,true\n", encoding="utf-8")
    words = {"town": {"tree": {"*": ["x"]}}}
    job = dpsql.Job(
        public="p.csv", private={"where": "member"}, quasi_identifiers=words, folder=tmp_path
    )
    with pytest.raises(dpsql.HierarchyError, match="1 value of P"):
        dpsql.measure(job)
