"""The command ``dpsql``, and ``python -m dpsql``: what must stand before anything is loaded.

Loading takes a second, in which nothing private is there yet: a signal then ends the program on the
spot. Afterwards `cli` leaves by an exception, so that private folders are removed.
"""

import ctypes
import gc
import os
import resource
import signal
import sys
from types import FrameType

from dpsql.signals import STOPPING, is_to_be_ignored

_PR_SET_DUMPABLE = 4
_OBJECTS_PER_COLLECTION = 100_000


def main() -> None:
    """Take signals over, refuse core dumps, then load and run the command line."""
    for number in STOPPING:
        if not is_to_be_ignored(number):
            signal.signal(number, _leave)
    _refuse_core_dumps()
    # Nothing that is being loaded is garbage, and a command loads its parts when it needs them.
    gc.set_threshold(_OBJECTS_PER_COLLECTION)
    from dpsql.cli import app as cli

    cli.main()


def _leave(number: int, _: FrameType | None) -> None:
    """End at once; an exception would print a traceback, or be swallowed by what is loading."""
    os._exit(128 + number)


def _refuse_core_dumps() -> None:
    """A core would hold rows of T; a limit of 0 binds no handler that cores are piped to."""
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


if __name__ == "__main__":
    main()
