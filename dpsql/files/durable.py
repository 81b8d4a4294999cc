"""Asks the disk to keep what was written: the content of a file, or the names in a folder."""

import errno
import os
from contextlib import suppress
from pathlib import Path


def sync(path: Path) -> None:
    """Wait until the disk keeps it; some file systems cannot be asked that of a folder.

    Raises:
        OSError: the disk refused.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        # Nothing was written through it, so that there is nothing to lose.
        with suppress(OSError):
            os.close(descriptor)
