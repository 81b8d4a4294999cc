"""Finds by which number of orders or cases P tells whose the rows of a T are that names nobody.

P may have several rows of a number, as lines of an order, if all are of one person. By a number
that T gave its own rows, these would be other people's: each row of T must agree with one of P.
"""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.column_words import is_identifier
from dpsql.engines.base import Engine
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.keys import agree, numbers_rows
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.key_writings import count_unknown
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier


def find_number_of_people(engine: Engine, found: Profile, panel: Panel) -> str:
    """Return a column of P and T whose values are each of one person of P; empty if there is none.

    P says whose each row of T is, and agrees with it in all columns that both have. Of a T that is
    a table of its own and lacks what names people: `panel`.
    """
    if found.is_marked or {*found.own}.issuperset(panel.names):
        return ""
    own = {name: found.private[name] for name in found.own}
    for one in found.public:
        may_be = is_identifier(one.name) and one.name not in panel.names and not one.has_nulls
        # Hardly a number is shared by two people: a hospital's is.
        may_be = may_be and panel.people <= one.distinct and agree(one.type, own.get(one.name))
        if not may_be or numbers_rows(one) or count_unknown(engine, one.name):
            continue
        shared = [other.name for other in found.public if agree(other.type, own.get(other.name))]
        if _count_without(engine, panel.names, shared):
            continue
        if count_distinct(engine, PUBLIC, [*panel.names, one.name]) == one.distinct:
            return one.name
    return ""


def _count_without(engine: Engine, people: Sequence[str], shared: Sequence[str]) -> int:
    """Count rows of T without a row of P that names somebody and agrees in the shared columns."""
    of_public, of_private = "rows_of_p", "rows_of_t"
    same = [
        exp.NullSafeEQ(this=column(name, of_public), expression=column(name, of_private))
        for name in shared
    ]
    named = [column(name, of_public).is_(exp.null()).not_() for name in people]
    rows = exp.select(exp.Literal.number(1)).from_(_call(PUBLIC, of_public)).where(*same, *named)
    count = exp.select(exp.Count(this=exp.Star())).from_(_call(PRIVATE, of_private))
    return int(engine.fetch(count.where(exp.Exists(this=rows).not_()))[0][0])


def _call(table: str, alias: str) -> exp.Table:
    return exp.Table(this=identifier(table), alias=exp.TableAlias(this=identifier(alias)))
