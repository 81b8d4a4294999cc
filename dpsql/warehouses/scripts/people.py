"""The statement that reads everybody of P, counted by their values, and every row of T."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.checks import Problem
from dpsql.warehouses.scripts.outline import Outline

#: The logical table of everybody, where a step stores it.
PEOPLE = "people"
STRANGER = "T has more rows with these values than P has people"


def read_people_query(outline: Outline) -> exp.Query:
    """Return the statement that reads P and T, values as texts."""
    tables, rows = outline.tables, outline.tables.private_rows
    people = tables.people if rows.mark is not None else tables.private_people
    number = exp.Literal.number
    # The first SELECT of a UNION names its columns.
    columns = [tables.text(name, rows.home) for name in tables.quasi_identifiers]
    columns += [column(name, table) for name, table in tables.keep.items()]
    columns += [number(0), number(1) if people is None else people.of_row]
    of_private = rows.select(columns)
    if people is not None:
        of_private = of_private.where(people.is_somebody)
    query = render(
        "read_people",
        columns=[
            {"public": tables.text(name, PUBLIC), "name": identifier(name)}
            for name in tables.quasi_identifiers
        ],
        kept=[identifier(name) for name in tables.keep],
        people=exp.Count(this=exp.Star()) if tables.people is None else tables.people.of_rows,
        **name_counts(outline),
        is_somebody=tables.people.is_somebody if tables.people else None,
        places=[number(place) for place in range(1, len(tables.quasi_identifiers) + 1)],
        private_rows=of_private,
    )
    return shorten(query)


def count_excess(outline: Outline, table: str) -> exp.Expr:
    """How many rows of T with the values of a row there are beyond the people of P."""
    values = [column(name, table) for name in outline.hierarchies]
    public, private = map(column, outline.counts)
    return exp.Window(this=exp.Sum(this=private - public), partition_by=values)


def choose_problem(problems: Sequence[Problem], before: exp.Expr | None = None) -> exp.Expr:
    """Return the problem of a row: that found `before`, else the first of these."""
    cases = [exp.If(this=when, true=exp.Literal.string(text)) for when, text in problems]
    found = exp.Case(ifs=cases) if cases else exp.cast(exp.null(), "VARCHAR")
    return found if before is None else exp.Coalesce(this=before, expressions=[found])


def name_counts(outline: Outline) -> dict[str, exp.Identifier]:
    """Return the names of the columns of counts, as templates take them."""
    public, private = outline.counts
    return {"public_count": identifier(public), "private_count": identifier(private)}


def shorten(query: exp.Query) -> exp.Query:
    """Drop what repeats itself, or only groups what is whole.

    The names of tables before columns where a SELECT reads one table alone, new names of columns
    that are the old ones, and brackets around a result or a test.
    """
    for select in query.find_all(exp.Select):
        if select.args.get("joins"):
            continue
        for one in select.find_all(exp.Column):
            if one.find_ancestor(exp.Select) is select:
                one.set("table", None)
    for alias in list(query.find_all(exp.Alias)):
        if isinstance(alias.this, exp.Column) and alias.this.name == alias.alias:
            alias.replace(alias.this)
    for brackets in list(query.find_all(exp.Paren)):
        is_result = isinstance(brackets.parent, exp.If) and brackets.arg_key == "true"
        is_test = isinstance(brackets.parent, exp.Not) and isinstance(brackets.this, exp.Is)
        if is_result or is_test:
            brackets.replace(brackets.this)
    return query
