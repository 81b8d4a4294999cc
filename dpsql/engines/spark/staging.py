"""The folder for work tables, shared by this machine with Spark's driver and workers.

It is private to one run and removed with its content; folders of dead runs are swept.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from dpsql.errors import ConfigError, error_of
from dpsql.files.absolute import make_absolute
from dpsql.files.private_folder import PrivateFolder
from dpsql.inputs.refusals import refuse_unspeakable
from dpsql.signals import holding_signals

#: Characters that Hadoop reads in a path as a pattern, or cannot read.
_STRANGE = re.compile(r"[\\*?\[\]{}:,%#\r\n]")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_PROBED_ROWS, _PROBED_PARTS = 64, 16


class Staging:
    """A private folder in `parent` that Spark reads by its address."""

    def __init__(self, folder: Path, words: str | None, host: str | None) -> None:
        """Create the folder; `words` is the job's path, `host` the server's host, if known.

        Raises:
            ConfigError: the job names no folder and Spark runs elsewhere, or it cannot be used.
        """
        if words is not None and "://" in words:
            raise ConfigError(
                "staging: name a folder that this machine sees too, such as a shared mount; dpsql"
                " reads and removes what lies there"
            )
        if words is None and host not in (None, *_LOOPBACK):
            raise ConfigError(
                "staging: name a folder that Spark's driver, its workers and this machine share"
            )
        parent = make_absolute(folder / words) if words else Path(tempfile.gettempdir())
        if not is_plain(parent):
            raise ConfigError("staging: its path holds a character that Spark reads as a pattern")
        try:
            with holding_signals():
                self._folder = PrivateFolder(parent, "dpsql-spark-")
        except OSError as error:
            raise error_of(error, "staging: not writable", ConfigError) from None
        refuse_unspeakable(self.path, "staging", ConfigError)
        self._made = 0

    @property
    def path(self) -> Path:
        """The folder itself."""
        return self._folder.path

    def name(self, table: str) -> Path:
        """Return a new path for a table; nothing exists there yet."""
        self._made += 1
        return self.path / f"{table}-{self._made}"

    def refuse_unshared(self, session: Any) -> None:
        """Let Spark write from many tasks, and check that all their files are visible here.

        Raises:
            ConfigError: they are not. Spark's own errors if it cannot write.
        """
        probe = self.name("probe")
        session.range(0, _PROBED_ROWS, 1, _PROBED_PARTS).write.parquet(address(probe))
        found = len(list(probe.glob("part-*"))) if (probe / "_SUCCESS").exists() else 0
        if found != _PROBED_PARTS:
            raise ConfigError(
                "staging: not all that Spark writes there is seen here; name a folder that its"
                " driver, its workers and this machine share"
            )

    def remove(self) -> None:
        """Remove the folder with its content."""
        self._folder.remove()


def is_plain(path: Path) -> bool:
    """Whether Spark takes the path literally."""
    return not _STRANGE.search(str(path))


def address(path: Path) -> str:
    """Return a local path as an address, whatever Spark's default file system is."""
    return f"file://{path}"
