"""The statements of class tables: the classes of one node, and the codes of coarser labels.

They hold codes and counts; `value_counts_query` alone lists values, those of a sensitive column.
"""

from collections.abc import Mapping
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, node_codes
from dpsql.sql.templates import column, identifier, render

#: Factors of the codes of a sample.
_PRIMES = (1_299_709, 15_485_863, 32_452_843, 49_979_687, 67_867_967, 86_028_121, 104_395_301)
#: Classes of a sample, at most.
MOST_SAMPLED = 100_000
#: One column of integers per quasi-identifier below its root, then the counts of P and of T.
Columns = list[NDArray[np.int64]]


def fetch_classes(
    engine: Engine, node: Node, lattice: Lattice, most: int, *, of_private: bool = False
) -> Columns | None:
    """The classes of a node as columns, or those of T alone; None if there are more than `most`."""
    query = class_table_query(node, lattice, most, of_private=of_private)
    found = engine.fetch_integers(query)
    return found if len(found[0]) <= most else None


def class_table_query(
    node: Node, lattice: Lattice, most: int, *, of_private: bool = False
) -> exp.Query:
    """The statement that lists the classes of a node, one more than `most` at most."""
    return render(
        "list_class_table",
        frequency_set=identifier(FREQUENCY_SET),
        codes=node_codes(node, lattice),
        condition=(column("private_count") > 0) if of_private else exp.true(),
        most=exp.Literal.number(most + 1),
    )


def fetch_sample(engine: Engine, node: Node, lattice: Lattice, tuples: str, step: int) -> Columns:
    """The classes of one of `step` of the `tuples` at a node, as columns; none at its root."""
    return engine.fetch_integers(sample_query(node, lattice, tuples, step))


def sample_query(node: Node, lattice: Lattice, tuples: str, step: int) -> exp.Query:
    """The statement that lists classes of a table of tuples: those whose codes leave no rest."""
    codes = node_codes(node, lattice)
    # A prime times each code: tuples that are alike in one quasi-identifier are all but unrelated.
    products: list[exp.Expr] = [
        exp.cast(exp.Column(this=code.copy()), "BIGINT") * exp.Literal.number(prime)
        for code, prime in zip(codes, _PRIMES * len(codes), strict=False)
    ]
    total = exp.paren(reduce(lambda left, right: exp.Add(this=left, expression=right), products))
    rest = exp.Mod(this=total, expression=exp.Literal.number(step))
    return render(
        "list_class_table",
        frequency_set=identifier(tuples),
        codes=codes,
        condition=rest.eq(0),
        most=exp.Literal.number(MOST_SAMPLED + 1),
    )


def value_rows_query(node: Node, lattice: Lattice, sensitive_set: str, most: int) -> exp.Query:
    """The statement that lists the rows of T by class of a node and by sensitive value.

    It lists one row more than `most` at most.
    """
    return render(
        "list_value_rows",
        sensitive_set=identifier(sensitive_set),
        codes=node_codes(node, lattice),
        most=exp.Literal.number(most + 1),
    )


def value_counts_query(listed: str, most: int) -> exp.Query:
    """The statement that lists sensitive values, one more than `most` at most."""
    return render("list_value_counts", listed=identifier(listed), most=exp.Literal.number(most + 1))


def fetch_parent_codes(
    engine: Engine, lattice: Lattice, levels: Mapping[int, int], most: int
) -> dict[int, NDArray[np.int64]] | None:
    """The codes of labels on the level named in `levels`, and of what contains them.

    By quasi-identifier: a row per level, the named one first, a column per label of that level.
    None if there are more than `most` labels.
    """
    found = engine.fetch_integers(parent_codes_query(lattice, levels, most))
    if len(found[0]) > most:
        return None
    codes = {}
    for j, level in levels.items():
        height = lattice.heights[j]
        of_axis = found[0] == j
        rows = np.stack([column_[of_axis] for column_ in found[1 : 1 + height - level]])
        codes[j] = rows[:, np.argsort(rows[0])]
    return codes


def parent_codes_query(lattice: Lattice, levels: Mapping[int, int], most: int) -> exp.Query:
    """The statement that lists the codes of coarser levels, one label more than `most` at most."""
    width = max(lattice.heights[j] - level for j, level in levels.items())
    axes = []
    for j, level in levels.items():
        codes: list[exp.Expr] = [
            column(f"code_{one}", leaves_name(j)) for one in range(level, lattice.heights[j])
        ]
        codes += [exp.Literal.number(0)] * (width - len(codes))
        axes.append(
            {
                "number": exp.Literal.number(j),
                "leaves": identifier(leaves_name(j)),
                "codes": [
                    {"value": code, "name": identifier(f"step_{i}")} for i, code in enumerate(codes)
                ],
            }
        )
    return render("list_parent_codes", axes=axes, most=exp.Literal.number(most + 1))
