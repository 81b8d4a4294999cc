"""What a script checks and releases: levels that are given, or what a manifest states.

Along ``columns`` the labels of P decide which step comes next, and a script is written before P is
read. The manifest of a pooled release lists its steps. Boxes and parts are those of a release, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Lattice, Node, node_at_levels, read_levels
from dpsql.domain.pooling import list_nodes
from dpsql.domain.sections.algorithm import FULL_DOMAIN, PooledOptions
from dpsql.errors import ConfigError
from dpsql.faces import name_function, name_option
from dpsql.release.manifest import Boxes, HierarchyParts, PooledLevels, read_claims
from dpsql.warehouses.scripts.cut_parts import ReleasedParts
from dpsql.warehouses.scripts.released_boxes import ReleasedBoxes, read_boxes

#: Levels by quasi-identifier, of a pooled job those of the start; or what a release has.
Levels = Mapping[str, int] | PooledLevels
Chosen = Levels | ReleasedBoxes | ReleasedParts


def find_chosen(job: Job, levels: Mapping[str, int] | None, manifest: Path | None) -> Chosen:
    """Return the levels that are given, or what the manifest of a release states.

    Raises:
        ConfigError: both are given, or the manifest is not of a release of such a job.
            IntegrityError: it is damaged, or the file of its boxes is.
    """
    if manifest is None:
        return job.complete_levels(read_levels(levels))
    if levels:
        raise ConfigError("levels: the manifest states its own; drop one of the two")
    if not manifest.is_file():
        raise ConfigError(
            f"{manifest.name}: there is no such file; name the manifest that lies beside a release"
            " (FILE.manifest.json)"
        )
    claims = read_claims(manifest)
    shape = claims.shape
    kinds = [isinstance(shape, kind) for kind in (PooledLevels, Boxes, HierarchyParts)]
    if kinds != [job.algorithm.pooled is not None, is_of_boxes(job), is_of_parts(job)]:
        raise ConfigError(
            f"{manifest.name}: its release and the job are not both of levels, both pooled, both of"
            " boxes, or both of parts along hierarchies; name the manifest of a release of this job"
        )
    if isinstance(shape, Boxes):
        _refuse_other_columns(job, manifest, [shape.orders])
        return read_boxes(job, manifest, claims, shape)
    if isinstance(shape, HierarchyParts):
        return _choose_parts(job, manifest, claims.release.name, shape)
    steps = shape.steps if isinstance(shape, PooledLevels) else (shape,)
    _refuse_other_columns(job, manifest, steps)
    return shape


def is_cut(job: Job) -> bool:
    """Whether the job's algorithm cuts: it releases boxes, or parts along hierarchies."""
    return job.algorithm.pooled is None and job.algorithm.name not in FULL_DOMAIN


def is_of_boxes(job: Job) -> bool:
    """Whether the job's algorithm releases boxes."""
    return is_cut(job) and job.algorithm.rest is None


def is_of_parts(job: Job) -> bool:
    """Whether the job's algorithm releases parts along hierarchies."""
    return is_cut(job) and job.algorithm.rest is not None


def _choose_parts(job: Job, manifest: Path, name: str, shape: HierarchyParts) -> ReleasedParts:
    """Return the cuts that a manifest states.

    Raises:
        ConfigError: the job asks for other rests.
    """
    has_rests = any(cut.has_rest for cut in shape.cuts)
    if shape.rest != job.algorithm.rest or (shape.rest == "refused" and has_rests):
        raise ConfigError(
            f"{manifest.name}: it has another rest than the job says; name the manifest of a"
            " release of this job"
        )
    return ReleasedParts(name, shape.cuts)


def _refuse_other_columns(job: Job, manifest: Path, stated: Iterable[Mapping[str, object]]) -> None:
    if any({*one} != {*job.quasi_identifiers} for one in stated):
        raise ConfigError(
            f"{manifest.name}: its quasi-identifiers are not those of the job; name the manifest of"
            " a release of this job"
        )


def list_chosen(
    lattice: Lattice, names: Sequence[str], words: PooledOptions, chosen: Levels
) -> tuple[Node, ...]:
    """Return the nodes that people of a pooled job come to, the start first and the root last.

    Without those where nobody settles by the manifest; whoever would in another P climbs on.

    Raises:
        ConfigError: they depend on P and are not given, or they are not of the job's path.
    """
    heights = dict(zip(names, lattice.heights, strict=True))
    of_manifest = isinstance(chosen, PooledLevels)
    given = chosen.steps if isinstance(chosen, PooledLevels) else (chosen,)
    nodes = tuple(node_at_levels(levels, heights) for levels in given)
    if words.path == "columns":
        if not of_manifest:
            raise ConfigError(
                "sql: with path: columns the column that is raised next follows from P, which is"
                " not read here; give the manifest of a release with"
                f" {name_option('manifest', 'FILE')}, or write path: root, or path:"
                f" [{', '.join(names)}] in the order in which columns shall be raised"
            )
        # In another P than that of the manifest, people may be left after its last step.
        whole = nodes if nodes[-1] == lattice.root else (*nodes, lattice.root)
        is_path = all(later in lattice.parents(node) for node, later in pairwise(nodes))
    else:
        path = words.path if isinstance(words.path, str) else tuple(map(names.index, words.path))
        whole = tuple(list_nodes(lattice, nodes[0], path))
        is_path = whole[: len(nodes)] == nodes
    if not is_path or (isinstance(chosen, PooledLevels) and chosen.path != words.path):
        raise ConfigError(
            "manifest: its steps are not those of the job's path; name the manifest of a release of"
            " this job"
        )
    if not isinstance(chosen, PooledLevels) or not chosen.people:
        return whole
    settled = {node for node, people in zip(nodes, chosen.people, strict=True) if people}
    return tuple(node for node in whole if node in settled or node == lattice.root)


def find_least(words: PooledOptions, chosen: Levels) -> int:
    """Return how many people settle together.

    Raises:
        ConfigError: the job leaves it to a search, or has other numbers than the manifest.
    """
    numbers = (words.least,) if isinstance(words.least, int) else words.least
    if isinstance(chosen, PooledLevels):
        if numbers != "auto" and chosen.least not in numbers:
            raise ConfigError(
                f"manifest: at least {chosen.least} people settle together, and the job's least"
                " does not name this number; name the manifest of a release of this job"
            )
        return chosen.least
    if isinstance(numbers, str) or len(numbers) != 1:
        raise ConfigError(
            "sql: least must be one number of people, as nothing is searched here; write least: N,"
            f" which {name_function('anonymize', '--json')} and"
            f" {name_function('choose', '--json')} tell as pooled.least, or give the manifest of a"
            f" release with {name_option('manifest', 'FILE')}"
        )
    return numbers[0]
