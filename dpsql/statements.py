"""The statements of a job, in their order: those that count, check and release; none is run.

Reads the job and its hierarchy files only. Statements are trees over logical names; what writes
them, as a script or as a dbt project, knows dialects and places.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from dpsql.catalog import find_models
from dpsql.description import find_sensitive
from dpsql.domain.algorithm import FULL_DOMAIN
from dpsql.domain.hierarchy import ROOT, Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.job import Job, QuasiIdentifier
from dpsql.domain.lattice import Lattice, Node, node_at_levels
from dpsql.errors import ConfigError
from dpsql.hierarchies import load_hierarchy, mapping_query
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.privacy.sensitive import SensitiveSizes
from dpsql.release.write import release_rows_query
from dpsql.search.checker import count_nodes_query
from dpsql.search.sensitive import sensitive_classes_query
from dpsql.sql.frequency_set import FREQUENCY_SET, Levels, encode_query
from dpsql.sql.generalization import mapping_columns, mapping_rows, needs_mapping
from dpsql.sql.labels import IsMapped, labelled_classes_query
from dpsql.sql.leaves import leaves_name, leaves_query, mapping_name
from dpsql.sql.private_table import PRIVATE, PUBLIC
from dpsql.sql.sensitive_set import (
    SensitiveSet,
    code_levels_query,
    rows_name,
    rows_query,
    values_query,
)
from dpsql.sql.tables import Tables, describe_tables
from dpsql.sql.templates import column, identifier, render
from dpsql.sql.tuples import TUPLES, TableSizes, tuples_query

RELEASE = "release"
#: Counts are not known before anything is run; assume as many rows as a BIGINT can count.
_UNKNOWN_SIZES = TableSizes(2**63 - 1, 2**31, 0)


@dataclass(frozen=True)
class Step:
    """A statement: its rows are stored as `table`, or only looked at where that is empty.

    A mapping table may be given by its `columns`, which map names to types, and `rows` instead of a
    `query`. `expected` says what the result must be for the rest to mean anything.
    """

    title: str
    query: exp.Query | None
    table: str = ""
    expected: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[tuple[Leaf | int, ...], ...] = ()


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
        """Assume that ``*`` is added."""
        return ROOT

    def covers(self, leaf: Leaf) -> bool:
        """Nothing is known of its leaves."""
        raise NotImplementedError

    def label(self, leaf: Leaf, level: int) -> Leaf:
        """Nothing is known of its labels."""
        raise NotImplementedError


@dataclass(frozen=True)
class Trip:
    """What the statements of a job follow from."""

    job: Job
    tables: Tables
    hierarchies: dict[str, Hierarchy]
    models: tuple[PrivacyModel, ...]
    lattice: Lattice
    node: Node
    is_mapped: IsMapped

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

    def classes(self, *, violating: bool) -> exp.Query:
        """The statement that lists the classes of the chosen node, or those that violate."""
        condition = any_violation(self.models, _UNKNOWN_SIZES.public_rows)
        asked = condition if violating else exp.true()
        return labelled_classes_query(
            self.hierarchies, self.node, asked, self.counts, self.is_mapped
        )


def plan_trip(
    job: Job, levels: Mapping[str, int] | None = None, is_mapped: IsMapped = needs_mapping
) -> Trip:
    """Read the hierarchies of a job; `levels` is the node to check, level 1 where not named.

    Raises:
        ConfigError: an unknown level, or statements that are not known before they are run.
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
    return Trip(
        job,
        describe_tables(job),
        hierarchies,
        find_models(job),
        Lattice(tuple(heights.values())),
        node_at_levels(levels or {}, heights, rest=1),
        is_mapped,
    )


def list_steps(trip: Trip) -> Iterator[Step]:
    """The statements in the order in which they can be run."""
    node = trip.node
    raw = Levels(trip.lattice, trip.lattice.raw)
    check = count_nodes_query([node], trip.lattice, trip.models, _UNKNOWN_SIZES)
    yield from _check_keys(trip.tables)
    yield Step(TUPLES, tuples_query(trip.tables), TUPLES)
    excess = "excess_rows is 0, or T is no part of P"
    yield Step("check that T is a part of P", render("measure_tuples"), expected=excess)
    for j, (name, hierarchy) in enumerate(trip.hierarchies.items()):
        yield from _list_leaves(j, name, trip, hierarchy)
    yield Step(FREQUENCY_SET, encode_query(raw), FREQUENCY_SET)
    yield Step(f"check of node {node.levels}", check, expected="violating_classes is 0")
    yield from _check_sensitive(trip, raw)
    yield Step(f"loss of node {node.levels}", _losses_query(trip))
    if trip.models:
        violating = trip.classes(violating=True)
        listed = f"{trip.counts[1]} is of T, and not to be shown"
        yield Step(f"violating classes of node {node.levels}", violating, expected=listed)
    release = release_rows_query(trip.tables, trip.hierarchies, node, trip.is_mapped)
    yield Step(f"release at node {node.levels}", release, RELEASE)


def _refuse_unknown(job: Job) -> None:
    """The statements are written before anything is counted.

    Cuts follow from those before them, and closeness compares with the whole table.
    """
    if job.algorithm.name not in FULL_DOMAIN:
        raise ConfigError(
            f"sql: {job.algorithm.name} cuts round by round, so its statements are not known before"
            " it is run; dpsql anonymize --dump-sql writes them, or write algorithm: spalm"
        )
    for model in ("presence_closeness", "t_closeness"):
        if getattr(job.constraints, model) is not None:
            raise ConfigError(
                f"sql: {model} depends on counts of the tables; dpsql measure --dump-sql prints its"
                " statements, or leave it out here"
            )


def _check_keys(tables: Tables) -> Iterator[Step]:
    """Steps that look whether the key names one person each, where T is given by key."""
    key = tables.private_rows.key
    if key is None:
        return
    unique = "the three numbers are equal, or the key names nobody or several"
    for table, title in ((PUBLIC, "P"), (PRIVATE, "T")):
        query = render("count_keys", source=identifier(table), key=column(key))
        yield Step(f"check of the key in {title}", query, expected=unique)
    query = render(
        "count_unknown_keys", public_key=column(key, PUBLIC), private_key=column(key, PRIVATE)
    )
    yield Step("check that P has the keys of T", query, expected="unknown_count is 0")


def _check_sensitive(trip: Trip, levels: Levels) -> Iterator[Step]:
    """Steps that judge the sensitive columns."""
    models = find_sensitive(trip.job)
    for number, name in enumerate(dict.fromkeys(model.column for model in models)):
        of_column = tuple(model for model in models if model.column == name)
        coded = SensitiveSet(number, of_column, SensitiveSizes(_UNKNOWN_SIZES.private_rows, 0))
        yield Step(rows_name(number), rows_query(trip.tables, name), rows_name(number))
        yield Step(coded.listed, values_query(number, of_column), coded.listed)
        yield Step(coded.name, code_levels_query(levels, number, of_column), coded.name)
        for model in of_column:
            words = " ".join(f"{k} {v}" for k, v in model.words.items())
            query = sensitive_classes_query([trip.node], levels.lattice, coded, model)
            expected = "violating_classes is 0; doubles do not decide of doubtful_classes"
            yield Step(f"{words} at node {trip.node.levels}", query, expected=expected)


def _list_leaves(j: int, name: str, trip: Trip, hierarchy: Hierarchy) -> Iterator[Step]:
    """Steps that make the mapping table, where there is one, and the table of leaves."""
    words, mapping = trip.job.quasi_identifiers[name], mapping_name(j)
    if isinstance(hierarchy, UnreadHierarchy):
        yield Step(mapping, _read_mapping(j, words), mapping)
    elif isinstance(hierarchy, LabelHierarchy) and trip.is_mapped(hierarchy):
        filled = f"{mapping} (filled from {words.hierarchy or 'the tree'})"
        columns = mapping_columns(hierarchy)
        yield Step(filled, None, mapping, "", columns, tuple(mapping_rows(hierarchy)))
    leaves = leaves_name(j)
    yield Step(leaves, leaves_query(j, hierarchy, trip.is_mapped), leaves)
    covered = "uncovered_leaves is 0, or the hierarchy lacks values of P"
    coverage = render("measure_coverage", leaves=identifier(leaves))
    yield Step(f"check that the hierarchy of {name} covers P", coverage, expected=covered)


def _read_mapping(j: int, words: QuasiIdentifier) -> exp.Query:
    """The statement that reads a mapping table of the engine, each of its leaves covered."""
    query = mapping_query(source_name(j), words)
    assert isinstance(query, exp.Select)  # noqa: S101 - for the type checker
    covered = exp.cast(exp.Literal.number(1), "BIGINT")
    return query.select(exp.alias_(covered, "covered"), copy=False)


def source_name(j: int) -> str:
    """Logical table that a mapping table of the engine is read from."""
    return f"hierarchy_{j}"


def _losses_query(trip: Trip) -> exp.Query:
    """The statement that measures the loss of the chosen node."""
    columns = [
        {
            "name": exp.Literal.string(name),
            "leaf_count": identifier(f"leaves_{level}"),
            "root_count": identifier(f"leaves_{height}"),
            "leaves": identifier(leaves_name(j)),
        }
        for j, ((name, level), height) in enumerate(
            zip(trip.levels.items(), trip.lattice.heights, strict=True)
        )
    ]
    return render("measure_losses", columns=columns)


def tables_of(steps: Iterable[Step]) -> list[str]:
    """Logical tables that steps make, in their order."""
    return [step.table for step in steps if step.table]
