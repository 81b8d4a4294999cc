"""The statements that let rare people climb: who settles at which step, and with which labels."""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.labelled import LABELLED, label_query, list_labels, name_cells
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.people import PEOPLE, name_counts
from dpsql.warehouses.scripts.step import Step


def list_climbers(outline: Outline, least: int) -> Iterator[Step]:
    """Yield the steps that label everybody on all steps, and let them settle one by one."""
    labels = list_labels(outline)
    yield from (one.filled for one in labels.values() if one.filled is not None)
    cells, named = name_cells(outline, labels)
    title = "Everybody of P, counted by their values, and every row of T: with labels of all steps."
    yield Step(title, label_query(outline, labels, cells), PEOPLE)
    last, settled = PEOPLE, [outline.free(f"settled_{n}") for n in range(len(outline.nodes) - 1)]
    for number, name in enumerate(settled):
        node = outline.nodes[number]
        at = [named[j, level] for j, level in enumerate(node.levels)]
        before = settled[number - 1] if number else None
        query = render(
            "settle_people",
            settles=_settles(outline, at, least, before),
            settled=identifier(name),
            people=identifier(last),
        )
        last = f"settled_{number}"
        levels = zip(outline.hierarchies, node.levels, strict=True)
        where = ", ".join(f"{name}={level}" for name, level in levels)
        title = f"Who settles at {where}: at least {least} people left share labels."
        yield Step(title, query, last)
    chosen = [
        {"cell": _choose([named[j, node.levels[j]] for node in outline.nodes], settled), "name": q}
        for j, q in enumerate(map(identifier, outline.hierarchies))
    ]
    query = render(
        "label_settled",
        columns=chosen,
        kept=[identifier(name) for name in outline.tables.keep],
        **name_counts(outline),
        problem=identifier(outline.problem),
        people=identifier(last),
    )
    yield Step("Everybody with the labels of the step where they settle.", query, LABELLED)


def _settles(outline: Outline, labels: list[exp.Expr], least: int, before: str | None) -> exp.Expr:
    """Whether a row with these labels settles by a step; `before`: the column with who did."""
    left: exp.Expr = column(outline.counts[0])
    if before is not None:
        left = left * exp.paren(exp.Literal.number(1) - column(before))
    shared = [label.copy() for label in labels if not isinstance(label, exp.Literal)]
    people = exp.Window(this=exp.Sum(this=left), partition_by=shared)
    enough = people >= exp.Literal.number(least)
    if before is None:
        return enough
    return exp.or_(column(before).eq(exp.Literal.number(1)), enough)


def _choose(labels: list[exp.Expr], settled: list[str]) -> exp.Expr:
    """Return the label of the step where a row settled; equal ones of neighbours stand once."""
    cases: list[exp.If] = []
    for label, later, name in zip(labels, labels[1:], settled, strict=False):
        if label != later:
            is_settled = column(name).eq(exp.Literal.number(1))
            cases.append(exp.If(this=is_settled, true=label.copy()))
    last = labels[-1].copy()
    return exp.Case(ifs=cases, default=last) if cases else last
