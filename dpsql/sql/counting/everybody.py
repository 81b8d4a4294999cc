"""All of P as T, in the session of another T: the tuples and leaves of a choice from P alone."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name, leaves_query
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.templates import render


@contextmanager
def counting_everybody(engine: Engine, hierarchies: Mapping[str, Hierarchy]) -> Iterator[None]:
    """Let the tables of tuples and leaves have all of P as T meanwhile; T is not read."""
    with engine.keeping_apart():
        engine.materialize(TUPLES, everybody_query(len(hierarchies)))
        for j, hierarchy in enumerate(hierarchies.values()):
            engine.materialize(leaves_name(j), leaves_query(j, hierarchy))
        yield


def everybody_query(columns: int) -> exp.Query:
    """The statement that counts all of P as T, over so many quasi-identifiers."""
    return render("count_everybody", columns=[value_name(j) for j in range(columns)])
