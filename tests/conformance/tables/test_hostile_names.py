"""Column names that would break out of SQL, of a template or of a file format go end to end."""

import csv

import duckdb
import pyarrow
import pytest

import dpsql

NAMES = [
    "a\"; COPY (SELECT 1) TO 'x'; --",
    '"',
    '""',
    '"a"',
    'a""b',
    "'",
    "''",
    "a'b",
    "\\",
    "\\'",
    '\\"',
    "a;b",
    "--",
    "/*",
    "*/",
    "`",
    "$1",
    "$$",
    "?",
    ":p",
    "@p",
    "%s",
    "%",
    "{}",
    "{{7*7}}",
    "{% raw %}",
    "{# no #}",
    "${x}",
    "select",
    "from",
    "group by",
    "public_count",
    "private_count",
    "leaf",
    "q0",
    "tuples",
    "public_table",
    "private_rows",
    "a.b",
    "a, b",
    "[0]",
    " leading",
    "trailing ",
    "  ",
    "*",
    "1",
    "é",
    "ß",
    "列",
    "🙂",
    # Looks like the first of these, which may not be public where it is kept.
    "e\u0301",
    "a\u2028b",
    "a\u200bb",
    "a\u202eb",
    "<script>alert(1)</script>",
    "=1+1",
    "read_csv('/etc/passwd')",
]
IN_MEMORY_ONLY = ["a\nb", "a\rb", "a\tb", "\x07", "\x1b[31m"]


def test_there_are_enough_names():
    assert len(set(NAMES + IN_MEMORY_ONLY)) == len(NAMES + IN_MEMORY_ONLY) >= 44


def names_by_three(names):
    """Each name as a quasi-identifier, with its successors as a rule's column and as a kept one.

    Every third case has all names; in the others they change places.
    """
    return [
        pytest.param(
            *(name, names[i - 1], names[i - 2]),
            id=ascii(name),
            marks=[pytest.mark.tier("ci")] if i % 3 else [],
        )
        for i, name in enumerate(names)
    ]


PEOPLE = [("x", "1", "k0"), ("x", "2", "k1"), ("y", "11", "k2"), ("y", "12", "k3")]
MEMBERS = [PEOPLE[0], PEOPLE[3]]


def release_and_compare(bench, job, names):
    found = bench.anonymize(job)
    assert list(found.levels) == list(names[:2])
    assert list(found.levels.values()) == [0, 1]
    assert found.presence.maximum == 0.5
    with duckdb.connect() as connection:
        reader = connection.execute("FROM read_parquet(?)", [str(bench.folder / "r.parquet")])
        assert [column[0] for column in reader.description] == list(names)
        assert reader.fetchall() == [("x", "[0, 10)", "k0"), ("y", "[10, 20)", "k3")]
    assert not list(bench.folder.rglob("x"))


def hierarchies(names):
    return {
        names[0]: {"tree": {"root": ["x", "y"]}},
        names[1]: {"widths": ["10"]},
    }


@pytest.mark.parametrize(("label", "number", "kept"), names_by_three(NAMES))
def test_names_in_files_D01_D04_D05(bench, monkeypatch, label, number, kept):
    monkeypatch.chdir(bench.folder)
    names = (label, number, kept)
    for name, rows in (("p.csv", PEOPLE), ("t.csv", MEMBERS)):
        with (bench.folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows([names, *rows])
    words = {
        "public": {"path": "p.csv", "delimiter": ","},
        "private": {"path": "t.csv", "delimiter": ","},
    }
    job = bench.job(hierarchies(names), keep=[kept], delta={"max": "1/2"}, **words)
    release_and_compare(bench, job, names)


@pytest.mark.parametrize(("label", "number", "kept"), names_by_three(IN_MEMORY_ONLY))
def test_names_in_memory_D01(bench, monkeypatch, label, number, kept):
    monkeypatch.chdir(bench.folder)
    names = (label, number, kept)
    public, private = (
        pyarrow.table([list(column) for column in zip(*rows, strict=True)], list(names))
        for rows in (PEOPLE, MEMBERS)
    )
    job = bench.job(
        hierarchies(names), public=public, private=private, keep=[kept], delta={"max": "1/2"}
    )
    release_and_compare(bench, job, names)


@pytest.mark.parametrize("name", ["key'; --", 'k"k', "{{key}}", "k k"])
def test_names_of_keys_and_flags_D01(bench, name):
    bench.write("p.csv", [("x", 1, "yes"), ("y", 2, "no")], ("town", name, "flag" + name))
    bench.write("t.csv", [(1,)], (name,))
    tree = {"town": {"tree": {"root": ["x", "y"]}}}
    for private in ({"table": "t.csv", "key": name}, {"where": "flag" + name}):
        job = bench.job(tree, private=private)
        found = bench.measure(job)
        assert (found.private_rows, found.presence.maximum) == (1, 1)


def test_an_empty_name_is_refused_D01(bench):
    bench.write("p.csv", [("x", "1")], ("town", ""))
    bench.write("t.csv", [("x", "1")], ("town", ""))
    with pytest.raises(dpsql.SchemaError, match="a column has no name"):
        bench.measure(bench.job({"town": {"tree": {"root": ["x"]}}}))


@pytest.mark.parametrize("header", [("zip", "ZIP"), ("zip", "zip"), ("É", "é")])
def test_names_that_only_case_tells_apart_are_refused(bench, header):
    bench.write("p.csv", [("x", "1")], header)
    bench.write("t.csv", [("x", "1")], header)
    with pytest.raises(dpsql.SchemaError, match="have the same name"):
        bench.measure(bench.job({header[0]: {"tree": {"root": ["x"]}}}))
