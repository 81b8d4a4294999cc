"""Finds columns of P that are called as people are, patient say, and hold names and no numbers."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.column_words import calls_person, split_name
from dpsql.domain.numbered_words import names_other_person, names_role
from dpsql.domain.words.kinds import PEOPLE
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Two words at least, as in Lang, Anna; and what is in no name.
_NAME, _DIGIT = "[^ 0-9] +[^ 0-9]", "[0-9]"
#: Fewer values are hardly those of names; one in so many may have a digit, as "James Roe, 2nd".
_LEAST_NAMES, _HARDLY_ANY = 20, 20


def list_called_by_names(engine: Engine, columns: Sequence[ColumnProfile]) -> list[ColumnProfile]:
    """Return columns of texts, called as people are, of which hardly any has a digit.

    One statement, if there are such columns at all.
    """
    called = [one for one in columns if one.type.family == "text" and _may_hold_names(one)]
    if not called:
        return []
    counts = [_count(one.name, like) for one in called for like in (_NAME, _DIGIT)]
    named = [exp.alias_(count, f"texts_{number}") for number, count in enumerate(counts)]
    query = exp.select(*named).from_(exp.Table(this=identifier(PUBLIC)))
    found = [int(count or 0) for count in engine.fetch(query)[0]]
    told = zip(called, found[::2], found[1::2], strict=True)
    return [one for one, names, digits in told if 2 * names >= one.present >= _HARDLY_ANY * digits]


def _may_hold_names(one: ColumnProfile) -> bool:
    is_called = "".join(split_name(one.name)) in PEOPLE or calls_person(one.name)
    is_called = is_called or names_role(one.name)
    is_other = names_other_person(one.name)
    return is_called and not is_other and not one.codes and one.distinct >= _LEAST_NAMES


def _count(name: str, pattern: str) -> exp.Expr:
    is_so = exp.If(this=matches(column(name), pattern), true=exp.Literal.number(1))
    return exp.Count(this=exp.Case(ifs=[is_so]))
