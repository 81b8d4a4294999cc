"""Finds the column of T that has what two columns of P name people by, as one text: 12-3.

Each of its values has one sign between two parts, and nearly all of them are those of people of P:
of 20 or more, other texts hardly are.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from sqlglot import exp

from dpsql.domain.column_words import is_time
from dpsql.domain.names import find_written
from dpsql.domain.texts_of_pairs import TextOfPair
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: The signs that may stand between, and each as a pattern and in none of the parts.
_SIGNS = {"-": "[-]", "_": "_", "/": "/", "|": "[|]", ".": "[.]", ":": ":"}
#: Texts of T that are looked at, and the fewest people that are no chance.
_MOST_LOOKED_AT, _LEAST_PEOPLE = 8, 20
#: Tenths of T's values that P has.
_NEARLY_ALL = 9
_OWN, _PEOPLE = "own_people", "people"
_COUNT = exp.Count(this=exp.Star())


def find_text_of_pair(
    engine: Engine,
    public: Sequence[str],
    private: Mapping[str, ColumnType],
    pair: tuple[str, str] | None,
) -> TextOfPair | None:
    """Return the column of T that has a `pair` of P's columns as one text; None if none has.

    `public`: P's columns. `private`: those that T itself has.
    """
    if pair is None or {*pair} & private.keys():
        return None
    own = [
        name
        for name, type_ in private.items()
        if type_.family == "text" and not is_time(name) and not find_written(name, public)
    ]
    for name, sign in _list_signs(engine, own[:_MOST_LOOKED_AT]):
        _, rows, distinct = map(int, engine.fetch(keys_query([name], PRIVATE))[0])
        if distinct < _LEAST_PEOPLE:
            continue
        for names in (pair, pair[::-1]):
            known = int(engine.fetch(_known_query(name, names, sign))[0][0])
            if 10 * known >= _NEARLY_ALL * distinct:
                return TextOfPair(name, (names[0], names[1]), sign, rows, distinct, known)
    return None


def _list_signs(engine: Engine, own: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the columns all values of which have two parts with one sign between, and the sign."""
    if not own:
        return
    asked = [(name, sign) for name in own for sign in _SIGNS]
    counts: list[exp.Expr] = []
    for name, sign in asked:
        one = _SIGNS[sign]
        other = f"[^{sign}]" if sign != "-" else "[^-]"
        fits = matches(column(name), f"^{other}+{one}{other}+$")
        only = exp.Case(ifs=[exp.If(this=fits, true=exp.Literal.number(1))])
        counts += [exp.Count(this=column(name)), exp.Count(this=only)]
    query = exp.select(*counts).from_(exp.Table(this=identifier(PRIVATE)))
    found = iter([*map(int, engine.fetch(query)[0])])
    for name, sign in asked:
        present, fitting = islice(found, 2)
        if present == fitting > 0:
            yield name, sign


def join_values(values: Sequence[exp.Expr], sign: str) -> exp.Expr:
    """Return values of a row as one text, with a sign between; NULL where one is."""
    first, *others = (exp.cast(value, "VARCHAR") for value in values)
    joined: exp.Expr = first
    for value in others:
        before = exp.DPipe(this=joined, expression=exp.Literal.string(sign))
        joined = exp.DPipe(this=before, expression=value)
    return joined


def _known_query(name: str, names: Sequence[str], sign: str) -> exp.Query:
    """Return the query that counts the values of T that are those of people of P."""
    of_t = exp.select(column(name)).distinct().from_(exp.Table(this=identifier(PRIVATE)))
    text = exp.alias_(join_values([*map(column, names)], sign), "joined_text", quoted=True)
    of_p = exp.select(text).distinct().from_(exp.Table(this=identifier(PUBLIC)))
    joined = exp.select(_COUNT.copy()).from_(of_t.subquery(_OWN))
    same = column(name, _OWN).eq(column("joined_text", _PEOPLE))
    return joined.join(of_p.subquery(_PEOPLE), on=same)
