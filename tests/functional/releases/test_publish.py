"""Release and manifest appear as a pair: whatever stops a run, and wherever."""

import errno
import hashlib
import os
import re
import signal
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from dpsql.errors import IntegrityError, ResourceError, TargetError
from dpsql.files.durable import sync
from dpsql.release import publish as module
from dpsql.release.lock import locked
from dpsql.release.manifest import Claims, PresenceRange, ReleasedFile
from dpsql.release.publish import _prepare, find_claims, publish, settle
from dpsql.release.staging import clear_staging, staging_folder
from dpsql.release.target import Target

CALLS = [
    (os, "link"),
    (os, "replace"),
    (os, "fsync"),
    (Path, "write_bytes"),
    (Path, "write_text"),
    (Path, "chmod"),
    (Path, "unlink"),
    (module, "_rename_new"),
]
#: More than there are such calls in publishing.
STEPS = range(1, 20)
SUFFIX = ".manifest.json"


class Killed(BaseException):
    """Nothing runs after a kill; nothing of the trusted core stops this."""


def claims(content):
    return Claims(
        schema="dpsql-manifest/1",
        release=ReleasedFile(
            name="r.csv", sha256=hashlib.sha256(content.encode()).hexdigest(), rows=1
        ),
        levels={"zip": 1},
        keep=[],
        public_columns=["zip"],
        constraints={},
        public_rows=2,
        presence=PresenceRange(min="1/2", max="1/2"),
        csv_formulas="refuse",
    )


def put_pair(target, content):
    target.path.write_text(content)
    target.manifest_path.write_bytes(claims(content).to_bytes())


def read_pair(target):
    """What the release says, or None; its manifest must be of the same run, and nothing stay."""
    assert not [path for path in target.path.parent.iterdir() if "dpsql" in path.name]
    if not target.path.exists():
        assert not target.manifest_path.exists()
        return None
    content = target.path.read_text()
    assert target.manifest_path.read_bytes() == claims(content).to_bytes()
    return content


def stage(target, content="new"):
    (target.staging_path / "r.csv").write_text(content)
    return target.staging_path / "r.csv"


def stop_at(monkeypatch, step, stop, *, before):
    """Stop at the call number `step` of those that publish, before or after it is made."""
    count = 0

    def watch(call):
        def watched(*arguments, **words):
            nonlocal count
            count += 1
            if count == step and before:
                stop()
            result = call(*arguments, **words)
            if count == step and not before:
                stop()
            return result

        return watched

    for place, name in CALLS:
        monkeypatch.setattr(place, name, watch(getattr(place, name)))


def test_what_was_made_durable_is_closed(tmp_path):
    def find_open():
        return sorted(path.name for path in Path("/proc/self/fd").iterdir())

    before = find_open()
    sync(tmp_path)
    assert find_open() == before


def raise_killed():
    raise Killed


def raise_error(number):
    def raise_it(*_, **__):
        raise OSError(number, os.strerror(number))

    return raise_it


@pytest.fixture(params=["fresh", "over a pair", "over a release", "over a manifest"])
def target(request, tmp_path):
    target = Target(tmp_path / "r.csv", overwrite=request.param != "fresh")
    if target.overwrite:
        put_pair(target, "old")
    if request.param == "over a release":
        target.manifest_path.unlink()
    if request.param == "over a manifest":
        target.path.unlink()
    return target


@pytest.fixture(params=[True, False])
def file_system(request, monkeypatch, target):
    """One that knows all that is needed; one that has to do with links, or without them."""
    if not request.param and target.overwrite:
        monkeypatch.setattr(os, "link", raise_error(errno.EPERM))
    if not request.param:
        monkeypatch.setattr(module, "_rename_new", raise_error(errno.EINVAL))


def is_as_before(target, before):
    return [read_bytes(path) for path in (target.path, target.manifest_path)] == before


def read_bytes(path):
    return path.read_bytes() if path.exists() else None


@pytest.mark.usefixtures("file_system")
def test_a_release_and_its_manifest_are_published(target):
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    with staging_folder(target):
        publish(stage(target), claims("new"), target)
    assert len(list(Path("/proc/self/fd").iterdir())) == descriptors
    assert read_pair(target) == "new"
    assert {path.stat().st_mode & 0o777 for path in (target.path, target.manifest_path)} == {0o600}
    assert target.path.stat().st_nlink == target.manifest_path.stat().st_nlink == 1


@pytest.mark.usefixtures("file_system")
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_is_settled_by_the_next_run_E01(target, monkeypatch, step, before):
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    target.staging_path.mkdir()
    release = stage(target)
    with monkeypatch.context() as patch:
        stop_at(patch, step, raise_killed, before=before)
        with suppress(Killed):
            publish(release, claims("new"), target)
    content = read_bytes(target.path)
    assert content in (found[0], b"new")
    if found[1] is not None and content is not None:
        # The owner's verify finds the manifest of whichever release is there.
        assert find_claims(target) == claims(content.decode())
    with locked(target):
        assert is_as_before(target, found) or read_pair_in_lock(target) == "new"


def read_pair_in_lock(target):
    assert not target.staging_path.exists()
    assert target.manifest_path.read_bytes() == claims(target.path.read_text()).to_bytes()
    return target.path.read_text()


def publish_half(target, monkeypatch):
    """Be killed between the two renames: the manifest is new, the release is not."""
    target.staging_path.mkdir()
    release = stage(target)
    with monkeypatch.context() as patch:
        kill_the_release(patch, target)
        with pytest.raises(Killed):
            publish(release, claims("new"), target)


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_while_settling_is_settled_by_the_next_run_E01(target, monkeypatch, step):
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    publish_half(target, monkeypatch)
    with monkeypatch.context() as patch:
        stop_at(patch, step, raise_killed, before=False)
        try:
            with locked(target):
                pass
        except Killed:
            pass
    with locked(target):
        pass
    assert is_as_before(target, found)


def kill_the_release(patch, target):
    """Between the renames of manifest and release."""
    place, name = (module.os, "replace") if target.overwrite else (module, "move_new")
    move = getattr(place, name)

    def move_manifest(source, destination):
        if destination == target.path:
            raise Killed
        move(source, destination)

    patch.setattr(place, name, move_manifest)


@pytest.mark.usefixtures("file_system")
@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES])
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("step", STEPS)
def test_an_error_at_any_step_leaves_a_pair_and_is_told_truly_E03(
    target, monkeypatch, step, number, before
):
    """Also where the step was made and the error is of the confirmation alone."""
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    told = None
    with staging_folder(target):
        release = stage(target)
        with monkeypatch.context() as patch:
            stop_at(patch, step, raise_error(number), before=before)
            try:
                publish(release, claims("new"), target)
            except ResourceError as error:
                told = str(error)
    assert not target.staging_path.exists()
    if told is None or "are published, but" in told:
        assert read_pair(target) == "new"
    else:
        assert "cannot be published" in told
        assert is_as_before(target, found)


class Disk:
    """Knows what a power cut could still take: what was changed and not synced since.

    Nothing may be unsure when the plan is written, when something is moved to the target, and
    when the plan goes: a later step may reach the disk before an earlier one.
    """

    def __init__(self, patch, target):
        self.unsure = set()
        self._beside = target.path.parent
        self._plan = target.staging_path / "plan"
        self._watch(patch, os, "fsync", after=self._sync)
        self._watch(patch, os, "link", before=self._place, after=self._link)
        self._watch(patch, os, "replace", before=self._place, after=self._place_unsure)
        self._watch(patch, module, "_rename_new", before=self._place, after=self._place_unsure)
        self._watch(patch, os, "unlink", before=self._remove, after=self._remove_unsure)
        for name in ("write_text", "write_bytes"):
            self._watch(patch, Path, name, before=self._write, after=self._write_unsure)

    @staticmethod
    def _watch(patch, place, name, before=lambda *_: None, after=lambda *_: None):
        call = getattr(place, name)

        def called(*arguments, **words):
            before(*arguments)
            result = call(*arguments, **words)
            after(*arguments)
            return result

        patch.setattr(place, name, called)

    def refuse_unsure(self):
        assert self.unsure == set()

    def _sync(self, descriptor):
        self.unsure.discard(Path(f"/proc/self/fd/{descriptor}").readlink())

    def _link(self, _, path):
        self.unsure |= {path, path.parent}

    def _place(self, _, path):
        if path.parent == self._beside:
            self.refuse_unsure()

    def _place_unsure(self, _, path):
        self.unsure.add(path.parent)

    def _write(self, path, _):
        if path == self._plan:
            self.refuse_unsure()

    def _write_unsure(self, path, _):
        self.unsure |= {path, path.parent}

    def _remove(self, path):
        if path == self._plan:
            self.refuse_unsure()

    def _remove_unsure(self, path):
        if path == self._beside / f"r.csv{SUFFIX}":
            self.unsure.add(self._beside)


def test_each_step_is_on_the_disk_before_the_next_E11(target, monkeypatch):
    with staging_folder(target), monkeypatch.context() as patch:
        disk = Disk(patch, target)
        disk.unsure.add(target.path.parent)  # the staging folder was made in it
        publish(stage(target), claims("new"), target)
        disk.refuse_unsure()
    assert read_pair(target) == "new"


def test_what_is_settled_is_on_the_disk_before_the_plan_goes_E11(target, monkeypatch):
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    publish_half(target, monkeypatch)
    with monkeypatch.context() as patch:
        disk = Disk(patch, target)
        assert settle(target) is False
        disk.refuse_unsure()
    clear_staging(target)
    assert is_as_before(target, found)


def test_a_disk_that_cannot_undo_leaves_it_to_the_next_run(target, monkeypatch):
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    renames = 0

    def fail_later(call):
        def called(*arguments, **words):
            nonlocal renames
            renames += 1
            if renames > 1:
                raise_error(errno.EIO)()
            call(*arguments, **words)

        return called

    with (
        monkeypatch.context() as patch,
        pytest.raises(ResourceError, match="the next run on it"),
        staging_folder(target),
    ):
        release = stage(target)
        for place, name in ((os, "replace"), (Path, "replace"), (module, "_rename_new")):
            patch.setattr(place, name, fail_later(getattr(place, name)))
        patch.setattr(Path, "unlink", raise_error(errno.EIO))
        publish(release, claims("new"), target)
    assert target.staging_path.exists()
    with locked(target):
        pass
    assert is_as_before(target, found)


@pytest.mark.parametrize("length", [0, 1, 64, 65, 66, 128])
def test_a_plan_that_was_cut_settles_nothing(target, length):
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    old = hashlib.sha256(found[1] or b"").hexdigest()
    target.staging_path.mkdir()
    stage(target)
    (target.staging_path / "plan").write_text(f"{'0' * 64} {old}\n"[:length])
    assert settle(target) is False
    with locked(target):
        assert is_as_before(target, found)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (ResourceError("r.csv: it cannot be read (x)"), "r.csv: it cannot be read (x)"),
    ],
)
def test_an_undo_that_fails_is_not_silent(target, monkeypatch, caplog, error, reason):
    def fail(_):
        raise error

    told = re.escape(f"left half done cannot be undone ({reason}); run again once the disk works")
    with monkeypatch.context() as patch:
        patch.setattr("dpsql.release.staging.settle", fail)
        with staging_folder(target):
            pass
        assert re.search(told, caplog.text)
        with pytest.raises(ResourceError, match=told), locked(target):
            pytest.fail("nobody may work on a half pair")


@pytest.mark.parametrize("rival", ["r.csv", f"r.csv{SUFFIX}"])
def test_what_was_put_there_meanwhile_stays(tmp_path, rival):
    target = Target(tmp_path / "r.csv", overwrite=False)
    with pytest.raises(TargetError, match=r"r\.csv was created meanwhile"), staging_folder(target):
        (tmp_path / rival).write_text("the rival's")
        publish(stage(target), claims("new"), target)
    assert [path.name for path in tmp_path.iterdir()] == [rival]
    assert (tmp_path / rival).read_text() == "the rival's"


def test_a_manifest_put_back_has_its_mode(tmp_path, monkeypatch):
    target = Target(tmp_path / "r.csv", overwrite=True)
    put_pair(target, "old")
    target.manifest_path.chmod(0o644)
    with monkeypatch.context() as patch, pytest.raises(Killed), staging_folder(target):
        kill_the_release(patch, target)
        publish(stage(target), claims("new"), target)
    assert read_pair(target) == "old"
    assert target.manifest_path.stat().st_mode & 0o777 == 0o644


def test_a_file_system_without_modes_or_syncs_of_folders_is_published_to(target, monkeypatch):
    fsync = os.fsync

    def sync_files(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise_error(errno.EINVAL)()
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", sync_files)
    monkeypatch.setattr(Path, "chmod", raise_error(errno.EPERM))
    with staging_folder(target):
        publish(stage(target), claims("new"), target)
    assert read_pair(target) == "new"


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize(("place", "call"), [(os, "fsync"), (Path, "chmod")])
def test_what_else_a_disk_refuses_is_not_passed_over(target, monkeypatch, place, call, number):
    found = [read_bytes(path) for path in (target.path, target.manifest_path)]
    with (
        monkeypatch.context() as patch,
        pytest.raises(ResourceError, match="cannot be published"),
        staging_folder(target),
    ):
        release = stage(target)
        patch.setattr(place, call, raise_error(number))
        publish(release, claims("new"), target)
    assert is_as_before(target, found)


def test_an_error_of_a_close_after_a_sync_takes_nothing_back(target, monkeypatch):
    close = os.close

    def close_and_fail(descriptor):
        close(descriptor)
        raise_error(errno.EIO)()

    with staging_folder(target):
        release = stage(target)
        with monkeypatch.context() as patch:
            patch.setattr(os, "close", close_and_fail)
            publish(release, claims("new"), target)
    assert read_pair(target) == "new"


def test_a_target_in_the_working_folder_needs_no_other_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for content, overwrite in (("old", False), ("new", True)):
        target = Target(Path("r.csv"), overwrite=overwrite)
        with locked(target), staging_folder(target):
            publish(stage(target, content), claims(content), target)
        assert read_pair(target) == content
    target = Target(Path("r.csv"), overwrite=False)
    with pytest.raises(TargetError), staging_folder(target):
        publish(stage(target, "newer"), claims("newer"), target)
    assert read_pair(target) == "new"


def test_a_system_that_knows_no_such_rename_links(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_system", object())
    (tmp_path / "one").touch()
    module.move_new(tmp_path / "one", tmp_path / "two")
    assert (tmp_path / "two").exists()
    with pytest.raises(FileExistsError):
        module.move_new(tmp_path / "one", tmp_path / "two")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("step", STEPS)
def test_a_signal_waits_until_both_are_there_E05(target, monkeypatch, step, number):
    def stop(*_):
        raise SystemExit(128 + number)

    before = signal.signal(number, stop)
    stopped = False
    try:
        with staging_folder(target):
            release = stage(target)
            with monkeypatch.context() as patch:
                stop_at(patch, step, lambda: signal.raise_signal(number), before=True)
                publish(release, claims("new"), target)
    except SystemExit:
        stopped = True
    finally:
        signal.signal(number, before)
    assert stopped or step > 10
    assert read_pair(target) == "new"


def test_a_manifest_that_cannot_be_read_proves_nothing(tmp_path, monkeypatch):
    target = Target(tmp_path / "r.csv", overwrite=False)
    put_pair(target, "old")
    monkeypatch.setattr(Path, "read_bytes", raise_error(errno.EACCES))
    with pytest.raises(IntegrityError, match=r"manifest\.json"):
        find_claims(target)


def test_an_old_manifest_counts_between_the_two_renames_alone(tmp_path):
    """Whatever else stands in a staging folder does not excuse a manifest that was changed."""
    target = Target(tmp_path / "r.csv", overwrite=True)
    put_pair(target, "old")
    with locked(target):
        target.staging_path.mkdir()
        manifest = _prepare(stage(target), claims("new"), target)
        assert find_claims(target) == claims("old")
        target.manifest_path.unlink()
        target.manifest_path.write_bytes(claims("forged").to_bytes())
        assert find_claims(target) == claims("forged")
        target.manifest_path.unlink()
        with pytest.raises(IntegrityError):
            find_claims(target)
        manifest.replace(target.manifest_path)
        assert find_claims(target) == claims("old")
        (target.staging_path / "old").write_text("no manifest")
        assert find_claims(target) == claims("new")


def test_what_is_settled_is_cleared_also_where_no_file_can_be_opened(tmp_path, monkeypatch, caplog):
    target = Target(tmp_path / "r.csv", overwrite=False)
    with monkeypatch.context() as patch, staging_folder(target):
        publish(stage(target), claims("new"), target)
        patch.setattr(Path, "read_text", raise_error(errno.EMFILE))
    assert caplog.text == ""
    assert read_pair(target) == "new"
