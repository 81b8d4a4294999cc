"""Commands that read a release read one in a folder: its data file, by the manifest beside it."""

import shutil

import pytest

import dpsql
from dpsql.errors import ConfigError, IntegrityError
from tests.lakes.test_released_folders import FORMATS, find_data, leave_out_a_row, make

__all__ = ["make"]


@pytest.mark.parametrize("format_", FORMATS)
def test_a_folder_is_compared_as_the_file_with_its_rows_is(make, format_):
    job, file = make(format_), make(release="r.parquet")
    dpsql.anonymize(job)
    dpsql.anonymize(file)
    folder = job.folder / "trial"
    same = dpsql.diff(folder, job.folder / "r.parquet", job=job)
    assert same.is_same_file
    assert same.names == (str(folder), str(job.folder / "r.parquet"))
    leave_out_a_row(job)
    dpsql.anonymize(make(format_, path="later"))
    told = dpsql.diff(folder, job.folder / "later", job=job, above="1/20").to_dict()
    assert (told["old"]["rows"], told["new"]["rows"]) == (10, 9)
    assert told["people"] == {
        "above": "1/20",
        "old": 100,
        "new": 90,
        "newly_above": 0,
        "no_longer_above": 10,
    }


@pytest.mark.parametrize("format_", FORMATS)
def test_a_folder_is_measured(make, format_):
    job, file = make(format_), make(release="r.parquet")
    dpsql.anonymize(job)
    dpsql.anonymize(file)
    folder, plain = job.folder / "trial", job.folder / "r.parquet"
    made = dpsql.measure(job, release=folder)
    assert made.presence == dpsql.measure(file, release=plain).presence
    assert made.to_dict()["release"]["path"] == str(folder)
    assert made.to_dict()["release"]["format"] == format_
    found = dpsql.risks(job, release=folder)
    assert found.risks == dpsql.risks(file, release=plain).risks
    assert found.to_dict()["release"]["path"] == str(folder)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_pooled_folder_is_measured_by_its_manifest(make, format_):
    """Its labels alone do not say who settled where; types that were widened are known."""
    job = make(format_, algorithm={"pooled": {"path": "columns"}}, delta={"max": "1/5"})
    dpsql.anonymize(job)
    found = dpsql.measure(job, release=job.folder / "trial")
    assert found.pooled is not None
    assert found.satisfied


@pytest.mark.parametrize("format_", FORMATS)
def test_a_folder_is_an_earlier_release(make, format_):
    dpsql.anonymize(make(format_))
    job = make(release="new.parquet", earlier=["trial"])
    together = dpsql.anonymize(job).to_dict()["together"]
    assert (together["method"], together["releases"]) == ("nested", 1)
    assert dpsql.verify(job).to_dict()["together"] == together


@pytest.mark.parametrize("format_", FORMATS)
def test_a_folder_that_was_changed_is_not_read(make, format_):
    dpsql.anonymize(job := make(format_))
    folder = job.folder / "trial"
    later = make(release="new.parquet", earlier=["trial"])
    (folder / "notes.txt").touch()
    told = r"trial: it holds 'notes\.txt', which dpsql did not write"
    with pytest.raises(IntegrityError, match=told):
        dpsql.diff(folder, folder)
    with pytest.raises(IntegrityError, match=told):
        dpsql.risks(job, release=folder)
    with pytest.raises(IntegrityError, match=f"earlier: {told}"):
        dpsql.anonymize(later)
    (folder / "notes.txt").unlink()
    (folder.with_name("trial.manifest.json")).unlink()
    with pytest.raises(
        IntegrityError, match=r"earlier: trial has no manifest beside it \(trial\.m"
    ):
        dpsql.anonymize(later)
    with pytest.raises(IntegrityError, match=r"trial\.manifest\.json: the manifest .* is missing"):
        dpsql.diff(folder, folder)


def test_other_folders_are_no_releases(make):
    dpsql.anonymize(job := make())
    folder = job.folder / "trial"
    shutil.copy(find_data(folder), folder / f"part-00000-{'0' * 64}.parquet")
    with pytest.raises(ConfigError, match="name one file or folder, a release"):
        dpsql.diff(folder, folder)
    with pytest.raises(ConfigError, match="other: no such file"):
        dpsql.diff(job.folder / "other", folder)
