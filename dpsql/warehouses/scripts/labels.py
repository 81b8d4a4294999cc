"""The labels of one quasi-identifier in a script: expressions for the levels that occur, no others.

Raw values and the root need no hierarchy: the one is the text itself, the other a literal. A small
list of leaves becomes a CASE, a large one a mapping table with the value and its labels.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import NUMBER_PATTERN, PrefixHierarchy, WidthHierarchy
from dpsql.sql.counting.generalization import (
    compile_hierarchy,
    interval_from,
    lower_edge,
    matches,
    with_ends,
)
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.outline import Outline, UnreadHierarchy
from dpsql.warehouses.scripts.sources import source_name
from dpsql.warehouses.scripts.step import Step


@dataclass(frozen=True)
class Labels:
    """What becomes of the values of one quasi-identifier.

    `cells`: the label by level. `edges`: columns to compute before, which the labels read: the
    lower edges of intervals. `beside`: columns to compute with the labels, which problems read.
    `problems`: for rows of which this is true, the text says what is wrong with the value; where a
    problem is None, it is that the label of level `lowest` is NULL, whatever its column is called,
    and, if `nullable` names a column beside it, that this is not.
    `filled`: the step that fills a mapping table. `join`: the mapping table to join and its
    condition.
    """

    cells: dict[int, exp.Expr]
    lowest: int = 0
    problems: tuple[tuple[exp.Expr | None, str], ...] = ()
    filled: Step | None = None
    join: dict[str, exp.Expr] | None = None
    edges: Mapping[str, exp.Expr] = field(default_factory=dict)
    beside: Mapping[str, exp.Expr] = field(default_factory=dict)
    nullable: str = ""


def find_labels(outline: Outline, j: int, name: str) -> Labels:
    """Return the labels of a quasi-identifier on the levels that occur."""
    hierarchy = outline.hierarchies[name]
    value = column(name, outline.everybody)
    cells: dict[int, exp.Expr] = {0: value}
    if hierarchy.height:
        cells[hierarchy.height] = exp.Literal.string(hierarchy.root)
    used = outline.used_levels(j)
    middle = [level for level in used if level not in cells]
    cells = {level: cell for level, cell in cells.items() if level in used}
    if not middle:
        return Labels(cells)
    if isinstance(hierarchy, UnreadHierarchy) or outline.is_mapped(hierarchy):
        return _join_labels(outline, j, name, middle, cells)
    compiled = compile_hierarchy(hierarchy, value)
    edges: dict[str, exp.Expr] = {}
    if isinstance(hierarchy, WidthHierarchy):
        for level in middle:
            edge = outline.free(f"{outline.name_table('from', name)}_{level}")
            edges[edge], cells[level] = _label_interval(outline, hierarchy, name, level, edge)
    else:
        cells |= {level: _drop_test(hierarchy, compiled.labels[level]) for level in middle}
    lowest, text = middle[0], f"{name} has no label"
    unlabelled = _list_unlabelled(hierarchy, lowest)
    if not unlabelled:
        return Labels(cells, lowest, ((None, text),), edges=edges)
    title = outline.free(outline.name_table("value", name))
    beside = {title: value}
    if unlabelled == {None}:
        return Labels(cells, lowest, ((None, text),), edges=edges, beside=beside, nullable=title)
    covered = compile_hierarchy(hierarchy, column(title)).covered
    lacks = exp.Coalesce(this=covered, expressions=[exp.false()]).not_()
    return Labels(cells, lowest, ((lacks, text),), edges=edges, beside=beside)


def _drop_test(hierarchy: Hierarchy, label: exp.Expr) -> exp.Expr:
    """Return the label of a prefix without its test for NULL: it is NULL of itself there."""
    is_test = isinstance(hierarchy, PrefixHierarchy) and isinstance(label, exp.Case)
    return label.args["ifs"][0].args["true"] if is_test else label


def _list_unlabelled(hierarchy: Hierarchy, level: int) -> set[Leaf]:
    """Return the leaves whose label on a level is NULL."""
    if isinstance(hierarchy, LabelHierarchy):
        return {leaf for leaf in hierarchy.paths if hierarchy.label(leaf, level) is None}
    return {None} if hierarchy.nulls_are_leaves else set()


def _label_interval(
    outline: Outline, hierarchy: WidthHierarchy, name: str, level: int, edge: str
) -> tuple[exp.Expr, exp.Expr]:
    """Return the lower edge of an interval, and its label, which reads the edge by its name."""
    width, alias = hierarchy.widths[level - 1], outline.everybody
    value = column(name, alias)
    is_number = matches(value, NUMBER_PATTERN)
    lower = exp.Case(ifs=[exp.If(this=is_number, true=lower_edge(value, width))])
    # NULL where the edge is, as for a value that is no number.
    interval = interval_from(column(edge, alias), width)
    label = with_ends(hierarchy.ends[level - 1], value, interval)
    if label is interval:
        return lower, interval
    return lower, exp.Case(ifs=[exp.If(this=is_number.copy(), true=label)])


def _join_labels(
    outline: Outline, j: int, name: str, middle: list[int], cells: dict[int, exp.Expr]
) -> Labels:
    """Return labels that a mapping table states; it may give a value none, or several."""
    hierarchy, table = outline.hierarchies[name], outline.name_table("labels", name)
    value = column(name, outline.everybody)
    titles = {level: "label" if len(middle) == 1 else f"label_{level}" for level in middle}
    columns = ["value", *titles.values()]
    filled = None
    if isinstance(hierarchy, LabelHierarchy):
        rows = tuple(
            (leaf, *(hierarchy.label(leaf, level) for level in middle)) for leaf in hierarchy.paths
        )
        sources, mapping = columns, table
        title = f"The labels of {name} on level {' and '.join(map(str, middle))}."
        filled = Step(title, None, table, columns=tuple(columns), rows=rows)
    else:
        listed = outline.job.quasi_identifiers[name].columns or ()
        sources, mapping = [listed[level] for level in (0, *middle)], source_name(j)
    joined = render(
        "join_labels",
        labels=[identifier(title) for title in titles.values()],
        columns=[
            {"source": column(source, mapping), "name": identifier(title)}
            for source, title in zip(sources, columns, strict=True)
        ],
        mapping=identifier(mapping),
    )
    alias = outline.free(table)
    count = outline.free(outline.name_table("count", name))
    condition = exp.NullSafeEQ(this=value.copy(), expression=column("value", alias))
    return Labels(
        cells | {level: column(title, alias) for level, title in titles.items()},
        middle[0],
        (
            (column(count).is_(exp.null()), f"{name} has no label"),
            (column(count) > exp.Literal.number(1), f"{name} has several labels"),
        ),
        filled,
        {"labels": joined.subquery(identifier(alias)), "condition": condition},
        beside={count: column("label_count", alias)},
    )
