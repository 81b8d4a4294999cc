"""``dpsql init`` on a folder of files with several rows per person: a statement reads all of it."""

import re

import duckdb
import pytest

#: Each person has a row in every year, and T names those of two.
ROWS = """SELECT printf('p%03d', i) AS pid, printf('%02d', (i + y) % 12) AS ward,
  2019 + y AS year, 20 + i % 50 AS age, i % 5 = 0 AS in_t
  FROM range(120) AS a(i), range(3) AS b(y)"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    duckdb.sql(f"COPY ({ROWS}) TO 'panel' (FORMAT parquet, PARTITION_BY (year, ward))")
    return tmp_path


def _run_statements(text: str) -> int:
    statements = re.findall(r"^#  (COPY .*)$", text, re.MULTILINE)
    for one in statements:
        duckdb.sql(one)
    return len(statements)


def test_one_row_of_each_person_of_a_partitioned_folder_is_written_to_one_file(folder, run):
    """Partitions stay texts, with the zeros before them."""
    duckdb.sql(f"COPY (SELECT pid, age FROM ({ROWS}) WHERE in_t) TO 't.parquet'")
    ended = run("init", "panel", "t.parquet")
    assert "Keep one row of each person, as the job shows" in ended.stdout
    assert _run_statements((folder / "job.yaml").read_text()) == 2
    kept = duckdb.sql("SELECT pid, year, ward FROM 'panel-people.parquet'").fetchall()
    assert {one[0]: one[1:] for one in kept}["p010"] == ("2021", "00")
    assert len(kept) == 120
    checked = run("check", "job.yaml", "--quiet")
    assert checked.exit_code == 3 and "READ_PARQUET('panel/*/*/*.parquet'" in checked.stderr
    run("init", "panel-people.parquet", "t-people.parquet", "--overwrite")
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_list_of_keys_gets_the_statement_for_the_folder(folder, run):
    duckdb.sql(f"COPY (SELECT DISTINCT pid FROM ({ROWS}) WHERE in_t) TO 't.parquet'")
    ended = run("init", "panel", "t.parquet", "--quiet")
    assert ended.exit_code == 3 and "READ_PARQUET('panel/*/*/*.parquet'" in ended.stderr


def test_rows_of_a_folder_that_are_marked_have_a_statement(folder, run):
    run("init", "panel", "--where", "in_t AND year = '2020'")
    assert _run_statements((folder / "job.yaml").read_text()) == 1
    rows = duckdb.sql("SELECT count(*), count(DISTINCT pid) FROM 'panel-people.parquet'")
    assert rows.fetchall() == [(120, 120)]


def test_statements_of_a_job_elsewhere_run_where_init_ran(folder, run):
    duckdb.sql(f"COPY ({ROWS}) TO 'p.csv'")
    (folder / "jobs").mkdir()
    run(
        "init",
        "p.csv",
        "--where",
        "in_t = 'true' AND year = '2020'",
        "-o",
        "jobs/j.yaml",
        "--quiet",
    )
    text = (folder / "jobs" / "j.yaml").read_text()
    assert "public: ../p.csv" in text
    assert _run_statements(text) == 1
    rows = duckdb.sql("SELECT count(*), count(DISTINCT pid) FROM 'p-people.parquet'")
    assert rows.fetchall() == [(120, 120)]


def test_nothing_is_promised_where_duckdb_would_read_other_files(folder, run):
    duckdb.sql(f"COPY (SELECT pid, age FROM ({ROWS}) WHERE in_t) TO 't.parquet'")
    inner = next((folder / "panel" / "year=2019").iterdir()).name
    hidden = folder / "panel" / "year=2019" / inner / ".hidden.parquet"
    hidden.write_bytes((folder / "t.parquet").read_bytes())
    ended = run("init", "panel", "t.parquet")
    assert "as the job shows" not in ended.stdout and "Make one row per person" in ended.stdout
    text = (folder / "job.yaml").read_text()
    assert "COPY" not in text and "This keeps" not in text
    assert "COPY" not in run("check", "job.yaml", "--quiet").stderr


def test_a_number_is_no_partition_and_the_message_says_why(run):
    ended = run("init", "panel", "--where", "year = 2020")
    assert ended.exit_code == 2 and "and of folders as year=2020, are text" in ended.stderr
