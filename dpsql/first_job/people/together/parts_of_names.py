"""Finds names that one table has as one text and the other in two columns, and writes them alike.

Case and spaces around are no difference. Names repeat, so that they alone are no key.
"""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.domain.parts_of_names import PartsOfNames
from dpsql.engines.base import Engine
from dpsql.first_job.people.together.full_names import find_parts_of_name, find_whole_name
from dpsql.first_job.people.together.texts_of_pairs import join_values
from dpsql.sql.tables.copies import (
    Original,
    has_copy,
    have_own_copies,
    name_copies,
    read_rows,
    write_copy,
)
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: What may stand between a first and a last name, and whether that comes last.
_WRITINGS = ((" ", False), (", ", True), (" ", True), (",", True))
#: Fewer names may be those of others by chance.
_LEAST_NAMES = 10
_TEXT, _OWN, _PEOPLE = "joined_text", "own_people", "people"
_NAMED = "named"


def find_parts_of_names(
    engine: Engine, public: Sequence[str], private: Sequence[str]
) -> PartsOfNames | None:
    """Return the name that one of both tables has as one text, and the other in two columns.

    `public`, `private`: the columns of P, and those that T itself has. None unless P has most of
    T's names.
    """
    for is_whole_in_public in (True, False):
        of_one, of_other = (public, private) if is_whole_in_public else (private, public)
        whole, parts = find_whole_name(of_one), find_parts_of_name(of_other)
        if whole is None or parts is None or find_parts_of_name(of_one) is not None:
            continue
        if find_whole_name(of_other) is not None:
            # As the statement below writes it.
            continue
        for sign, is_turned in _WRITINGS:
            names = (parts[1], parts[0]) if is_turned else parts
            values = column(whole), join_values([*map(column, names)], sign)
            of_public, of_private = values if is_whole_in_public else values[::-1]
            distinct, known = map(int, engine.fetch(known_query(of_public, of_private))[0])
            if distinct >= _LEAST_NAMES and 2 * known > distinct:
                return PartsOfNames(whole, names, sign, distinct, known, is_whole_in_public)
    return None


def known_query(of_public: exp.Expr, of_private: exp.Expr) -> exp.Query:
    """Return the query that counts the names of T, and those of them that P has."""
    of_t = _list_names(of_private, PRIVATE).subquery(_OWN)
    of_p = _list_names(of_public, PUBLIC).subquery(_PEOPLE)
    counts = (exp.Count(this=column(_TEXT, _OWN)), exp.Count(this=column(_TEXT, _PEOPLE)))
    same = column(_TEXT, _OWN).eq(column(_TEXT, _PEOPLE))
    return exp.select(*counts).from_(of_t).join(of_p, on=same, join_type="left")


def _list_names(value: exp.Expr, table: str) -> exp.Select:
    text = exp.Lower(this=exp.Trim(this=exp.cast(value, "VARCHAR")))
    named = exp.select(exp.alias_(text, _TEXT, quoted=True)).distinct()
    return named.from_(exp.Table(this=identifier(table)))


def tell_parts(parts: PartsOfNames, originals: Sequence[Original]) -> Iterator[str]:
    """Yield what a statement does that writes the name in the table that has it in parts, and it.

    Nothing if DuckDB does not read the table by its name.
    """
    original = originals[1 if parts.is_whole_in_public else 0]
    if not has_copy(original) or not have_own_copies([*originals]):
        return
    value = join_values([*map(column, parts.parts)], parts.sign)
    made = exp.alias_(value, parts.whole, quoted=True)
    rest = exp.Star(except_=[exp.to_identifier(name, quoted=True) for name in parts.parts])
    written = write_copy(exp.select(made, rest).from_(read_rows(original)), original, _NAMED)
    if written.isprintable():
        title = "T" if parts.is_whole_in_public else "P"
        named = f"{name_copies([original])} for {title}"
        yield f"This writes {' '.join(parts.whole.split())} in {title}; then run init with {named}:"
        yield written
