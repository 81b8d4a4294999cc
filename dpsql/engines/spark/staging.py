"""The folder that this machine shares with Spark's driver and workers: work tables lie in it.

It is private to one run and removed with all it holds; those of dead runs are swept.
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

#: Hadoop reads these in a path as patterns, or cannot read them.
_STRANGE = re.compile(r"[\\*?\[\]{}:,%#\r\n]")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_PROBED_ROWS, _PROBED_PARTS = 64, 16


class Staging:
    """A private folder in `parent`, known to Spark by its address."""

    def __init__(self, folder: Path, words: str | None, host: str | None) -> None:
        """Make it; `words` are the job's, `host` that of the server, if it is known.

        Raises:
            ConfigError: no folder is named and Spark runs elsewhere, or it cannot be used.
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
        """A path for a table, never given before; nothing is there yet."""
        self._made += 1
        return self.path / f"{table}-{self._made}"

    def refuse_unshared(self, session: Any) -> None:
        """Let Spark write from many tasks, and see that all of it is here.

        Raises:
            ConfigError: it is not. Spark's own errors where it cannot write.
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
        """Remove it with all it holds."""
        self._folder.remove()


def is_plain(path: Path) -> bool:
    """Whether Spark takes the path literally."""
    return not _STRANGE.search(str(path))


def address(path: Path) -> str:
    """A path of this machine as Spark is to read it, whatever its own file system is."""
    return f"file://{path}"
