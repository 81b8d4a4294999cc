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
        ({}, r"path: columns .* write path: root, or path: \[zip, age, nationality\]"),
        ({"path": "root"}, "least must be one number of people"),
        ({"path": "root", "least": [2, 3]}, "dpsql choose --json print as pooled.least"),
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
