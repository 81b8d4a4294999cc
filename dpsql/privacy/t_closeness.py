"""t-closeness (Li, Li & Venkatasubramanian 2007): a class of T is like the whole of T.

p is how the values spread in a class, q in T; the earth mover's distance between them is at most t.
Monotone: that distance is convex, and a merged class is a mean of its parts. Three distances of
values: equal, ordered (neighbours are 1/(m − 1) apart) and hierarchical (the level of the lowest
common label, of the hierarchy's height).
"""

from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from sqlglot import exp

from dpsql.domain.hierarchy import LabelHierarchy, Leaf
from dpsql.domain.rules import reads_number
from dpsql.errors import HierarchyError
from dpsql.privacy.model import fits_bigint, times
from dpsql.privacy.sensitive import Histogram, SensitiveModel, SensitiveSizes


@dataclass(frozen=True)
class EqualCloseness(SensitiveModel):
    """½ Σ |p_i − q_i| ≤ t."""

    column: str
    t: Fraction
    monotone_under_generalization = True
    is_compared = True

    @property
    def words(self) -> dict[str, str]:
        """The column and t."""
        return {"t_closeness": f"of {self.column} {self.t}"}

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Compare by integers: n N times the distance with n N t."""
        n, rows = sum(histogram.values()), sum(table.values())
        moved = sum(abs(extra) for extra in find_extras(histogram, table).values())
        return moved * self.t.denominator <= 2 * self.t.numerator * n * rows

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """What some values have too much is what others lack, so that half of the sum is that."""
        surplus = exp.Greatest(this=exp.Literal.number(0), expressions=[_extra(sizes)])
        return self._exceeds(exp.Sum(this=surplus), 1, sizes)

    def _exceeds(self, moved: exp.Expr, parts: int, sizes: SensitiveSizes) -> exp.Expr:
        """Whether n N times `parts` distances, each at most 1, sum to more than `parts` times t."""
        rows = sizes.private_rows
        return exp.GT(
            this=times(moved, self.t.denominator, max(parts, 1) * rows * rows),
            expression=times(
                exp.Max(this=exp.column("class_rows")), self.t.numerator * parts * rows, rows
            ),
        )


@dataclass(frozen=True)
class OrderedCloseness(EqualCloseness):
    """1/(m − 1) Σ |Σ_{j ≤ i} (p_j − q_j)| ≤ t, over the m values that T holds, in their order.

    NULL is least. `order` lists the others; if it is empty they are sorted as numbers where all are
    numbers, else by code point, which sorts dates and times as well.
    """

    order: tuple[str, ...] = ()
    is_cumulated = True

    def sort(self, table: Histogram) -> list[Leaf]:
        """The values of T in their order."""
        return _sort(tuple(table), self.order)

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Carry from each value to the next what it has too much."""
        n, rows = sum(histogram.values()), sum(table.values())
        extras = find_extras(histogram, table)
        carried = moved = 0
        for value in self.sort(table):
            carried += extras[value]
            moved += abs(carried)
        steps = len(table) - 1
        return moved * self.t.denominator <= self.t.numerator * steps * n * rows

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """The extra of a cumulated count is what is carried on."""
        carried = exp.Abs(this=_extra(sizes))
        return self._exceeds(exp.Sum(this=carried), sizes.values - 1, sizes)

    def refuse_strangers(self, table: Histogram) -> None:
        """Every value stands in the list."""
        strangers = len(set(table) - {None, *self.order}) if self.order else 0
        if strangers:
            raise strange_values(self.column, strangers)


@dataclass(frozen=True)
class HierarchicalCloseness(EqualCloseness):
    """Σ cost(N) ≤ t over the labels N of a hierarchy of height H, level by level.

    cost(N) = level(N)/H · min(what its children have too much, what they lack). All costs of a
    level h are h/H · (A_{h−1} − A_h), A_h being what the labels of level h have too much, so that
    the sum over all levels telescopes to the mean of A_0, …, A_{H−1}: of equal distances.
    """

    #: The name of the hierarchy tells one from another.
    source: str
    hierarchy: LabelHierarchy = field(compare=False)

    @property
    def levels(self) -> int:
        """All but the root; the values themselves where the hierarchy has but one."""
        return max(self.hierarchy.height, 1)

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """By the definition of the costs."""
        n, rows = sum(histogram.values()), sum(table.values())
        height = self.hierarchy.height
        extras = find_extras(histogram, table)
        cost = 0
        for level in range(1, height + 1):
            children: dict[Leaf, dict[Leaf, int]] = defaultdict(lambda: defaultdict(int))
            for leaf, extra in extras.items():
                label = self.hierarchy.label(leaf, level)
                children[label][self.hierarchy.label(leaf, level - 1)] += extra
            for below in children.values():
                surplus = sum(extra for extra in below.values() if extra > 0)
                lack = sum(-extra for extra in below.values() if extra < 0)
                cost += level * min(surplus, lack)
        return cost * self.t.denominator <= self.t.numerator * height * n * rows

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """The mean over the levels, as above."""
        surplus = exp.Greatest(this=exp.Literal.number(0), expressions=[_extra(sizes)])
        return self._exceeds(exp.Sum(this=surplus), self.levels, sizes)

    def refuse_strangers(self, table: Histogram) -> None:
        """Every value has a place in the hierarchy."""
        strangers = sum(not self.hierarchy.covers(value) for value in table)
        if strangers:
            raise strange_values(self.column, strangers)


def strange_values(column: str, strangers: int) -> HierarchyError:
    """Build the error that states how many values of T have no place, and none of them."""
    return HierarchyError(
        f"t_closeness of {column}: {strangers} values of T have no place in its order or hierarchy"
        " (NULL is a value of a hierarchy); add them"
    )


def find_extras(histogram: Histogram, table: Histogram) -> dict[Leaf, int]:
    """N N (p − q) for each value of T, n rows being in the class and N in T.

    >>> find_extras({"a": 1}, {"a": 1, "b": 1})
    {'a': 1, 'b': -1}
    """
    n, rows = sum(histogram.values()), sum(table.values())
    return {value: histogram.get(value, 0) * rows - count * n for value, count in table.items()}


@lru_cache(maxsize=4)
def _sort(values: tuple[Leaf, ...], order: tuple[str, ...]) -> list[Leaf]:
    """Sort once for all classes of a table."""
    texts = [value for value in values if value is not None]
    if order:
        place = {value: i for i, value in enumerate(order)}
        texts.sort(key=lambda text: place[text])
    elif all(map(reads_number, texts)):
        texts.sort(key=lambda text: (Decimal(text), text))
    else:
        texts.sort()
    return [None, *texts] if None in values else list(texts)


def _extra(sizes: SensitiveSizes) -> exp.Expr:
    """The same of one row of a histogram in SQL."""
    rows = sizes.private_rows
    type_ = exp.DType.BIGINT if fits_bigint(rows**2) else "DECIMAL(19, 0)"
    table_count, class_rows = (
        exp.cast(exp.column(name), type_) for name in ("table_count", "class_rows")
    )
    expected = exp.Mul(this=table_count, expression=class_rows)
    found = times(exp.column("value_count"), rows, rows)
    return exp.Paren(this=exp.Sub(this=found, expression=expected))
