"""The values of a sensitive column, counted for the ordered and the hierarchical t-closeness.

In an order each class has a row for every value of T: what is carried from one to the next is the
difference of what is below them. In a hierarchy each class has a row for every label of each level
below the root. A value without a place is a fault of the tables, as for dpsql itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.errors import ConfigError
from dpsql.privacy.t_closeness import HierarchicalCloseness, OrderedCloseness
from dpsql.sql.counting.generalization import compile_hierarchy
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.labelled import LABELLED
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.step import Step

_OF_PLACES = (
    *("place", "row_count", "rows_there", "class_rows", "table_rows"),
    *("value_count", "table_count"),
)
_ONE = exp.Literal.number(1)


@dataclass(frozen=True)
class CountedValues:
    """The query of the counts, the check for values without a place, and a mapping table."""

    query: exp.Query
    check: Step
    filled: Step | None = None


def count_values(
    outline: Outline, model: OrderedCloseness | HierarchicalCloseness
) -> CountedValues:
    """Return how the values of a column are counted for a model.

    Raises:
        ConfigError: their order follows from the type of the column, which is not read.
    """
    if isinstance(model, HierarchicalCloseness):
        return _count_labels(outline, model)
    return _count_places(outline, model)


def _name_columns(outline: Outline, names: tuple[str, ...]) -> dict[str, exp.Identifier]:
    return {name: identifier(outline.free(name)) for name in names}


def _count_places(outline: Outline, model: OrderedCloseness) -> CountedValues:
    if model.has_natural_order:
        raise ConfigError(
            f"sql: t_closeness of {model.column}: the order of its values follows from the type of"
            " the column, and no table is read here; list the values under order:, the least first"
        )
    value = exp.cast(column(model.column), "VARCHAR")
    ifs = [exp.If(this=value.is_(exp.null()), true=exp.Literal.number(0))]
    ifs += [
        exp.If(this=value.eq(exp.Literal.string(text)), true=exp.Literal.number(place))
        for place, text in enumerate(model.order, 1)
    ]
    place = exp.Case(ifs=ifs)
    query = render(
        "count_class_places",
        labels=outline.labels,
        place_of_value=place,
        **_name_columns(outline, _OF_PLACES),
        private_count=identifier(outline.counts[1]),
        labelled=identifier(LABELLED),
    )
    listed = [exp.Literal.string(text) for text in model.order]
    return CountedValues(
        query, _check(outline, model.column, "order", value.isin(*listed).not_(), None)
    )


def _count_labels(outline: Outline, model: HierarchicalCloseness) -> CountedValues:
    hierarchy, name = model.hierarchy, model.column
    value = exp.cast(column(name, LABELLED), "VARCHAR")
    cells: dict[int, exp.Expr] = {0: value}
    middle = range(1, hierarchy.height)
    join: dict[str, exp.Expr] | None = None
    filled: Step | None = None
    if outline.is_mapped(hierarchy):
        table = outline.name_table("labels", name)
        alias = outline.free(table)
        titles = {level: f"label_{level}" for level in middle}
        rows = tuple(
            (leaf, *(hierarchy.label(leaf, level) for level in middle)) for leaf in hierarchy.paths
        )
        filled = Step(
            f"The labels of {name}, for t_closeness.",
            *(None, table),
            columns=("value", *titles.values()),
            rows=rows,
        )
        join, strange = _join(value, table, alias, filled.columns)
        cells |= {level: column(title, alias) for level, title in titles.items()}
    else:
        compiled = compile_hierarchy(hierarchy, value)
        cells |= {level: compiled.labels[level] for level in middle}
        strange = exp.Coalesce(this=compiled.covered, expressions=[exp.false()]).not_()
    levels = [
        {
            "number": exp.Literal.number(level),
            "labels": [column(label.name, LABELLED) for label in outline.labels],
            "cell": cell.copy(),
            "join": join if level else None,
        }
        for level, cell in cells.items()
    ]
    return CountedValues(
        _labels_query(outline, name, levels),
        _check(outline, name, "hierarchy", strange, join),
        filled,
    )


def _join(
    value: exp.Expr, table: str, alias: str, columns: tuple[str, ...]
) -> tuple[dict[str, exp.Expr], exp.Expr]:
    """Return the mapping table to join, and what is true of a value that it gives no one label."""
    _, *titles = columns
    joined = render(
        "join_labels",
        labels=[identifier(title) for title in titles],
        columns=[{"source": column(one, table), "name": identifier(one)} for one in columns],
        mapping=identifier(table),
    )
    count = column("label_count", alias)
    same = exp.NullSafeEQ(this=value.copy(), expression=column("value", alias))
    return (
        {"labels": joined.subquery(identifier(alias)), "condition": same},
        exp.Coalesce(this=count, expressions=[exp.Literal.number(0)]).neq(_ONE.copy()),
    )


def _labels_query(outline: Outline, name: str, levels: Sequence[Mapping[str, object]]) -> exp.Query:
    names = _name_columns(outline, ("level", "value_count"))
    level, count = (exp.Column(this=names[one].copy()) for one in ("level", "value_count"))
    label = exp.Column(this=identifier(name))

    def over(*within: exp.Expr) -> exp.Expr:
        partition = [one.copy() for one in within]
        summed = exp.Window(this=exp.Sum(this=count.copy()), partition_by=partition)
        return exp.cast(summed, "BIGINT")

    windows = {
        "class_rows": over(*outline.labels, level),
        "table_count": over(level, label),
        "table_rows": over(level),
    }
    return render(
        "count_class_labels",
        labels=outline.labels,
        levels=levels,
        name=identifier(name),
        **names,
        private_count=identifier(outline.counts[1]),
        windows=[
            {"value": window, "name": identifier(outline.free(title))}
            for title, window in windows.items()
        ],
        labelled=identifier(LABELLED),
    )


def _check(
    outline: Outline,
    name: str,
    kind: str,
    is_strange: exp.Expr,
    join: dict[str, exp.Expr] | None,
) -> Step:
    """Return the check that every value of T has its place."""
    query = render(
        "count_strange_values",
        labelled=identifier(LABELLED),
        join=join,
        private_count=column(outline.counts[1], LABELLED if join else None),
        is_strange=is_strange,
    )
    title = f"Rows of T with a value of {name} that its {kind} lacks. Expected: 0."
    fault = column("row_count") > exp.Literal.number(0)
    table = outline.name_table("strange", name)
    return Step(title, query, fault=fault, count=query, report=table)
