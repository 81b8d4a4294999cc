"""The statements that find everybody's box among those of a release.

The boxes are a table of texts and of the ends of their ranges. Whoever is inside all ranges of one
is in it. Nothing about the boxes is believed: people in several are a problem, and so are rows of T
in none. People of P in none are a class of their own, whose presence is 0.
"""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.sql.tables.people import MOST_PEOPLE
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.box_column import RANGES, SPOTS, BoxColumn
from dpsql.warehouses.scripts.checks import Problem, list_table_problems
from dpsql.warehouses.scripts.labelled import LABELLED
from dpsql.warehouses.scripts.outline import BoxOutline, Outline
from dpsql.warehouses.scripts.people import (
    PEOPLE,
    STRANGER,
    choose_problem,
    count_excess,
    name_counts,
    read_people_query,
    shorten,
)
from dpsql.warehouses.scripts.step import Step

BOXES, FOUND = "boxes", "found"
_NO_BOX = "(in no box)"


def list_boxed(outline: Outline, boxes: BoxOutline) -> Iterator[Step]:
    """Yield the steps that make the labelled rows from the boxes of a release."""
    columns = _list_columns(outline, boxes)
    rows = tuple(
        tuple(text for one, cell in zip(columns, cells, strict=True) for text in one.row(cell))
        for cells in boxes.released.cells
    )
    names = tuple(name for one in columns for name in one.stored)
    title = "The boxes of the release: their texts, and the first and last value of each range."
    yield Step(title, None, BOXES, columns=names, rows=rows)
    yield from (one.listed for one in columns if one.listed is not None)
    title = "Everybody of P, counted by their values, and every row of T."
    yield Step(title, _people_query(outline, columns), PEOPLE)
    title = "Everybody with the texts of their box."
    yield Step(title, _boxed_query(outline, boxes, columns), LABELLED)


def _list_columns(outline: Outline, boxes: BoxOutline) -> list[BoxColumn]:
    named = zip(outline.hierarchies, boxes.axes, strict=True)
    return [BoxColumn(outline, name, axis) for name, axis in named]


def _people_query(outline: Outline, columns: list[BoxColumn]) -> exp.Query:
    """Return the statement that reads everybody, and places their values in their orders."""
    problems: list[Problem] = [*list_table_problems(outline)]
    problems += [problem for one in columns for problem in one.problems]
    alias = outline.everybody
    if outline.tables.private_rows.mark is None:
        excess = count_excess(outline, alias)
        problems.append((excess > exp.Literal.number(0), STRANGER))
    cells: list[dict[str, exp.Expr]] = [
        {"cell": column(one.name, alias), "name": identifier(one.name)} for one in columns
    ]
    cells += [
        {"cell": one.measured, "name": identifier(one.spot)}
        for one in columns
        if one.measured is not None
    ]
    query = render(
        "label_rows",
        columns=cells,
        kept=[column(name, alias) for name in outline.tables.keep],
        **name_counts(outline),
        problem=choose_problem(problems),
        problem_name=identifier(outline.problem),
        people=read_people_query(outline).subquery(identifier(alias)),
        joins=[one.join for one in columns if one.join is not None],
    )
    return shorten(query)


def _boxed_query(outline: Outline, boxes: BoxOutline, columns: list[BoxColumn]) -> exp.Query:
    """Return the statement that gives everybody the texts of their box."""
    of_box = column(_name_count(outline), FOUND)
    in_none = of_box.is_(exp.null())
    _, private = map(column, outline.counts)
    problems: list[tuple[exp.Expr, str]] = [
        (of_box > exp.Literal.number(1), "somebody is in several boxes"),
        (exp.and_(private > exp.Literal.number(0), in_none), "T has rows in no box"),
    ]
    if _demands_company(outline):
        problems.append((in_none.copy(), "people of P are in no box, and so not among k"))
    none = exp.Literal.string(_name_no_box(boxes))
    cells = [
        {
            "cell": exp.Case(
                ifs=[exp.If(this=in_none.copy(), true=none.copy())], default=column(one.cell, FOUND)
            ),
            "name": identifier(one.name),
        }
        for one in columns
    ]
    same = [
        exp.NullSafeEQ(this=column(one.name, PEOPLE), expression=column(one.value, FOUND))
        for one in columns
    ]
    found = find_boxes_query(outline, boxes).subquery(identifier(FOUND))
    query = render(
        "label_rows",
        columns=cells,
        kept=[column(name, PEOPLE) for name in outline.tables.keep],
        **name_counts(outline),
        problem=choose_problem(problems, column(outline.problem)),
        problem_name=identifier(outline.problem),
        people=identifier(PEOPLE),
        joins=[{"labels": found, "condition": exp.and_(*same)}],
    )
    return shorten(query)


def find_boxes_query(outline: Outline, boxes: BoxOutline) -> exp.Query:
    """Return the statement that finds the box of each tuple of values."""

    def name_all(pairs: Iterator[tuple[exp.Expr, str]]) -> list[dict[str, exp.Expr]]:
        return [{"source": source, "name": identifier(name)} for source, name in pairs]

    columns = _list_columns(outline, boxes)
    return render(
        "find_boxes",
        columns=[
            {
                "value": column(one.value, SPOTS),
                "name": identifier(one.value),
                "cell": column(one.cell, RANGES),
                "title": identifier(one.cell),
            }
            for one in columns
        ],
        box_count=identifier(_name_count(outline)),
        spots=[spot for one in columns for spot in name_all(one.spots)],
        people=identifier(PEOPLE),
        ends=[end for one in columns for end in name_all(one.ends)],
        boxes=identifier(BOXES),
        condition=exp.and_(*(condition for one in columns for condition in one.is_inside)),
    )


def _name_count(outline: Outline) -> str:
    return outline.free("box_count")


def _demands_company(outline: Outline) -> bool:
    """Whether a model allows many people without rows of T, but not one.

    Nobody can tell who of those outside all boxes are a class; so each is judged alone.
    """
    return any(
        model.holds(MOST_PEOPLE, 0) and not model.holds(1, 0)
        for model in outline.models
        if not isinstance(model, PresenceCloseness)
    )


def _name_no_box(boxes: BoxOutline) -> str:
    """Return the text for people in no box, which no box has."""
    text = _NO_BOX
    while any(text in cells for cells in boxes.released.cells):
        text += "_"
    return text
