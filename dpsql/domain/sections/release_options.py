"""Where a job releases, and where it keeps the counts of P."""

import re
from pathlib import Path
from typing import Literal, Self

from pydantic import ConfigDict, model_validator

from dpsql.domain.job_section import JobSection, LocalPath, Name

_MANIFEST = ".manifest.json"
#: A manifest beside a file is that file's.
_OF_FILES = (".parquet", ".csv")
#: What a folder can be as a release.
FolderFormat = Literal["delta", "iceberg", "parquet"]
#: An address, or an absolute path; without what no address contains.
_LOCATION = re.compile(r"(/|[A-Za-z][A-Za-z0-9+.-]*:/)[^\x00-\x1f\x7f]*[^/\x00-\x1f\x7f]")


class Cache(JobSection):
    """Where the counts of P are kept from run to run, and what a release is verified from."""

    path: LocalPath
    """A private folder for the counts of P; they are as sensitive as P."""
    verify: Literal["public", "kept"] = "public"
    """What a release is verified from: P itself, or the kept counts, as the manifest then says."""


class ReleaseOptions(JobSection):
    """The file or table to release, and how: a row per person of T, or distinct rows with a count.

    A table is one of the engine, or a folder with a `format`. The manifest of one of the engine is
    a file, by default beside the job.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [{"required": ["path"]}, {"required": ["table"]}],
            "dependentRequired": {
                "manifest": ["table"],
                "format": ["path"],
                "location": ["format"],
            },
        }
    )

    path: LocalPath | None = None
    """The file to write: .parquet or .csv; a manifest stands beside it. With `format`, a folder."""
    format: FolderFormat | None = None
    """Write a folder: a Delta table, an Iceberg table, or a folder with one Parquet file."""
    location: Name | None = None
    """The address that readers find an Iceberg table at, by default its folder on this machine."""
    table: Name | None = None
    """The table of the engine to write, schema.table, in place of a file."""
    manifest: LocalPath | None = None
    """The manifest of a table, by default its name and .manifest.json beside the job."""
    count: Name | None = None
    """Write each different row once, with its number of people in a column of this name."""

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.path is None) == (self.table is None):
            raise ValueError("give one of: path, table")
        if self.format is not None and self.path is None:
            raise ValueError("format is for the folder in path; a table has none: drop it")
        if self.format is not None and str(self.path).lower().endswith(_OF_FILES):
            raise ValueError(
                f"path: {Path(str(self.path)).name} is to be a folder, and is named as a file; drop"
                " the suffix, or drop format to release a file"
            )
        if self.location is not None and self.format != "iceberg":
            raise ValueError("location is for format: iceberg, whose metadata states it; drop it")
        if self.location is not None and not _LOCATION.fullmatch(self.location):
            raise ValueError(
                "location: write an address or an absolute path, without a slash at its end:"
                " s3://bucket/trial"
            )
        if self.table is None:
            if self.manifest is not None:
                raise ValueError("manifest is for a table; that of a file lies beside it: drop it")
            return self
        if not self.manifest_base or self.manifest_base.lower().endswith(_OF_FILES):
            raise ValueError(
                f"manifest: the manifest of a table ends in {_MANIFEST}, with a name before it that"
                f" is not one of a {' or '.join(_OF_FILES)} file; write {{table: …, manifest:"
                " trial.manifest.json}"
            )
        return self

    @property
    def manifest_base(self) -> str:
        """The path of a table's manifest without its suffix; empty if it has another one."""
        named = self.manifest if self.manifest is not None else f"{self.table}{_MANIFEST}"
        base = named.removesuffix(_MANIFEST)
        return base if named.endswith(_MANIFEST) and Path(base).name else ""


def as_release(value: object) -> object:
    """Read the short form, the path of the file."""
    return {"path": str(value)} if isinstance(value, str | Path) else value


def as_cache(value: object) -> object:
    """Read the short form, the path of the folder."""
    return {"path": str(value)} if isinstance(value, str | Path) else value
