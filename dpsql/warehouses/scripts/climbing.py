"""The statements that let rare people climb: who settles at which step, and with which labels."""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.labelled import LABELLED, label_query, list_labels, name_cells
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.people import PEOPLE, name_counts, shorten
from dpsql.warehouses.scripts.step import Step


def list_climbers(outline: Outline, least: int) -> Iterator[Step]:
    """Yield the steps that label everybody on all steps, and let them settle one by one."""
    labels = list_labels(outline)
    yield from (one.filled for one in labels.values() if one.filled is not None)
    cells, named = name_cells(outline, labels)
    title = "Everybody of P, counted by their values, and every row of T: with labels of all steps."
    yield Step(title, label_query(outline, labels, cells), PEOPLE)
    last, before, settled = PEOPLE, None, []
    for number, node in enumerate(outline.nodes[:-1], 1):
        name = outline.free(f"settled_{number}")
        at = [named[j, level] for j, level in enumerate(node.levels)]
        query = render(
            "settle_people",
            settled=_find_settled(outline, at, least, before),
            name=identifier(name),
            people=identifier(last),
        )
        levels = zip(outline.hierarchies, node.levels, strict=True)
        where = ", ".join(f"{name}={level}" for name, level in levels)
        left = "people" if before is None else "people who are left"
        yield Step(
            f"Who settles at {where}: at least {least} {left} share labels.",
            query,
            f"settled_{number}",
        )
        last, before = f"settled_{number}", name
        settled.append(name)
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
    title = "Everybody with the labels of the step where they settle."
    yield Step(title, shorten(query), LABELLED)


def _find_settled(
    outline: Outline, labels: list[exp.Expr], least: int, before: str | None
) -> exp.Expr:
    """Return 1 for who has settled by a step, else 0; `before`: the column of the step before."""
    one = exp.Literal.number(1)
    shared = [label.copy() for label in labels if not isinstance(label, exp.Literal)]
    if before is not None:
        # Those who are left are counted by themselves.
        shared.insert(0, column(before))
    people = exp.Window(this=exp.Sum(this=column(outline.counts[0])), partition_by=shared)
    settled = [exp.If(this=people >= exp.Literal.number(least), true=one)]
    if before is not None:
        settled.insert(0, exp.If(this=column(before).eq(one.copy()), true=one.copy()))
    return exp.Case(ifs=settled, default=exp.Literal.number(0))


def _choose(labels: list[exp.Expr], settled: list[str]) -> exp.Expr:
    """Return the label of the step where a row settled; equal ones of neighbours stand once."""
    cases: list[exp.If] = []
    for label, later, name in zip(labels, labels[1:], settled, strict=False):
        if label != later:
            is_settled = column(name).eq(exp.Literal.number(1))
            cases.append(exp.If(this=is_settled, true=label.copy()))
    last = labels[-1].copy()
    return exp.Case(ifs=cases, default=last) if cases else last
