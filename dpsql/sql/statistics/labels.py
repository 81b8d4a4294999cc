"""The labels of some classes of T, as far as the statistics of P have them.

A label that only T has is never shown: where a table of statistics does not have the labels of a
class, all of its columns are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.lattice.frequency_set import Levels, node_codes
from dpsql.sql.statistics.codes import CLASSES
from dpsql.sql.templates import column, identifier


@dataclass(frozen=True)
class LabelledClass:
    """A class: its labels by quasi-identifier, rows of T, and the share that statistics give it.

    Columns at their last level, and those whose labels the statistics do not have, are left out.
    """

    labels: dict[str, Leaf]
    private_rows: int
    share: float


def list_labelled(
    engine: Engine,
    levels: Levels,
    hierarchies: Mapping[str, Hierarchy],
    node: Node,
    classes: exp.Query,
    blocks: Mapping[str, Sequence[int]],
    condition: exp.Expr,
    most: int,
) -> list[LabelledClass]:
    """List classes of T that meet a condition, those with most rows of T first.

    `classes`: the statement that lists them with their codes and shares. `blocks`: by the name of a
    measure, NULL where statistics lack the labels, the quasi-identifiers that it tells of.
    """
    shown = [j for j, height in enumerate(levels.lattice.heights) if node.levels[j] < height]
    query = _labelled_query(classes, blocks, node_codes(node, levels.lattice), condition, most)
    found = []
    names = list(hierarchies)
    for rows, part, *others in engine.fetch(query):
        measures, codes = others[: len(blocks)], others[len(blocks) :]
        unknown = {
            j
            for columns, measure in zip(blocks.values(), measures, strict=True)
            if measure is None or not measure
            for j in columns
        }
        labels = {
            names[j]: _find_label(engine, j, node.levels[j], code, hierarchies[names[j]])
            for j, code in zip(shown, codes, strict=True)
            if j not in unknown
        }
        found.append(LabelledClass(labels, int(rows), float(part)))
    return found


def _labelled_query(
    classes: exp.Query,
    measures: Iterable[str],
    codes: Sequence[exp.Identifier],
    condition: exp.Expr,
    most: int,
) -> exp.Query:
    private, share = column("private_count"), column("share")
    of_codes = [exp.Column(this=code) for code in codes]
    return (
        exp.select(private, share, *(column(name) for name in measures), *of_codes)
        .from_(classes.subquery(CLASSES))
        .where(private > exp.Literal.number(0))
        .where(condition)
        .order_by(exp.Ordered(this=private.copy(), desc=True, nulls_first=False), share.copy())
        .order_by(*(one.copy() for one in of_codes))
        .limit(most)
    )


def _find_label(engine: Engine, j: int, level: int, code: int, hierarchy: Hierarchy) -> Leaf:
    """The label of a code: that of any value with it."""
    leaves = leaves_name(j)
    of_level = exp.Column(this=identifier(f"code_{level}"), table=identifier(leaves))
    query = (
        exp.select(exp.Min(this=column("leaf", leaves)))
        .from_(exp.Table(this=identifier(leaves)))
        .where(of_level.eq(exp.Literal.number(code)))
    )
    ((leaf,),) = engine.fetch(query)
    return hierarchy.label(leaf, level)
