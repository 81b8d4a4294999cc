"""What a release by cuts along the hierarchies publishes: its classes, its rows, and its losses.

Parts whose labels have equal texts are one class: nobody can tell them apart.
"""

from collections.abc import Sequence
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.hierarchy_cuts.rounds import FINAL_PARTS, FINAL_TUPLES
from dpsql.sql.hierarchy_cuts.rules import lost_name
from dpsql.sql.lattice.frequency_set import code_name
from dpsql.sql.published_classes import PUBLISHED, release_classes_query, text_name
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render


def list_classes(engine: Engine, columns: int) -> None:
    """Materialize the published classes."""
    engine.materialize(PUBLISHED, classes_query(columns))


def classes_query(columns: int) -> exp.Query:
    """The statement that lists the published classes."""
    return render(
        "list_cut_classes",
        columns=[text_name(j) for j in range(columns)],
        lost=[lost_name(j) for j in range(columns)],
        parts=identifier(FINAL_PARTS),
    )


def measure_losses(engine: Engine, leaf_counts: Sequence[int], private_rows: int) -> list[Fraction]:
    """Return the loss of each quasi-identifier: the mean over the rows of T; exact."""
    lost = engine.fetch(losses_query(len(leaf_counts)))[0]
    return [
        Fraction(int(leaves), private_rows * (count - 1))
        if private_rows and count > 1
        else Fraction(0)
        for leaves, count in zip(lost, leaf_counts, strict=True)
    ]


def losses_query(columns: int) -> exp.Query:
    """The statement that sums the leaves that the rows of T lose in each quasi-identifier."""
    return render(
        "sum_cut_losses",
        columns=[lost_name(j) for j in range(columns)],
        parts=identifier(FINAL_PARTS),
    )


def release_query(tables: Tables, lattice: Lattice) -> exp.Query:
    """The statement whose rows are the release; all quasi-identifiers are texts.

    With kept columns the final tuples find the part of each row of T.
    """
    names = tables.quasi_identifiers
    if not tables.keep:
        return release_classes_query(names, tables.named_count)
    axes = [j for j, height in enumerate(lattice.heights) if height]
    return render(
        "release_cut_rows",
        columns=[{"text": text_name(j), "name": identifier(name)} for j, name in enumerate(names)],
        kept=[column(name, "private_rows") for name in tables.keep],
        private_rows=tables.select_private_rows(),
        axes=[
            {
                "leaves": identifier(leaves_name(j)),
                "is_leaf": exp.NullSafeEQ(
                    this=exp.cast(column(names[j], "private_rows"), "VARCHAR"),
                    expression=column("leaf", leaves_name(j)),
                ),
                "code": code_name(j, 0),
                "is_code": column(code_name(j, 0).name, "tuples").eq(
                    column("code_0", leaves_name(j))
                ),
            }
            for j in axes
        ],
        tuples=identifier(FINAL_TUPLES),
        parts=identifier(FINAL_PARTS),
        order=[exp.Literal.number(i) for i in range(1, len(names) + len(tables.keep) + 1)],
    )
