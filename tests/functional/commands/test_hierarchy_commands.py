"""``dpsql hierarchy`` on the command line."""

import duckdb
import pytest

from dpsql.hierarchies import column_values


@pytest.fixture
def census(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as connection:
        connection.sql(
            "SELECT * FROM (VALUES (35, DATE '2024-05-31', 'Bonn', 'NRW', '53113'),"
            " (42, DATE '2023-01-01', 'Kiel', 'SH', '24103'),"
            " (42, DATE '2023-01-02', 'Bonn', 'NRW', '53115'),"
            " (7, NULL, 'Ulm', 'BW', '89073')) AS t(age, born, town, state, zip)"
        ).write_parquet("p.parquet")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("age", "--widths", "10,20"), "7;[0, 10);[0, 20);*\n35;[30, 40);[20, 40);*\n"),
        (("born", "--dates", "month,year", "--nulls"), "2023-01-01;2023-01;2023;*\n"),
        (("zip", "--prefix", "2"), "24103;24*;*\n53113;53*;*\n53115;53*;*\n89073;89*;*\n"),
        (("town", "--levels", "state"), "Bonn;NRW;*\nKiel;SH;*\nUlm;BW;*\n"),
    ],
)
def test_build(census, run, words, text):
    built = run("hierarchy", "build", "--values", "p.parquet", "--column", *words, "-o", "h.csv")
    assert built.exit_code == 0, built.stderr
    written = (census / "h.csv").read_text().replace('"', "")
    assert all(line in written for line in text.splitlines())
    printed = run("hierarchy", "build", "--values", "p.parquet", "--column", *words).stdout
    assert printed == (census / "h.csv").read_text()
    checked = run("hierarchy", "lint", "h.csv", "--values", "p.parquet", "--column", words[0])
    assert checked.exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (("age",), 2, "exactly one of"),
        (("age", "--widths", "5", "--prefix", "2"), 2, "exactly one of"),
        (("age", "--widths", "10,25"), 2, "--widths: each width must be a multiple"),
        (("born", "--dates", "year"), 3, "NULL is one"),
        (("town", "--widths", "5"), 3, "no place"),
        (("aeg", "--widths", "5"), 3, "has no column 'aeg'; did you mean 'age'?"),
        (("sbrk", "--widths", "5"), 3, "columns and none of this name"),
        (("state", "--levels", "town,zip"), 3, "differ in 'zip'"),
        (("age", "--widths", "5", "-o", "p.parquet"), 2, "it exists"),
    ],
)
def test_what_cannot_be_built_is_refused(census, run, words, code, complaint):
    ended = run("hierarchy", "build", "--values", "p.parquet", "--column", *words)
    assert ended.exit_code == code
    assert complaint in ended.complaint


def test_more_values_than_a_list_should_have(census, run, monkeypatch):
    monkeypatch.setattr(column_values, "MOST_VALUES", 2)
    words = ("--values", "p.parquet", "--column", "age", "--widths", "5")
    ended = run("hierarchy", "build", *words)
    assert (ended.exit_code, "give it a rule" in ended.complaint) == (5, True)


def test_lint_tells_of_values_without_a_row(census, run):
    (census / "h.csv").write_text("35;x;*\n42;y;*\n")
    words = ("hierarchy", "lint", "h.csv", "--values", "p.parquet", "--column", "age")
    ended = run(*words, "--json")
    assert ended.exit_code == 3
    assert ended.found["labels"] == [2, 2, 1]
    assert [one["blocks"] for one in ended.found["findings"]] == [False, True]
    assert "'7': 1 value of the column (1 row) has no row" in run(*words).stdout
    assert run("hierarchy", "lint", "h.csv", "--values", "p.parquet").exit_code == 2


def test_lint_tells_where_a_label_is_empty(census, run):
    (census / "h.csv").write_text("35;x;*\n42;;*\n")
    ended = run("hierarchy", "lint", "h.csv", "--json")
    assert ended.exit_code == 0
    assert ended.found["findings"][0]["message"].startswith("line 2, column 2: the label is empty")


def test_show_draws_a_label_that_levels_repeat_once(run, tmp_path):
    rows = ("40;40s;40s;40s;*", "41;40s;40s;40s;*", "50;a;50s;50s;*", "51;b;50s;50s;*", "x;x;x;x;*")
    (tmp_path / "h.csv").write_text("\n".join(rows))
    drawn = run("hierarchy", "show", tmp_path / "h.csv", "--depth", "4").stdout.splitlines()
    assert [line.strip(" ├└│─") for line in drawn] == [
        *("*  5 leaves", "40s  on 3 levels  2 leaves", "40", "41", "50s  on 2 levels  2 leaves"),
        *("a  1 leaf", "50", "b  1 leaf", "51", "x  on 3 levels  1 leaf", "x"),
    ]
    shallow = run("hierarchy", "show", tmp_path / "h.csv", "--depth", "1").stdout
    assert "40s  on 3 levels" in shallow and "41" not in shallow


def test_show_draws_a_tree(census, run):
    (census / "h.csv").write_text("".join(f"{i};g{i // 2};*\n" for i in range(40)))
    drawn = run("hierarchy", "show", "h.csv", "--most", "3").stdout
    assert "g0  2 leaves" in drawn
    assert "… 17 more" in drawn
    words = ("--values", "p.parquet", "--column", "age", "--depth", "1")
    assert "g3  2 leaves  1 row\n" in run("hierarchy", "show", "h.csv", *words).stdout


def test_a_hierarchy_of_a_job_is_exported_and_a_file_becomes_a_tree(example, run, edit):
    folder = example.parent
    edit(example, "age.csv", "{widths: [10]}")
    for name, start in (("zip", "4"), ("age", "18;"), ("nationality", "USA;N. America")):
        text = run("hierarchy", "export", example, name).stdout
        assert text.startswith(start)
        (folder / f"{name}-again.csv").write_text(text)
        assert run("hierarchy", "lint", folder / f"{name}-again.csv").exit_code == 0
    tree = run("hierarchy", "tree", folder / "nationality-again.csv").stdout
    assert "N. America:" in tree
    assert run("hierarchy", "export", example, "town").exit_code == 2
