"""Addresses of remote files that DuckDB's own file systems read: s3, gs, https, az.

This module makes no network requests. Only Parquet can be remote: a CSV's header would have to be
fetched first.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from dpsql.domain.sections.source import Source
from dpsql.errors import ConfigError, hide_query

#: The extension of DuckDB that reads addresses, by scheme.
EXTENSIONS = {"s3": "httpfs", "gs": "httpfs", "https": "httpfs", "az": "azure"}
_WILDCARD = re.compile(r"[*?\[]")


@dataclass(frozen=True)
class Addresses:
    """Remote Parquet files: one address, which may contain wildcards except with https."""

    address: str
    missing_are_null: bool = False

    @property
    def extension(self) -> str:
        """The extension of DuckDB that reads the address."""
        return EXTENSIONS[self.address.partition("://")[0]]

    @property
    def is_pattern(self) -> bool:
        """Whether the address may match any number of files."""
        return _WILDCARD.search(self.address) is not None

    @property
    def folder(self) -> str:
        """The part of the address up to the last folder before a wildcard."""
        return _WILDCARD.split(self.address, maxsplit=1)[0].rpartition("/")[0] + "/"


def _holds_query(rest: str) -> bool:
    """Whether it has a query like presigned addresses; in a pattern ``?`` is one character."""
    return any("=" in part.partition("?")[2] for part in rest.split("/"))


def find_addresses(source: Source, words: str) -> Addresses:
    """Parse the address of a remote source.

    Raises:
        ConfigError: its scheme, format or form is not supported.
    """
    scheme, _, rest = words.partition("://")
    shown = hide_query(words)
    if scheme not in EXTENSIONS:
        raise ConfigError(
            f"{shown}: remote paths are not read but by {', '.join(f'{s}://' for s in EXTENSIONS)};"
            " copy the file here first"
        )
    user, at, _ = rest.rpartition("@")
    if at and ("/" not in user or ":" in user):
        raise ConfigError(
            f"{scheme}://…: an address with a user or a password is not read, as dpsql would repeat"
            " it; keep credentials in DuckDB's secrets and pass its connection"
        )
    if _holds_query(rest):
        raise ConfigError(
            f"{shown}: a query may hold a secret, and dpsql would repeat it; keep credentials in"
            " DuckDB's secrets and pass its connection, or copy the file here first"
        )
    states = source.version, source.snapshot
    if source.format in ("delta", "iceberg") or any(state is not None for state in states):
        raise ConfigError(f"{shown}: lake tables are read from this machine; copy the table here")
    if source.format == "csv" or PurePosixPath(rest).suffix.lower() in (".csv", ".tsv", ".txt"):
        raise ConfigError(f"{shown}: remote files are read as Parquet; copy a CSV here first")
    if source.delimiter is not None:
        raise ConfigError(f"{shown}: delimiter is for CSV; drop it")
    if any("=" in part.partition(";")[2] for part in rest.split("/")):
        raise ConfigError(
            f"{shown}: what follows ; may hold a secret, and dpsql would repeat it; keep"
            " credentials in DuckDB's secrets and pass its connection"
        )
    found = Addresses(words, source.missing_columns is not None)
    if "/" not in rest.strip("/") or words.endswith("/") or _WILDCARD.search(rest.split("/")[0]):
        raise ConfigError(
            f"{shown}: name a file or a pattern, such as s3://bucket/people/*.parquet"
        )
    if found.is_pattern and scheme == "https":
        raise ConfigError(f"{shown}: https lists no files; name one")
    return found
