"""Scripts for Spark, run on Spark, say what measure says and release what anonymize releases."""

import pytest

import dpsql
from dpsql.warehouses.scripts.script import write_script
from tests.by_hand import SparkByHand, load, run_script, sort_rows
from tests.conftest import write_paper_job
from tests.people import COLUMNS, KINDS, draw_people


@pytest.fixture
def database(tmp_path):
    with SparkByHand(tmp_path / "warehouse") as opened:
        yield opened


def check_script(bench, database, job, levels):
    """Hold a script against what dpsql measures at the same levels; return its release."""
    measured = bench.measure(job, levels)
    found, release = run_script(database, write_script(job, "spark", levels))
    ((verdict, _, violating, least, greatest),) = found["verdict"]
    assert (verdict == "holds") is measured.satisfied is bool(release)
    assert (least, greatest) == pytest.approx(
        (float(measured.presence.minimum), float(measured.presence.maximum))
    )
    assert found["problems"] == []
    assert len(found.get("violating_classes", [])) == violating
    return release


@pytest.mark.parametrize("zip_level", [2, pytest.param(1, marks=pytest.mark.tier("all"))])
def test_the_script_of_the_example_agrees_with_its_release(duckdb_bench, database, zip_level):
    job = write_paper_job(duckdb_bench, delta={"min": "1/2", "max": "2/3"})
    for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
        text = (duckdb_bench.folder / file).read_text(encoding="utf-8")
        header, *rows = (line.split(",") for line in text.splitlines())
        database.load(name, header, rows)
    levels = {"zip": zip_level, "age": 2, "nationality": 2}
    release = check_script(duckdb_bench, database, job, levels)
    assert len(release) == (5 if zip_level == 2 else 0)
    if release:
        duckdb_bench.anonymize(job)
        assert release == duckdb_bench.read_release()


@pytest.mark.tier("all")
@pytest.mark.parametrize("form", ["table", "predicate", "key"])
def test_scripts_agree_for_every_kind_of_hierarchy_and_form_of_t(duckdb_bench, database, form):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    private = {"table": "t.csv", "predicate": {"where": "sick"}}.get(
        form, {"table": "t.csv", "key": "id"}
    )
    labs = [f"lab {i}" for i in range(3)]
    duckdb_bench.write("lab.csv", [(lab, lab[-1:] < "1", "*") for lab in labs], delimiter=";")
    distance = {
        "table": {"distance": "equal"},
        "predicate": {"distance": "ordered", "order": labs},
        "key": {"distance": "hierarchical", "hierarchy": "lab.csv"},
    }[form]
    constraints = {
        "k_anonymity": 2,
        "presence_closeness": "1/3",
        "t_closeness": {"lab": {"t": "1/2"} | distance},
        "l_diversity": {"lab": {"distinct": 2, "recursive": {"c": 5, "l": 2}}},
    }
    job = duckdb_bench.job(
        KINDS,
        private=private,
        delta={"max": "1/2"},
        constraints=constraints,
        keep=["lab"],
        public_columns=[*KINDS],
    )
    released = duckdb_bench.anonymize(job)
    raw = dict.fromkeys(KINDS, 0)
    for levels in (raw, raw | {"zip": 1, "size": 1, "born": 2, "code": 1}, released.levels):
        rows = check_script(duckdb_bench, database, job, levels)
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())


@pytest.mark.tier("all")
def test_the_script_of_a_pooled_job_releases_what_anonymize_releases(duckdb_bench, database):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    path = ["code", "said", "zip", "born", "size"]
    job = duckdb_bench.job(
        KINDS, delta={"max": "1/2"}, algorithm={"pooled": {"path": path, "least": 6}}
    )
    released = duckdb_bench.anonymize(job)
    rows = check_script(duckdb_bench, database, job, released.levels)
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())


@pytest.mark.tier("all")
def test_the_script_of_boxes_releases_what_anonymize_releases(duckdb_bench, database):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    kinds = KINDS | {"said": KINDS["said"] | {"order": "alpha"}}
    words = {"algorithm": "mondrian", "constraints": {"k_anonymity": 2}, "keep": ["lab"]}
    job = duckdb_bench.job(kinds, delta={"max": "1/2"}, public_columns=[*KINDS], **words)
    released = duckdb_bench.anonymize(job)
    assert released.box_count > 2
    manifest = duckdb_bench.folder / f"{released.release.path}.manifest.json"
    found, rows = run_script(database, dpsql.script(job, "spark", manifest=manifest))
    assert (found["problems"], found["verdict"][0][0]) == ([], "holds")
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())


@pytest.mark.tier("all")
def test_the_script_of_parts_releases_what_anonymize_releases(duckdb_bench, database):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    words = {"constraints": {"k_anonymity": 2}, "keep": ["lab"], "public_columns": [*KINDS]}
    cuts = {"mpalm": {"cuts": "hierarchy"}}
    job = duckdb_bench.job(KINDS, delta={"max": "1/2"}, algorithm=cuts, **words)
    released = duckdb_bench.anonymize(job)
    assert released.box_count > 2
    manifest = duckdb_bench.folder / f"{released.release.path}.manifest.json"
    found, rows = run_script(database, dpsql.script(job, "spark", manifest=manifest))
    assert (found["problems"], found["verdict"][0][0]) == ([], "holds")
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())
