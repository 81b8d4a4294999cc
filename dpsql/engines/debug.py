"""The debug file: an engine's messages, SQL and tracebacks, readable only by its owner.

Engines quote rows in many of their messages, so errors and logs do not repeat these.
"""

import errno
import logging
import os
import secrets
import traceback
from pathlib import Path

from dpsql.errors import ConfigError, error_of
from dpsql.faces import name_option
from dpsql.files import private_file

_log = logging.getLogger("dpsql")


class Debug:
    """A file with a random name in `folder`, created at the first write."""

    def __init__(self, folder: Path) -> None:
        """Create the folder, private, unless it exists.

        Raises:
            ConfigError: it cannot be created.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            is_refused = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
            fault = "cannot be written" if is_refused else "is no folder"
            problem = f"{name_option('debug')}: {folder} {fault}"
            raise error_of(error, problem, ConfigError) from None
        self._file = folder / f"dpsql-debug-{secrets.token_hex(8)}.txt"

    def write(self, subject: str, error: BaseException) -> None:
        """Write an exception and its causes; the first time, log the name of the file.

        If the file cannot be written, this is logged, too; the original error is not replaced.
        """
        told = "".join(traceback.format_exception(error))
        is_new = not os.path.lexists(self._file)  # Path.exists raises without search permission
        try:
            opened = private_file.create if is_new else private_file.extend
            with opened(self._file) as file:
                file.write(f"{subject}\n\n{told}\n")
        except OSError as refused:
            named = name_option("debug")
            _log.error("%s: %s cannot be written (%s)", named, self._file, refused.strerror)
            return
        if is_new:
            told = "%s: the cause is in %s, which may quote rows of T"
            _log.error(told, name_option("debug"), self._file)
