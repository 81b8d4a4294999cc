"""``dpsql demo --people``: the tables of the README, the same at every call."""

import hashlib
import shlex

import duckdb

from dpsql.demo.people import draw_people

#: Changes only together with every page that shows these people.
DIGEST = "c41158b0b8957e4c45312f61cc887c3316a7fc81442ab41142e87367ada5f457"


def test_the_people_are_the_same_everywhere():
    assert hashlib.sha256(repr(draw_people()).encode()).hexdigest() == DIGEST


def test_what_it_says_can_be_typed(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    ended = run("demo", "--people", "--into", "some people")
    assert ended.exit_code == 0
    lines = ended.stdout.splitlines()
    files = {line.split()[0] for line in lines if line.startswith("  ")}
    assert files == {path.name for path in (tmp_path / "some people").iterdir()}
    entered, first_job = lines[-1].removeprefix("Next: ").split(" && ")
    monkeypatch.chdir(tmp_path / shlex.split(entered)[1])
    assert run(*shlex.split(first_job)[1:]).exit_code == 0
    assert run("check", "job.yaml", "--json").found["feasible"]
    assert (
        run("init", "registry.parquet", "--where", "in_trial", "-o", "marked.yaml").exit_code == 0
    )
    assert run("check", "marked.yaml", "--json").found["private_rows"] == 160


def test_the_tables_are_of_the_same_people(tmp_path, run):
    found = run("demo", "--people", "--into", tmp_path / "people", "--json").found
    assert found["status"] == "written"
    place = f"'{tmp_path}/people/%s.parquet'"
    census, trial, registry = (place % name for name in ("census", "trial", "registry"))
    of_trial = f"SELECT * EXCLUDE lab_result FROM {trial}"
    assert duckdb.sql(f"{of_trial} EXCEPT ALL FROM {census}").fetchall() == []
    marked = f"SELECT * EXCLUDE in_trial FROM {registry} WHERE in_trial"
    assert duckdb.sql(f"{marked} EXCEPT ALL ({of_trial})").fetchall() == []
    assert duckdb.sql(f"FROM {census} SELECT count(DISTINCT person_id)").fetchall() == [(2000,)]


def test_a_folder_is_needed_and_stays_as_it_is(tmp_path, run):
    assert "--into people" in run("demo", "--people").complaint
    (tmp_path / "mine").touch()
    ended = run("demo", "--people", "--into", tmp_path)
    assert (ended.exit_code, "is not an empty folder" in ended.complaint) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
