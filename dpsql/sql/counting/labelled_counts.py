"""Rows of T by labels of quasi-identifiers, for the cells of T or of P: a table of counts."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine, Row
from dpsql.sql.counting.labels import labelled_classes_query
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import column, identifier, render

_CELLS = "cells"
_CLASSES = "classes"


def list_labelled_counts(
    engine: Engine,
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
    by: Sequence[int],
    *,
    of_public: bool,
    most: int,
) -> list[tuple[tuple[Leaf, ...], int]] | None:
    """List the cells with rows of T, or all of P, each with its rows of T.

    `by`: the numbers of the quasi-identifiers that tell cells apart; the `node` has the others at
    their last level. None if there are more cells than `most`.
    """
    engine.materialize(_CELLS, labelled_counts_query(hierarchies, node, by, of_public=of_public))
    try:
        if count_rows(engine, _CELLS, exp.true()) > most:
            return None
        labels = [identifier(f"c{j}") for j in by]
        counts = identifier("private_count")
        rows = engine.fetch(exp.select(*labels, counts).from_(exp.Table(this=identifier(_CELLS))))
    finally:
        engine.drop(_CELLS)
    return [(_read_labels(row), int(row[-1])) for row in rows]


def labelled_counts_query(
    hierarchies: Mapping[str, Hierarchy], node: Node, by: Sequence[int], *, of_public: bool
) -> exp.Query:
    """The statement that lists the cells, with their labels as texts."""
    numbered = {f"c{j}": hierarchy for j, hierarchy in enumerate(hierarchies.values())}
    occupied = exp.true() if of_public else exp.column("private_count") > 0
    classes = labelled_classes_query(numbered, node, occupied, ("public_count", "private_count"))
    return render(
        "count_labels",
        columns=[{"label": column(f"c{j}", _CLASSES), "name": identifier(f"c{j}")} for j in by],
        classes=classes.subquery(_CLASSES),
    )


def _read_labels(row: Row) -> tuple[Leaf, ...]:
    return tuple(None if cell is None else str(cell) for cell in row[:-1])
