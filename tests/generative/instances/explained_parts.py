"""Parts along the hierarchies as `explain` has them, and as the oracle counts them."""

from fractions import Fraction

from tests.oracle.search.cuts import split
from tests.oracle.tables.table import generalize


def describe(instance, holds, part, names, least=()):
    """A part as `explain` has it, counted people by people; `least`: the finest level by column."""
    columns = []
    for j, level in enumerate(part.node):
        if level <= (least[j] if least else 0):
            continue
        counts = [child.counts for child in split(instance, part, j).values()]
        failing = [(n_p, n_t) for n_p, n_t in counts if not holds(n_p, n_t, {})]
        greatest = max((Fraction(n_t, n_p) for n_p, n_t in failing), default=None)
        told = None if greatest is None else str(greatest)
        columns.append((names[j], len(counts), len(failing), told, j in part.rests))
    labels = generalize(part.public[0], instance.ladders, part.node)
    return labels, part.counts, columns


def read(found):
    columns = [
        (one["name"], one["labels"], one["violating"], one["greatest_presence"], one["rest"])
        for one in found["columns"]
    ]
    counts = found["public_rows"], found["private_rows"]
    return tuple(found["labels"].values()), counts, columns
