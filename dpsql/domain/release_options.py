"""Where a job releases, and where it keeps the counts of P."""

from pathlib import Path
from typing import Literal

from dpsql.domain.job_section import JobSection, LocalPath, Name


class Cache(JobSection):
    """Where the counts of P are kept from run to run, and what a release is verified from."""

    path: LocalPath
    #: P itself, or the kept counts; then the manifest says so.
    verify: Literal["public", "kept"] = "public"


class ReleaseOptions(JobSection):
    """The file to release, and how: a row per person of T, or distinct rows with a count."""

    path: LocalPath
    #: A column of the release with the number of people of T that have the row.
    count: Name | None = None


def as_release(value: object) -> object:
    """Read the short form, the path of the file."""
    return {"path": str(value)} if isinstance(value, str | Path) else value


def as_cache(value: object) -> object:
    """Read the short form, the path of the folder."""
    return {"path": str(value)} if isinstance(value, str | Path) else value
