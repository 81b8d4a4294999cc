"""Where a release goes: what is refused, who may work on it, and what killed runs left there."""

import errno
import os
import signal
import subprocess
import sys
import threading
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from dpsql.errors import DpsqlError, Locked, ResourceError, TargetError
from dpsql.files import private_folder
from dpsql.release import lock, publish
from dpsql.release.lock import locked
from dpsql.release.staging import clear_staging, staging_folder
from dpsql.release.target import Target


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def fail(number):
    def raise_it(*_, **__):
        raise OSError(number, os.strerror(number))

    return raise_it


def count_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def target(tmp_path):
    return Target(tmp_path / "r.csv", overwrite=False)


@pytest.mark.parametrize("name", ["r.json", "nowhere/r.csv", "folder.csv", "link.csv", "-.csv"])
@pytest.mark.parametrize("suffix", ["", ".manifest.json"])
def test_targets_that_do_not_fit_D09(tmp_path, name, suffix):
    """The same holds of the manifest beside the release."""
    (tmp_path / f"folder.csv{suffix}").mkdir()
    (tmp_path / f"link.csv{suffix}").symlink_to("dangling")
    (tmp_path / f"-.csv{suffix}").symlink_to("dangling")
    with pytest.raises(TargetError, match=r"^release: "):
        Target(tmp_path / name, overwrite=True).refuse_unfit()


@pytest.mark.parametrize("name", ["r.csv", "r.CSV", "r.parquet", "r.Parquet", "r.v2.csv"])
@pytest.mark.parametrize("beside", ["", "r.csv", "manifest", "staging"])
def test_targets_that_fit(tmp_path, name, beside):
    """Whether plain files may be replaced is asked later, and a dead run is cleared then."""
    target = Target(tmp_path / name, overwrite=False)
    if beside == "staging":
        target.staging_path.mkdir()
    elif beside:
        (target.manifest_path if beside == "manifest" else target.path).touch()
    target.refuse_unfit()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a\0b.csv", "^release: its name holds a NUL"),
        (f"{'long' * 60}x.csv", "^release: long.* cannot be there"),
        (f"{'long' * 70}.csv", "^release: long.* cannot be there"),
    ],
)
def test_names_that_no_file_can_have(tmp_path, name, told):
    with pytest.raises(TargetError, match=told):
        Target(tmp_path / name, overwrite=True).refuse_unfit()


def test_a_folder_that_takes_nothing_is_told_before_a_search(target, monkeypatch):
    target.refuse_unwritable()
    assert list(target.path.parent.iterdir()) == []
    for number, told in (
        (errno.EACCES, "^release: its folder is not writable"),
        (errno.ENOENT, "takes no new files"),
    ):
        monkeypatch.setattr("dpsql.release.target.mkdtemp", fail(number))
        with pytest.raises(TargetError, match=told):
            target.refuse_unwritable()


@pytest.mark.parametrize("suffix", ["", ".manifest.json"])
def test_an_input_is_no_target_D09(tmp_path, target, suffix):
    (tmp_path / "other.csv").touch()
    (tmp_path / f"r.csv{suffix}").touch()
    target.refuse_inputs((tmp_path / "other.csv",))
    with pytest.raises(TargetError, match="is an input of the job"):
        target.refuse_inputs((tmp_path / "other.csv", tmp_path / f"r.csv{suffix}"))


@pytest.mark.parametrize("name", ["r.csv", "r.csv.manifest.json"])
def test_what_exists_is_refused_unless_asked_for_D09(tmp_path, target, name):
    (tmp_path / name).touch()
    with pytest.raises(TargetError, match=f"{name} exists; pass overwrite=True"):
        target.refuse_present()
    Target(tmp_path / "r.csv", overwrite=True).refuse_present()


def test_a_target_is_not_changed(target):
    with pytest.raises(FrozenInstanceError):
        target.overwrite = True


def test_a_lock_is_gone_afterwards_also_after_a_failure_E08(tmp_path, target):
    with pytest.raises(KeyError), locked(target):
        assert names(tmp_path) == [".r.csv.dpsql-lock"]
        with pytest.raises(Locked, match=r"working on r\.csv"), locked(target):
            pass
        raise KeyError
    assert names(tmp_path) == []


@pytest.mark.parametrize("begins", [False, True])
def test_a_lock_on_a_file_that_its_holder_removed_is_none(tmp_path, target, monkeypatch, begins):
    """Between opening and locking, the run before may end, and a third one begin."""
    flock = lock.fcntl.flock

    def lock_late(descriptor, operation):
        target.lock_path.rename(tmp_path / "held")
        if begins:
            target.lock_path.touch()
        flock(descriptor, operation)

    monkeypatch.setattr(lock.fcntl, "flock", lock_late)
    with pytest.raises(Locked), locked(target):
        pytest.fail("two runs would write one target")


def test_a_lock_that_goes_between_two_looks_at_it_is_none(target, monkeypatch):
    """A rival's clean-up may come anywhere; what is asked of the file is asked once."""
    look = os.lstat

    def look_late(path):
        path.unlink()
        return look(path)

    monkeypatch.setattr(lock.os, "lstat", look_late)
    with pytest.raises(Locked), locked(target):
        pytest.fail("two runs would write one target")


def test_a_folder_that_takes_no_file_is_refused(tmp_path):
    target = Target(tmp_path / "nowhere" / "r.csv", overwrite=False)
    with pytest.raises(TargetError, match="its folder is not writable"), locked(target):
        pytest.fail("there is no lock")
    with pytest.raises(TargetError, match="its folder is not writable"), staging_folder(target):
        pytest.fail("there is no folder")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EDQUOT, errno.EIO])
def test_a_disk_that_is_full_is_no_wrong_word(target, monkeypatch, number):
    with monkeypatch.context() as patch:
        patch.setattr(lock.os, "open", fail(number))
        with pytest.raises(ResourceError), locked(target):
            pytest.fail("there is no lock")
    monkeypatch.setattr("dpsql.release.staging.Path.mkdir", fail(number))
    with pytest.raises(ResourceError), staging_folder(target):
        pytest.fail("there is no folder")


def test_a_folder_without_locks_is_told(target, monkeypatch):
    descriptors = count_descriptors()
    monkeypatch.setattr(lock.fcntl, "flock", fail(errno.ENOLCK))
    with pytest.raises(ResourceError, match="cannot be locked"), locked(target):
        pytest.fail("there is no lock")
    assert count_descriptors() == descriptors


def test_a_lock_that_cannot_be_removed_is_told(target, monkeypatch, caplog):
    with locked(target):
        monkeypatch.setattr("dpsql.release.lock.Path.unlink", fail(errno.EIO))
    assert "not removed" in caplog.text


def test_what_a_run_makes_is_its_owner_s_alone(target):
    before = os.umask(0)
    try:
        with locked(target), staging_folder(target) as folder:
            made = (target.lock_path, folder, *folder.iterdir())
            modes = {path.name: path.stat().st_mode & 0o777 for path in made}
    finally:
        os.umask(before)
    assert modes == {".r.csv.dpsql-lock": 0o600, ".r.csv.dpsql-staging": 0o700, "probed": 0o600}


def test_a_staging_folder_is_private_and_gone_afterwards(tmp_path, target):
    with pytest.raises(KeyError), staging_folder(target) as folder:
        assert folder.parent == tmp_path
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "r.csv").write_text("private")
        raise KeyError
    assert names(tmp_path) == []


def test_a_staging_folder_that_cannot_be_removed_is_told(target, monkeypatch, caplog):
    with staging_folder(target):
        monkeypatch.setattr(private_folder.shutil, "rmtree", lambda *_, **__: None)
    assert "may hold rows of T" in caplog.text


def test_one_failure_of_the_disk_leaves_no_lock(tmp_path, target, monkeypatch, caplog):
    unlink, numbers = Path.unlink, [errno.EIO]

    def fail_once(*arguments, **words):
        if numbers:
            fail(numbers.pop())()
        unlink(*arguments, **words)

    with locked(target):
        monkeypatch.setattr(Path, "unlink", fail_once)
    assert numbers == names(tmp_path) == []
    assert caplog.text == ""


def test_one_failure_of_the_disk_leaves_no_folder(tmp_path, target, monkeypatch):
    unlink, numbers = os.unlink, [errno.EIO]

    def fail_once(*arguments, **words):
        if numbers:
            fail(numbers.pop())()
        unlink(*arguments, **words)

    with staging_folder(target):
        monkeypatch.setattr(os, "unlink", fail_once)
    assert names(tmp_path) == []


def test_a_file_system_that_can_only_replace_is_told_before_any_work(tmp_path, target, monkeypatch):
    monkeypatch.setattr(publish, "_rename_new", fail(errno.EINVAL))
    monkeypatch.setattr(publish.os, "link", fail(errno.EPERM))
    with pytest.raises(TargetError, match="pass overwrite=True"), staging_folder(target):
        pytest.fail("nothing could be published")
    with staging_folder(Target(target.path, overwrite=True)):
        pass
    assert names(tmp_path) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from dpsql.release.lock import locked
from dpsql.release.staging import staging_folder
from dpsql.release.target import Target
target = Target(Path(sys.argv[1]), overwrite=True)
with locked(target), staging_folder(target) as folder:
    (folder / "r.csv").write_text("rows")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_one(path):
    subprocess.run([sys.executable, "-c", KILLED, path], check=False)
    assert names(path.parent) == [f".{path.name}.dpsql-lock", f".{path.name}.dpsql-staging"]


@pytest.mark.parametrize("name", ["r.csv", "other.csv", "some.csv"])
def test_what_a_killed_run_left_is_swept_by_the_next_E08(tmp_path, target, name):
    """Also by one on another target of the same folder."""
    kill_one(tmp_path / name)
    with locked(target):
        assert names(tmp_path) == [".r.csv.dpsql-lock"]
    assert names(tmp_path) == []


@pytest.mark.parametrize("other", [1, -1])
def test_what_another_user_left_stays(tmp_path, target, monkeypatch, other):
    """On another target it is left alone, on this one it is refused."""
    kill_one(tmp_path / "other.csv")
    left = names(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + other)
    with locked(target):
        pass
    assert names(tmp_path) == left
    with (
        pytest.raises(TargetError, match="not a folder of ours"),
        locked(Target(tmp_path / "other.csv", overwrite=False)),
    ):
        pytest.fail("it may hold rows of somebody else")
    assert (tmp_path / left[1] / "r.csv").read_text() == "rows"


def test_a_lock_that_somebody_removed_is_no_complaint(target, caplog):
    with locked(target):
        target.lock_path.unlink()
    assert caplog.text == ""


def test_a_lock_of_another_target_that_goes_while_it_is_looked_at_is_no_fault(target, monkeypatch):
    gone = target.path.with_name(".gone.csv.dpsql-lock")
    monkeypatch.setattr(Path, "glob", lambda *_: iter([gone]))
    with locked(target):
        pass
    assert names(target.path.parent) == []


def test_a_lock_that_cannot_be_closed_is_let_go_all_the_same(target, monkeypatch):
    """Some file systems tell an error of a file when it is closed; nothing was written to this."""
    close = os.close

    def close_and_fail(descriptor):
        close(descriptor)
        fail(errno.EIO)()

    descriptors = count_descriptors()
    monkeypatch.setattr(lock.os, "close", close_and_fail)
    with locked(target), pytest.raises(Locked), locked(target):
        pytest.fail("two runs would write one target")
    assert count_descriptors() == descriptors
    assert names(target.path.parent) == []


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(
    ("place", "call"),
    [
        (lock.fcntl, "flock"),
        (Path, "mkdir"),
        (Path, "touch"),
        (private_folder.shutil, "rmtree"),
        (Path, "unlink"),
    ],
)
def test_a_signal_leaves_nothing_whenever_it_comes(target, monkeypatch, place, call, before):
    def stop(*_):
        raise SystemExit(128 + signal.SIGTERM)

    called, signals = getattr(place, call), [signal.SIGTERM]

    def signal_once(*arguments, **words):
        if before and signals:
            signal.raise_signal(signals.pop())
        result = called(*arguments, **words)
        if signals:
            signal.raise_signal(signals.pop())
        return result

    handler = signal.signal(signal.SIGTERM, stop)
    try:
        with monkeypatch.context() as patch, pytest.raises(SystemExit):
            patch.setattr(place, call, signal_once)
            with locked(target), staging_folder(target):
                pass
    finally:
        signal.signal(signal.SIGTERM, handler)
    assert names(target.path.parent) == []


def test_a_run_at_work_on_another_target_is_left_alone(tmp_path, target):
    other = Target(tmp_path / "other.csv", overwrite=False)
    with locked(other), staging_folder(other) as folder:
        (folder / "rows").touch()
        with locked(target):
            pass
        assert names(folder) == ["probed", "rows"]


def test_what_is_not_ours_is_no_staging_folder(tmp_path, target):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "rows").touch()
    target.staging_path.symlink_to("precious")
    with pytest.raises(TargetError, match="not a folder of ours"), locked(target):
        pytest.fail("it is a link")
    assert names(tmp_path / "precious") == ["rows"]
    target.staging_path.unlink()
    target.staging_path.touch()
    with pytest.raises(TargetError, match="not a folder of ours"):
        clear_staging(target)


@pytest.mark.parametrize(
    "name", ["..dpsql-lock", "...dpsql-lock", "..csv.dpsql-lock", ".x.dpsql-lock"]
)
def test_files_that_others_named_like_locks_harm_nobody(tmp_path, target, name):
    (tmp_path / name).touch()
    with locked(target):
        pass
    assert names(tmp_path) == [name]


def test_names_like_locks_do_not_hide_what_a_killed_run_left(tmp_path, target, monkeypatch):
    kill_one(tmp_path / "other.csv")
    odd = target.lock_path.with_name("..dpsql-lock")
    found = [odd, target.lock_path, tmp_path / ".other.csv.dpsql-lock"]
    monkeypatch.setattr(Path, "glob", lambda *_: iter(found))
    with locked(target):
        assert names(tmp_path) == [".r.csv.dpsql-lock"]


def test_a_lock_is_given_up_also_where_the_folder_cannot_be_cleared(tmp_path, target):
    (tmp_path / "precious").mkdir()
    with locked(target):
        target.staging_path.symlink_to("precious")
    assert names(tmp_path) == [target.staging_path.name, "precious"]


def test_a_lock_that_cannot_be_opened_for_want_of_descriptors_is_held_by_nobody(
    target, monkeypatch
):
    target.lock_path.touch()
    with monkeypatch.context() as patch, pytest.raises(ResourceError, match="Too many open files"):
        patch.setattr(os, "open", fail(errno.EMFILE))
        with locked(target):
            pytest.fail("locked")


def test_runs_on_other_targets_of_a_folder_are_none_on_this_one(tmp_path):
    """What is locked to be settled is not refused to the run that locks it next."""
    refused = []

    def run_on(name):
        for _ in range(150):
            try:
                with locked(Target(tmp_path / name, overwrite=False)):
                    pass
            except DpsqlError as error:
                refused.append(error)

    threads = [threading.Thread(target=run_on, args=(f"r{i}.csv",)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == []


def test_a_lock_of_another_user_is_a_lock(tmp_path, target, monkeypatch):
    target.lock_path.touch()
    refuse = fail(errno.EACCES)
    with monkeypatch.context() as patch, pytest.raises(Locked, match="another run"):
        patch.setattr(os, "open", refuse)
        with locked(target):
            pytest.fail("locked")
