"""A job that was read keeps its folder, whatever the working folder is when it runs."""

import shutil

import dpsql


def test_a_job_read_by_a_relative_path_stays_in_its_folder(example, tmp_path, monkeypatch):
    other = tmp_path / "other"
    shutil.copytree(example.parent, other)
    (other / "trial.csv").unlink(missing_ok=True)
    monkeypatch.chdir(example.parent)
    job = dpsql.read_job(example.name)
    monkeypatch.chdir(other)
    released = dpsql.anonymize(job).release
    assert released is not None
    written = {path.name for path in example.parent.rglob("*.manifest.json")}
    assert written and not [*other.rglob("*.manifest.json")]
    assert dpsql.verify(job).release.rows == released.rows
