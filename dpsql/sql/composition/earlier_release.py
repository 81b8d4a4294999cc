"""Compares an earlier release with T at the levels of the release."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.labels import label_at
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.templates import identifier, render


@dataclass(frozen=True)
class ReleasedTable:
    """A release that the engine has as the table `name`.

    `cells`: what a column of the release has in place of a label, by the name of the
    quasi-identifier; only of those that it shows. `rows_of_one`: rows of T that a row stands for.
    `write`: how a file of its format writes a label.
    """

    name: str
    cells: Mapping[str, exp.Expr]
    rows_of_one: exp.Expr
    write: Callable[[exp.Expr], exp.Expr]


@dataclass(frozen=True)
class Compared:
    """Classes of a release that no people of P have, and those with other rows than T."""

    unknown_classes: int
    other_classes: int


def compare(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
    released: ReleasedTable,
) -> Compared:
    """Compare T at a node with a release; see `compare_query`."""
    rows = engine.fetch(compare_query(hierarchies, node, released))
    return Compared(*map(int, rows[0]))


def compare_query(
    hierarchies: Mapping[str, Hierarchy], node: Node, released: ReleasedTable
) -> exp.Query:
    """The statement that counts classes of an earlier release that differ from those of T."""
    columns: list[dict[str, exp.Expr]] = []
    mappings: list[dict[str, exp.Expr | None]] = []
    for j, (name, hierarchy) in enumerate(hierarchies.items()):
        if name not in released.cells:
            continue
        value = exp.Column(this=value_name(j), table=identifier(TUPLES))
        label, joins = label_at(j, hierarchy, node.levels[j], value)
        mappings += joins
        columns.append(
            {
                "name": identifier(f"c{j}"),
                "cell": released.write(exp.cast(label, "VARCHAR")),
                "released": released.cells[name],
            }
        )
    return render(
        "count_other_rows",
        columns=columns,
        mappings=mappings,
        rows_of_one=released.rows_of_one,
        release=identifier(released.name),
    )
