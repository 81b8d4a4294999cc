"""The dbt project of a job, run by dbt on DuckDB: what passes, what fails, and what stays text.

``DPSQL_DBT`` names the ``dbt`` to run, of an environment with dbt-duckdb: it may need another
DuckDB than dpsql does.
"""

import csv
import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

import dpsql
from dpsql.use_cases.dbt import dbt as write_project
from dpsql.warehouses.dbt.project import list_files
from dpsql.warehouses.dialects import WAREHOUSES
from tests.conftest import write_paper_job
from tests.dbt_server import DbtServer
from tests.people import KINDS

PROFILE = """dpsql:
  target: test
  outputs:
    test: {type: duckdb, path: warehouse.duckdb, threads: 1}
"""
#: The schema of the models with counts of T.
PRIVATE = "main_dpsql_private"
#: Reads the tables, and prints rows; DuckDB's file format is that of dbt's own DuckDB.
LOAD = """
import duckdb, json
connection = duckdb.connect("warehouse.duckdb")
for name, (columns, rows) in json.loads(given).items():
    quoted = ", ".join('"' + column.replace('"', '""') + '" VARCHAR' for column in columns)
    connection.execute(f'CREATE TABLE "{name}" ({quoted})')
    for row in rows:
        connection.execute(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(row))})', row)
"""
READ = """
import duckdb, json
connection = duckdb.connect("warehouse.duckdb")
print(json.dumps([list(map(str, row)) for row in connection.execute(given).fetchall()]))
"""


@pytest.fixture(scope="session")
def dbt() -> Iterator[DbtServer]:
    """The dbt to run; where there is none a named skip, in CI a failure."""
    found = os.environ.get("DPSQL_DBT") or shutil.which("dbt")
    if found is None or not Path(found).is_file():
        problem = "no dbt here: make an environment with dbt-duckdb and let DPSQL_DBT name its dbt"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(problem)
    server = DbtServer(Path(found))
    yield server
    server.close()


class Project:
    """A generated project and its warehouse."""

    def __init__(self, dbt: DbtServer, folder: Path) -> None:
        self.folder = folder
        self._dbt = dbt

    def load(self, tables):
        (self.folder / "profiles.yml").write_text(PROFILE, encoding="utf-8")
        self._python(LOAD, json.dumps({name: [[*c], [*r]] for name, (c, r) in tables.items()}))

    def build(self, *command):
        """Status of each node that ran, by its name."""
        ended = self._run(*(command or ("build",)))
        results = self.folder / "target" / "run_results.json"
        assert results.is_file(), ended.output
        found = json.loads(results.read_text(encoding="utf-8"))["results"]
        return {one["unique_id"].split(".")[2]: one["status"] for one in found}

    def complain(self):
        """What dbt says where it refuses to read the project."""
        ended = self._run("parse", "--no-partial-parse")
        assert ended.code != 0
        return ended.output

    def rows(self, query):
        return sorted(map(tuple, json.loads(self._python(READ, query))))

    def _run(self, *command):
        return self._dbt.run(self.folder, [*command, "--no-use-colors", "--profiles-dir", "."])

    def _python(self, code, text):
        ended = self._dbt.run_python(self.folder, code, text)
        assert ended.code == 0, ended.output
        return ended.output


@pytest.fixture
def project(dbt, tmp_path):
    return Project(dbt, tmp_path / "project")


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def paper_tables(folder):
    return {"public_table": read_csv(folder / "p.csv"), "private_table": read_csv(folder / "t.csv")}


def sort_rows(rows):
    return sorted(tuple(map(str, row)) for row in rows)


def failed(statuses):
    """The tests that fail; where one does no release is made, and nothing else is left out."""
    found = {name for name, status in statuses.items() if status == "fail"}
    assert set(statuses.values()) <= {"success", "pass", "fail", "skipped"}, statuses
    skipped = {name for name, status in statuses.items() if status == "skipped"}
    assert skipped == ({"dpsql_release"} if found else set())
    return found


def test_a_release_that_holds_passes_all_tests(duckdb_bench, project):
    words = {"delta": {"min": "1/2", "max": "2/3"}, "constraints": {"k_anonymity": 2, "k_map": 3}}
    job = write_paper_job(duckdb_bench, **words)
    released = duckdb_bench.anonymize(job)
    files = write_project(job, project.folder, levels=released.levels)
    assert {"dbt_project.yml", "README.md", "models/dpsql_release.sql"} <= {*files}
    project.load(paper_tables(duckdb_bench.folder))
    statuses = project.build()
    assert not failed(statuses)
    tests = [name for name, status in statuses.items() if status == "pass"]
    for name in ("delta_presence", "k_anonymity", "k_map", "dpsql_problems"):
        assert [one for one in tests if one.startswith(name)], name
    rows = project.rows("SELECT zip, age, nationality FROM dpsql_release")
    assert rows == sorted(duckdb_bench.read_release())
    (presence,) = project.rows(f"SELECT MIN(presence), MAX(presence) FROM {PRIVATE}.dpsql_classes")
    assert [*map(float, presence)] == pytest.approx([1 / 2, 2 / 3])
    # Analysts who may read the schema of the target find no counts of T there.
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'"
    made = {("dpsql_release",), ("public_table",), ("private_table",)}
    assert {*project.rows(tables)} == made


@pytest.mark.parametrize(
    ("path", "holds"),
    [(["nationality", "zip", "age"], True), ("columns", True), ("columns", False)],
)
def test_a_pooled_release_is_made_where_people_settle(duckdb_bench, project, path, holds):
    pooled = {"path": path, "least": 4}
    words = {"delta": {"max": "2/3"}, "algorithm": {"pooled": pooled}}
    released = duckdb_bench.anonymize(write_paper_job(duckdb_bench, **words))
    delta = {"delta": {"max": "2/3" if holds else "1/3"}}
    job = write_paper_job(duckdb_bench, **words | delta)
    manifest = duckdb_bench.folder / f"{released.release.path}.manifest.json"
    given = {"levels": released.levels} if path != "columns" else {"manifest": manifest}
    write_project(job, project.folder, **given)
    project.load(paper_tables(duckdb_bench.folder))
    broken = failed(project.build())
    assert [name.split("_dpsql_classes")[0] for name in broken] == (
        [] if holds else ["delta_presence"]
    )
    if holds:
        rows = project.rows("SELECT zip, age, nationality FROM dpsql_release")
        assert rows == sorted(duckdb_bench.read_release())
        classes = project.rows(f"SELECT COUNT(*) FROM {PRIVATE}.dpsql_classes")
        assert classes == [(str(released.pooled.classes),)]


#: 100-anonymity where members are known to be members: no generic test is for it.
WEAK = {"k_anonymity": 2, "k_map": 2, "weak_k_anonymity": 100, "presence_closeness": "1/2"}


def test_a_release_that_fails_fails_exactly_the_tests_it_breaks(duckdb_bench, project):
    words = {"delta": {"min": "1/2", "max": "2/3"}, "constraints": WEAK}
    job = write_paper_job(duckdb_bench, **words)
    levels = {"zip": 2, "age": 2, "nationality": 2}
    write_project(job, project.folder, levels=levels)
    header, members = read_csv(duckdb_bench.folder / "t.csv")
    tables = paper_tables(duckdb_bench.folder)
    # Without one of the two Europeans, one of three is in T: neither at least 1/2, nor 2 rows.
    tables["private_table"] = header, [row for row in members if row[0] != "Iris"]
    project.load(tables)
    write_cases(project.folder)
    broken = failed(project.build("build", "--store-failures"))
    # What failing tests keep has counts of T, and so the schema of the other counts.
    kept = f"SELECT COUNT(*) FROM {PRIVATE}.dpsql_other_constraints"
    assert project.rows(kept) != [("0",)]
    assert {*project.rows("SELECT DISTINCT table_schema FROM information_schema.tables")} == {
        ("main",),
        (PRIVATE,),
    }
    found = {tuple(one.split("_case_of_")) for one in broken if "_case_of_" in one}
    assert {(test, rest.split("__")[0]) for test, rest in found} == {
        (test, name) for name, test, *_, fails in CASES if fails
    }
    others = {one.split("_dpsql_classes")[0] for one in broken if "_case_of_" not in one}
    assert others == {"delta_presence", "k_anonymity", "dpsql_other_constraints"}
    violating = f"SELECT zip, public_count FROM {PRIVATE}.dpsql_classes WHERE violates = 1"
    assert project.rows(violating) == [("47*", "6"), ("48*", "3")]


#: Tests of hand-made classes: name, test, its words, people of P and of T in a class, does it fail.
CASES = [
    ("third", "delta_presence", {"max": "1/3"}, (3, 1), False),
    ("almost_a_third", "delta_presence", {"max": "0.333333333333333"}, (3, 1), True),
    ("decimal", "delta_presence", {"max": "0.29"}, (100, 29), False),
    ("over", "delta_presence", {"max": "0.29"}, (100, 30), True),
    ("nobody", "delta_presence", {"min": "1/1000"}, (5, 0), True),
    ("nobody_is_fine", "delta_presence", {"max": 1}, (5, 0), False),
    ("only_a_least", "delta_presence", {"min": 1}, (5, 5), False),
    ("large", "delta_presence", {"max": "0.999999999999999999"}, (9, 9), True),
    ("enough", "k_anonymity", {"k": 3}, (9, 3), False),
    ("few", "k_anonymity", {"k": 3}, (9, 2), True),
    ("none", "k_anonymity", {"k": 3}, (2, 0), False),
    ("crowd", "k_map", {"k": 3}, (3, 1), False),
    ("alone", "k_map", {"k": 3}, (2, 1), True),
    ("absent", "k_map", {"k": 3}, (2, 0), False),
]


def write_cases(folder, cases=CASES):
    """A model per case, each with its one test."""
    models = []
    for name, test, words, (public, private), _ in cases:
        query = f"SELECT {public} AS public_count, {private} AS private_count"
        file = folder / "models" / f"case_of_{name}_.sql"
        file.write_text(query, encoding="utf-8")
        models.append({"name": file.stem, "data_tests": [{test: {"arguments": words}}]})
    text = json.dumps({"version": 2, "models": models})
    (folder / "models" / "cases.yml").write_text(text, encoding="utf-8")


def test_a_mapping_table_that_repeats_people_is_not_released(project):
    mapping = {"table": {"table": "towns"}, "columns": ["zip", "area", "part"]}
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": mapping})
    write_project(job, project.folder, levels={"zip": 1})
    people = (["zip"], [["1"], ["2"]])
    rows = [("1", "far", "*"), ("1", "near", "*"), ("2", "near", "*")]
    towns = (["zip", "area", "part"], rows)
    project.load({"public_table": people, "private_table": people, "towns": towns})
    statuses = project.build()
    assert [name for name, status in statuses.items() if status == "fail"] == ["dpsql_problems"]
    assert statuses["dpsql_release"] == "skipped"


@pytest.mark.parametrize(
    ("test", "words", "problem"),
    [
        ("k_anonymity", {"k": "five"}, "whole number"),
        pytest.param("k_map", {"k": 0}, "whole number", marks=pytest.mark.tier("all")),
        pytest.param(
            *("delta_presence", {}, "give it min, max or both"), marks=pytest.mark.tier("all")
        ),
    ],
)
def test_a_bound_that_is_none_is_an_error_and_no_test_that_passes(project, test, words, problem):
    (project.folder / "models").mkdir(parents=True)
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": {"prefix": [1]}})
    for path, text in list_files(job).items():
        if path.startswith("macros/") or path == "dbt_project.yml":
            (project.folder / path).parent.mkdir(exist_ok=True)
            (project.folder / path).write_text(text, encoding="utf-8")
    project.load({})
    write_cases(project.folder, [("case", test, words, (1, 1), True)])
    assert problem in project.complain()


def test_settings_are_made_on_the_connection_of_each_model_and_test(project, monkeypatch):
    settings = ("SET SESSION preserve_insertion_order = false", "SET SESSION null_order = 'LAST'")
    warehouse = replace(WAREHOUSES["duckdb"], settings=settings)
    monkeypatch.setitem(WAREHOUSES, "duckdb", warehouse)
    constraints = {"k_anonymity": 1, "k_map": 1, "weak_k_anonymity": 1}
    people = (["zip"], [["1"], ["2"]])
    kind = {"zip": {"prefix": [1]}}
    job = dpsql.Job(
        public="p", private="t", quasi_identifiers=kind, delta={"max": 1}, constraints=constraints
    )
    write_project(job, project.folder)
    project.load({"p": people, "t": people})
    statuses = project.build()
    assert not failed(statuses)
    log = (project.folder / "logs" / "dbt.log").read_text(encoding="utf-8")
    for setting in settings:
        found = set(re.findall(rf"On [a-z]+\.dpsql_job\.(\w+)[^\n]*\n{setting}\n", log))
        assert found == {*statuses}
    assert project.rows(
        "SELECT table_type FROM information_schema.tables WHERE table_name = 'dpsql_release'"
    ) == [("BASE TABLE",)]


@pytest.mark.parametrize("holds", [pytest.param(True, marks=pytest.mark.tier("all")), False])
def test_a_release_that_nobody_tests_is_empty_unless_the_job_holds(duckdb_bench, project, holds):
    job = write_paper_job(duckdb_bench, delta={"min": "1/2", "max": "2/3"})
    levels = duckdb_bench.anonymize(job).levels if holds else {"zip": 1}
    write_project(job, project.folder, levels=levels)
    project.load(paper_tables(duckdb_bench.folder))
    assert {*project.build("seed").values()} <= {"success"}
    statuses = project.build("run")
    assert {*statuses.values()} == {"success"}
    rows = project.rows("SELECT * FROM dpsql_release")
    assert rows == (sort_rows(duckdb_bench.read_release()) if holds else [])


HOSTILE = {
    'q"uote': {"prefix": [2]},
    "{{ name }}": {"tree": {"{{ root }}": {"{% label %}": ["{# leaf #}", "it's {{ x }}"]}}},
    "public_count": {
        "tree": {
            "*": {"null": ["", " ", "null", "NULL", "a,b", 'q"q', "line\nbreak", ": c", "=1"]}
        },
        "nulls": "own_leaf",
    },
    "-- x; y": {"widths": ["2.5"]},
}


def test_hostile_names_and_labels_stay_what_they_are(project):
    leaves = [*HOSTILE["public_count"]["tree"]["*"]["null"], None]
    braced = HOSTILE["{{ name }}"]["tree"]["{{ root }}"]["{% label %}"]
    people = [
        (f"{{{{ {i} }}}}", braced[i % 2], leaves[i % len(leaves)], str(i % 4), f"id {i}")
        for i in range(40)
    ]
    columns = (*HOSTILE, "reference 0 tuples")
    where = "\"{{ name }}\" IN ('{{ x }}', 'it''s {{ x }}', '{% raw %}') AND \"q\"\"uote\" <> '{{'"
    job = dpsql.Job(
        public="p.csv",
        private={"where": where},
        quasi_identifiers=HOSTILE,
        delta={"max": 1},
        constraints={"weak_k_anonymity": 1},
        public_columns=list(HOSTILE),
        keep=["reference 0 tuples"],
    )
    levels = {"public_count": 0, 'q"uote': 1, "{{ name }}": 2, list(HOSTILE)[3]: 1}
    write_project(job, project.folder, levels=levels)
    project.load({"public_table": (columns, people)})
    statuses = project.build()
    assert not failed(statuses)
    assert statuses["dpsql_other_constraints"] == "pass"
    rows = project.rows("SELECT * FROM dpsql_release")
    expected = [
        ("{{*", "{{ root }}", leaf, f"[{w}, {x})", id_)
        for start, name, leaf, size, id_ in people
        if name == "it's {{ x }}"
        for w, x in [("0.0", "2.5") if float(size) < 2.5 else ("2.5", "5.0")]
    ]
    assert rows == sorted(tuple(map(str, row)) for row in expected)


def test_a_folder_that_holds_files_is_kept(example, run, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    refused = run("dbt", example, folder)
    assert refused.exit_code == 2
    # Of a folder that is no project of dpsql, --overwrite replaces nothing.
    assert refused.complaint.endswith("it is not empty; name a new folder")
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]
    stale = folder / "models" / "private" / "dpsql_step_9.sql"
    stale.parent.mkdir(parents=True)
    stale.write_text("SELECT 1", encoding="utf-8")
    (folder / "dbt_project.yml").write_text("name: dpsql_job", encoding="utf-8")
    assert run("dbt", example, folder).complaint.endswith("new folder, or pass --overwrite")
    ended = run("dbt", example, folder, "--overwrite", "--json", "--levels", "zip=2")
    assert ended.exit_code == 0
    assert not stale.exists()
    assert (folder / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert {*ended.found["files"]} == {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "mine.txt"
    }
    again = run("dbt", example, tmp_path / "other", "--levels", "zip=2", "--quiet")
    assert (again.exit_code, again.stdout) == (0, "")
    for path in ended.found["files"]:
        assert (folder / path).read_bytes() == (tmp_path / "other" / path).read_bytes()


@pytest.mark.parametrize(
    "mark", [None, "", "name: shop", "- name: dpsql_job", "name: [", "\udcff", "x: 2020-99-99"]
)
def test_a_project_of_somebody_else_is_kept(example, run, tmp_path, mark):
    folder = tmp_path / "project"
    (folder / "models").mkdir(parents=True)
    texts = {"README.md": "mine", "models/schema.yml": "version: 2", "models/dpsql_a.sql": "x"}
    texts |= {} if mark is None else {"dbt_project.yml": mark}
    for path, text in texts.items():
        (folder / path).write_bytes(text.encode(errors="surrogateescape"))
    before = {path: path.is_dir() or path.read_bytes() for path in folder.rglob("*")}
    refused = run("dbt", example, folder, "--overwrite")
    assert refused.exit_code == 2
    assert "no project of dpsql" in refused.complaint
    assert {path: path.is_dir() or path.read_bytes() for path in folder.rglob("*")} == before


@pytest.mark.parametrize("name", ["models", "seeds", "tests", "macros", "README.md"])
def test_nothing_is_written_or_deleted_through_a_link(example, run, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "link").symlink_to(elsewhere)
    assert run("dbt", example, tmp_path / "link").exit_code == 2
    folder = tmp_path / "project"
    assert run("dbt", example, folder, "--levels", "zip=1").exit_code == 0
    (folder / name).rename(tmp_path / "moved")
    for kept in ("dpsql_kept.sql", "dpsql_kept.csv"):
        (elsewhere / kept).write_text("kept", encoding="utf-8")
    (folder / name).symlink_to(elsewhere)
    before = {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")}
    assert "is a link" in run("dbt", example, folder, "--overwrite").complaint
    assert {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_no_value_of_the_tables_is_in_the_folder(example, run, tmp_path):
    """The tables may be gone: nothing of them is read."""
    for name in ("public.csv", "private.csv"):
        (example.parent / name).unlink()
    assert run("dbt", example, tmp_path / "project").exit_code == 0
    for path in (tmp_path / "project").rglob("*.*"):
        if path.is_file():
            assert "Alice" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ({"public": {"table": 'a"b'}}, "dbt cannot quote"),
        ({"public": {"table": "{{ x }}"}}, "dbt cannot quote"),
        ({"public": {"table": "a.b.c.d"}}, "no name of a table"),
        ({"quasi_identifiers": {"x": {"tree": {"*": {"y": ["a\rb"]}}}}}, r"holds U\+000D"),
        ({"quasi_identifiers": {"x\r": {"prefix": [1]}}}, r"holds U\+000D"),
        ({"algorithm": "mondrian", "constraints": {"k_anonymity": 2}}, "cuts round by round"),
    ],
)
def test_what_dbt_cannot_hold_is_refused(tmp_path, words, problem):
    usual = {"public": "p", "private": "t", "quasi_identifiers": {"x": {"prefix": [1]}}}
    kinds = (usual | words)["quasi_identifiers"]
    with pytest.raises(dpsql.DpsqlError, match=problem):
        levels = {next(iter(kinds)): 1}
        write_project(dpsql.Job(**usual | words), tmp_path / "project", levels=levels)
    assert not (tmp_path / "project").exists()


#: Redshift refuses the trailing blank among the others.
TIDY = {name: words for name, words in KINDS.items() if name != "said"}


@pytest.mark.parametrize("dialect", WAREHOUSES)
def test_a_project_is_written_in_every_dialect(tmp_path, dialect):
    private = {"table": "clinic.patients", "key": "id"}
    job = dpsql.Job(public="p", private=private, quasi_identifiers=TIDY, keep=["lab"])
    files = write_project(job, tmp_path / dialect, dialect, {"zip": 1})
    assert {"tests/dpsql_problems.sql", "seeds/dpsql_seed_labels_zip.csv"} <= {*files}
    sources = (tmp_path / dialect / "models" / "sources.yml").read_text(encoding="utf-8")
    assert "schema: clinic" in sources
    described = (tmp_path / dialect / "dbt_project.yml").read_text(encoding="utf-8")
    wanted = WAREHOUSES[dialect].settings
    assert yaml.safe_load(described).get("vars", {}).get("dpsql_settings", []) == [*wanted]
    for path in files:
        if path.startswith(("models/", "tests/")) and path.endswith(".sql"):
            text = (tmp_path / dialect / path).read_text(encoding="utf-8")
            assert text.count("{% do dpsql_settings() %}") == bool(wanted)
