"""The manifest beside a release: what it claims, so that anyone with P can check it.

A function of P, the hierarchies, δ and the release alone: no time, no host, no count of T beyond
the number of released rows, nothing of the search.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.statistics import Presence
from dpsql.errors import IntegrityError

SCHEMA = "dpsql-manifest/1"
_CHUNK = 2**20


def describe_release(
    job: Job,
    levels: Mapping[str, int],
    *,
    release: Path,
    rows: int,
    public_rows: int,
    presence: Presence,
    csv_formulas: str,
) -> dict[str, Any]:
    """List what the release claims."""
    claims: dict[str, Any] = {
        "schema": SCHEMA,
        "release": {"name": release.name, "sha256": hash_file(release), "rows": rows},
        "levels": dict(levels),
        "keep": list(job.keep),
        "constraints": job.constraints.model_dump(exclude_none=True),
        "public_rows": public_rows,
        "presence": {"min": str(presence.minimum), "max": str(presence.maximum)},
        "csv_formulas": csv_formulas,
    }
    if job.delta is not None:
        claims["delta"] = {"min": str(job.delta.min), "max": str(job.delta.max)}
    return claims


def write_manifest(claims: Mapping[str, Any]) -> bytes:
    """Serialize in one way only."""
    return (json.dumps(claims, indent=2, ensure_ascii=False) + "\n").encode()


def read_manifest(path: Path) -> dict[str, Any]:
    """Read a manifest back.

    Raises:
        IntegrityError: it is not there, or not one of ours.
    """
    try:
        claims = json.loads(path.read_bytes())
    except (OSError, ValueError):
        raise IntegrityError(
            f"{path.name}: the manifest of the release cannot be read; it lies beside it"
        ) from None
    if not isinstance(claims, dict) or claims.get("schema") != SCHEMA:
        raise IntegrityError(f"{path.name}: not a manifest of this version")
    return claims


def hash_file(path: Path) -> str:
    """SHA-256 of a file's bytes, in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
