"""The SQL of a job as a script: the statements that count, search and release; none is run.

Reads the job and its hierarchy files only. Logical names stand for P (public_table) and T
(private_table); a mapping table that lies in the engine is shown as the statement that reads it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from dpsql.catalog import find_models
from dpsql.description import find_sensitive
from dpsql.domain.algorithm import FULL_DOMAIN
from dpsql.domain.hierarchy import ROOT, Hierarchy, Leaf
from dpsql.domain.job import Job, QuasiIdentifier
from dpsql.domain.lattice import Lattice, Node, node_at_levels
from dpsql.engines.writing import write
from dpsql.errors import ConfigError
from dpsql.hierarchies import load_hierarchy, mapping_query
from dpsql.privacy.sensitive import SensitiveSizes
from dpsql.release.write import release_query
from dpsql.search.checker import count_nodes_query
from dpsql.search.sensitive import sensitive_classes_query
from dpsql.sql.frequency_set import FREQUENCY_SET, Levels, encode_query
from dpsql.sql.generalization import mapping_columns, needs_mapping
from dpsql.sql.leaves import leaves_name, leaves_query, mapping_name
from dpsql.sql.sensitive_set import (
    SensitiveSet,
    code_levels_query,
    rows_name,
    rows_query,
    values_query,
)
from dpsql.sql.tables import Tables, describe_tables
from dpsql.sql.tuples import TUPLES, TableSizes, tuples_query

Step = tuple[str, exp.Expr]
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
    heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
    lattice = Lattice(tuple(heights.values()))
    node = node_at_levels(levels or {}, heights, rest=1)
    tables = describe_tables(job)
    _refuse_unknown(job)
    check = count_nodes_query([node], lattice, find_models(job), _UNKNOWN_SIZES)
    steps: list[Step] = [(TUPLES, _create(TUPLES, tuples_query(tables)))]
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        steps += _list_leaves(j, job.quasi_identifiers[name], hierarchy)
    levels_of_all = Levels(lattice, lattice.raw)
    steps += [
        (FREQUENCY_SET, _create(FREQUENCY_SET, encode_query(levels_of_all))),
        (f"check of node {node.levels}", check),
        *_check_sensitive(job, tables, levels_of_all, node),
        (f"release at node {node.levels}", release_query(tables, hierarchies, node)),
    ]
    return [
        {"step": step, "sql": write(statement, dialect, pretty=True, identify=True)}
        for step, statement in steps
    ]


def _refuse_unknown(job: Job) -> None:
    """The script is written before anything is counted.

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


def _check_sensitive(job: Job, tables: Tables, levels: Levels, node: Node) -> Iterator[Step]:
    """Steps that judge the sensitive columns."""
    models = find_sensitive(job)
    for number, name in enumerate(dict.fromkeys(model.column for model in models)):
        of_column = tuple(model for model in models if model.column == name)
        coded = SensitiveSet(number, of_column, SensitiveSizes(_UNKNOWN_SIZES.private_rows, 0))
        made = (
            (rows_name(number), rows_query(tables, name)),
            (coded.listed, values_query(number, of_column)),
            (coded.name, code_levels_query(levels, number, of_column)),
        )
        yield from ((table, _create(table, query)) for table, query in made)
        for model in of_column:
            words = " ".join(f"{k} {v}" for k, v in model.words.items())
            query = sensitive_classes_query([node], levels.lattice, coded, model)
            yield f"{words} at node {node.levels}", query


def _list_leaves(j: int, words: QuasiIdentifier, hierarchy: Hierarchy) -> Iterator[Step]:
    """Steps that make the mapping table, where there is one, and the table of leaves."""
    mapping = mapping_name(j)
    if isinstance(hierarchy, UnreadHierarchy):
        yield mapping, _create(mapping, _read_mapping(j, words))
    elif needs_mapping(hierarchy):
        filled = f"{mapping} (filled from {words.hierarchy or 'the tree'})"
        yield filled, _create_mapping(j, hierarchy)
    yield leaves_name(j), _create(leaves_name(j), leaves_query(j, hierarchy))


def _read_mapping(j: int, words: QuasiIdentifier) -> exp.Query:
    """The statement that reads a mapping table of the engine, each of its leaves covered."""
    source = words.table and (words.table.table or words.table.words)
    query = mapping_query(source or f"hierarchy_{j}", words)
    assert isinstance(query, exp.Select)  # noqa: S101 - for the type checker
    covered = exp.cast(exp.Literal.number(1), "BIGINT")
    return query.select(exp.alias_(covered, "covered"), copy=False)


def _create(name: str, query: exp.Query) -> exp.Create:
    return exp.Create(this=exp.to_table(name), kind="TABLE", expression=query)


def _create_mapping(j: int, hierarchy: Hierarchy) -> exp.Create:
    columns = [
        exp.ColumnDef(this=exp.to_identifier(name), kind=exp.DataType.build(type_))
        for name, type_ in mapping_columns(hierarchy).items()
    ]
    schema = exp.Schema(this=exp.to_table(mapping_name(j)), expressions=columns)
    return exp.Create(this=schema, kind="TABLE")
