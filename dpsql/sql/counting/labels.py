"""The label of a value at one level, and the mapping table to join for it."""

from collections.abc import Mapping

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.sql.counting.generalization import compile_hierarchy, needs_mapping
from dpsql.sql.counting.leaves import mapping_name
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.templates import identifier, render

Join = dict[str, exp.Expr | None]


def label_at(
    j: int,
    hierarchy: Hierarchy,
    level: int,
    value: exp.Expr,
) -> tuple[exp.Expr, list[Join]]:
    """The text of quasi-identifier `j` at `level`, `value` itself at level 0, and its join."""
    if level == 0:
        return value, []
    if level == hierarchy.height:
        return exp.Literal.string(hierarchy.root), []
    mapping = mapping_name(j) if needs_mapping(hierarchy) else None
    compiled = compile_hierarchy(hierarchy, exp.cast(value, "VARCHAR"), mapping)
    joins: list[Join] = [{"table": identifier(mapping), "join": compiled.join}] if mapping else []
    return compiled.labels[level], joins


def labelled_classes_query(
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
    condition: exp.Expr,
    counts: tuple[str, str],
) -> exp.Query:
    """The statement that lists the classes of `node` that meet a `condition` on their counts.

    `counts` names the columns of the rows of P and of T.
    """
    columns: list[dict[str, exp.Expr]] = []
    mappings: list[Join] = []
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        value = exp.Column(this=value_name(j), table=identifier(TUPLES))
        cell, joins = label_at(j, hierarchy, node.levels[j], value)
        columns.append({"code": identifier(f"c{j}"), "cell": cell, "name": identifier(name)})
        mappings += joins
    return render(
        "list_labelled_classes",
        columns=columns,
        mappings=mappings,
        condition=condition,
        public_name=identifier(counts[0]),
        private_name=identifier(counts[1]),
    )


def worst_classes_query(
    hierarchies: Mapping[str, Hierarchy], node: Node, condition: exp.Expr, most: int
) -> exp.Query:
    """The statement that lists classes that meet `condition`, greatest presence first.

    It lists at most `most` classes. A row has the labels in the order of `hierarchies`, the rows of
    P and T, and the number of all classes that meet the condition.
    """
    numbered = {f"c{j}": hierarchy for j, hierarchy in enumerate(hierarchies.values())}
    counts = ("public_count", "private_count")
    classes = labelled_classes_query(numbered, node, condition, counts)
    return render(
        "list_worst_classes",
        columns=[identifier(name) for name in numbered],
        public_count=identifier(counts[0]),
        private_count=identifier(counts[1]),
        classes=classes.subquery("violating"),
        most=exp.Literal.number(most),
    )
