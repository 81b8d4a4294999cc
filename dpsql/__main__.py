"""The command ``dpsql``, and ``python -m dpsql``: what must stand before anything is loaded.

Loading takes a second, in which nothing private is there yet: a signal then ends the program on the
spot. Once a command begins, it leaves by an exception, so that private folders are removed.
"""

import ctypes
import gc
import resource
import sys

from dpsql.signals import take_over

_PR_SET_DUMPABLE = 4
_OBJECTS_PER_COLLECTION = 100_000


def main() -> None:
    """Take signals over, refuse core dumps, then load and run the command line."""
    take_over()
    _refuse_core_dumps()
    # Nothing that is being loaded is garbage, and a command loads its parts when it needs them.
    gc.set_threshold(_OBJECTS_PER_COLLECTION)
    from dpsql.cli import app as cli

    cli.main()


def _refuse_core_dumps() -> None:
    """A core would hold rows of T; a limit of 0 binds no handler that cores are piped to."""
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


if __name__ == "__main__":
    main()
