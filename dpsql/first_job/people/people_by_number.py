"""Finds by which number of orders or cases P tells whose the rows of a T are that names nobody.

P may have several rows of a number, as lines of an order, if all are of one person.
"""

from dpsql.domain.column_words import is_identifier
from dpsql.engines.base import Engine
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.key_writings import count_unknown
from dpsql.sql.tables.private_table import PUBLIC


def find_number_of_people(engine: Engine, found: Profile, panel: Panel) -> str:
    """Return a column of P and T whose values are each of one person of P; empty if there is none.

    P has all of T's. Of a T that is a table of its own and lacks what names people: `panel`.
    """
    if found.is_marked or {*found.own}.issuperset(panel.names):
        return ""
    own = {name: found.private[name] for name in found.own}
    for one in found.public:
        may_be = is_identifier(one.name) and one.name not in panel.names and not one.has_nulls
        # Hardly a number is shared by two people: a hospital's is.
        may_be = may_be and panel.people <= one.distinct and agree(one.type, own.get(one.name))
        if not may_be or count_unknown(engine, one.name):
            continue
        if count_distinct(engine, PUBLIC, [*panel.names, one.name]) == one.distinct:
            return one.name
    return ""
