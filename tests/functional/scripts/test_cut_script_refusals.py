"""Which releases cut along hierarchies have no script, and what is told."""

import duckdb
import pytest

import dpsql
from dpsql.warehouses.scripts import cut_parts
from dpsql.warehouses.scripts import parted as parting
from tests.conftest import write_paper_job

CUTS = {"mpalm": {"cuts": "hierarchy"}}


@pytest.fixture
def parted(duckdb_bench, tmp_path):
    """Return a function that writes the example's job, and the manifest of its release."""
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, algorithm=CUTS, release="r.csv")
    dpsql.anonymize(job)
    (manifest,) = tmp_path.rglob("r.csv.manifest.json")
    return (lambda **words: job.with_unchecked(words)), manifest


@pytest.mark.parametrize("write", [dpsql.script, dpsql.dbt])
def test_parts_need_a_manifest_of_such_a_release(parted, duckdb_bench, tmp_path, write):
    job, manifest = parted
    folder = [tmp_path / "project"] if write is dpsql.dbt else []
    with pytest.raises(dpsql.ConfigError, match="its parts are not known before it is run"):
        write(job(), *folder)
    other = write_paper_job(duckdb_bench, delta={"max": "2/3"}, algorithm="mpalm")
    with pytest.raises(dpsql.ConfigError, match="not both of levels, both pooled, both of boxes"):
        write(other, *folder, manifest=manifest)
    assert not (tmp_path / "project").exists()


def test_the_release_itself_is_not_read(parted, tmp_path):
    job, manifest = parted
    next(tmp_path.rglob("r.csv")).unlink()
    assert "T in the 3 parts of r.csv." in str(dpsql.script(job(), manifest=manifest))


def test_the_cuts_are_of_the_jobs_hierarchies_and_rests(parted, duckdb_bench):
    job, manifest = parted
    words = dict(job().quasi_identifiers)
    low = {"zip": {"tree": {"*": ["47630", "47906"]}}}
    for changed in ({"zip": words["zip"]}, words | low):
        other = write_paper_job(duckdb_bench, algorithm=CUTS, quasi_identifiers=changed)
        with pytest.raises(dpsql.ConfigError, match="cuts are not those of the job's hierarchies"):
            dpsql.script(other, manifest=manifest)
    refused = {"mpalm": CUTS["mpalm"] | {"rest": "refused"}}
    other = write_paper_job(duckdb_bench, algorithm=refused)
    with pytest.raises(dpsql.ConfigError, match="another rest than the job says"):
        dpsql.script(other, manifest=manifest)


def test_a_column_that_is_cut_has_a_hierarchy_that_is_read(parted, duckdb_bench):
    """How many levels a mapping table has follows from its rows; those of a CSV are read."""
    job, manifest = parted
    words = dict(job().quasi_identifiers)
    table = {"table": "geo.zips", "columns": ["zip", "area", "region"]}
    other = write_paper_job(duckdb_bench, algorithm=CUTS, quasi_identifiers=words | {"zip": table})
    told = "cut by zip, whose levels follow from a mapping .* columns zip, area, region to a CSV"
    with pytest.raises(dpsql.ConfigError, match=told):
        dpsql.script(other, manifest=manifest)
    # With its rows in zip.csv, as the release had them, the manifest is good.
    assert "T in the 3 parts of r.csv." in str(dpsql.script(job(), manifest=manifest))


def test_too_many_parts_have_no_script(parted, monkeypatch):
    job, manifest = parted
    monkeypatch.setattr(cut_parts, "MOST_PARTS", 2)
    with pytest.raises(dpsql.ConfigError, match="more than 2 parts"):
        dpsql.script(job(), manifest=manifest)


@pytest.mark.parametrize("most", [1, 2])
def test_many_parts_are_placed_by_several_statements(parted, monkeypatch, tmp_path, most):
    job, manifest = parted
    whole = dpsql.script(job(), manifest=manifest)
    monkeypatch.setattr(parting, "RULES_OF_A_STATEMENT", most)
    split = dpsql.script(job(), manifest=manifest)
    places = [one.step for one in split.statements if "part" in one.sql and "CREATE" in one.sql]
    assert [step for step in places if step.startswith("placed_")] == [
        f"placed_{number}" for number in range(1, -(-3 // most))
    ]
    assert len(split.statements) > len(whole.statements)
    assert run(split, tmp_path) == run(whole, tmp_path)
    assert len(run(split, tmp_path)) == 5


def run(script, folder):
    """Run a script on the files of the example; return the rows of its release."""
    with duckdb.connect() as connection:
        for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
            (path,) = folder.rglob(file)
            read = f"read_csv('{path}', all_varchar = true)"
            connection.execute(f"CREATE TABLE {name} AS FROM {read}")
        connection.execute(str(script))
        return connection.execute("FROM dpsql_release ORDER BY ALL").fetchall()


def test_a_blank_at_the_end_of_a_label_is_told_where_it_is_ignored(duckdb_bench, tmp_path):
    rows = [("a ",), ("a ",), ("b",), ("b",)]
    duckdb_bench.write("p.csv", rows, ["c"])
    duckdb_bench.write("t.csv", rows[::2], ["c"])
    words = {"delta": {"max": "1/2"}, "release": "r.csv", "public_columns": ["c"]}
    job = duckdb_bench.job({"c": {"prefix": [1]}}, algorithm=CUTS, **words)
    dpsql.anonymize(job)
    (manifest,) = tmp_path.rglob("r.csv.manifest.json")
    dpsql.script(job, "snowflake", manifest=manifest)
    with pytest.raises(dpsql.ConfigError, match="a label of a cut ends in a blank"):
        dpsql.script(job, "redshift", manifest=manifest)


def test_a_dbt_project_sends_people_down_the_cuts(parted, tmp_path):
    job, manifest = parted
    files = dpsql.dbt(job(), tmp_path / "project", manifest=manifest)
    assert "models/private/dpsql_placed.sql" in files
    schema = (tmp_path / "project/models/schema.yml").read_text(encoding="utf-8")
    assert "in the parts of r.csv" in schema
