"""What is said of a table or a hierarchy that cannot be used: the cause, and a mend that works."""

import shutil

import duckdb
import pytest

import dpsql

LINES = "name,zip,age,nationality\nAnn,47906,35,USA\n"


@pytest.fixture
def refuse(example):
    """Check the example with another public table, and return the message."""

    def call(content, name="public.csv"):
        if content is not None:
            data = content if isinstance(content, bytes) else content.encode()
            (example.parent / name).write_bytes(data)
        with pytest.raises(dpsql.DpsqlError) as caught:
            dpsql.check(dpsql.read_job(example).replace(public=name))
        return str(caught.value)

    return call


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"Bob,47903,59", "it has 3 fields, and the header 4; mend the line: a field that holds"),
        (b"Bob,47903,59,Canada,5", "it has 5 fields, and the header 4; mend the line"),
        (b"x", "it has 1 field, and the header 4; mend the line"),
        (b'Bob,"47903,59,Canada', "a quote does not close where its field ends; mend the line"),
        (b'Bob,"47903"a,59,Canada', "a quote does not close where its field ends; mend the line"),
    ],
)
def test_the_fault_of_a_line_is_named(refuse, line, told):
    message = refuse(LINES.encode() + line + b"\nAl,47903,58,USA\n")
    assert message.startswith(f"public.csv, line 3: {told}")
    assert "iconv" not in message
    assert "47903" not in message


def test_a_line_that_is_not_utf_8_is_named(refuse):
    late = LINES.encode() + b"Al,47903,58,USA\n" * 90_000 + b"Bo,47903,59,Can\xe4da\n"
    told = "public.csv, line 90003: it is not UTF-8; save it as UTF-8: iconv"
    assert refuse(late).startswith(told)


def test_lines_that_end_in_two_ways_have_a_mend(example):
    table = example.parent / "public.csv"
    mixed = table.read_bytes().replace(b"\n", b"\r\n", 3)
    table.write_bytes(mixed)
    with pytest.raises(dpsql.ParseError, match=r"public\.csv: its lines end .*: tr -d '\\r' <"):
        dpsql.check(example)
    table.write_bytes(mixed.replace(b"\r", b""))
    assert dpsql.check(example).public_rows == 9


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("p.csv", b"\x1f\x8b\x08x", "it is compressed by gzip; unpack it: gunzip -c"),
        ("p.csv", b"\x28\xb5\x2f\xfd", "it is compressed by zstd; unpack it: zstd -d OLD -o NEW"),
        ("p.csv", b"PK\x03\x04x", "it is an archive or a workbook of Excel; unpack it, or save it"),
        ("p.csv.gz", b"x", "dpsql does not read this format; unpack it: gunzip -c OLD > NEW"),
        ("p.csv.zst", b"x", "dpsql does not read this format; unpack it: zstd -d OLD -o NEW"),
        ("p.zip", b"x", "dpsql does not read this format; unpack it"),
        ("p.json", b"[]", "dpsql does not read this format; save it as CSV UTF-8 or Parquet"),
        ("p.parquet", LINES, "it is a text and no Parquet; if it is a CSV, name it .csv, or write"),
        ("p.parquet", b"PAR1x", "it cannot be read; it is damaged or of another format"),
        ("~/p.csv", None, "no such file; write it in full, as no shell reads it: /"),
        ("$DATA/p.csv", None, "no such file; variables are not read: write the path itself"),
        ("q*.csv", None, "there are 'age.csv', 'private.csv', 'public.csv' and 1 more"),
        ("none/q*.csv", None, "there is no folder 'none'"),
        ("public.csv", "name,zip,age,nationality\n", "P has no rows; presence is measured"),
    ],
)
def test_a_file_of_another_kind_has_a_mend(refuse, name, content, told):
    assert told in refuse(content, name)


def test_a_folder_below_home_is_written_in_full(example):
    job = dpsql.read_job(example)
    told = r"the folder ~/gone does not exist; write it in full, as no shell reads it: /.*/gone$"
    with pytest.raises(dpsql.TargetError, match=told):
        dpsql.anonymize(job.replace(release="~/gone/x.csv"))
    with pytest.raises(dpsql.TargetError, match=told):
        dpsql.counts(job, 1, by=["zip"], output="~/gone/x.csv")
    (example.parent / "~" / "made").mkdir(parents=True)
    with pytest.raises(dpsql.TargetError, match=r"~/gone does not exist; create it$"):
        dpsql.anonymize(job.replace(release="~/gone/x.csv"))


def test_a_format_that_is_given_mends_a_name(example):
    job, folder = dpsql.read_job(example), example.parent
    shutil.copy(folder / "public.csv", folder / "p.parquet")
    assert dpsql.check(job.replace(public={"path": "p.parquet", "format": "csv"})).public_rows == 9
    with duckdb.connect() as connection:
        for name in ("public", "private"):
            rows = f"read_csv('{folder / name}.csv', all_varchar = true)"
            connection.execute(f"COPY (FROM {rows}) TO '{folder / name}.x.csv' (FORMAT parquet)")
    with pytest.raises(dpsql.ParseError, match=r"it is Parquet; name it \.parquet, or write"):
        dpsql.check(job.replace(public="public.x.csv"))
    mended = {
        name: {"path": f"{name}.x.csv", "format": "parquet"} for name in ("public", "private")
    }
    assert dpsql.check(job.replace(**mended)).public_rows == 9


def test_a_file_that_is_no_part_of_a_table_is_named(example):
    folder = example.parent / "people"
    folder.mkdir()
    shutil.copy(example.parent / "public.csv", folder / "part1.csv")
    (folder / "readme.txt").write_text("about\n")
    job = dpsql.read_job(example)
    with pytest.raises(dpsql.SchemaError, match=r"readme\.txt: its header differs from that of"):
        dpsql.check(job.replace(public="people"))
    assert dpsql.check(job.replace(public="people/part*.csv")).public_rows == 9


def test_a_key_finds_no_rows_of_p(example):
    (example.parent / "t.csv").write_text("name\nAnn\n")
    (example.parent / "public.csv").write_text("name,zip,age,nationality\n")
    job = dpsql.read_job(example).replace(private={"table": "t.csv", "key": "name"})
    with pytest.raises(dpsql.InputError, match=r"^P has no rows; presence is measured"):
        dpsql.check(job)


NATIONS = "America: {N. America: [USA, Canada], S. America: [Brazil, Peru]}"


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        (
            "America: {N. America: [USA, Canada], S. America: [USA, Peru]}",
            "job.yaml:8: hierarchy of nationality: a leaf stands below 'N. America' and 'S.",
        ),
        (
            "America: [USA, Canada, Brazil, Peru]",
            "job.yaml:8: hierarchy of nationality: the leaves of 'Europe' are 3 levels deep, and"
            " those before are 2; give all the same depth: a label may stand below itself",
        ),
        (
            "America: {Europe: [USA, Canada, Brazil, Peru]}",
            "hierarchy of nationality: the label 'Europe' stands below two labels; give each label",
        ),
    ],
)
def test_what_is_wrong_with_a_tree_is_named_with_its_line(example, run, edit, tree, told):
    edit(example, NATIONS, tree)
    ended = run("check", example)
    assert ended.exit_code == 3
    assert told in ended.complaint
    edit(example, tree, "America: {America: [USA, Canada, Brazil, Peru]}")
    assert run("check", example).exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("47906;", "47906 ;", "1 value of P (2 rows) has no place in it; {}; a leaf differs from"),
        ("47906;", "47906 ;", "from such a value by blanks alone: spell them alike"),
        ("479", "0479", "from such a value by zeros in front alone: spell them alike"),
        ("47906;", "47906.0;", "by a .0 at its end alone: spell them alike (pandas writes it of"),
        ("47906;", "48906;", "has no place in it; {}"),
        (
            ";",
            "\t",
            "(zip.csv), line 1: its cells are separated by tabs; write ; in place",
        ),
    ],
)
def test_a_leaf_in_another_spelling_is_told_without_a_value(example, run, edit, old, new, told):
    (example.parent / "zip.csv").write_text(
        (example.parent / "zip.csv").read_text().replace(old, new)
    )
    ended = run("check", example)
    assert ended.exit_code == 3
    assert told.format("--show-public prints some of them") in ended.complaint
    assert "47906" not in ended.complaint


def test_a_header_of_a_hierarchy_is_asked_about(example, run, caplog):
    zips = example.parent / "zip.csv"
    zips.write_text("ZIP;area;state;*\n" + zips.read_text())
    dpsql.check(example)
    assert "zip (zip.csv), line 1: it looks like a header and is read as a leaf" in caplog.text


def test_a_workbook_is_no_hierarchy(example, run, edit):
    (example.parent / "zip.xlsx").write_bytes(b"PK\x03\x04")
    edit(example, "zip: zip.csv", "zip: zip.xlsx")
    told = "zip.xlsx is no CSV: it is an archive or a workbook of Excel; save it as CSV UTF-8"
    assert told in run("check", example).complaint
