"""Counts P and T again for a verifier, and lists the values of P.

The search and the verifier share how columns are read (`sql.tables`) and the guess whether grouping
pays.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy
from dpsql.engines.base import Engine, Row
from dpsql.sql.tables.people import PeopleColumn, check_people
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables, count_rows
from dpsql.sql.tables.sample import is_sparse
from dpsql.sql.templates import column, identifier, render

TUPLES, VALUES = "verified_tuples", "verified_values"
#: Rows per fetch.
_CHUNK = 20_000
#: The most texts of a hierarchy that are listed in a statement.
_MOST_SHORTENED = 1000
#: Returns the expression to group by, given the name of a quasi-identifier and a table.
_Value = Callable[[str, str], exp.Expr]


def count_both_tables(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    columns: Mapping[str, exp.Identifier],
) -> None:
    """Count P and T per tuple of these quasi-identifiers; `columns` names their result columns.

    If nearly all rows differ, each is its own tuple: grouping would save little. Texts that a
    hierarchy lists are shortened by the engine, which then groups them faster. A text that the
    hierarchy does not list would become NULL; if there is one, all are counted unshortened.

    Raises:
        InputError, TypeMismatch: as `check_people`.
    """
    check_people(engine, tables.people, tables.private_people)
    plain, short = tables.value, partial(_shorten, engine, tables, hierarchies)
    values = _values(short, columns, PUBLIC)
    grouped = not values or not is_sparse(engine, values, PUBLIC)
    engine.materialize(TUPLES, _tuples_query(tables, short, columns, grouped=grouped))
    if _some_text_is_lost(engine, tables, short, columns):
        engine.drop(TUPLES)
        engine.materialize(TUPLES, _tuples_query(tables, plain, columns, grouped=grouped))


def _shorten(
    engine: Engine, tables: Tables, hierarchies: Mapping[str, Hierarchy], name: str, table: str
) -> exp.Expr:
    value, hierarchy = tables.value(name, table), hierarchies[name]
    if not tables.is_text(name) or not isinstance(hierarchy, LabelHierarchy):
        return value
    texts = [leaf for leaf in hierarchy.paths if leaf is not None]
    return engine.shorten_text(value, texts) if len(texts) <= _MOST_SHORTENED else value


def _some_text_is_lost(
    engine: Engine, tables: Tables, short: _Value, columns: Mapping[str, exp.Identifier]
) -> bool:
    """Whether a text has become NULL; P and T are read again only if tuples contain NULL."""

    def is_null(value: exp.Expr) -> exp.Is:
        return value.is_(exp.null())

    def is_lost(name: str, table: str) -> exp.Expr:
        text = is_null(tables.value(name, table)).not_()
        return exp.And(this=is_null(short(name, table)), expression=text)

    names = [name for name in columns if short(name, PUBLIC) != tables.value(name, PUBLIC)]
    nulls = [is_null(exp.Column(this=columns[name])) for name in names]
    if not names or not count_rows(engine, TUPLES, exp.or_(*nulls)):
        return False
    homes = dict.fromkeys((PUBLIC, tables.private_rows.home))
    return any(
        count_rows(engine, table, exp.or_(*(is_lost(name, table) for name in names)))
        for table in homes
    )


def build_values(engine: Engine, value: exp.Identifier) -> None:
    """Store the distinct values of P in one column of the tuples, numbered for fetching."""
    engine.materialize(VALUES, render("verify_values", value=value))


def fetch_values(engine: Engine) -> Iterator[Row]:
    """Yield the texts of these values with their counts; other statements may run meanwhile."""
    return fetch_chunks(engine, "list_values_between")


def fetch_chunks(engine: Engine, template: str, **words: object) -> Iterator[Row]:
    """Yield the rows of a template that selects them by position, since there may be millions.

    `words`: further parameters of the template.
    """
    number, start = exp.Literal.number, 0
    while True:
        chunk = {"start": number(start), "end": number(start + _CHUNK)}
        rows = engine.fetch(render(template, **chunk, **words))
        yield from rows
        # Positions have no gaps: a chunk before the last lacks one row at most, that of position 0.
        if not rows or len(rows) < _CHUNK - 1:
            return
        start += _CHUNK


def _values(
    value: _Value, columns: Mapping[str, exp.Identifier], table: str
) -> list[tuple[exp.Expr, exp.Identifier]]:
    return [(value(name, table), named) for name, named in columns.items()]


def _tuples_query(
    tables: Tables, value: _Value, columns: Mapping[str, exp.Identifier], *, grouped: bool
) -> exp.Query:
    """Return the query of the tuples; if T is a part of P, one pass over P counts both."""

    def read(
        table: str, people: PeopleColumn | None, public_count: exp.Expr, private_count: exp.Expr
    ) -> dict[str, object]:
        values = _values(value, columns, table)
        return {
            "columns": [{"value": each, "name": name} for each, name in values],
            "groups": [each for each, _ in values] if grouped else [],
            "table": identifier(table),
            "join": None,
            "counts_anybody": None if people is None else _count(people) >= exp.Literal.number(1),
            "public_count": public_count,
            "private_count": private_count,
        }

    rows, none = tables.private_rows, exp.cast(exp.Literal.number(0), "BIGINT")
    everybody = _add_up(tables.people, None, grouped=grouped)
    if rows.mark is None:
        members = _add_up(tables.private_people, None, grouped=grouped)
        sources = [
            read(PUBLIC, tables.people, everybody, none),
            read(PRIVATE, tables.private_people, none.copy(), members),
        ]
        return render("verify_tuples", sources=sources)
    marked = _add_up(tables.people, rows.mark, grouped=grouped)
    source = read(PUBLIC, tables.people, everybody, marked)
    if rows.key is not None:
        source["join"] = column(rows.key, PUBLIC).eq(column(rows.key, PRIVATE))
    return render("verify_tuples", sources=[source])


def _add_up(people: PeopleColumn | None, mark: exp.Expr | None, *, grouped: bool) -> exp.Expr:
    """Return the people of rows, or of one row if not `grouped`; only of those with the `mark`."""
    none = exp.cast(exp.Literal.number(0), "BIGINT")
    each = exp.cast(exp.Literal.number(1), "BIGINT") if people is None else _count(people)
    if mark is not None:
        each = exp.Case(ifs=[exp.If(this=mark.copy(), true=each)])
    if grouped and people is None:
        return exp.Count(this=exp.Star() if mark is None else each)
    if grouped:
        each = exp.cast(exp.Sum(this=each), "BIGINT")
    return exp.Coalesce(this=each, expressions=[none]) if grouped or mark is not None else each


def _count(people: PeopleColumn) -> exp.Expr:
    """Return the people of a row, whose count is known to be a whole number."""
    return exp.cast(exp.cast(column(people.name, people.table), "DECIMAL(24, 9)"), "BIGINT")
