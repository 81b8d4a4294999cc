"""The statements that give everybody of P and every row of T their labels.

The labelled rows are all that later statements read. So what is released was judged as it stands
there, in the same statement, however and whenever the statements of a script are run.
"""

from collections.abc import Iterator, Mapping

from sqlglot import exp

from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.checks import Problem, list_table_problems
from dpsql.warehouses.scripts.labels import Labels, find_labels
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.people import (
    STRANGER,
    choose_problem,
    count_excess,
    name_counts,
    read_people_query,
    shorten,
)
from dpsql.warehouses.scripts.step import Step

LABELLED = "labelled"


def list_labelled(outline: Outline) -> Iterator[Step]:
    """Yield the steps that make the labelled rows at one node."""
    labels = list_labels(outline)
    yield from (one.filled for one in labels.values() if one.filled is not None)
    cells = {name: labels[name].cells[level] for name, level in outline.levels.items()}
    title = "Everybody of P, counted by their values, and every row of T: with labels."
    yield Step(title, label_query(outline, labels, cells), LABELLED)


def list_labels(outline: Outline) -> dict[str, Labels]:
    """Return the labels of each quasi-identifier, by its name."""
    return {name: find_labels(outline, j, name) for j, name in enumerate(outline.hierarchies)}


def label_query(
    outline: Outline, labels: Mapping[str, Labels], cells: Mapping[str, exp.Expr]
) -> exp.Query:
    """Return the statement that writes `cells`, by the names of their columns.

    First the values, then the edges of intervals, then the labels, and last what is wrong: each
    reads the columns of the one before by their names.
    """
    named = {id(cell): title for title, cell in cells.items()}
    excess = outline.free("excess")
    beside = {name: one for each in labels.values() for name, one in each.beside.items()}
    problems: list[Problem] = [*list_table_problems(outline)]
    for each in labels.values():
        for when, text in each.problems:
            problems.append((_lacks(each, named) if when is None else when, text))
    if outline.tables.private_rows.mark is None:
        beside[excess] = count_excess(outline, outline.everybody)
        problems.append((column(excess) > exp.Literal.number(0), STRANGER))
    edges = {name: one for each in labels.values() for name, one in each.edges.items()}
    joins = [one.join for one in labels.values() if one.join is not None]
    query = render(
        "label_everybody",
        first=identifier(outline.name_part("texts") if edges else outline.everybody),
        people=read_people_query(outline),
        edges=_name_all(edges),
        everybody=identifier(outline.everybody),
        labels=identifier(outline.name_part("labels")),
        cells=_name_all({title: cell.unnest() for title, cell in cells.items()}),
        # Mapping tables have columns that may be called the same.
        kept=[column(name, outline.everybody) for name in outline.tables.keep],
        **name_counts(outline),
        beside=_name_all(beside),
        joins=joins,
        columns=[identifier(name) for name in (*cells, *outline.tables.keep)],
        problem=choose_problem(problems),
        problem_name=identifier(outline.problem),
    )
    return shorten(query)


def _lacks(labels: Labels, named: Mapping[int, str]) -> exp.Expr:
    """Whether a value has no label; `named`: the columns of cells."""
    lowest = column(named[id(labels.cells[labels.lowest])])
    null = lowest.is_(exp.null())
    if not labels.nullable:
        return null
    return exp.and_(null, column(labels.nullable).is_(exp.null()).not_())


def _name_all(cells: Mapping[str, exp.Expr]) -> list[dict[str, exp.Expr]]:
    return [{"cell": cell, "name": identifier(name)} for name, cell in cells.items()]


def name_cells(
    outline: Outline, labels: Mapping[str, Labels]
) -> tuple[dict[str, exp.Expr], dict[tuple[int, int], exp.Expr]]:
    """Return cells by the names of their columns, and how a level is read from these columns."""
    cells: dict[str, exp.Expr] = {}
    named: dict[tuple[int, int], exp.Expr] = {}
    for j, (name, hierarchy) in enumerate(outline.hierarchies.items()):
        for level, cell in labels[name].cells.items():
            if level == hierarchy.height and level:
                named[j, level] = cell
                continue
            title = f"{outline.name_table('level', name)}_{level}"
            title = name if level == 0 else outline.free(title)
            cells[title] = cell
            named[j, level] = column(title)
    return cells, named
