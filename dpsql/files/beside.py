"""What lies beside a release."""

import re
from pathlib import Path

#: The name of the one data file of a release that is a folder, with its SHA-256.
DATA_NAME = re.compile(r"part-00000-[0-9a-f]{64}\.parquet")


def name_data(sha256: str) -> str:
    """Return the name of the data file with these bytes."""
    return f"part-00000-{sha256}.parquet"


def find_release(file: Path) -> Path:
    """Return the release that a file is: itself, or the folder whose data file it is."""
    return file.parent if DATA_NAME.fullmatch(file.name) else file


def name_manifest(release: Path) -> Path:
    """Return the path of the manifest of a release, ``<release>.manifest.json``.

    That of the data file of a folder is the manifest of the folder.
    """
    found = find_release(release)
    return found.with_name(found.name + ".manifest.json")


def name_staging(release: Path) -> Path:
    """Return the path of the private folder of a run on a release: its name is fixed."""
    return release.with_name(f".{release.name}.dpsql-staging")
