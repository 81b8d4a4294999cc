"""Which releases of boxes have no script, and what is told."""

import pytest

import dpsql
from dpsql.warehouses.scripts import released_boxes
from tests.conftest import write_paper_job

BOXED = {"delta": {"max": "2/3"}, "algorithm": "mpalm", "release": "r.csv"}


@pytest.fixture
def paper_job(duckdb_bench):
    """Write the example's job; the files of a release are the same on every engine."""
    return lambda **words: write_paper_job(duckdb_bench, **words)


@pytest.fixture
def boxed(paper_job, tmp_path):
    """Return a job of boxes with its manifest, after its release."""

    def release(**words):
        job = paper_job(**BOXED | words)
        dpsql.anonymize(job)
        (manifest,) = tmp_path.rglob("*.manifest.json")
        return job, manifest

    return release


def test_boxes_need_a_manifest_of_such_a_release(boxed, paper_job):
    job, manifest = boxed()
    with pytest.raises(dpsql.ConfigError, match="give the manifest of a release"):
        dpsql.script(job)
    with pytest.raises(dpsql.ConfigError, match="not both of levels, both pooled, both of boxes"):
        dpsql.script(paper_job(delta={"max": "2/3"}), manifest=manifest)
    assert "3 boxes of r.csv" in str(dpsql.script(job, manifest=manifest))


def test_the_release_lies_unchanged_beside_its_manifest(boxed, tmp_path):
    job, manifest = boxed()
    (file,) = tmp_path.rglob("r.csv")
    file.write_text(file.read_text(encoding="utf-8").replace("47906", "47630"), encoding="utf-8")
    with pytest.raises(dpsql.IntegrityError, match="its bytes are not those"):
        dpsql.script(job, manifest=manifest)
    file.unlink()
    with pytest.raises(dpsql.ConfigError, match="must lie beside the manifest"):
        dpsql.script(job, manifest=manifest)


def test_too_many_boxes_have_no_script(boxed, monkeypatch):
    job, manifest = boxed()
    monkeypatch.setattr(released_boxes, "MOST_BOXES", 2)
    with pytest.raises(dpsql.ConfigError, match="more than 2 boxes"):
        dpsql.script(job, manifest=manifest)


@pytest.mark.parametrize(
    ("order", "told"),
    [("frequency", "follows from counts of P"), ("alpha", None)],
)
def test_an_order_that_follows_from_p_has_no_script(boxed, order, told):
    words = {"zip": {"hierarchy": "zip.csv", "delimiter": ";", "order": order}}
    job, manifest = boxed(quasi_identifiers=words)
    if told is None:
        assert "dpsql_boxes" in str(dpsql.script(job, manifest=manifest))
        other = {"zip": job.quasi_identifiers["zip"].model_copy(update={"order": "number"})}
        job = job.with_unchecked({"quasi_identifiers": other})
        told = "in another order than in the job"
    with pytest.raises(dpsql.ConfigError, match=told):
        dpsql.script(job, manifest=manifest)


def test_a_dbt_project_has_the_boxes_as_a_seed(boxed, tmp_path):
    job, manifest = boxed()
    files = dpsql.dbt(job, tmp_path / "project", manifest=manifest)
    assert "seeds/dpsql_seed_boxes.csv" in files
    seed = (tmp_path / "project/seeds/dpsql_seed_boxes.csv").read_text(encoding="utf-8")
    assert len(seed.splitlines()) == 4


@pytest.mark.parametrize("name", ["dpsql_boxes", "mart.DPSQL_People", "dpsql_order_zip"])
def test_no_table_that_the_job_reads_is_replaced(boxed, tmp_path, name):
    job, manifest = boxed()
    job = job.with_unchecked({"public": type(job.public).model_validate({"table": name})})
    with pytest.raises(dpsql.ConfigError, match="the job reads this table"):
        dpsql.script(job, manifest=manifest)
    with pytest.raises(dpsql.ConfigError, match="the job reads this table"):
        dpsql.dbt(job, tmp_path / "project", manifest=manifest)
    assert not (tmp_path / "project").exists()


@pytest.mark.parametrize("name", ["dpsql_release", "dpsql_seed_labels_zip", "dpsql_labelled"])
def test_no_table_that_the_job_reads_is_replaced_by_a_project(paper_job, tmp_path, name):
    job = paper_job()
    job = job.with_unchecked({"public": type(job.public).model_validate({"table": name})})
    with pytest.raises(dpsql.ConfigError, match="the job reads this table"):
        dpsql.dbt(job, tmp_path / "project", levels={"zip": 1})
    assert not (tmp_path / "project").exists()


def test_a_released_table_or_folder_has_no_boxes_to_read(paper_job, tmp_path):
    job = paper_job(**BOXED | {"release": {"path": "r", "format": "parquet"}})
    dpsql.anonymize(job)
    (manifest,) = tmp_path.rglob("*.manifest.json")
    with pytest.raises(dpsql.ConfigError, match="must lie beside the manifest"):
        dpsql.script(job, manifest=manifest)


@pytest.mark.parametrize(("level", "is_read"), [(0, False), (1, True), (2, False)])
def test_a_mapping_table_that_is_not_read_is_not_asked_for(tmp_path, level, is_read):
    zips = {"table": {"path": "zips.parquet"}, "columns": ["zip", "area"]}
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": zips})
    asked = "hierarchy_0 (the labels of zip)" in str(dpsql.script(job, levels={"zip": level}))
    dpsql.dbt(job, tmp_path / "project", levels={"zip": level})
    sources = (tmp_path / "project/models/sources.yml").read_text(encoding="utf-8")
    assert asked is is_read is ("hierarchy_0" in sources)
