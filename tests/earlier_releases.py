"""Manifests of releases that a test has written itself, at any levels."""

from pathlib import Path

from dpsql.domain.sections.constraints import Constraints
from dpsql.release.manifest import Claims, PresenceRange, ReleasedFile, hash_file


def write_manifest(
    file: Path, levels: dict[str, int], *, public_rows: int, private_rows: int, **claims: object
) -> None:
    """Write the manifest of a file with T at `levels`; what it says of presence is not read."""
    stated = Claims(
        schema="dpsql-manifest/1",
        levels=levels,
        **{
            "release": ReleasedFile(name=file.name, sha256=hash_file(file), rows=private_rows),
            "keep": [],
            "public_columns": list(levels),
            "constraints": Constraints(),
            "csv_formulas": "refuse",
        }
        | claims,
        public_rows=public_rows,
        presence=PresenceRange(min="0", max="1"),
    )
    file.with_name(file.name + ".manifest.json").write_bytes(stated.to_bytes())
