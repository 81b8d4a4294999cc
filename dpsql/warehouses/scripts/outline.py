"""The basis of a job's statements: its hierarchies, its models and the node to check.

Reads the job and its hierarchy files only; nothing is run and no table is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.algorithm import FULL_DOMAIN
from dpsql.domain.earlier import refuse_earlier
from dpsql.domain.hierarchy import ROOT, Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.job import Job
from dpsql.domain.lattice import Lattice, Node, node_at_levels
from dpsql.domain.population_fits import refuse_estimated
from dpsql.domain.prior import refuse_prior
from dpsql.errors import ConfigError, HierarchyError
from dpsql.hierarchies.load import load_hierarchy
from dpsql.privacy.model import PrivacyModel
from dpsql.release.manifest import PooledLevels
from dpsql.session.models import find_models
from dpsql.sql.counting.generalization import needs_mapping
from dpsql.sql.counting.labels import IsMapped, labelled_classes_query
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.published_classes import PUBLISHED, text_name
from dpsql.sql.tables.public_and_private import Tables, describe_tables
from dpsql.sql.templates import identifier, render
from dpsql.warehouses.scripts.chosen import Chosen, find_least, list_chosen

#: Counts are not known before anything is run; assume as many rows as a BIGINT can count.
UNKNOWN_SIZES = TableSizes(2**63 - 1, 2**31, 0)


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
class Outline:
    """All that determines the statements of a job."""

    job: Job
    tables: Tables
    hierarchies: dict[str, Hierarchy]
    models: tuple[PrivacyModel, ...]
    lattice: Lattice
    #: The chosen node; if people climb, all nodes of their path, the chosen start first.
    nodes: tuple[Node, ...]
    #: If people climb: so many people of P settle together.
    least: int | None
    is_mapped: IsMapped

    @property
    def node(self) -> Node:
        """The chosen node, or the start."""
        return self.nodes[0]

    @property
    def levels(self) -> dict[str, int]:
        """The chosen level of each quasi-identifier."""
        return dict(zip(self.hierarchies, self.node.levels, strict=True))

    @property
    def counts(self) -> tuple[str, str]:
        """Names for the counts of P and T that no quasi-identifier has."""
        return self._free("public_count"), self._free("internal_private_count")

    def _free(self, name: str) -> str:
        taken = {one.casefold() for one in self.hierarchies}
        while name in taken:
            name += "_"
        return name

    def classes(self, condition: exp.Expr) -> exp.Query:
        """Return the query that lists the published classes that meet a condition."""
        if self.least is not None:
            return render(
                "list_named_classes",
                columns=[
                    {"text": text_name(j), "name": identifier(name)}
                    for j, name in enumerate(self.hierarchies)
                ],
                public_name=identifier(self.counts[0]),
                private_name=identifier(self.counts[1]),
                classes=identifier(PUBLISHED),
                condition=condition,
            )
        return labelled_classes_query(
            self.hierarchies, self.node, condition, self.counts, self.is_mapped
        )


def make_outline(
    job: Job, chosen: Chosen | None = None, is_mapped: IsMapped = needs_mapping
) -> Outline:
    """Read the hierarchies of a job; `chosen` is the node to check, the start, or all steps.

    Raises:
        ConfigError: an unknown level, or statements that depend on the tables.
        HierarchyError: a hierarchy is malformed.
    """
    _refuse_unknown(job)
    hierarchies = {
        name: UnreadHierarchy(len(words.columns or ()), words.nulls == "own_leaf")
        if words.table is not None
        else load_hierarchy(name, words, job.folder)
        for name, words in job.quasi_identifiers.items()
    }
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    lattice = Lattice(tuple(heights.values()))
    nodes, least = _find_nodes(lattice, heights, job, chosen or {})
    given = describe_tables(job), hierarchies, find_models(job), lattice
    return Outline(job, *given, nodes, least, is_mapped)


def _find_nodes(
    lattice: Lattice, heights: Mapping[str, int], job: Job, chosen: Chosen
) -> tuple[tuple[Node, ...], int | None]:
    """Return the nodes, and how many people settle together if people climb."""
    pooled = job.algorithm.pooled
    if pooled is not None:
        return list_chosen(lattice, [*heights], pooled, chosen), find_least(pooled, chosen)
    assert not isinstance(chosen, PooledLevels)  # noqa: S101 - manifests are compared with the job
    return (node_at_levels(chosen, heights),), None


def _refuse_unknown(job: Job) -> None:
    """Raise ConfigError if statements depend on counts: they are written before any are known.

    Cuts depend on earlier cuts, and closeness compares with the whole table. Statistics of P have a
    confidence, which no SQL computes.
    """
    refuse_estimated(job)
    refuse_prior(job)
    refuse_earlier(job)
    if job.algorithm.pooled is None and job.algorithm.name not in FULL_DOMAIN:
        raise ConfigError(
            f"sql: {job.algorithm.name} cuts round by round, so its statements are not known before"
            " it is run; dpsql anonymize --dump-sql writes them, or write algorithm: spalm"
        )
    is_counted = job.private.count or (job.public_count and job.private.where is not None)
    if is_counted and job.release_count is None:
        raise ConfigError(
            "sql: T is given as counts, and a script does not repeat its rows; write release:"
            " {path: …, count: NAME} to release each row once, with a count NAME"
        )
    for model in ("presence_closeness", "t_closeness"):
        if getattr(job.constraints, model) is not None:
            raise ConfigError(
                f"sql: {model} depends on counts of the tables; dpsql measure --dump-sql prints its"
                " statements, or leave it out here"
            )


def refuse_trailing_blanks(outline: Outline, dialect: str) -> None:
    """Raise HierarchyError for texts with a trailing blank, which the dialect ignores."""
    for name, hierarchy in outline.hierarchies.items():
        if not isinstance(hierarchy, LabelHierarchy):
            continue
        texts = (text for leaf, path in hierarchy.paths.items() for text in (leaf, *path))
        if any(text is not None and text.endswith(" ") for text in texts):
            raise HierarchyError(
                f"hierarchy of {name}: a value or label ends in a blank, which {dialect} does not"
                " tell from the one without; drop the blank there and in the tables"
            )
