"""What was published: a file, a folder or a table."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from dpsql.domain.attributes import KnowsAttributes


@dataclass(frozen=True)
class Release(KnowsAttributes):
    """A published release: where, how many rows, and the SHA-256 of its bytes.

    `kind`: whether `name` is the path of a file or of a folder, or the name of a table; `format`:
    of a folder that is a table. `folder`: where `name` starts from if it is relative, as in a job.
    """

    name: str
    rows: int
    sha256: str
    kind: Literal["path", "table"] = "path"
    format: Literal["delta", "iceberg", "parquet"] | None = None
    folder: Path = Path()

    @property
    def path(self) -> str | None:
        """The path of a file or of a folder, as `open` takes it; None for a table."""
        return str(self.folder / self.name) if self.kind == "path" else None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it, where a path is written as in the job."""
        told = {} if self.format is None else {"format": self.format}
        return {self.kind: self.name, **told, "rows": self.rows, "sha256": self.sha256}
