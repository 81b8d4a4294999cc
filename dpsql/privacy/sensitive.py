"""The interface of a model of a sensitive column: a condition on the values of a class of T.

It judges one class of T by its histogram, the number of its rows per value; NULL is a value. A
class without rows of T publishes nothing and is not judged. Like other models it is stated twice:
in SQL (`violation`) for the search, and in Python (`holds`) for the verifier.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf

#: Rows per value, none of them 0.
Histogram = Mapping[Leaf, int]
#: Returns whether a class with this histogram satisfies a model.
Judge = Callable[[Histogram], bool]


@dataclass(frozen=True)
class SensitiveSizes:
    """Rows of T, and how many values they hold in the sensitive column."""

    private_rows: int
    values: int


class SensitiveModel(ABC):
    """A condition on the values of one column in every class of T.

    `violation` and `doubt` are aggregates over the histogram of one class, a row per value, with
    the column `value_count`. The model states which of these it also needs: `place` (1 is the most
    frequent value), `class_rows`, and `table_count` (the rows of T with that value).
    """

    column: str
    #: Merging classes never breaks the model; only then may a search prune by it.
    monotone_under_generalization: bool
    #: Whether the aggregates need `place`; whether they need `class_rows` and `table_count`.
    is_ranked = False
    is_compared = False
    #: Whether each count is cumulated over all values up to its own, in their order.
    is_cumulated = False

    @property
    @abstractmethod
    def parameters(self) -> dict[str, str]:
        """The model as errors name it."""

    @property
    def has_natural_order(self) -> bool:
        """Whether the type of the column orders the values, because the model does not."""
        return False

    def placed(self, values: Sequence[str]) -> Self:
        """Return the model with `values` as its order; used only if it has a natural order."""
        return self

    @property
    def levels(self) -> int:
        """Number of levels of a hierarchy of the values that the aggregates sum over."""
        return 1

    @abstractmethod
    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Return whether a class satisfies the model, exactly; `table` is the histogram of T."""

    def judge(self, table: Histogram) -> Judge:
        """Return a judge of many classes of one T, which evaluates `table` only once."""
        return lambda histogram: self.holds(histogram, table)

    @abstractmethod
    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """Predicate that is true for a class that breaks the model, false otherwise."""

    def doubt(self) -> exp.Expr | None:
        """Predicate that is true for a class that only `holds` can judge; None if there is none."""
        return None

    def refuse_strangers(self, table: Histogram) -> None:
        """Raise HierarchyError, with counts alone, unless every value of T has its place."""
        return
