"""dbt projects of boxes and of parts along hierarchies, run by dbt on DuckDB."""

import pytest

from dpsql.use_cases.dbt import dbt as write_project
from tests.conftest import write_paper_job
from tests.functional.scripts.test_dbt import dbt, failed, paper_tables, project  # noqa: F401


@pytest.fixture(params=["mpalm", {"mpalm": {"cuts": "hierarchy"}}], ids=["boxes", "parts"])
def shaped(request, duckdb_bench, project):  # noqa: F811
    """Release the example, write the project of its manifest; return its tables and rows."""
    job = write_paper_job(duckdb_bench, delta={"max": "2/3"}, algorithm=request.param)
    released = duckdb_bench.anonymize(job)
    manifest = duckdb_bench.folder / f"{released.release.path}.manifest.json"
    write_project(job, project.folder, manifest=manifest)
    return paper_tables(duckdb_bench.folder), sorted(duckdb_bench.read_release())


def test_the_release_is_that_of_the_manifest(project, shaped):  # noqa: F811
    tables, rows = shaped
    project.load(tables)
    assert not failed(project.build())
    assert project.rows("SELECT zip, age, nationality FROM dpsql_release") == rows


def test_another_p_is_judged_in_the_same_shape(project, shaped):  # noqa: F811
    """With nobody but T in P, presence is 1."""
    tables, _ = shaped
    project.load(tables | {"public_table": tables["private_table"]})
    broken = {name.split("_dpsql_classes")[0] for name in failed(project.build())}
    assert broken == {"delta_presence"}


def test_somebody_whom_the_shape_does_not_know_is_a_problem(project, shaped):  # noqa: F811
    tables, _ = shaped
    header, people = tables["public_table"]
    stranger = dict(zip(header, people[0], strict=True)) | {"zip": "99999"}
    project.load(tables | {"public_table": (header, [*people, [*stranger.values()]])})
    statuses = project.build()
    assert (statuses["dpsql_problems"], statuses["dpsql_release"]) == ("fail", "skipped")
