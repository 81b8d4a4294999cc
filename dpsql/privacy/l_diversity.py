"""l-diversity (Machanavajjhala et al. 2006): each class of T has l well-represented values.

r_1 ≥ r_2 ≥ … ≥ r_m are the rows of each value of a class, n their sum. All three kinds are
monotone. If two classes are merged, the number of values does not fall; entropy is concave; and the
rows without those of the l − 1 most frequent values are at least as many as in both classes
together, while r_1 is at most the sum of both.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import log

from sqlglot import exp

from dpsql.privacy.exact_entropy import TOLERANCE, has_entropy
from dpsql.privacy.model import times
from dpsql.privacy.sensitive import Histogram, SensitiveModel, SensitiveSizes


@dataclass(frozen=True)
class DistinctDiversity(SensitiveModel):
    """m ≥ l."""

    column: str
    l: int  # noqa: E741 - the letter of the paper
    monotone_under_generalization = True

    @property
    def parameters(self) -> dict[str, str]:
        """The column and l."""
        return {"l_diversity": f"of {self.column} distinct {self.l}"}

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Count the values."""
        return len(histogram) >= self.l

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """Fewer than l values."""
        return exp.Count(this=exp.Star()) < exp.Literal.number(self.l)


@dataclass(frozen=True)
class RecursiveDiversity(SensitiveModel):
    """r_1 < c (r_l + … + r_m); ≤ if not `strict`. A class of fewer than l values fails."""

    column: str
    c: Fraction
    l: int  # noqa: E741 - the letter of the paper
    strict: bool = True
    monotone_under_generalization = True
    is_ranked = True

    @property
    def parameters(self) -> dict[str, str]:
        """The column, c and l."""
        rule = "" if self.strict else " not strictly"
        return {"l_diversity": f"of {self.column} recursive ({self.c}, {self.l}){rule}"}

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Compare by integers."""
        ranked = sorted(histogram.values(), reverse=True)
        most = ranked[0] * self.c.denominator
        rest = sum(ranked[self.l - 1 :]) * self.c.numerator
        return most < rest if self.strict else most <= rest

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """Cross-multiply."""
        is_rest = exp.column("place") >= exp.Literal.number(self.l)
        count = exp.column("value_count")
        kept = exp.Case(ifs=[exp.If(this=is_rest, true=count)], default=exp.Literal.number(0))
        rest = times(exp.Sum(this=kept), self.c.numerator, sizes.private_rows)
        most = times(exp.Max(this=count.copy()), self.c.denominator, sizes.private_rows)
        breaks = exp.GTE if self.strict else exp.GT
        return breaks(this=most, expression=rest)


@dataclass(frozen=True)
class EntropyDiversity(SensitiveModel):
    """−Σ (r_i/n) ln(r_i/n) ≥ ln l, that is Π (n/r_i)^r_i ≥ l^n."""

    column: str
    l: Fraction  # noqa: E741 - the letter of the paper
    monotone_under_generalization = True

    @property
    def parameters(self) -> dict[str, str]:
        """The column and l."""
        return {"l_diversity": f"of {self.column} entropy {self.l}"}

    def holds(self, histogram: Histogram, table: Histogram) -> bool:
        """Compare exactly."""
        return has_entropy(histogram.values(), self.l)

    def violation(self, sizes: SensitiveSizes) -> exp.Expr:
        """The entropy is too small by more than the error of the logarithms."""
        surplus, margin = self._compare()
        return surplus < -margin

    def doubt(self) -> exp.Expr:
        """The entropy is near the threshold, within the error of the logarithms."""
        surplus, margin = self._compare()
        return exp.Abs(this=surplus) <= margin

    def violation_or_doubt(self) -> exp.Expr:
        """The entropy is too small, or near the threshold."""
        surplus, margin = self._compare()
        return surplus <= margin

    def _compare(self) -> tuple[exp.Expr, exp.Expr]:
        """Return n (ln n − ln l) − Σ r ln r, and the bound of its error; in doubles."""
        count = exp.cast(exp.column("value_count"), "DOUBLE")
        each = count * exp.Ln(this=count.copy())
        n = exp.Sum(this=count.copy())
        most = exp.Literal.number(repr(log(self.l)))
        log_n = exp.Ln(this=n.copy())
        gap = exp.Paren(this=log_n - most)
        surplus = exp.Paren(this=n * gap - exp.Sum(this=each))
        most_and_one = exp.Literal.number(repr(1 + log(self.l)))
        scale = exp.Paren(this=log_n + most_and_one)
        tolerance = exp.Literal.number(f"{TOLERANCE:.9f}") * n
        return surplus, exp.Paren(this=tolerance * scale)
