"""Private folders: whose they are, and what becomes of those that a kill left."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dpsql
from dpsql.files import private_folder
from dpsql.files.private_folder import PrivateFolder

KILLED = """
import os, signal, sys
from pathlib import Path
from dpsql.files.private_folder import PrivateFolder
folder = PrivateFolder(Path(sys.argv[1]), "dpsql-work-")
(folder.path / "spilled").write_text("rows")
os.kill(os.getpid(), signal.SIGKILL)
"""


def make(parent):
    return PrivateFolder(parent, "dpsql-work-")


def kill_one(parent):
    finished = subprocess.run([sys.executable, "-c", KILLED, parent], check=False)
    assert finished.returncode == -signal.SIGKILL
    return next(parent.glob("dpsql-work-*"))


def count_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_folder_is_its_owner_s_alone_and_goes_F09(tmp_path):
    before = os.umask(0)
    try:
        folder = make(tmp_path)
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o777 for path in (folder.path, folder.path.parent)}
    assert modes == {0o700}
    assert (folder.path.parent / "dpsql-owner").stat().st_mode & 0o777 == 0o600
    assert list(folder.path.iterdir()) == []
    (folder.path / "below").mkdir()
    folder.remove()
    assert list(tmp_path.iterdir()) == []


def test_that_of_a_killed_run_is_swept_and_that_of_a_live_one_is_not(tmp_path):
    dead = kill_one(tmp_path)
    assert (dead / "content" / "spilled").exists()
    alive = make(tmp_path)
    assert not dead.exists()
    make(tmp_path).remove()
    assert list(tmp_path.iterdir()) == [alive.path.parent]
    alive.remove()


def test_a_command_sweeps_what_a_killed_one_spilled_F09(tmp_path, monkeypatch):
    (tmp_path / "p.csv").write_text("zip\n1\n2\n")
    job = dpsql.Job(
        public="p.csv",
        private="p.csv",
        quasi_identifiers={"zip": {"prefix": [1]}},
        engine={"duckdb": {"work_dir": "."}},
        folder=tmp_path,
    )
    kill_one(tmp_path)
    dpsql.check(job)
    assert [path.name for path in tmp_path.iterdir()] == ["p.csv"]


def test_what_is_not_known_to_be_ours_stays(tmp_path):
    """A folder of such a name that holds anything but our lock, a link, a file."""
    (tmp_path / "dpsql-work-november").mkdir()
    (tmp_path / "dpsql-work-november" / "thesis").touch()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "dpsql-owner").touch()
    (tmp_path / "dpsql-work-alinklin").symlink_to(elsewhere)
    (tmp_path / "dpsql-work-filefile").touch()
    before = sorted(tmp_path.rglob("*"))
    make(tmp_path).remove()
    assert sorted(tmp_path.rglob("*")) == before


def test_a_link_in_place_of_a_lock_is_not_followed(tmp_path, monkeypatch):
    """What it points to is neither locked nor made."""
    (tmp_path / "theirs").touch()
    for name, place in (("alinklin", "theirs"), ("dangling", "nowhere")):
        (tmp_path / f"dpsql-work-{name}").mkdir()
        (tmp_path / f"dpsql-work-{name}" / "dpsql-owner").symlink_to(tmp_path / place)
    before, flock, locked = sorted(tmp_path.rglob("*")), fcntl.flock, []

    def watch(descriptor, operation):
        locked.append(os.fstat(descriptor).st_ino)
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", watch)
    make(tmp_path).remove()
    assert sorted(tmp_path.rglob("*")) == before
    assert locked
    assert (tmp_path / "theirs").stat().st_ino not in locked


@pytest.mark.parametrize("other", [1, -1])
def test_one_of_another_user_stays(tmp_path, monkeypatch, other):
    dead = kill_one(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: os.getuid() + other)
        make(tmp_path).remove()
    assert dead.exists()


def test_one_that_was_killed_at_birth_goes(tmp_path):
    (tmp_path / "dpsql-work-abcdefgh").mkdir()
    make(tmp_path).remove()
    assert list(tmp_path.iterdir()) == []


def test_all_that_are_dead_go_whatever_lies_between_them(tmp_path, monkeypatch):
    glob = Path.glob
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: sorted(glob(folder, pattern)))
    for letter in "ace":
        (tmp_path / f"dpsql-work-{letter * 8}").symlink_to("dangling")
    for letter in "bdfg":
        (tmp_path / f"dpsql-work-{letter * 8}").mkdir()
    make(tmp_path).remove()
    assert {path.name[-1] for path in tmp_path.iterdir()} == set("ace")


@pytest.mark.parametrize("moment", ["before its lock", "before it is locked"])
def test_a_folder_that_is_swept_while_it_is_made_is_made_again(tmp_path, monkeypatch, moment):
    flock, open_file, rivals = fcntl.flock, os.open, [1, 1]

    def sweep_before(call, wanted):
        def called(path, *arguments):
            if wanted == moment and rivals:
                rivals.pop()
                (path.parent.rmdir if wanted == "before its lock" else lose_lock)()
            return call(path, *arguments)

        return called

    def lose_lock():
        next(tmp_path.glob("*/dpsql-owner")).unlink()
        next(tmp_path.glob("*")).rmdir()

    monkeypatch.setattr(os, "open", sweep_before(open_file, "before its lock"))
    monkeypatch.setattr(fcntl, "flock", sweep_before(flock, "before it is locked"))
    folder = make(tmp_path)
    assert rivals == []
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == [folder.path.parent]
    folder.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_on_a_file_that_is_no_longer_there_is_none(tmp_path, monkeypatch):
    looks = [False]
    with monkeypatch.context() as patch:
        patch.setattr(private_folder.os.path, "samestat", lambda *_: not looks or looks.pop())
        folder = make(tmp_path)
    assert looks == []
    make(tmp_path).remove()
    assert list(tmp_path.iterdir()) == [folder.path.parent]
    folder.remove()


def test_a_lock_on_a_file_that_was_replaced_is_none(tmp_path, monkeypatch):
    flock, replaced = fcntl.flock, []

    def replace_before(*arguments):
        if not replaced:
            replaced.append(next(tmp_path.glob("*/dpsql-owner")))
            replaced[0].unlink()
            replaced[0].touch()
        flock(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", replace_before)
        folder = make(tmp_path)
    assert folder.path.parent != replaced[0].parent
    make(tmp_path).remove()
    assert list(tmp_path.iterdir()) == [folder.path.parent]
    folder.remove()


def test_no_descriptor_stays_open_also_where_closing_fails(tmp_path, monkeypatch):
    close, failed = os.close, []

    def close_and_fail(descriptor):
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        close(descriptor)
        if name.startswith("dpsql-owner"):
            failed.append(name)
            raise OSError(errno.EIO, "Input/output error")

    before = count_descriptors()
    kill_one(tmp_path)
    make(tmp_path).remove()
    assert count_descriptors() == before
    folder = make(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(private_folder.os, "close", close_and_fail)
        folder.remove()
    assert len(failed) == 1
    assert count_descriptors() == before
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_always_swept_is_given_up(tmp_path, monkeypatch):
    def sweep(path, *_):
        path.parent.rmdir()
        raise FileNotFoundError

    monkeypatch.setattr(os, "open", sweep)
    with pytest.raises(BlockingIOError, match="swept"):
        make(tmp_path)


@pytest.mark.parametrize("call", ["flock", "mkdir"])
def test_a_folder_that_cannot_be_locked_or_filled_goes(tmp_path, monkeypatch, call):
    def refuse(*_, **__):
        raise OSError(errno.ENOLCK, "No locks available")

    place = private_folder.fcntl if call == "flock" else private_folder.Path
    with monkeypatch.context() as patch:
        patch.setattr(place, call, refuse)
        with pytest.raises(OSError, match="No locks"):
            make(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_content_that_cannot_be_removed_keeps_its_lock(tmp_path, monkeypatch, caplog):
    """A folder without it would not be swept by later runs, either."""
    folder = make(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(private_folder.shutil, "rmtree", lambda *_, **__: None)
        folder.remove()
    assert "may hold rows of T" in caplog.text
    assert (folder.path.parent / "dpsql-owner").exists()
    make(tmp_path).remove()
    assert list(tmp_path.iterdir()) == []
