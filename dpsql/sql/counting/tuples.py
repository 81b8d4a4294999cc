"""The tuples: P and T counted once per distinct tuple of quasi-identifiers, in one pass over each.

Source: the frequency set of Nergiz et al. 2007, section 6.1, and of LeFevre's Incognito. After this
no statement of a search reads P or T again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy
from dpsql.engines.base import Engine
from dpsql.errors import InputError, SubsetError
from dpsql.sql.tables.people import PeopleColumn, check_people
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables, count_rows
from dpsql.sql.tables.sample import is_sparse
from dpsql.sql.tables.unmatched_rows import Unmatched, tell_where
from dpsql.sql.templates import column, identifier, render

TUPLES = "tuples"
#: Hierarchies of more leaves are not listed in a statement; their texts are grouped as they are.
LARGEST_LISTED = 1000
#: Sizes that `measure_tuples` counts.
_SIZES = 5
#: From the names of a quasi-identifier and a table to the expression to group by.
Value = Callable[[str, str], exp.Expr]


@dataclass(frozen=True)
class TableSizes:
    """Rows of P, of T, and of the table of tuples.

    `tuples` are distinct, unless nearly all rows differ and the distinct number was not requested.
    """

    public_rows: int
    private_rows: int
    tuples: int


def count_tuples(
    engine: Engine,
    tables: Tables,
    hierarchies: Mapping[str, Hierarchy],
    *,
    distinct: bool = False,
) -> TableSizes:
    """Count P and T per distinct tuple into the table of tuples, in one pass over each.

    If T is marked in P and nearly all tuples differ, they are listed without grouping, which would
    cost many times as much and save nothing. With `distinct` they are grouped in any case.

    The engine shortens texts that their hierarchy lists, because short texts are grouped faster. A
    text that its hierarchy does not list would then count as NULL. If that happens, texts are
    grouped as they are, so that later errors state the right numbers of rows.

    Raises:
        InputError: P is empty, or as `check_people`. SubsetError: T is not a multiset of rows of P;
            states counts only.
    """
    check_people(engine, tables.people, tables.private_people)
    value = partial(_short_value, engine, tables, hierarchies)
    names = enumerate(tables.quasi_identifiers)
    values = [(value(name, PUBLIC), value_name(j)) for j, name in names]
    grouped = distinct or tables.private_rows.mark is None or not is_sparse(engine, values, PUBLIC)
    engine.materialize(TUPLES, tuples_query(tables, value, grouped=grouped))
    shortened = [
        counted
        for name, (short, counted) in zip(tables.quasi_identifiers, values, strict=True)
        if short != tables.value(name, PUBLIC)
    ]
    counts = engine.fetch(render("measure_tuples", shortened=shortened))[0]
    if any(counts[_SIZES:]) and _some_text_is_lost(engine, tables, value):
        engine.drop(TUPLES)
        engine.materialize(TUPLES, tuples_query(tables, grouped=grouped))
        counts = engine.fetch(render("measure_tuples", shortened=[]))[0]
    public_rows, private_rows, tuples, lacked_rows, excess_rows = counts[:_SIZES]
    if not public_rows:
        raise InputError("P has no rows; presence is measured against a population")
    if excess_rows:
        raise SubsetError(_tell_unmatched(engine, tables, lacked_rows, excess_rows - lacked_rows))
    return TableSizes(public_rows, private_rows, tuples)


def _tell_unmatched(engine: Engine, tables: Tables, rows: int, surplus: int) -> str:
    """Say of rows of T that P does not have, or has less often, in which columns they differ."""
    if not rows or tables.people is not None or tables.private_people is not None:
        return Unmatched(rows, surplus=surplus).tell()
    return tell_where(engine, tables.quasi_identifiers, rows, surplus).tell()


def tuples_query(tables: Tables, value: Value | None = None, *, grouped: bool = True) -> exp.Query:
    """The statement that counts P and T per distinct tuple, its texts shortened by `value`.

    If not `grouped`, each row of P counts as a tuple of its own; this needs a T that is marked in
    P.
    """
    rows = tables.private_rows
    assert grouped or rows.mark is not None  # noqa: S101 - T of its own needs sums
    value = value or tables.value
    columns = [
        {
            "name": value_name(j),
            "public": value(name, PUBLIC),
            "private": value(name, PRIVATE),
        }
        for j, name in enumerate(tables.quasi_identifiers)
    ]
    if rows.mark is None:
        return render(
            "count_tuples",
            columns=columns,
            public=_count_people(tables.people),
            private=_count_people(tables.private_people),
        )
    key = rows.key and {"public": column(rows.key, PUBLIC), "private": column(rows.key, PRIVATE)}
    words = {
        "columns": columns,
        "mark": rows.mark,
        "key": key,
        "public": _count_people(tables.people),
    }
    if grouped:
        return render("count_marked_tuples", **words)
    width = exp.DataType.build("TINYINT" if tables.people is None else "BIGINT")
    return render("list_marked_tuples", **words, width=width)


def _count_people(people: PeopleColumn | None) -> dict[str, exp.Expr | None]:
    """Return how the people of a row and of rows are counted, and which rows have any.

    None of the last: all have.
    """
    if people is None:
        one, count = exp.Literal.number(1), exp.Count(this=exp.Star())
        return {"of_row": one, "of_rows": count, "condition": None}
    return {
        "of_row": people.of_row,
        "of_rows": people.of_rows,
        "condition": people.is_somebody,
    }


def value_name(j: int) -> exp.Identifier:
    """Column of the table of tuples that holds quasi-identifier `j`."""
    return identifier(f"q{j}")


def _short_value(
    engine: Engine, tables: Tables, hierarchies: Mapping[str, Hierarchy], name: str, table: str
) -> exp.Expr:
    value, hierarchy = tables.value(name, table), hierarchies[name]
    if not tables.is_text(name) or not isinstance(hierarchy, LabelHierarchy):
        return value
    texts = [leaf for leaf in hierarchy.paths if leaf is not None]
    return value if len(texts) > LARGEST_LISTED else engine.shorten_text(value, texts)


def _some_text_is_lost(engine: Engine, tables: Tables, value: Value) -> bool:
    """Whether a text of P or T became NULL; reads them again."""
    sides = (PUBLIC, PRIVATE) if tables.private_rows.mark is None else (PUBLIC,)
    names = tables.quasi_identifiers
    return any(
        count_rows(engine, side, exp.or_(*(_is_lost(tables, value, name, side) for name in names)))
        for side in sides
    )


def _is_lost(tables: Tables, value: Value, name: str, side: str) -> exp.Expr:
    is_null = value(name, side).is_(exp.null())
    return exp.and_(is_null, tables.value(name, side).is_(exp.null()).not_(), copy=False)
