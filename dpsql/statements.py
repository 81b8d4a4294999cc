"""The SQL of a job as a script: the statements that count, search and release; none is run.

Reads the job and its hierarchy files only. Logical names stand for P (public_table) and T
(private_table); a mapping table that lies in the engine is shown as the statement that reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from dpsql.catalog import find_models
from dpsql.domain.hierarchy import ROOT, Hierarchy, Leaf
from dpsql.domain.job import Job
from dpsql.domain.lattice import Lattice, Node
from dpsql.errors import ConfigError
from dpsql.hierarchies import load_hierarchy, mapping_query
from dpsql.release.write import release_query
from dpsql.search.checker import count_nodes_query
from dpsql.sql.frequency_set import (
    TableSizes,
    encode_query,
    leaves_name,
    leaves_query,
    mapping_name,
    tuples_query,
)
from dpsql.sql.generalization import mapping_columns, needs_mapping
from dpsql.sql.tables import describe_tables

#: Counts are not known before anything is run; assume as many rows as a BIGINT can count.
_UNKNOWN_SIZES = TableSizes(2**63 - 1, 2**31, 0)


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


def list_statements(
    job: Job, dialect: str, levels: Mapping[str, int] | None = None
) -> list[dict[str, str]]:
    """List the statements as ``{"step": …, "sql": …}`` in `dialect`.

    `levels` is the node whose check and release are shown; level 1 where not named.

    Raises:
        ConfigError: an unknown dialect or level. HierarchyError: a hierarchy is malformed.
    """
    if dialect not in Dialect.classes:
        raise ConfigError(f"--dialect: {dialect!r} is not known; try duckdb, spark or postgres")
    hierarchies = {
        name: UnreadHierarchy(len(words.columns or ()), words.nulls == "own_leaf")
        if words.table is not None
        else load_hierarchy(name, words, job.folder)
        for name, words in job.quasi_identifiers.items()
    }
    lattice = Lattice(tuple(hierarchy.height for hierarchy in hierarchies.values()))
    node = choose_node(levels or {}, hierarchies)
    tables = describe_tables(job)
    steps: list[tuple[str, exp.Expr]] = [("tuples", _create("tuples", tuples_query(tables)))]
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        words = job.quasi_identifiers[name]
        if isinstance(hierarchy, UnreadHierarchy):
            source = words.table and (words.table.table or words.table.words)
            query = mapping_query(source or f"hierarchy_{j}", words)
            assert isinstance(query, exp.Select)  # noqa: S101 - for the type checker
            query.select(
                exp.alias_(exp.cast(exp.Literal.number(1), "BIGINT"), "covered"), copy=False
            )
            steps.append((mapping_name(j), _create(mapping_name(j), query)))
        elif needs_mapping(hierarchy):
            steps.append(
                (
                    f"{mapping_name(j)} (filled from {words.hierarchy or 'the tree'})",
                    _create_mapping(j, hierarchy),
                )
            )
        steps.append((leaves_name(j), _create(leaves_name(j), leaves_query(j, hierarchy))))
    steps.append(("frequency_set", _create("frequency_set", encode_query(lattice))))
    models = find_models(job)
    check = count_nodes_query([node], lattice, models, _UNKNOWN_SIZES)
    steps.append((f"check of node {node.levels}", check))
    steps.append((f"release at node {node.levels}", release_query(tables, hierarchies, node)))
    return [
        {"step": step, "sql": statement.sql(dialect, pretty=True, identify=True)}
        for step, statement in steps
    ]


def choose_node(levels: Mapping[str, int], hierarchies: Mapping[str, Hierarchy]) -> Node:
    """Node at the named levels, and at level 1 where nothing is named."""
    for name, level in levels.items():
        if name not in hierarchies or not 0 <= level <= hierarchies[name].height:
            raise ConfigError(f"--levels: the job has no level {level} of {name!r}")
    return Node(tuple(levels.get(name, min(1, h.height)) for name, h in hierarchies.items()))


def _create(name: str, query: exp.Query) -> exp.Create:
    return exp.Create(this=exp.to_table(name), kind="TABLE", expression=query)


def _create_mapping(j: int, hierarchy: Hierarchy) -> exp.Create:
    columns = [
        exp.ColumnDef(this=exp.to_identifier(name), kind=exp.DataType.build(type_))
        for name, type_ in mapping_columns(hierarchy).items()
    ]
    schema = exp.Schema(this=exp.to_table(mapping_name(j)), expressions=columns)
    return exp.Create(this=schema, kind="TABLE")
