"""The basis of a job's statements: its hierarchies, its models, the levels to check, and names.

Reads the job and its hierarchy files only; nothing is run and no table is read.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.fits.population_fits import refuse_estimated
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import ROOT, Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.lattice import Lattice, Node, node_at_levels
from dpsql.domain.levels.rules import Rule
from dpsql.domain.names import find_same
from dpsql.domain.sections.earlier import refuse_earlier
from dpsql.domain.sections.prior import refuse_prior
from dpsql.domain.table_names import split_table_name
from dpsql.errors import ConfigError, HierarchyError
from dpsql.faces import name_function, name_option
from dpsql.hierarchies.load import load_hierarchy
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.release.manifest import PooledLevels
from dpsql.session.models import find_models, find_sensitive
from dpsql.sql.tables.public_and_private import Tables, describe_tables
from dpsql.sql.templates import column
from dpsql.warehouses.scripts.box_ends import Axis, read_axis
from dpsql.warehouses.scripts.chosen import (
    Chosen,
    Levels,
    find_least,
    is_cut,
    is_of_boxes,
    list_chosen,
)
from dpsql.warehouses.scripts.cut_parts import CutParts, ReleasedParts, read_parts
from dpsql.warehouses.scripts.released_boxes import ReleasedBoxes
from dpsql.warehouses.scripts.sources import find_sources, table_name

#: Whether a hierarchy is joined as a mapping table.
IsMapped = Callable[[Hierarchy], bool]
#: A column whose name can be a part of the name of a table.
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,30}")


#: A hierarchy of more leaves is a mapping table: in a CASE each stands once.
_LARGEST_CASE = 200


def needs_table(hierarchy: Hierarchy) -> bool:
    """Whether the leaves are too many for a CASE, or not read; a rule has no leaves."""
    if isinstance(hierarchy, LabelHierarchy):
        return len(hierarchy.paths) > _LARGEST_CASE
    return not isinstance(hierarchy, Rule)


@dataclass(frozen=True)
class UnreadHierarchy(Hierarchy):
    """A mapping table of the engine of which only the columns are known."""

    columns: int
    nulls_are_leaves: bool

    @property
    def height(self) -> int:
        """Levels above the leaf, ``*`` included."""
        return self.columns

    @property
    def root(self) -> str:
        """The root, assuming that ``*`` is added."""
        return ROOT

    def covers(self, leaf: Leaf) -> bool:
        """Not available: the leaves are unknown."""
        raise NotImplementedError

    def label(self, leaf: Leaf, level: int) -> Leaf:
        """Not available: the labels are unknown."""
        raise NotImplementedError


@dataclass(frozen=True)
class BoxOutline:
    """The boxes of a release, and how each quasi-identifier is compared with their ends."""

    released: ReleasedBoxes
    axes: tuple[Axis, ...]


@dataclass(frozen=True)
class Outline:
    """All that determines the statements of a job."""

    job: Job
    tables: Tables
    hierarchies: dict[str, Hierarchy]
    models: tuple[PrivacyModel, ...]
    sensitive: tuple[SensitiveModel, ...]
    lattice: Lattice
    #: The chosen node; if people climb, all nodes of their path, the chosen start first. Of boxes
    #: and parts, none.
    nodes: tuple[Node, ...]
    #: If people climb: so many people of P settle together.
    least: int | None
    boxes: BoxOutline | None
    parts: CutParts | None
    is_mapped: IsMapped
    #: Whether the dialect takes texts for equal that differ only in trailing blanks.
    ignores_trailing_blanks: bool = False

    @property
    def node(self) -> Node:
        """The chosen node, or the start."""
        return self.nodes[0]

    @property
    def levels(self) -> dict[str, int]:
        """The chosen level of each quasi-identifier."""
        return dict(zip(self.hierarchies, self.node.levels, strict=True))

    @property
    def labels(self) -> list[exp.Column]:
        """The columns of the classes: the quasi-identifiers by their names."""
        return [column(name) for name in self.hierarchies]

    @property
    def counts(self) -> tuple[str, str]:
        """Names of the columns with the people of P and the rows of T."""
        return self.free("public_count"), self.free("private_count")

    @property
    def problem(self) -> str:
        """The name of the column that says what is wrong with a row."""
        return self.free("problem")

    def free(self, name: str) -> str:
        """Return a name that no column of the user has, in any case: with ``_`` if one does."""
        taken = [*self.hierarchies, *self.job.keep]
        while find_same(name, taken):
            name += "_"
        return name

    def name_part(self, name: str) -> str:
        """Return a name for a part of a statement: no column and no table that is read has it."""
        read = (table_name(source, self.job) for source in find_sources(self.job).values())
        tables = [split_table_name(table)[-1] for table in read if table]
        while find_same(name, tables) or self.free(name) != name:
            name += "_"
        return name

    @property
    def everybody(self) -> str:
        """The name of P and T within the statement that labels them."""
        return self.name_part("everybody")

    def name_table(self, start: str, name: str) -> str:
        """Return the logical table for a column: with its name, or with its number if not plain."""
        number = [*self.hierarchies, *self.job.keep].index(name) + 1
        return f"{start}_{name.lower() if _PLAIN.fullmatch(name) else number}"

    def used_levels(self, j: int) -> list[int]:
        """Return the levels of a quasi-identifier that occur, the least first."""
        if self.parts is not None:
            return self.parts.list_levels(j)
        return sorted({node.levels[j] for node in self.nodes})

    def reads_mapping(self, j: int) -> bool:
        """Whether a mapping table of the engine is read: not for raw values and roots alone."""
        name = [*self.hierarchies][j]
        height = self.hierarchies[name].height
        is_table = self.job.quasi_identifiers[name].table is not None
        return is_table and any(0 < level < height for level in self.used_levels(j))


def make_outline(
    job: Job,
    chosen: Chosen | None = None,
    is_mapped: IsMapped = needs_table,
    *,
    ignores_trailing_blanks: bool = False,
) -> Outline:
    """Read the hierarchies of a job; `chosen` is the node to check, the start, or all steps.

    Raises:
        ConfigError: an unknown level, or statements that depend on the tables.
        HierarchyError: a hierarchy is malformed.
    """
    _refuse_unknown(job, chosen)
    hierarchies = {
        name: UnreadHierarchy(len(words.columns or ()), words.nulls == "own_leaf")
        if words.table is not None
        else load_hierarchy(name, words, job.folder)
        for name, words in job.quasi_identifiers.items()
    }
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    lattice = Lattice(tuple(heights.values()))
    models = find_models(job), find_sensitive(job)
    nodes: tuple[Node, ...] = ()
    least: int | None = None
    boxes: BoxOutline | None = None
    parts: CutParts | None = None
    if isinstance(chosen, ReleasedBoxes):
        boxes = _outline_boxes(job, hierarchies, chosen)
    elif isinstance(chosen, ReleasedParts):
        parts = read_parts(chosen, hierarchies, _list_unread(job))
    else:
        nodes, least = _find_nodes(lattice, heights, job, chosen or {})
    return Outline(
        *(job, describe_tables(job), hierarchies, *models, lattice),
        *(nodes, least, boxes, parts, is_mapped, ignores_trailing_blanks),
    )


def _list_unread(job: Job) -> dict[str, Sequence[str]]:
    """Return the quasi-identifiers whose hierarchy is a mapping table, and the columns of that."""
    return {
        name: words.columns or ()
        for name, words in job.quasi_identifiers.items()
        if words.table is not None
    }


def _outline_boxes(
    job: Job, hierarchies: Mapping[str, Hierarchy], released: ReleasedBoxes
) -> BoxOutline:
    columns = zip(*released.cells, strict=True) if released.cells else ((),) * len(hierarchies)
    axes = [
        read_axis(name, words, hierarchies[name], released.orders[name], cells)
        for (name, words), cells in zip(job.quasi_identifiers.items(), columns, strict=True)
    ]
    return BoxOutline(released, tuple(axes))


def _find_nodes(
    lattice: Lattice, heights: Mapping[str, int], job: Job, chosen: Levels
) -> tuple[tuple[Node, ...], int | None]:
    """Return the nodes, and how many people settle together if people climb."""
    pooled = job.algorithm.pooled
    if pooled is not None:
        return list_chosen(lattice, [*heights], pooled, chosen), find_least(pooled, chosen)
    assert not isinstance(chosen, PooledLevels)  # noqa: S101 - manifests are compared with the job
    return (node_at_levels(chosen, heights),), None


def _refuse_unknown(job: Job, chosen: Chosen | None) -> None:
    """Raise ConfigError if statements depend on counts: they are written before any are known.

    Cuts depend on earlier cuts. Statistics of P have a confidence, which no SQL computes.
    """
    refuse_estimated(job)
    refuse_prior(job)
    refuse_earlier(job)
    if is_cut(job) and not isinstance(chosen, ReleasedBoxes | ReleasedParts):
        made = "boxes" if is_of_boxes(job) else "parts"
        runs = name_function("anonymize", "--dump-sql", "job, dump_sql=FOLDER")
        raise ConfigError(
            f"sql: {job.algorithm.name} cuts round by round, so its {made} are not known before it"
            f" is run; give the manifest of a release with {name_option('manifest', 'FILE')}, let"
            f" {runs} write its statements, or write algorithm: spalm"
        )
    is_counted = job.private.count or (job.public_count and job.private.where is not None)
    if is_counted and job.release_count is None:
        raise ConfigError(
            "sql: T is given as counts, and a script does not repeat its rows; write release:"
            " {path: …, count: NAME} to release each row once, with a count NAME"
        )


def refuse_trailing_blanks(outline: Outline, dialect: str) -> None:
    """Raise HierarchyError for texts with a trailing blank, which the dialect ignores."""
    boxes = outline.boxes
    if boxes is not None and any(
        end is not None and end.endswith(" ")
        for axis in boxes.axes
        for ends in axis.ranges.values()
        for end in (*ends, *axis.places)
    ):
        raise ConfigError(
            f"manifest: a value in a box or in an order ends in a blank, which {dialect} does not"
            " tell from the one without; drop the blank in the tables, and release again"
        )
    parts = outline.parts
    if parts is not None and any(
        label is not None and label.endswith(" ")
        for cut in parts.cuts.values()
        for label in cut.labels
    ):
        raise ConfigError(
            f"manifest: a label of a cut ends in a blank, which {dialect} does not tell from the"
            " one without; drop the blank in the tables, and release again"
        )
    for name, hierarchy in outline.hierarchies.items():
        if not isinstance(hierarchy, LabelHierarchy):
            continue
        texts = (text for leaf, path in hierarchy.paths.items() for text in (leaf, *path))
        if any(text is not None and text.endswith(" ") for text in texts):
            raise HierarchyError(
                f"hierarchy of {name}: a value or label ends in a blank, which {dialect} does not"
                " tell from the one without; drop the blank there and in the tables"
            )
