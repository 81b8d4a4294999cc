"""In which ways keys may be written, and how they are made alike: zeros in front, case, signs.

Nothing is made alike unasked: other people may have such a key by chance.
"""

import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.tables.copies import (
    Original,
    has_copy,
    have_own_copies,
    read_rows,
    write_copy,
)
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier, render

#: What stands between the parts of a number, and says nothing.
_SIGNS = " -./_"
#: How the name of a copy ends with keys that are written alike.
ALIKE = "alike"


@dataclass(frozen=True)
class Writing:
    """What is taken from keys in which they may differ: how that is said, and how it is done."""

    said: str
    fold: Callable[[exp.Expr], exp.Expr]


def _drop_zeros(key: exp.Expr) -> exp.Expr:
    text = exp.cast(key, "VARCHAR")
    return exp.Trim(this=text, expression=exp.Literal.string("0"), position="LEADING")


def _drop_decimal(key: exp.Expr) -> exp.Expr:
    """Write 12.0, as pandas makes it of 12 where some cells are missing, without its end."""
    text = exp.cast(key, "VARCHAR")
    length = exp.Length(this=text.copy()) - exp.Literal.number(2)
    shorter = exp.Substring(this=text.copy(), start=exp.Literal.number(1), length=length)
    has_end = exp.Like(this=text.copy(), expression=exp.Literal.string("%.0"))
    return exp.Case(ifs=[exp.If(this=has_end, true=shorter)], default=text)


def _drop_prefix(key: exp.Expr) -> exp.Expr:
    text = exp.cast(key, "VARCHAR")
    letters = exp.Literal.string(string.ascii_letters + "-_ #./:")
    return exp.Trim(this=text, expression=letters, position="LEADING")


def _fold_case(key: exp.Expr) -> exp.Expr:
    return exp.Lower(this=exp.Trim(this=exp.cast(key, "VARCHAR")))


def _drop_signs(key: exp.Expr) -> exp.Expr:
    text: exp.Expr = exp.Lower(this=exp.cast(key, "VARCHAR"))
    for sign in _SIGNS:
        texts = {"expression": exp.Literal.string(sign), "replacement": exp.Literal.string("")}
        text = exp.Replace(this=text, **texts)
    return text


def _drop_signs_and_zeros(key: exp.Expr) -> exp.Expr:
    return _drop_zeros(_drop_signs(key))


LETTERS = Writing("in lower case without spaces around", _fold_case)
DECIMALS = Writing("without .0 at the end", _drop_decimal)
_ZEROS = Writing("without zeros in front", _drop_zeros)
#: In which ways values that are no keys may differ. Of two that find as many, the first is said.
VALUE_WRITINGS = (LETTERS, DECIMALS, _ZEROS)
#: Of two that find as many keys, the first is said.
_WRITINGS = (
    _ZEROS,
    LETTERS,
    DECIMALS,
    Writing("in lower case without spaces, dashes and points", _drop_signs),
    Writing(
        "in lower case without spaces, dashes, points and zeros in front", _drop_signs_and_zeros
    ),
    Writing("without letters in front", _drop_prefix),
)


def find_writing(engine: Engine, key: str, unknown: int) -> tuple[Writing, int] | None:
    """Return how most keys of T occur in P, of `unknown` that do not as they are, and how many do.

    None if none does. Not what makes keys of P equal, but for case and spaces.
    """
    found: list[tuple[Writing, int]] = []
    for one in _WRITINGS:
        more = unknown - count_unknown(engine, key, one)
        if more > 0 and (one is LETTERS or not count_merged(engine, key, one)):
            found.append((one, more))
        if more == unknown:
            break
    return max(found, key=lambda one: one[1], default=None)


def count_unknown(engine: Engine, key: str, writing: Writing | None = None) -> int:
    """Count rows of T whose key P does not have, if both are written so."""
    return int(engine.fetch(unknown_query(key, writing=writing))[0][0])


def unknown_query(key: str, writing: Writing | None = None) -> exp.Query:
    """Return the query that counts rows of T whose key P does not have, if both are written so."""
    keys = column(key, PUBLIC), column(key, PRIVATE)
    public, private = keys if writing is None else map(writing.fold, keys)
    return render("count_unknown_keys", public_key=public, private_key=private)


def count_merged(
    engine: Engine, name: str, writing: Writing = LETTERS, first: int | None = None
) -> int:
    """Count values of a column of P that are equal to others, if all are written so.

    `first`: in so many rows only.
    """
    counts = [
        exp.Count(this=exp.Distinct(expressions=[value]))
        for value in (column(name), writing.fold(column(name)))
    ]
    source: exp.Expr = exp.Table(this=identifier(PUBLIC))
    if first is not None:
        source = exp.select(column(name)).from_(source).limit(first).subquery("looked_at")
    rows = exp.select(*counts).from_(source)
    before, after = map(int, engine.fetch(rows)[0])
    return before - after


def list_alike(
    originals: Sequence[Original], key: str, writing: Writing = LETTERS
) -> Iterator[str]:
    """Yield statements of DuckDB that write copies of files or tables with a key written so.

    None if DuckDB does not read one of them by its name, or one cannot be printed on a line.
    """
    written = [_write_alike(one, key, writing) for one in originals if has_copy(one)]
    if not have_own_copies(originals):
        return
    if len(written) == len(originals) and all(one.isprintable() for one in written):
        yield from written


def _write_alike(original: Original, key: str, writing: Writing) -> str:
    name = exp.to_identifier(key, quoted=True)
    star = exp.Star(**{"replace": [exp.alias_(writing.fold(column(key)), name)]})
    return write_copy(exp.select(star).from_(read_rows(original)), original, ALIKE)
