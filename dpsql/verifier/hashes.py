"""The SHA-256 of files that a manifest names beside the release."""

from collections.abc import Sequence

from dpsql.inputs.places import Files, Place
from dpsql.release.manifest import hash_file


def hash_places(places: Sequence[Place]) -> tuple[str, ...]:
    """Return the SHA-256 of each file of these places; tables of an engine have none."""
    files = [place for place in places if isinstance(place, Files)]
    return tuple(hash_file(path) for place in files for path in place.paths)
