"""Where a release goes: what is refused, what is replaced, and what a failure leaves behind."""

import errno
import os
from pathlib import Path

import pytest

from dpsql.errors import Locked, ResourceError, TargetError
from dpsql.release import target as module
from dpsql.release.target import Target, locked, publish, staging_folder


@pytest.fixture
def staged(tmp_path):
    """A verified release in its staging folder."""
    (tmp_path / "staging").mkdir()
    release = tmp_path / "staging" / "r.csv"
    release.write_text("new")
    return release


def names(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != "staging")


def fail(number):
    def raise_it(*_, **__):
        raise OSError(number, os.strerror(number))

    return raise_it


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_release_and_its_manifest_are_published(tmp_path, staged, overwrite):
    target = Target(tmp_path / "r.csv", overwrite)
    if overwrite:
        target.path.write_text("old")
        target.manifest_path.write_text("old")
    target.refuse_unfit(())
    publish(staged, b"{}", target)
    assert target.path.read_text() == "new"
    assert target.manifest_path.read_bytes() == b"{}"
    assert {file.stat().st_mode & 0o777 for file in (target.path, target.manifest_path)} == {0o600}


@pytest.mark.parametrize("name", ["r.json", "nowhere/r.csv", "folder.csv", "link.csv", "input.csv"])
@pytest.mark.parametrize("suffix", ["", ".manifest.json"])
def test_targets_that_do_not_fit(tmp_path, name, suffix):
    """The same holds of the manifest beside the release."""
    (tmp_path / f"folder.csv{suffix}").mkdir()
    (tmp_path / f"link.csv{suffix}").symlink_to("dangling")
    (tmp_path / f"input.csv{suffix}").touch()
    (tmp_path / "other.csv").touch()
    inputs = (tmp_path / "other.csv", tmp_path / f"input.csv{suffix}")
    with pytest.raises(TargetError, match=r"^release: "):
        Target(tmp_path / name, overwrite=True).refuse_unfit(inputs)


@pytest.mark.parametrize("name", ["r.csv", "r.csv.manifest.json"])
def test_what_exists_is_refused_unless_asked_for(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(TargetError, match=f"{name} exists; pass --overwrite"):
        Target(tmp_path / "r.csv", overwrite=False).refuse_unfit(())
    Target(tmp_path / "r.csv", overwrite=True).refuse_unfit(())


def test_a_lock_is_gone_afterwards_also_after_a_failure(tmp_path):
    target = Target(tmp_path / "r.csv", overwrite=False)
    with pytest.raises(KeyError), locked(target):
        assert names(tmp_path) == [".r.csv.dpsql-lock"]
        with pytest.raises(Locked, match=r"working on r\.csv"), locked(target):
            pass
        raise KeyError
    assert names(tmp_path) == []


@pytest.mark.parametrize("begins", [False, True])
def test_a_lock_on_a_file_that_its_holder_removed_is_none(tmp_path, monkeypatch, begins):
    """Between opening and locking, the run before may end, and a third one begin."""
    target = Target(tmp_path / "r.csv", overwrite=False)
    flock = module.fcntl.flock

    def lock_late(descriptor, operation):
        path = tmp_path / ".r.csv.dpsql-lock"
        path.rename(tmp_path / "held")
        if begins:
            path.touch()
        flock(descriptor, operation)

    monkeypatch.setattr(module.fcntl, "flock", lock_late)
    with pytest.raises(Locked), locked(target):
        pytest.fail("two runs would write one target")


def test_a_folder_that_takes_no_file_is_refused(tmp_path):
    target = Target(tmp_path / "nowhere" / "r.csv", overwrite=False)
    with pytest.raises(TargetError, match="its folder is not writable"), locked(target):
        pytest.fail("there is no lock")
    with pytest.raises(TargetError, match="its folder is not writable"), staging_folder(target):
        pytest.fail("there is no folder")


def test_a_staging_folder_is_private_and_gone_afterwards(tmp_path):
    target = Target(tmp_path / "r.csv", overwrite=False)
    with pytest.raises(KeyError), staging_folder(target) as folder:
        assert folder.parent == tmp_path
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "r.csv").write_text("private")
        raise KeyError
    assert names(tmp_path) == []


@pytest.mark.parametrize("rival", ["r.csv", "r.csv.manifest.json"])
def test_what_was_put_there_meanwhile_stays(tmp_path, staged, rival):
    target = Target(tmp_path / "r.csv", overwrite=False)
    (tmp_path / rival).write_text("the rival's")
    with pytest.raises(TargetError, match=r"r\.csv was created meanwhile"):
        publish(staged, b"{}", target)
    assert names(tmp_path) == [rival]
    assert (tmp_path / rival).read_text() == "the rival's"


def test_a_disk_that_refuses_the_manifest_leaves_nothing(tmp_path, staged, monkeypatch):
    monkeypatch.setattr(Path, "write_bytes", fail(errno.ENOSPC))
    with pytest.raises(ResourceError, match="cannot be published"):
        publish(staged, b"{}", Target(tmp_path / "r.csv", overwrite=False))
    assert names(tmp_path) == []


def test_a_disk_that_refuses_the_release_takes_the_manifest_back(tmp_path, staged, monkeypatch):
    link = os.link

    def link_once(source, destination):
        if destination.name == "r.csv":
            fail(errno.EDQUOT)()
        link(source, destination)

    monkeypatch.setattr(module.os, "link", link_once)
    with pytest.raises(ResourceError, match="cannot be published"):
        publish(staged, b"{}", Target(tmp_path / "r.csv", overwrite=False))
    assert names(tmp_path) == []
