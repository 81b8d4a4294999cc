"""dpsql frequencies: files with missing cells, marks for them, and what is refused."""

import duckdb
import pytest

TABLE = "zip,age,lab\nA,x,1\nA,,2\n,x,3\nB,x,4\n,,5\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TABLE)
    return path


def test_each_rule_has_its_least_and_its_rows_below_k(run, table):
    found = run("frequencies", table, "--by", "zip,age", "--k", 3, "--json").found
    assert (found["rows"], found["incomplete_rows"], found["masks"]) == (5, 3, 4)
    assert found["rules"]["full"] == {"least": "3", "rows_below_k": 0}
    assert found["rules"]["discount"] == {"least": "2", "rows_below_k": 3}
    assert found["rules"]["sdcmicro"] == {"least": "3/2", "rows_below_k": 2}
    told = run("frequencies", table, "--by", "zip,age").stdout
    assert "3 rows have a missing cell, of 5" in told


def test_marks_of_missing_cells_and_sizes_of_domains(run, table, tmp_path):
    words = ["--alpha", "0", "--domain", "zip=4", "--json"]
    plain = run("frequencies", table, "--by", "zip,age", *words).found
    text = TABLE.replace("A,,", "A,*,").replace("\n,x", "\nNA,x").replace("\n,,", "\n*,NA,")
    table.write_text(text)
    marks = ["--missing", "*", "--missing", "NA"]
    assert run("frequencies", table, "--by", "zip,age", *words, *marks).found == plain
    duckdb.sql(f"COPY (FROM read_csv('{table}')) TO '{tmp_path / 't.parquet'}'")
    told = run("frequencies", tmp_path / "t.parquet", "--by", "zip,age", *words, *marks).found
    assert told == plain
    assert plain["rules"]["discount"]["least"] == "1"


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["--by", "zap"], 3, "has no column 'zap'"),
        (["--by", "zip,zip"], 2, "name each column once"),
        (["--by", "zip", "--k", "0"], 2, "whole numbers from 1 up"),
        (["--by", "zip", "--domain", "zip"], 2, "such as zip=100"),
        (["--by", "zip", "--alpha", "2"], 2, "--alpha is a probability"),
    ],
)
def test_what_has_no_meaning_is_refused(run, table, words, code, complaint):
    ended = run("frequencies", table, *words)
    assert ended.exit_code == code, ended.stderr
    assert complaint in ended.complaint


def test_a_table_without_rows(run, table):
    table.write_text("zip,age,lab\n")
    ended = run("frequencies", table, "--by", "zip")
    assert (ended.exit_code, "has no rows" in ended.complaint) == (3, True)
