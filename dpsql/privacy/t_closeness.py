"""t-closeness (Li, Li & Venkatasubramanian 2007): a class of T is like the whole of T.

p is the distribution of the values in a class, q that in T; the earth mover's distance between them
is at most t. Monotone: that distance is convex, and a merged class is a mean of its parts. Three
distances of values: equal, ordered (neighbours are 1/(m − 1) apart) and hierarchical (the level of
the lowest common label, divided by the hierarchy's height).
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from typing import Self

from sqlglot import exp

from dpsql.domain.levels.hierarchy import LabelHierarchy, Leaf
from dpsql.domain.plurals import name_count
from dpsql.errors import HierarchyError
from dpsql.privacy.model import fits_bigint, multiply, scale, times
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
        """Sum the surpluses; they equal the deficits, so only values of the class are needed."""
        rows = sum(table.values())

        def holds(histogram: Histogram) -> bool:
            n = sum(histogram.values())
            extras = (count * rows - table[value] * n for value, count in histogram.items())
            moved = sum(extra for extra in extras if extra > 0)
            return moved * self.t.denominator <= self.t.numerator * n * rows

        return holds

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """Sum the surpluses; they equal the deficits, so this is half of the whole sum."""
        surplus = exp.Greatest(this=exp.Literal.number(0), expressions=[_extra(sizes)])
        return self._exceeds(exp.Sum(this=surplus), 1, sizes)

    def violation_beside(self, table_rows: exp.Expr) -> exp.Expr:
        """Predicate beside a column of the rows of T, for tables of `MOST_PEOPLE` rows.

        Raises:
            ConfigError: t has too many digits for such tables.
        """
        found, expected = self._beside(table_rows)
        is_more = exp.If(this=found > expected, true=found.copy() - expected.copy())
        moved = exp.Sum(this=exp.Case(ifs=[is_more], default=exp.Literal.number(0)))
        return self._exceeds_beside(moved, self._whole(table_rows), self.levels)

    def _beside(self, table_rows: exp.Expr) -> tuple[exp.Expr, exp.Expr]:
        """Return n N p and n N q of one row of a histogram."""
        found = multiply(exp.column("value_count"), table_rows)
        return found, multiply(exp.column("table_count"), exp.column("class_rows"))

    def _whole(self, table_rows: exp.Expr) -> exp.Expr:
        return multiply(exp.Max(this=exp.column("class_rows")), exp.Max(this=table_rows.copy()))

    def _exceeds_beside(self, moved: exp.Expr, whole: exp.Expr, parts: int) -> exp.Expr:
        """Whether `moved`, `parts` times n N distances, is more than `parts` times t of `whole`."""
        sides = [exp.cast(side, "DECIMAL(27, 0)") for side in (moved, whole)]
        return scale(sides[0], self.t.denominator) > scale(sides[1], self.t.numerator * parts)

    def _exceeds(self, moved: exp.Expr, parts: int, sizes: SensitiveSizes) -> exp.Expr:
        """Whether n N times `parts` distances, each at most 1, sum to more than `parts` times t."""
        rows = sizes.private_rows
        return times(moved, self.t.denominator, max(parts, 1) * rows * rows) > times(
            exp.Max(this=exp.column("class_rows")), self.t.numerator * parts * rows, rows
        )


@dataclass(frozen=True)
class OrderedCloseness(EqualCloseness):
    """1/(m − 1) Σ |Σ_{j ≤ i} (p_j − q_j)| ≤ t, over the m values that T holds, in their order.

    NULL is the least value. `order` lists the others. If it is empty, the type of the column orders
    them: SQL does so in the search; the verifier sorts the values of T and puts them here
    (`placed`).
    """

    order: tuple[str, ...] = ()
    is_cumulated = True

    @property
    def has_natural_order(self) -> bool:
        """Without a list the type of the column orders the values."""
        return not self.order

    def placed(self, values: Sequence[str]) -> Self:
        """Return the model with the values of T as its order; they come sorted and without NULL."""
        return replace(self, order=tuple(values))

    def sort(self, table: Histogram) -> list[Leaf]:
        """Return the values of T in their order; each of them must have a place."""
        place = {value: i for i, value in enumerate(self.order)}
        texts = sorted((value for value in table if value is not None), key=place.__getitem__)
        return [None, *texts] if None in table else list(texts)

    def judge(self, table: Histogram) -> Judge:
        """Sum what is carried from each value to the next: the surplus of the class up to there.

        Between two values of the class, its own cumulated count is constant, and that of T grows.
        So the sum of what is carried there follows from two sums over T.
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
        """Sum the differences of the cumulated counts, which are carried from value to value."""
        carried = exp.Abs(this=_extra(sizes))
        return self._exceeds(exp.Sum(this=carried), sizes.values - 1, sizes)

    def violation_beside(self, table_rows: exp.Expr) -> exp.Expr:
        """The same beside a column of the rows of T; a class has a row for each value of T.

        Up to 999,999 values; more digits are an error of the engine.
        """
        found, expected = self._beside(table_rows)
        steps = exp.Paren(this=exp.Count(this=exp.Star()) - exp.Literal.number(1))
        whole = self._whole(table_rows) * exp.cast(steps, "DECIMAL(6, 0)")
        moved = exp.Sum(this=exp.Abs(this=found - expected))
        return self._exceeds_beside(moved, whole, 1)

    def refuse_strangers(self, table: Histogram) -> None:
        """Raise HierarchyError unless every value is in the list."""
        strangers = len(set(table) - {None, *self.order})
        if strangers:
            raise strange_values(self.column, strangers)


@dataclass(frozen=True)
class HierarchicalCloseness(EqualCloseness):
    """Σ cost(N) ≤ t over the labels N of a hierarchy of height H, level by level.

    cost(N) = level(N)/H · min(surplus of its children, deficit of its children). The costs of a
    level h sum up to h/H · (A_{h−1} − A_h), where A_h is the surplus of the labels of level h. So
    the sum over all levels telescopes to the mean of A_0, …, A_{H−1}, each of them the equal
    distance on one level.
    """

    #: The name of the hierarchy; models are compared by it.
    source: str
    hierarchy: LabelHierarchy = field(compare=False)

    @property
    def levels(self) -> int:
        """Number of levels below the root; at least 1."""
        return max(self.hierarchy.height, 1)

    def judge(self, table: Histogram) -> Judge:
        """Sum the costs by their definition; a label without rows of the class costs 0."""
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
        """Compare the mean over the levels with t, as stated above."""
        surplus = exp.Greatest(this=exp.Literal.number(0), expressions=[_extra(sizes)])
        return self._exceeds(exp.Sum(this=surplus), self.levels, sizes)

    def refuse_strangers(self, table: Histogram) -> None:
        """Raise HierarchyError unless every value has a place in the hierarchy."""
        strangers = sum(not self.hierarchy.covers(value) for value in table)
        if strangers:
            raise strange_values(self.column, strangers)


def strange_values(column: str, strangers: int) -> HierarchyError:
    """Build the error that states how many values of T have no place; it quotes none of them."""
    return HierarchyError(
        f"t_closeness of {column}: {name_count(strangers, 'value of T has', 'values of T have')} no"
        " place in its order or hierarchy (NULL is a value of a hierarchy); add"
        f" {'it' if strangers == 1 else 'them'}"
    )


def _extra(sizes: SensitiveSizes) -> exp.Expr:
    """Return n N (p − q) of one row of a histogram; the class has n rows, and T has N."""
    rows = sizes.private_rows
    type_ = exp.DType.BIGINT if fits_bigint(rows**2) else "DECIMAL(19, 0)"
    table_count, class_rows = (
        exp.cast(exp.column(name), type_) for name in ("table_count", "class_rows")
    )
    expected = table_count * class_rows
    found = times(exp.column("value_count"), rows, rows)
    return exp.Paren(this=found - expected)
