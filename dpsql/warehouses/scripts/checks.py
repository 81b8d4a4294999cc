"""What can be wrong with tables as they are: keys, counts, and blanks that a dialect ignores."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.domain.plurals import join_names
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.people import MOST_PEOPLE
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.sources import source_name

#: What is true of a row with a problem, and the problem in plain words.
Problem = tuple[exp.Expr, str]


def list_table_problems(outline: Outline) -> Iterator[Problem]:
    """Yield what can be wrong with whole tables, and so with every row that is made from them."""
    if outline.ignores_trailing_blanks:
        yield from _list_blanks(outline)
    yield from _list_wrong_counts(outline.tables)
    yield from _list_wrong_keys(outline.tables)
    person = outline.job.person
    if person and person != (outline.tables.private_rows.key,):
        yield _repeats_people(person)


def _list_wrong_keys(tables: Tables) -> Iterator[Problem]:
    """Yield problems of keys, which must name one person each, if T is given by key."""
    key = tables.private_rows.key
    if key is None:
        return
    yield _repeats(key, PUBLIC, "P")
    yield _repeats(key, PRIVATE, "T")
    keys = column(key, PUBLIC), column(key, PRIVATE)
    unknown = render("count_unknown_keys", public_key=keys[0], private_key=keys[1])
    yield _is_some(unknown), f"T has a key {key} that P lacks"


def _repeats(key: str, table: str, title: str) -> Problem:
    """Return the problem of rows of a table without a key of their own."""
    distinct = exp.Count(this=exp.Distinct(expressions=[column(key)]))
    others = exp.Count(this=exp.Star()) - distinct
    query = exp.select(others).from_(exp.Table(this=identifier(table)))
    return _is_some(query), f"{title} has rows with the same {key}, or without one"


def _repeats_people(names: Sequence[str]) -> Problem:
    """Return the problem of a P with several rows of a person, or with rows that name nobody."""
    rows, people = exp.column("row_count"), exp.column("distinct_key_count")
    counted = keys_query(names, PUBLIC).subquery("counted")
    title = f"P has rows with the same {join_names(names)}, or without one"
    title += " of these" * (len(names) > 1)
    return _is_some(exp.select(rows - people).from_(counted)), title


def _is_some(query: exp.Query) -> exp.Expr:
    """Whether a query of one number returns more than 0."""
    counted = query.copy()
    for node in counted.walk():
        # Comments of templates belong before the statement; only results have names.
        node.comments = None
    counted.set("expressions", [one.unalias() for one in counted.selects])
    return counted.subquery() > exp.Literal.number(0)


def _list_wrong_counts(tables: Tables) -> Iterator[Problem]:
    """Yield problems of the counts of P and of T, if their rows stand for several people."""
    for title, people in (("P", tables.people), ("T", tables.private_people)):
        if people is None:
            continue
        source = identifier(people.table)
        strange = render("count_rows", source=source, condition=people.fits.not_())
        yield _is_some(strange), f"{title} has counts in {people.name} that are no whole numbers"
        total = exp.select(people.of_rows).from_(exp.Table(this=source.copy()))
        most = exp.Literal.number(MOST_PEOPLE)
        yield total.subquery() > most, f"{title} has more than {MOST_PEOPLE} people"


def _list_blanks(outline: Outline) -> Iterator[Problem]:
    """Yield problems of tables with trailing blanks, which the dialect ignores."""
    names = [*outline.hierarchies]
    tables = {PUBLIC: names}
    if outline.tables.private_rows.mark is None:
        tables[PRIVATE] = names
    for j, words in enumerate(outline.job.quasi_identifiers.values()):
        if outline.reads_mapping(j):
            tables[source_name(j)] = [*(words.columns or ())]
    for table, columns in tables.items():
        texts = [exp.cast(column(name, table), "VARCHAR") for name in columns]
        ends = [exp.Length(this=text).neq(_trimmed(text)) for text in texts]
        query = render("count_rows", source=identifier(table), condition=exp.or_(*ends))
        yield _is_some(query), f"{table} has values that end in a blank, which is ignored"


def _trimmed(text: exp.Expr) -> exp.Expr:
    trimmed = exp.Trim(this=text.copy(), position="TRAILING")
    return exp.Length(this=trimmed)
