"""One run at a time on a target, and what a run that was killed left there is settled first.

The lock is on a file that is made before, and removed after, everything else beside the target. It
goes with the process, however it ends.
"""

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep

from dpsql.errors import DpsqlError, Locked, ResourceError, TargetError, error_of
from dpsql.release.staging import clear_staging
from dpsql.release.target import LOCK_SUFFIX, NOT_WRITABLE, SUFFIXES, TAKES_NO_FILES, Target
from dpsql.signals import holding_signals, promise

_log = logging.getLogger("dpsql")
#: Seconds; a run that settles what others left holds their locks for a moment only.
_WAITS = (0.01, 0.03, 0.06)


@contextmanager
def locked(target: Target) -> Iterator[None]:
    """Keep other runs off the target; clears it, and its folder, of what killed runs left.

    Raises:
        Locked: another run holds it. TargetError: the folder is not writable. ResourceError: the
            folder knows no locks, or what was left cannot be settled.
    """
    with _holding(target):
        _settle_others(target)
        yield


def _settle_others(target: Target) -> None:
    """Clear the folder of what killed runs on other targets left, as far as it can be done."""
    found: list[Path] = []
    with suppress(OSError):
        found += target.path.parent.glob(f".*{LOCK_SUFFIX}")
    for path in found:
        name = path.name[1:].removesuffix(LOCK_SUFFIX)
        # Anybody may name a file so; only what a release may be called is a target.
        if name == target.path.name or Path(name).suffix.lower() not in SUFFIXES:
            continue
        with suppress(OSError, DpsqlError):
            if path.lstat().st_uid == os.geteuid():
                with _holding(Target(path.with_name(name), overwrite=True), waits=()):
                    pass


@contextmanager
def _holding(target: Target, waits: tuple[float, ...] = _WAITS) -> Iterator[None]:
    let_go = None
    if target.table is not None:
        target.table.connect()
    try:
        with holding_signals():
            let_go = promise(partial(_let_go, target, _lock(target, waits)))
            if target.table is not None:
                # A run elsewhere may be about to commit what is to be settled here.
                target.table.lock()
            clear_staging(target)
        yield
    finally:
        if let_go is not None:
            let_go()


def _let_go(target: Target, descriptor: int) -> None:
    """Clear what a signal kept from being cleared, and give up the lock."""
    with suppress(DpsqlError):
        clear_staging(target)
    _remove(target.lock_path)
    with suppress(OSError):
        os.close(descriptor)


def _lock(target: Target, waits: tuple[float, ...]) -> int:
    """Lock the target's file; where it is held, try again after each wait."""
    for seconds in waits:
        with suppress(BlockingIOError):
            return _try_lock(target.lock_path)
        sleep(seconds)
    with suppress(BlockingIOError):
        return _try_lock(target.lock_path)
    raise Locked(f"release: another run is working on {target.name}; wait until it has ended")


def _try_lock(path: Path) -> int:
    """Return a descriptor that holds the lock; raises BlockingIOError if another run has it."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        if isinstance(error, PermissionError) and os.path.lexists(path):
            raise BlockingIOError from None  # of another user, whose run it is, or was
        if isinstance(error, FileNotFoundError) and path.parent.is_dir():
            raise TargetError(TAKES_NO_FILES) from None
        raise error_of(error, NOT_WRITABLE, TargetError) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The holder before may have removed the file between our opening and our locking it.
        if os.path.samestat(os.fstat(descriptor), os.lstat(path)):
            return descriptor
        raise BlockingIOError
    except OSError as error:
        with suppress(OSError):
            os.close(descriptor)
        if isinstance(error, BlockingIOError | FileNotFoundError):
            raise BlockingIOError from None
        # The file stays: another run may have got the lock that this one was refused.
        raise error_of(error, f"release: {path.name} cannot be locked", ResourceError) from None


def _remove(path: Path) -> None:
    """Remove a lock; one that stays is harmless, and the next run removes it."""
    for _ in range(2):
        with suppress(OSError):
            path.unlink(missing_ok=True)
            return
    _log.error("%s: not removed; remove it", path)
