"""What lies beside a release."""

from pathlib import Path


def name_manifest(release: Path) -> Path:
    """Return the path of the manifest of a release, ``<release>.manifest.json``."""
    return release.with_name(release.name + ".manifest.json")
