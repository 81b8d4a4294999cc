"""What an engine said, its SQL and where it happened, in a file that is its owner's alone.

Engines quote rows in half of their messages, so that neither errors nor logs pass them on.
"""

import logging
import os
import secrets
import traceback
from pathlib import Path

from dpsql.errors import ConfigError, error_of
from dpsql.files import private_file

_log = logging.getLogger("dpsql")


class Debug:
    """A file of a random name in `folder`, made when there is something to write."""

    def __init__(self, folder: Path) -> None:
        """Make the folder, private, unless it is there.

        Raises:
            ConfigError: it cannot be made.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise error_of(error, f"--debug: {folder} is no folder", ConfigError) from None
        self._file = folder / f"dpsql-debug-{secrets.token_hex(8)}.txt"

    def write(self, subject: str, error: BaseException) -> None:
        """Write what an exception and its causes say; the log names the file, once.

        A file that cannot be written is told of, too, and hides nothing: the error goes on.
        """
        told = "".join(traceback.format_exception(error))
        is_new = not os.path.lexists(self._file)  # Path.exists raises where it may not look
        try:
            opened = private_file.create if is_new else private_file.extend
            with opened(self._file) as file:
                file.write(f"{subject}\n\n{told}\n")
        except OSError as refused:
            _log.error("--debug: %s cannot be written (%s)", self._file, refused.strerror)
            return
        if is_new:
            _log.error("--debug: the cause is in %s, which may quote rows of T", self._file)
