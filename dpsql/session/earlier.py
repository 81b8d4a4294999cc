"""Reads the earlier releases of a job: which of them are of this T, and at which levels?

A release tells of its classes how many rows of T each has. It is of this T if T has as many in each
of them; whoever has both then knows more than from each. If it has other rows, in all, it is of
another T: it tells of another group of people, and is left out. A release that cannot be placed at
all makes judging impossible, since what it tells is unknown then.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.inputs.find import Inputs
from dpsql.inputs.places import Files
from dpsql.release.earlier import Placed, place_earlier
from dpsql.release.manifest import Claims
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.composition.earlier_release import ReleasedTable, compare
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.templates import column


@dataclass(frozen=True)
class Earlier:
    """The levels of the earlier releases of this T, and how many are of another one.

    `refused`: why nothing can be said of them; empty if it can.
    """

    nodes: tuple[Node, ...]
    other_tables: int
    refused: str = ""


def read_earlier(
    engine: Engine,
    inputs: Inputs,
    hierarchies: Mapping[str, Hierarchy],
    sizes: TableSizes,
) -> Earlier:
    """Compare each earlier release with the counted tuples of an engine.

    Raises:
        IntegrityError: a release is not what its manifest claims, or has none.
    """
    found: list[Placed] = []
    for number, placed in enumerate(place_earlier(inputs, hierarchies)):
        if placed.is_of_this_table(sizes.private_rows) and not placed.refused:
            place = inputs.earlier[number]
            reason = _compare(engine, number, place, placed, hierarchies, sizes)
            found.append(placed.refuse(reason))
        else:
            found.append(placed)
    same = [one for one in found if one.is_of_this_table(sizes.private_rows)]
    return Earlier(
        tuple(Node(tuple(one.levels.values())) for one in same),
        len(found) - len(same),
        next((one.refused for one in same if one.refused), ""),
    )


def _compare(
    engine: Engine,
    number: int,
    place: Files,
    placed: Placed,
    hierarchies: Mapping[str, Hierarchy],
    sizes: TableSizes,
) -> str:
    """Return why a release cannot be one of T at its levels; empty if it is."""
    table = f"earlier_{number}"
    engine.register(table, place)
    released = read_table(engine, table, place.paths[0], placed.claims, hierarchies)
    node = Node(tuple(placed.levels.values()))
    found = compare(engine, hierarchies, node, released)
    return placed.judge_counts(found.unknown_classes, found.other_classes, sizes.public_rows)


def read_table(
    engine: Engine, table: str, file: Path, claims: Claims, hierarchies: Mapping[str, Hierarchy]
) -> ReleasedTable:
    """Say which column of the release has the labels of which quasi-identifier."""
    written = ReleaseFormat.of(file, claims.csv_formulas)
    shown = [name for name in hierarchies if name in (claims.levels or {})]
    expected = [written.write_name(name) for name in (*shown, claims.release.count) if name]
    if not set(expected) <= set(engine.columns(table)):
        raise IntegrityError(f"{file.name}: it lacks columns that its manifest names")
    one: exp.Expr = exp.Literal.number(1)
    if claims.release.count is not None:
        one = column(written.write_name(claims.release.count), table)
    return ReleasedTable(
        table,
        {name: exp.cast(column(written.write_name(name), table), "VARCHAR") for name in shown},
        exp.cast(one, "BIGINT"),
        written.write_cell,
    )
