"""Statistics coded like the frequency set of T, and how a class of T is joined with them."""

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.lattice.frequency_set import Levels, code_name, node_codes
from dpsql.sql.templates import column, identifier, render

CLASSES = "classes"


def code_statistics(
    engine: Engine, levels: Levels, name: str, columns: Sequence[int], measures: Sequence[str]
) -> None:
    """Code the statistics in the table `name` on the levels of a frequency set."""
    engine.materialize(coded_name(name), code_query(levels, name, columns, measures))


def code_query(
    levels: Levels, name: str, columns: Sequence[int], measures: Sequence[str]
) -> exp.Query:
    """The statement that codes statistics about the quasi-identifiers numbered `columns`."""
    joins = [
        {
            "leaves": identifier(leaves_name(j)),
            "condition": exp.NullSafeEQ(
                this=exp.Column(this=value_name(j), table=identifier(name)),
                expression=column("value", leaves_name(j)),
            ),
        }
        for j in levels.joined
        if j in columns
    ]
    return render(
        "code_statistics",
        codes=_list_codes(levels, columns),
        statistics=identifier(name),
        joins=joins,
        measures=[
            {"value": exp.Sum(this=column(one, name)), "name": identifier(one)} for one in measures
        ],
    )


def codes_at(levels: Levels, columns: Sequence[int], node: Node) -> list[exp.Identifier]:
    """The codes of some quasi-identifiers at a node; none where all of them are suppressed."""
    heights = levels.lattice.heights
    return [code_name(j, node.levels[j]) for j in columns if node.levels[j] < heights[j]]


def join_statistics(
    levels: Levels,
    name: str,
    alias: str,
    columns: Sequence[int],
    node: Node,
    measures: Sequence[str],
) -> dict[str, Any]:
    """Sum measures of coded statistics by the labels of a node, and join the classes with them."""
    codes = codes_at(levels, columns, node)
    same = [column(code.name, CLASSES).eq(column(code.name, alias)) for code in codes]
    return {
        "codes": codes,
        "table": identifier(coded_name(name)),
        "name": identifier(alias),
        "condition": exp.and_(*same) if same else exp.true(),
        "measures": [identifier(one) for one in measures],
    }


def classes_query(
    levels: Levels,
    node: Node,
    blocks: Sequence[dict[str, Any]],
    values: Sequence[dict[str, exp.Expr]],
    *,
    with_codes: bool = False,
) -> exp.Query:
    """The statement that lists the classes of T at a node with values from joined statistics."""
    codes = node_codes(node, levels.lattice)
    shown = codes if with_codes else []
    return render("list_class_shares", codes=codes, shown=shown, values=values, blocks=blocks)


def coded_name(name: str) -> str:
    """Table of the coded statistics."""
    return f"coded_{name}"


def _list_codes(levels: Levels, columns: Sequence[int]) -> list[dict[str, exp.Expr]]:
    heights, base = levels.lattice.heights, levels.base.levels
    names = {code_name(j, level).name for j in columns for level in range(base[j], heights[j])}
    return [{"value": value, "name": name} for value, name in levels.codes if name.name in names]
