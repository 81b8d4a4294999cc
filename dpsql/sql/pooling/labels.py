"""The labels of every level as numbers: what rows of T lose by them, and which texts are equal."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.engines.base import Engine
from dpsql.sql.counting.labels import label_at
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.templates import column, identifier, render

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Labels:
    """The labels of one quasi-identifier on one level, by their codes.

    `leaves`: leaves under each. `rows`: rows of T that have it on this level. `texts`: a number per
    text, the same on every level.
    """

    leaves: Integers
    rows: Integers
    texts: Integers


def fetch_labels(
    engine: Engine, hierarchies: Mapping[str, Hierarchy], most: int
) -> list[list[Labels]] | None:
    """Fetch each quasi-identifier's labels, level 0 first; None if they are more than `most`."""
    columns = engine.fetch_integers(labels_query(hierarchies, most))
    if len(columns[0]) > most:
        return None
    found = []
    for j, hierarchy in enumerate(hierarchies.values()):
        levels = []
        for level in range(hierarchy.height + 1):
            of_level = (columns[0] == j) & (columns[1] == level)
            order = np.argsort(columns[2][of_level])
            levels.append(Labels(*(column_[of_level][order] for column_ in columns[3:])))
        found.append(levels)
    return found


def labels_query(hierarchies: Mapping[str, Hierarchy], most: int) -> exp.Query:
    """The statement that lists the labels of all levels, one more than `most` at most."""
    columns = []
    for j, hierarchy in enumerate(hierarchies.values()):
        levels, mappings = [], []
        for level in range(hierarchy.height + 1):
            label, joins = label_at(j, hierarchy, level, column("leaf", leaves_name(j)))
            levels.append(
                {
                    "number": exp.Literal.number(level),
                    "code": identifier(f"code_{level}"),
                    "leaf_count": identifier(f"leaves_{level}"),
                    "label": label,
                }
            )
            mappings += [join for join in joins if join not in mappings]
        columns.append(
            {
                "number": exp.Literal.number(j),
                "leaves": identifier(leaves_name(j)),
                "levels": levels,
                "mappings": mappings,
            }
        )
    return render("list_labels", columns=columns, most=exp.Literal.number(most + 1))
