"""What several counts cost together.

Counts of the same people add up (sequential composition). Counts of strata of T, in which nobody
can be twice, cost as much as the most expensive stratum (parallel composition). Source: McSherry
2009, "Privacy integrated queries", theorems 3 and 4.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Stratum:
    """The rows of T with one label of one column at one level.

    `tables`: a digest of the tables and hierarchies that decide who that is; None if their state
    is not known. In the same tables nobody has two labels of a column at a level.
    """

    tables: str | None
    column: str
    level: int
    label: str | None


@dataclass(frozen=True)
class Expense:
    """What one run cost; of a `stratum` of T, or of all its rows."""

    epsilon: Fraction
    stratum: Stratum | None = None


def add_up(expenses: Iterable[Expense]) -> Fraction:
    """Return the ε of all expenses together.

    >>> north, south = (Stratum("a", "region", 0, name) for name in ("north", "south"))
    >>> add_up([Expense(Fraction(1, 2)), Expense(Fraction(1), north), Expense(Fraction(2), south)])
    Fraction(5, 2)
    """
    everybody = Fraction(0)
    groups: dict[tuple[str, str, int], dict[str | None, Fraction]] = {}
    for one in expenses:
        stratum = one.stratum
        if stratum is None or stratum.tables is None:
            everybody += one.epsilon
            continue
        key = (stratum.tables, stratum.column, stratum.level)
        labels = groups.setdefault(key, defaultdict(Fraction))
        labels[stratum.label] += one.epsilon
    return everybody + sum((max(labels.values()) for labels in groups.values()), Fraction(0))
