"""The labels of the values of P, as a verifier finds them: by the hierarchies' Python code.

The search compiles hierarchies to SQL instead.
"""

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.engines.base import Engine
from dpsql.errors import HierarchyError, IntegrityError
from dpsql.sql.templates import column, render
from dpsql.verifier.recount import VALUES, build_values, fetch_values

_GIVEN = "given_labels"


def refuse_unknown_levels(
    stated: Sequence[Mapping[str, int]], hierarchies: Mapping[str, Hierarchy]
) -> None:
    """Raise IntegrityError unless each states a level of every hierarchy, and of no other."""
    if any(set(levels) != set(hierarchies) for levels in stated):
        raise IntegrityError("release: it states levels of other columns than the job's")
    for name, hierarchy in hierarchies.items():
        if not all(0 <= levels[name] <= hierarchy.height for levels in stated):
            raise IntegrityError(f"release: it states no level of {name} that its hierarchy has")


def build_labels(
    engine: Engine,
    name: str,
    hierarchy: Hierarchy,
    value: exp.Identifier,
    tables: Mapping[int, str],
) -> None:
    """Build the table of labels of each level in `tables`, by value of P.

    `name` is that of the quasi-identifier, `value` that of its column in ``verified_tuples``.

    Raises:
        HierarchyError: a value of P has no place in the hierarchy.
    """
    if not tables:
        return
    build_values(engine, value)
    for level, table in tables.items():
        rows = _label_values(engine, name, hierarchy, level)
        engine.upload(_GIVEN, {"leaf": "VARCHAR", "label": "VARCHAR"}, rows)
        condition = exp.NullSafeEQ(this=column("leaf", VALUES), expression=column("leaf", _GIVEN))
        engine.materialize(table, render("verify_labels", condition=condition))
        engine.drop(_GIVEN)
    engine.drop(VALUES)


def list_values(engine: Engine, value: exp.Identifier) -> Iterator[Leaf]:
    """Yield the texts of all values of P in a column of ``verified_tuples``."""
    build_values(engine, value)
    for text, _ in fetch_values(engine):
        yield text
    engine.drop(VALUES)


def _label_values(
    engine: Engine, name: str, hierarchy: Hierarchy, level: int
) -> Iterator[tuple[Leaf, Leaf]]:
    """Yield the distinct values of P with their labels."""
    for value, _ in fetch_values(engine):
        if not hierarchy.covers(value):
            raise HierarchyError(f"hierarchy of {name}: a value of P has no place in it")
        yield value, hierarchy.label(value, level)
