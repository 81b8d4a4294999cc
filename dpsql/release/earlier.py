"""Places an earlier release among the levels of a job, by its manifest."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.errors import IntegrityError
from dpsql.files.beside import find_release, name_manifest
from dpsql.inputs.find import Inputs
from dpsql.release.lakes.folder_layout import refuse_other_layout
from dpsql.release.manifest import Claims, hash_file, read_claims


@dataclass(frozen=True)
class Placed:
    """An earlier release: what it claims, and its level of each quasi-identifier of the job.

    A quasi-identifier that it does not show is at its last level. `refused`: why it cannot be
    judged together with others; empty if it can.
    """

    name: str
    claims: Claims
    levels: dict[str, int]
    refused: str = ""

    def is_of_this_table(self, private_rows: int) -> bool:
        """Whether it can be of a table T of so many rows."""
        return self.claims.release.rows_of_private == private_rows

    def judge_counts(self, unknown_classes: int, other_classes: int, public_rows: int) -> str:
        """Return why a release of as many rows as T has is not one of T; empty if it is.

        `unknown_classes`: those that no people of P have. `other_classes`: those that have another
        number of rows than T.
        """
        if unknown_classes or (not other_classes and self.claims.public_rows != public_rows):
            return f"{self.name} was made with another P, or with other hierarchies"
        if other_classes:
            return (
                f"{self.name} has as many rows as T, but others at its levels; if it is of another"
                " T, drop it from earlier, and if not, P or the hierarchies have changed"
            )
        return ""

    def refuse(self, reason: str) -> Self:
        """Return the same with the reason to refuse it, if there is one."""
        return replace(self, refused=reason) if reason else self


@dataclass(frozen=True)
class JudgedEarlier:
    """An earlier release: where it stands, and whether it is of this T."""

    placed: Placed
    is_of_this_table: bool


def place_earlier(inputs: Inputs, hierarchies: Mapping[str, Hierarchy]) -> list[Placed]:
    """Place the earlier releases of a job; raises as `find_earlier`."""
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    return [find_earlier(place.paths[0], heights) for place in inputs.earlier]


def find_earlier(file: Path, heights: Mapping[str, int]) -> Placed:
    """Read the manifest beside an earlier release, and place it among the levels of a job.

    `heights`: the last level of each quasi-identifier of the job.

    Raises:
        IntegrityError: it has no manifest, or its bytes are not those that the manifest names.
    """
    manifest = name_manifest(file)
    if not manifest.exists():
        raise IntegrityError(
            f"earlier: {find_release(file).name} has no manifest beside it ({manifest.name}); only"
            " releases of dpsql with their manifests can be judged together"
        )
    try:
        claims = read_release_claims(file)
    except IntegrityError as error:
        raise IntegrityError(f"earlier: {error}") from None
    return place(find_release(file).name, claims, heights)


def read_release_claims(file: Path) -> Claims:
    """Read the manifest of a release, or of the folder whose data file it is.

    Raises:
        IntegrityError: it has none, its bytes are not those that the manifest names, or the folder
            is not as dpsql writes it.
    """
    name, claims = find_release(file).name, read_claims(name_manifest(file))
    if find_release(file) != file:
        refuse_other_layout(find_release(file), claims)
    if hash_file(file) != claims.release.sha256:
        raise IntegrityError(f"{name}: its bytes are not those that its manifest names")
    return claims


def place(name: str, claims: Claims, heights: Mapping[str, int]) -> Placed:
    """Place a release of this name and these claims among the levels of a job."""
    stated = claims.levels or {}
    levels = {column: stated.get(column, height) for column, height in heights.items()}
    return Placed(name, claims, levels, _find_reason(name, claims, heights))


def _find_reason(name: str, claims: Claims, heights: Mapping[str, int]) -> str:
    """Return why a release has no place among the levels of a job; empty if it has."""
    if not isinstance(claims.shape, dict):
        return f"{name} is no release of levels, and only such releases are judged together"
    if claims.is_estimated:
        return f"{name} was made from statistics of P"
    for column, level in claims.shape.items():
        if column not in heights:
            return f"{name} shows {column}, which is no quasi-identifier of the job; add it"
        if level > heights[column]:
            return f"{name} was made with another hierarchy of {column}"
    for column in claims.keep:
        if column in heights:
            return f"{name} kept {column} as it is, which is a quasi-identifier of the job"
    return ""
