"""Makes writes durable: the content of a file, or the names in a folder."""

import errno
import os
from contextlib import suppress
from pathlib import Path


def sync(path: Path) -> None:
    """Wait until the disk has stored the path; some file systems do not support it for folders.

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
        # Nothing was written through this descriptor, so an error of close() loses nothing.
        with suppress(OSError):
            os.close(descriptor)
