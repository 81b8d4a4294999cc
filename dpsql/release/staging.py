"""The private folder beside a target, in which a release is written and verified, then published.

It is on the target's file system, so that publishing is a rename. It exists only while its run
holds the target's lock: a folder that is found under the lock belongs to a dead run. Assumes that
nobody else renames files of this user in the target's folder.
"""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dpsql.errors import DpsqlError, ResourceError, TargetError, error_of
from dpsql.faces import name_option
from dpsql.files.private_folder import remove
from dpsql.release.publish import UNKNOWN, move_new, settle
from dpsql.release.target import NOT_WRITABLE, Target
from dpsql.signals import holding_signals

_log = logging.getLogger("dpsql")


@contextmanager
def staging_folder(target: Target) -> Iterator[Path]:
    """Create the folder `target.staging_path`, mode 0700; remove it with its content on exit.

    Raises:
        TargetError: the folder cannot be created, or files cannot be moved without replacing
            others. ResourceError: the disk refused.
    """
    try:
        _make(target)
        yield target.staging_path
    finally:
        with holding_signals():
            try:
                clear_staging(target)
            except DpsqlError as error:
                _log.error("%s", error)


def _make(target: Target) -> None:
    """Create the folder, and test there that a file can be moved without replacing another."""
    probe = target.staging_path / "probe"
    problem = NOT_WRITABLE
    try:
        target.staging_path.mkdir(mode=0o700)
        if not target.overwrite:
            probe.touch(mode=0o600)
            move_new(probe, probe.with_name("probed"))
    except OSError as error:
        if error.errno in UNKNOWN:
            problem = (
                "release: its file system knows neither links nor a rename that replaces nothing;"
                f" pass {name_option('overwrite', True)} or name another folder"
            )
        raise error_of(error, problem, TargetError) from None


def clear_staging(target: Target) -> None:
    """Settle an interrupted publication, and remove the folder; the caller holds the lock.

    Raises:
        TargetError: a file or folder of this name is not ours. ResourceError: the disk refused to
            settle; the folder stays, since its content is needed to settle.
    """
    folder = target.staging_path
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        problem = f"release: {folder.name} beside it cannot be looked at"
        raise error_of(error, problem, TargetError) from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise TargetError(f"release: {folder.name} beside it is not a folder of ours; remove it")
    try:
        settle(target)
    except (OSError, DpsqlError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ResourceError(
            f"release: what a run on {target.name} left half done cannot be undone ({reason});"
            " run again once the disk works"
        ) from None
    remove(folder)
