"""Finds which columns of texts or numbers a statement can cast to the type of the other table.

Of T only this is read: how many of its texts are numbers or days, how many of its numbers are
whole, and which usual writings of a missing value, such as NA, stand among them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.words.answers import is_missing
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.profile import Profile
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.cast_mends import null_texts
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: As DuckDB casts texts; a fraction it would round to a whole number.
_WHOLE = "^ *[+-]?[0-9]+([.]0*)? *$"
_NUMBER = "^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)? *$"
_WORD = "^ *[+-]?[iI][nN][fF]([iI][nN][iI][tT][yY])? *$"
_DAY = "^ *[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T].*)? *$"
_PATTERNS = {
    "integer": (_WHOLE,),
    "decimal": (_NUMBER,),
    "float": (_NUMBER, _WORD),
    "date": (_DAY,),
    "timestamp": (_DAY,),
}
#: Numbers with a decimal comma, beside whole ones; a point would say that commas are thousands.
_COMMA, _GROUPED = "^ *[+-]?[0-9]*,[0-9]+ *$", "^ *[+-]?[1-9][0-9]{0,2},[0-9]{3} *$"
_WITH_COMMAS = ("decimal", "float")
#: A column of more texts without a digit has other ones than writings of a missing value.
_MOST_WRITINGS = 20


def with_readable_texts(engine: Engine, found: Profile) -> Profile:
    """Return the profile with which columns of texts cannot be cast, and which have commas."""
    if found.is_marked:
        return found
    types = {PUBLIC: {one.name: one.type for one in found.public}, PRIVATE: found.private}
    unread: set[tuple[str, str]] = set()
    commas: set[tuple[str, str]] = set()
    missing: dict[tuple[str, str], tuple[str, ...]] = {}
    for table, other in ((PUBLIC, PRIVATE), (PRIVATE, PUBLIC)):
        asked = {
            name: types[other][name]
            for name, type_ in types[table].items()
            if type_.family == "text" and name in types[other] and _has_form(types[other][name])
        }
        if not asked:
            continue
        nulls = {name: _find_missing(engine, table, name) for name in asked}
        missing |= {(table, name): texts for name, texts in nulls.items() if texts}
        counts = [
            count
            for name, type_ in asked.items()
            for count in _count(null_texts(column(name), nulls[name]), type_)
        ]
        named = [exp.alias_(count, f"texts_{number}") for number, count in enumerate(counts)]
        query = exp.select(*named).from_(exp.Table(this=identifier(table)))
        numbers = iter(int(count) for count in engine.fetch(query)[0])
        for name in asked:
            others, grouped, decimals, others_beside = (next(numbers) for _ in range(4))
            if decimals > grouped and not others_beside:
                commas.add((table, name))
            elif others:
                unread.add((table, name))
    found = replace(found, unread=frozenset(unread), commas=frozenset(commas), missing=missing)
    return replace(found, whole=frozenset(_find_whole(engine, types)))


def _find_missing(engine: Engine, table: str, name: str) -> tuple[str, ...]:
    """Return which writings of a missing value a column has, if it has few texts without a digit.

    DuckDB would cast NaN to a number that is no NULL, and no other one of them.
    """
    text = column(name)
    rows = exp.select(text).distinct().from_(exp.Table(this=identifier(table)))
    rows = rows.where(exp.not_(matches(text, "[0-9]"))).limit(_MOST_WRITINGS + 1)
    texts = [str(text) for (text,) in engine.fetch(rows)]
    # Where it is told, several blanks are one.
    plain = (text for text in texts if "  " not in text)
    found = sorted(filter(is_missing, plain))
    return (*found,) if len(texts) <= _MOST_WRITINGS else ()


def _find_whole(
    engine: Engine, types: Mapping[str, Mapping[str, ColumnType]]
) -> Iterator[tuple[str, str]]:
    """Yield columns of whole numbers that are no integers, where the other table has these."""
    for table, other in ((PUBLIC, PRIVATE), (PRIVATE, PUBLIC)):
        asked = [
            name
            for name, type_ in types[table].items()
            if type_.family in _WITH_COMMAS
            if name in types[other] and types[other][name].family == "integer"
        ]
        if not asked:
            continue
        texts = [exp.cast(column(name), "VARCHAR") for name in asked]
        others = [
            exp.alias_(_count_if(exp.not_(matches(text, _WHOLE))), f"numbers_{number}")
            for number, text in enumerate(texts)
        ]
        query = exp.select(*others).from_(exp.Table(this=identifier(table)))
        counts = engine.fetch(query)[0]
        yield from ((table, name) for name, n in zip(asked, counts, strict=True) if not int(n))


def _has_form(type_: ColumnType) -> bool:
    return type_.family in _PATTERNS


def _count(text: exp.Expr, type_: ColumnType) -> Iterator[exp.Expr]:
    """Yield the texts that are no such value, those with commas, and what is beside these.

    Of commas: those that may be for thousands, all, and other texts than these and whole numbers.
    """
    is_read = exp.or_(*(matches(text, one) for one in _PATTERNS[type_.family]))
    yield _count_if(exp.not_(is_read))
    if type_.family not in _WITH_COMMAS:
        yield from (exp.Literal.number(0) for _ in range(3))
        return
    has_comma = matches(text, _COMMA)
    yield _count_if(matches(text, _GROUPED))
    yield _count_if(has_comma)
    is_whole = matches(text, "^ *[+-]?[0-9]+ *$")
    yield _count_if(exp.not_(exp.or_(has_comma, is_whole)))


def _count_if(condition: exp.Expr) -> exp.Expr:
    one = exp.If(this=condition, true=exp.Literal.number(1))
    return exp.Count(this=exp.Case(ifs=[one]))
