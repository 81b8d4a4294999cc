"""``dpsql init`` for tables of a DuckDB file: the job that it writes runs as it is."""

import re
import shutil
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.demo import write_people
from tests.tiers import later


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A database with the people of the demo in two schemas, and the census beside it."""
    folder = tmp_path_factory.mktemp("warehouse")
    write_people(folder / "people")
    with duckdb.connect(folder / "warehouse.duckdb") as connection:
        connection.execute("CREATE SCHEMA mart")
        for place, name in (("mart.register", "registry"), ("mart.trial", "trial")):
            file = folder / f"people/{name}.parquet"
            connection.execute(f"CREATE TABLE {place} AS FROM '{file}'")
        connection.execute("CREATE VIEW census AS FROM mart.register SELECT * EXCLUDE in_trial")
    return folder


@pytest.fixture
def warehouse(made, tmp_path, monkeypatch):
    """A copy of it."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_job_names_tables_and_their_engine(warehouse, run):
    words = ["mart.register", "mart.trial", "--engine", "warehouse.duckdb"]
    assert run("init", *words, "-o", "jobs.yaml").exit_code == 0
    job = dpsql.read_job("jobs.yaml")
    assert (job.public.words, job.private.source.words) == ("mart.register", "mart.trial")
    assert job.engine.duckdb.database == "./warehouse.duckdb"
    assert run("check", "jobs.yaml", "--json").found["private_rows"] == 160
    assert run("risks", "jobs.yaml", "--json").found["presence"]["max"] == "1"


def test_a_job_elsewhere_finds_the_database(warehouse, run):
    (warehouse / "jobs").mkdir()
    engine = "{duckdb: {database: warehouse.duckdb, memory: 1GB}}"
    words = ["census", "people/trial.parquet", "--engine", engine, "-o", "jobs/first.yaml"]
    assert run("init", *words).exit_code == 0
    job = dpsql.read_job("jobs/first.yaml")
    assert job.private.source.path == "../people/trial.parquet"
    assert (job.engine.duckdb.database, job.engine.duckdb.memory) == ("../warehouse.duckdb", "1GB")
    assert run("check", "jobs/first.yaml").exit_code == 0


def test_rows_of_a_table_may_be_marked(warehouse, run):
    words = ["mart.register", "--where", "in_trial", "--engine", "warehouse.duckdb"]
    assert run("init", *words).exit_code == 0
    text = (warehouse / "job.yaml").read_text()
    assert "release: register-released.parquet" in text
    # Levels are found in a moment.
    (warehouse / "job.yaml").write_text(text.replace("algorithm: pooled", "algorithm: spalm"))
    assert run("anonymize", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["warehouse.duckdb"], "it has census, mart.register, mart.trial"),
        (["warehouse.duckdb", "mart.trial"], "dpsql init --engine warehouse.duckdb PUBLIC PRIVATE"),
        (["mart.register", "mart.trial"], "for a table of a database, add --engine"),
        (["census", "mart.trials", "--engine", "warehouse.duckdb"], "no table or view"),
        (["census", "mart.trial", "--engine", "warehouse.db"], "no such database file"),
        (["census", "mart.trial", "--engine", "{spark: {remot: a}}"], "--engine: spark.remot"),
        (["census", "mart.trial", "--engine", "spark"], "engine: spark needs remote"),
    ],
)
def test_what_cannot_be_read_is_told(warehouse, run, words, complaint):
    ended = run("init", *words)
    assert (ended.exit_code, complaint in ended.complaint) == (2, True), ended.complaint
    assert not (warehouse / "job.yaml").exists()


def test_a_misspelt_suffix_of_a_file_is_told(warehouse, run):
    (warehouse / "people/job.yaml").write_text(
        "public: registry.parqet\nprivate: trial.parquet\nquasi_identifiers: {age: {widths: [5]}}\n"
    )
    ended = run("check", "people/job.yaml")
    assert ended.complaint.endswith("of the engine has this name; there is 'registry.parquet'")


def test_an_open_connection(warehouse):
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE everybody AS FROM 'people/registry.parquet'")
        path = dpsql.init("everybody", where="in_trial", connection=connection)
        assert "engine:" not in path.read_text()
        assert dpsql.check(path, connection=connection).private_rows == 160


@pytest.mark.parametrize("is_typed", ["public", "private"])
def test_a_csv_beside_a_typed_table_gets_its_types(tmp_path, run, monkeypatch, is_typed):
    """By the statement that is told, whatever columns are called; codes keep their zeros."""
    monkeypatch.chdir(tmp_path)
    rows = """
        SELECT '0' || i % 20 AS zip, CAST(i % 30 AS INTEGER) AS "the ""age",
          DATE '2024-01-01' + CAST(i % 9 AS INTEGER) AS day
        FROM range(60) AS r(i)
    """
    typed, text = ("p", "t") if is_typed == "public" else ("t", "p")
    duckdb.sql(f"COPY ({rows}) TO '{typed}.parquet'")
    duckdb.sql(f"COPY ({rows}) TO '{text}.csv'")
    files = {typed: f"{typed}.parquet", text: f"{text}.csv"}
    told = run("init", files["p"], files["t"])
    assert told.exit_code == 0
    assert 'the "age, day: left out, as text in' in told.stderr
    duckdb.sql("COPY (" + told.stderr.partition("COPY (")[2].splitlines()[0])
    files[text] = f"{text}-typed.parquet"
    again = run("init", files["p"], files["t"], "--overwrite", "--json")
    assert set(again.found["quasi_identifiers"]) == {"zip", 'the "age', "day"}
    assert "left out, as text" not in again.stderr


@pytest.mark.parametrize(
    ("is_typed", "suffix"),
    [
        ("public", "csv"),
        later("public", "parquet"),
        later("private", "csv"),
        ("private", "parquet"),
    ],
)
def test_texts_are_cast_as_they_are_written(tmp_path, run, monkeypatch, is_typed, suffix):
    """With a decimal comma; and no column whose texts would be refused, or rounded."""
    monkeypatch.chdir(tmp_path)
    rows = """
        SELECT i % 7 AS age, (i % 40) / 8 AS "log hours", i % 5 AS grade, i % 6 AS half,
          1000 + i % 9 AS pay, CAST(i % 3 AS DOUBLE) AS kids
        FROM range(80) AS r(i)
    """
    texts = f"""
        SELECT CAST(age AS VARCHAR) AS age, replace(CAST("log hours" AS VARCHAR), '.', ',')
            AS "log hours", if(grade = 4, 'N/A', CAST(grade AS VARCHAR)) AS grade,
          CAST(half / 2 AS VARCHAR) AS half, format('{{:,}}', pay) AS pay,
          if(kids = 2, '2e0', CAST(CAST(kids AS INTEGER) AS VARCHAR)) AS kids
        FROM ({rows})
    """
    typed, text = ("p", "t") if is_typed == "public" else ("t", "p")
    as_doubles = "* REPLACE (CAST(pay AS DOUBLE) AS pay)"
    duckdb.sql(f"COPY (SELECT {as_doubles} FROM ({rows})) TO '{typed}.parquet'")
    options = " (DELIMITER ';')" if suffix == "csv" else ""
    duckdb.sql(f"COPY ({texts}) TO '{text}.{suffix}'{options}")
    files = {typed: f"{typed}.parquet", text: f"{text}.{suffix}"}
    told = run("init", files["p"], files["t"])
    assert "age, log hours, grade, kids: left out, as text in" in told.stderr
    assert "DuckDB casts them so, and N/A becomes NULL; name" in " ".join(told.stderr.split())
    duckdb.sql(re.search(r"COPY .*? \(FORMAT parquet\);", told.stderr)[0])
    columns = 'age, "log hours", kids, grade'
    cast = duckdb.sql(f"SELECT {columns} FROM '{text}-typed.parquet'")
    expected = duckdb.sql(
        f"SELECT age, \"log hours\", kids, nullif(grade, 4) FROM '{typed}.parquet'"
    )
    assert (cast.types, cast.fetchall()) == (expected.types, expected.fetchall())


@pytest.mark.parametrize("more", ["", ", 'n' || i AS name"], ids=["keys", "keys and names"])
def test_a_t_of_keys_alone_takes_the_columns_of_p(tmp_path, run, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    people = f"SELECT 'p' || i AS id, i % 7 AS age{more} FROM range(60) AS r(i)"
    duckdb.sql(f"COPY ({people}) TO 'p.parquet'")
    of_t = f"SELECT 'p' || i AS id, 'x' || i % 2 AS icd{more} FROM range(9) AS r(i)"
    duckdb.sql(f"COPY ({of_t}) TO 't.parquet'")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    assert (ended.found["quasi_identifiers"], ended.found["key_faults"]) == (["age"], [])
    text = Path("job.yaml").read_text()
    assert "#  T has none of these columns: those of P are published, found by this key\n" in text
    assert "# Columns of P that are left out" in text and "# keep: [icd]" in text
    assert run("anonymize", "job.yaml").exit_code == 0
    assert run("verify", "job.yaml").exit_code == 0


def test_what_p_alone_has_could_be_used_by_key(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    columns = "'p' || i AS id, i % 7 AS age, i % 5 AS \"my: town\", i % 3 AS outcome, i % 2 AS abc"
    duckdb.sql(f"COPY (SELECT {columns} FROM range(60) AS r(i)) TO 'p.parquet'")
    duckdb.sql("COPY (SELECT id, age FROM 'p.parquet' LIMIT 9) TO 't.parquet'")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    # Not what few know of others, or of which nothing says that they do.
    told = "columns that P alone has could be quasi-identifiers, too:\n#  ['my: town']\n"
    assert told in Path("job.yaml").read_text()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("id AS pid", "pid of T has values of id in P (30 of 30): do both name the same"),
        ("CAST(hash(id) % 2 AS INTEGER) AS x", "may name nobody"),
    ],
    ids=["another name", "nothing"],
)
def test_where_nothing_is_shared_the_key_is_looked_for(tmp_path, run, monkeypatch, change, told):
    monkeypatch.chdir(tmp_path)
    duckdb.sql("COPY (SELECT 'p' || i AS id, i % 7 AS age FROM range(60) AS r(i)) TO 'p.parquet'")
    duckdb.sql(f"COPY (SELECT {change} FROM 'p.parquet' LIMIT 30) TO 't.parquet'")
    ended = run("init", "p.parquet", "t.parquet")
    assert ended.exit_code == 3 and told in ended.stderr
