"""t-closeness (Li, Li & Venkatasubramanian 2007): a class of T is like the whole of T.

p is how the values spread in a class, q in T; the earth mover's distance between them is at most t.
Monotone: that distance is convex, and a merged class is a mean of its parts. Three distances of
values: equal, ordered (neighbours are 1/(m − 1) apart) and hierarchical (the level of the lowest
common label, of the hierarchy's height).
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from typing import Self

from sqlglot import exp

from dpsql.domain.hierarchy import LabelHierarchy, Leaf
from dpsql.errors import HierarchyError
from dpsql.privacy.model import fits_bigint, times
from dpsql.privacy.sensitive import Histogram, Judge, SensitiveModel, SensitiveSizes


@dataclass(frozen=True)
class EqualCloseness(SensitiveModel):
    """½ Σ |p_i − q_i| ≤ t."""

    column: str
    t: Fraction
    monotone_under_generalization = True
    is_compared = True

    @property
    def parameters(self) -> dict[str, str]:
        """The column and t."""
        return {"t_closeness": f"of {self.column} {self.t}"}

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Compare by integers: n N times the distance with n N t."""
        return self.judge(table)(histogram)

    def judge(self, table: Histogram) -> Judge:
        """What a class has too much is all that it lacks: only its own values count."""
        rows = sum(table.values())

        def holds(histogram: Histogram) -> bool:
            n = sum(histogram.values())
            extras = (count * rows - table[value] * n for value, count in histogram.items())
            moved = sum(extra for extra in extras if extra > 0)
            return moved * self.t.denominator <= self.t.numerator * n * rows

        return holds

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

    NULL is least. `order` lists the others. If it is empty the type of the column orders them: in
    the search by SQL; a verifier puts the values of T here as it sorts them (`placed`).
    """

    order: tuple[str, ...] = ()
    is_cumulated = True

    @property
    def has_natural_order(self) -> bool:
        """Without a list the type of the column orders the values."""
        return not self.order

    def placed(self, values: Sequence[str]) -> Self:
        """The same model of the values of T, which come in their order, without NULL."""
        return replace(self, order=tuple(values))

    def sort(self, table: Histogram) -> list[Leaf]:
        """The values of T in their order, of which each has its place."""
        place = {value: i for i, value in enumerate(self.order)}
        texts = sorted((value for value in table if value is not None), key=place.__getitem__)
        return [None, *texts] if None in table else list(texts)

    def judge(self, table: Histogram) -> Judge:
        """Carry from each value to the next what a class has too much.

        From one of its values to the next what it holds stays the same, and T holds ever more: the
        sum of what is carried there follows from two sums over T.
        """
        values = self.sort(table)
        places = {value: place for place, value in enumerate(values)}
        upto = list(accumulate(table[value] for value in values))
        sums = [0, *accumulate(upto)]
        rows, steps = sum(table.values()), len(values) - 1

        def carry(begin: int, end: int, held: int, n: int) -> int:
            """Sum |held N − upto n| over these places; all before `turn` are above 0."""
            turn = bisect_right(upto, held * rows // n, begin, end)
            above = held * rows * (turn - begin) - n * (sums[turn] - sums[begin])
            below = held * rows * (end - turn) - n * (sums[end] - sums[turn])
            return above - below

        def holds(histogram: Histogram) -> bool:
            n = sum(histogram.values())
            moved = begin = held = 0
            for place, count in sorted((places[value], k) for value, k in histogram.items()):
                moved += carry(begin, place, held, n)
                begin, held = place, held + count
            moved += carry(begin, len(values), held, n)
            return moved * self.t.denominator <= self.t.numerator * steps * n * rows

        return holds

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """The extra of a cumulated count is what is carried on."""
        carried = exp.Abs(this=_extra(sizes))
        return self._exceeds(exp.Sum(this=carried), sizes.values - 1, sizes)

    def refuse_strangers(self, table: Histogram) -> None:
        """Every value stands in the list."""
        strangers = len(set(table) - {None, *self.order})
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

    def judge(self, table: Histogram) -> Judge:
        """By the definition of the costs; of a label without rows of the class it is 0."""
        rows, height = sum(table.values()), self.hierarchy.height
        under: list[Counter[Leaf]] = [Counter() for _ in range(height + 1)]
        for level, counts in enumerate(under):
            for leaf, count in table.items():
                counts[self.hierarchy.label(leaf, level)] += count

        def holds(histogram: Histogram) -> bool:
            n, cost = sum(histogram.values()), 0
            for level in range(1, height + 1):
                for label, children in self._nest(histogram, level).items():
                    extras = (k * rows - under[level - 1][c] * n for c, k in children.items())
                    surplus = sum(extra for extra in extras if extra > 0)
                    whole = sum(children.values()) * rows - under[level][label] * n
                    cost += level * min(surplus, surplus - whole)
            return cost * self.t.denominator <= self.t.numerator * height * n * rows

        return holds

    def _nest(self, histogram: Histogram, level: int) -> dict[Leaf, Counter[Leaf]]:
        """Rows of a class under each label of `level`, by the labels below."""
        nested: dict[Leaf, Counter[Leaf]] = defaultdict(Counter)
        for leaf, count in histogram.items():
            below = self.hierarchy.label(leaf, level - 1)
            nested[self.hierarchy.label(leaf, level)][below] += count
        return nested

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


def _extra(sizes: SensitiveSizes) -> exp.Expr:
    """N N (p − q) of one row of a histogram, n rows being in the class and N in T."""
    rows = sizes.private_rows
    type_ = exp.DType.BIGINT if fits_bigint(rows**2) else "DECIMAL(19, 0)"
    table_count, class_rows = (
        exp.cast(exp.column(name), type_) for name in ("table_count", "class_rows")
    )
    expected = exp.Mul(this=table_count, expression=class_rows)
    found = times(exp.column("value_count"), rows, rows)
    return exp.Paren(this=exp.Sub(this=found, expression=expected))
