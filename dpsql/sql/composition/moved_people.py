"""Counts the people of P who are above a presence by one release, and not by another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.sql.composition.earlier_release import ReleasedTable
from dpsql.sql.counting.labels import label_at
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.templates import column, identifier, render

_LABELLED = "labelled_people"
_WIDE = "DECIMAL(38, 0)"


@dataclass(frozen=True)
class MovedPeople:
    """People of P above a presence: by the old release, by the new one, and by one alone."""

    old: int
    new: int
    newly_above: int
    no_longer_above: int


@dataclass(frozen=True)
class ReleasedNode:
    """A release as a table, and its levels."""

    table: ReleasedTable
    node: Node


def count_moved_people(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    old: ReleasedNode,
    new: ReleasedNode,
    above: Fraction,
) -> MovedPeople:
    """Count the people of the tuples of an engine by their presence in two releases."""
    engine.materialize(_LABELLED, label_query(hierarchies, old, new))
    try:
        rows = engine.fetch(moved_query(hierarchies, old, new, above))
    finally:
        engine.drop(_LABELLED)
    return MovedPeople(*map(int, rows[0]))


def label_query(
    hierarchies: Mapping[str, Hierarchy], old: ReleasedNode, new: ReleasedNode
) -> exp.Query:
    """The statement that labels the people of P as both releases write them."""
    columns: list[dict[str, exp.Expr]] = []
    mappings: dict[str, dict[str, exp.Expr | None]] = {}
    for letter, one in (("o", old), ("n", new)):
        for j, name in _list_shown(hierarchies, one):
            value = exp.Column(this=value_name(j), table=identifier(TUPLES))
            label, joins = label_at(j, hierarchies[name], one.node.levels[j], value)
            mappings |= {str(join["table"]): join for join in joins}
            cell = one.table.write(exp.cast(label, "VARCHAR"))
            columns.append({"name": identifier(f"{letter}{j}"), "cell": cell})
    return render("label_people", columns=columns, mappings=list(mappings.values()))


def moved_query(
    hierarchies: Mapping[str, Hierarchy], old: ReleasedNode, new: ReleasedNode, above: Fraction
) -> exp.Query:
    """The statement that counts people by their presence in both releases."""
    words = [
        _word(hierarchies, letter, name, one, above)
        for letter, name, one in (("o", "old", old), ("n", "new", new))
    ]
    names = [c["name"] for word in words for c in word["columns"]]
    return render("count_moved_people", columns=names, old=words[0], new=words[1], releases=words)


def _word(
    hierarchies: Mapping[str, Hierarchy], letter: str, name: str, one: ReleasedNode, above: Fraction
) -> dict[str, list[dict[str, exp.Expr]] | exp.Expr]:
    """What the statement takes of one release."""
    columns = [
        {"name": identifier(f"{letter}{j}"), "released": one.table.cells[shown]}
        for j, shown in _list_shown(hierarchies, one)
    ]
    keys = [column(c["name"].name, "atoms") for c in columns]
    same: Sequence[exp.Expr] = [
        exp.NullSafeEQ(this=key, expression=column(key.name, name)) for key in keys
    ]
    people = exp.Window(
        this=exp.Sum(this=exp.column("people")),
        partition_by=[exp.column(c["name"].copy()) for c in columns],
    )
    members = exp.Coalesce(this=column("released", name), expressions=[exp.Literal.number(0)])
    of_class = column(f"{name}_people", "atoms")
    return {
        "name": identifier(name),
        "columns": columns,
        "table": identifier(one.table.name),
        "rows_of_one": one.table.rows_of_one,
        "same": exp.and_(*same) if same else exp.true(),
        "people": exp.cast(people, "BIGINT"),
        "is_above": exp.GT(
            this=exp.Mul(this=exp.cast(members, _WIDE), expression=_wide(above.denominator)),
            expression=exp.Mul(this=exp.cast(of_class, _WIDE), expression=_wide(above.numerator)),
        ),
    }


def _list_shown(hierarchies: Mapping[str, Hierarchy], one: ReleasedNode) -> list[tuple[int, str]]:
    return [(j, name) for j, name in enumerate(hierarchies) if name in one.table.cells]


def _wide(number: int) -> exp.Expr:
    return exp.cast(exp.Literal.number(number), _WIDE)
