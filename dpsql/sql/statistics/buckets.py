"""Buckets: classes of T in groups of nearly the same share of P, so that Python sees hundreds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np
from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.confidence.law import C
from dpsql.sql.statistics.codes import CLASSES
from dpsql.sql.templates import identifier, render


@dataclass(frozen=True)
class Buckets(Generic[C]):
    """The classes of T at a node, in groups of the same rows of T and nearly the same share of P.

    `numbers`: the classes of each group. `low`, `high`, `total`: its least and greatest share, and
    the sum of its shares, each as a class.
    """

    numbers: Counts
    low: C
    high: C
    total: C


def buckets_query(classes: Sequence[exp.Query], keys: Sequence[str] = ()) -> exp.Query:
    """The statement that counts buckets of the classes of nodes, numbered in their order.

    `keys`: columns in which the classes of a bucket agree, besides their rows of T.
    """
    return render(
        "count_share_buckets",
        keys=[identifier(key) for key in keys],
        nodes=[
            {
                "number": exp.Literal.number(i),
                "classes": query,
                "name": identifier(f"classes_{i}"),
            }
            for i, query in enumerate(classes)
        ],
    )


def list_numbers(engine: Engine, classes: exp.Query, names: Sequence[str]) -> list[Shares]:
    """List rows of T and the named columns of all classes of T; equal ones are fetched once."""
    columns = [exp.column(name, quoted=True) for name in ("private_count", *names)]
    query = (
        exp.select(*columns, exp.alias_(exp.Count(this=exp.Star()), "classes"))
        .from_(classes.subquery(CLASSES))
        .where(columns[0] > exp.Literal.number(0))
        .group_by(*columns)
    )
    rows = np.array([list(map(float, row)) for row in engine.fetch(query)])
    times = rows[:, -1].astype(np.int64)
    return [np.repeat(rows[:, j], times) for j in range(len(columns))]
