"""Moves a verified release and its manifest to the target: both, or neither, whenever a run ends.

Two files cannot be renamed as one. The rename of the release is what publishes; the manifest goes
before it, and a plan in the staging folder says how to take it back. Steps, each on the disk before
the next:

1. `old`: a link to the old manifest, or a copy; none if there was none.
2. `plan`: the hashes of the new release and of the new manifest.
3. The new manifest is moved to the target.
4. The new release is moved to the target.
5. Plan and staging folder are removed.

What a run that ends anywhere leaves, and what `settle` makes of it under the lock of the next run,
or of the same one where it was an error or a signal that ended it:

| ended | release | manifest | plan | settled by |
|---|---|---|---|---|
| before 2 is whole | as it was | as it was | none, or cut: no hash in it fits | nothing |
| between 2 and 3 | as it was | as it was | of another manifest | nothing |
| between 3 and 4 | as it was | new | of this manifest | `old`, or nothing, for the manifest |
| between 4 and 5 | new | new | of both | nothing |
| in 5 | new | new | none | nothing |

If the old manifest has the very bytes of the new one, then between 2 and 3 looks like between 3 and
4, and is settled by putting the same bytes back. To settle is one rename or one removal, so that it
may itself be stopped anywhere. At every moment the release is the old one, absent, or the new one,
verified: never a part. A reader between 3 and 4 finds the old release, if there was one, beside the
new manifest; `find_claims` then goes by the old one, for whoever may look there: to other
users the two do not fit until the run, or the next one, is through.
"""

import ctypes
import errno
import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path

from dpsql.errors import DpsqlError, EngineError, ResourceError, TargetError
from dpsql.faces import name_function
from dpsql.files.durable import sync
from dpsql.release.manifest import Claims, hash_file, read_claims
from dpsql.release.target import Target
from dpsql.signals import holding_signals

_OLD, _PLAN = "old", "plan"
#: What a system says that does not know a call, or a file system that does not.
UNKNOWN = (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP, errno.EPERM)
_HERE, _REPLACE_NOTHING, _EXCHANGE = -100, 1, 2  # AT_FDCWD, RENAME_NOREPLACE, RENAME_EXCHANGE
_system = ctypes.CDLL(None, use_errno=True)


def publish(release: Path, claims: Claims, target: Target) -> None:
    """Move a verified release out of the staging folder, with its manifest, durably.

    Of a table, what is loaded is committed in place of the second move.

    Raises:
        TargetError: something was put at the target meanwhile. ResourceError: the disk refused;
            says whether the release is published. EngineError: the server did.
    """
    move = os.replace if target.overwrite else move_new
    with holding_signals():
        try:
            manifest = _prepare(release, claims, target)
            move(manifest, target.manifest_path)
            sync(target.path.parent)
            if target.table is None:
                move(release, target.path)
                sync(target.path.parent)
            else:
                target.table.commit()
        except (OSError, DpsqlError) as error:
            raise _explain(error, target) from None
        with suppress(OSError):
            (target.staging_path / _PLAN).unlink()


def _prepare(release: Path, claims: Claims, target: Target) -> Path:
    """Steps 1 and 2; returns the new manifest."""
    staging = target.staging_path
    with suppress(FileNotFoundError):
        _keep(target.manifest_path, staging / _OLD)
    manifest = staging / target.manifest_path.name
    content = claims.to_bytes()
    manifest.write_bytes(content)
    for file in (release, manifest):
        close_to_others(file)
        sync(file)
    for folder in (staging, target.path.parent):
        sync(folder)
    plan = staging / _PLAN
    plan.write_text(f"{claims.release.sha256} {hashlib.sha256(content).hexdigest()}\n")
    sync(plan)
    sync(staging)
    return manifest


def settle(target: Target) -> bool:
    """Let the target have release and manifest of one run; returns whether of the one planned.

    Raises:
        OSError, Unreadable, ResourceError: the disk refused.
    """
    if not (target.staging_path / _PLAN).exists():
        return False
    is_manifest_out, is_release_out = _find_what_is_out(target)
    if is_manifest_out and not is_release_out:
        try:
            (target.staging_path / _OLD).replace(target.manifest_path)
        except FileNotFoundError:
            target.manifest_path.unlink()
        sync(target.path.parent)
    return is_manifest_out and is_release_out


def find_claims(target: Target) -> Claims:
    """Read the manifest of a release; the old one, if a run is between the two renames.

    Raises:
        IntegrityError: it is not there, or not one of ours.
    """
    # Others may not look into the folder; they go by the manifest that is there.
    with suppress(OSError, DpsqlError):
        if _find_what_is_out(target) == (True, False):
            return read_claims(target.staging_path / _OLD)
    return read_claims(target.manifest_path)


def _find_what_is_out(target: Target) -> tuple[bool, bool]:
    """Whether the planned manifest and the planned release stand at the target."""
    try:
        release, manifest = (target.staging_path / _PLAN).read_text().split()
    except ValueError:
        return False, False
    # The release goes after the manifest; a server need not be asked if that is not there.
    if not target.manifest_path.is_file() or hash_file(target.manifest_path) != manifest:
        return False, False
    return True, target.hash_release() == release


def move_new(source: Path, destination: Path) -> None:
    """Rename, or link where that replaces files; raises FileExistsError if there is one."""
    try:
        _rename_new(source, destination)
    except OSError as error:
        if error.errno not in UNKNOWN:
            raise
        os.link(source, destination)


def exchange(one: Path, other: Path) -> bool:
    """Give each of two folders the name of the other in one step; false where none is known."""
    try:
        _rename(one, other, _EXCHANGE)
    except OSError as error:
        if error.errno not in UNKNOWN:
            raise
        return False
    return True


def _rename_new(source: Path, destination: Path) -> None:
    _rename(source, destination, _REPLACE_NOTHING)


def _rename(source: Path, destination: Path, flag: int) -> None:
    """Rename as Linux does with a flag; raises OSError(ENOSYS) on other systems."""
    if not hasattr(_system, "renameat2"):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    names = os.fsencode(source), os.fsencode(destination)
    if _system.renameat2(_HERE, names[0], _HERE, names[1], flag):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _keep(manifest: Path, old: Path) -> None:
    """A link is the old file itself, with its mode and times; a copy is made where none can be."""
    try:
        os.link(manifest, old)
    except OSError:
        shutil.copy2(manifest, old)
    sync(old)


def _explain(error: OSError | DpsqlError, target: Target) -> DpsqlError:
    """Take back what can be taken back, and say what is at the target now."""
    name, reason = target.name, error.strerror if isinstance(error, OSError) else str(error)
    try:
        if target.table is not None:
            target.table.undo()
        is_new = settle(target)
    except (OSError, DpsqlError):
        if target.is_in_engine:
            return ResourceError(
                f"release: publishing {name} stopped half way ({reason}), and whether the engine"
                " has it is not known while it does not answer; the next run on it settles that"
            )
        return ResourceError(
            f"release: publishing {name} stopped half way ({reason}), and cannot be undone while"
            " the disk fails; the next run on it will"
        )
    if is_new and target.is_in_engine:
        return EngineError(
            f"release: {name} and its manifest are published, but the engine did not confirm it"
            f" ({reason}); check them with {name_function('verify')}"
        )
    if is_new:
        return ResourceError(
            f"release: {name} and its manifest are published, but the disk does not confirm that it"
            f" keeps them ({reason}); check them with {name_function('verify')} once the disk works"
        )
    if isinstance(error, FileExistsError):
        return TargetError(f"release: {name} was created meanwhile")
    if isinstance(error, DpsqlError):
        return error
    return ResourceError(f"release: it cannot be published ({reason})")


def close_to_others(file: Path) -> None:
    """Let nobody but the owner read or write a file."""
    try:
        file.chmod(0o600)
    except OSError as error:
        # Some file systems know no modes; who may read there was decided where it was mounted.
        if error.errno != errno.EPERM:
            raise
