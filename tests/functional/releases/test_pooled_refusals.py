"""What does not know pooled releases says so, and names another way."""

import pytest

import dpsql

POOLED = {"delta": {"max": "2/3"}, "algorithm": "pooled"}


def test_least_k_does_not_try_pooled(bench, paper_job):
    with pytest.raises(dpsql.ConfigError, match="least-k does not try pooled"):
        dpsql.least_k(paper_job(**POOLED))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            {},
            r"'path': 'columns' .* manifest='FILE', .* 'root', or 'path': \['zip', 'age', 'nat",
        ),
        ({"path": "root"}, "least must be one number of people"),
        ({"path": "root", "least": [2, 3]}, "dpsql.choose tell as pooled.least"),
    ],
)
@pytest.mark.parametrize("write", [dpsql.script, dpsql.dbt])
def test_a_script_needs_a_path_and_a_number_that_no_table_decides(
    bench, paper_job, tmp_path, write, words, told
):
    job = paper_job(**POOLED | {"algorithm": {"pooled": words}})
    folder = [tmp_path / "project"] if write is dpsql.dbt else []
    with pytest.raises(dpsql.ConfigError, match=told):
        write(job, *folder)
    assert not (tmp_path / "project").exists()


@pytest.mark.parametrize(
    ("algorithm", "levels", "told"),
    [
        ("pooled", {"zip": 1}, "the manifest states its own"),
        ("spalm", None, "not both of levels, both pooled"),
        ({"pooled": {"path": "root"}}, None, "its steps are not those of the job's path"),
        ({"pooled": {"least": [2, 3]}}, None, "at least 4 people settle together"),
    ],
)
def test_a_manifest_is_of_a_release_of_the_job(paper_job, tmp_path, algorithm, levels, told):
    pooled = {"pooled": {"least": 4}}
    dpsql.anonymize(paper_job(**POOLED | {"algorithm": pooled}))
    (manifest,) = tmp_path.rglob("*.manifest.json")
    with pytest.raises(dpsql.ConfigError, match=told):
        dpsql.script(
            paper_job(**POOLED | {"algorithm": algorithm}), levels=levels, manifest=manifest
        )


def test_a_manifest_of_other_columns_of_parts_or_of_nothing_is_refused(bench, paper_job, tmp_path):
    job, missing = paper_job(**POOLED), tmp_path / "no.manifest.json"
    with pytest.raises(dpsql.ConfigError, match="there is no such file"):
        dpsql.script(job, manifest=missing)
    dpsql.anonymize(paper_job(**POOLED | {"algorithm": {"mpalm": {"cuts": "hierarchy"}}}))
    (manifest,) = tmp_path.rglob("*.manifest.json")
    with pytest.raises(dpsql.ConfigError, match="both of parts along hierarchies"):
        dpsql.script(job, manifest=manifest)
    dpsql.anonymize(paper_job(**POOLED | {"algorithm": {"pooled": {"least": 4}}}), overwrite=True)
    words = dict(job.quasi_identifiers)
    fewer = job.with_unchecked({"quasi_identifiers": {"zip": words["zip"]}})
    with pytest.raises(dpsql.ConfigError, match="not those of the job"):
        dpsql.script(fewer, manifest=manifest)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"path": ["zip", "age"]}, "path lists each quasi-identifier once"),
        ({"path": ["zip", "zip", "age"]}, "path lists each quasi-identifier once"),
        ({"path": "rows"}, "path: write columns, root, or a list of all quasi-identifiers"),
        ({"least": 0}, "least: write auto, a number of people"),
        ({"least": [2, "many"]}, "least: write auto, a number of people"),
        ({"least": []}, "least: write auto, a number of people"),
    ],
)
def test_paths_and_numbers_that_mean_nothing_are_refused(bench, paper_job, words, told):
    with pytest.raises(dpsql.ConfigError, match=told):
        paper_job(**POOLED | {"algorithm": {"pooled": words}})
