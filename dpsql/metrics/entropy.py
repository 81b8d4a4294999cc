"""Non-uniform entropy (de Waal & Willenborg; Gionis & Tassa): bits lost over the rows of T.

Σ over rows and quasi-identifiers of −log2(f(x) / f(g(x))), where f counts the rows of T with the
value. It equals Σ_g F log2 F − Σ_x f log2 f, where F and f are the counts of released and raw
values. Monotone: F only grows as values merge.
"""

from decimal import Context, Decimal
from functools import cache

from dpsql.domain.found.statistics import LevelStatistics, PublishedColumn, TableStatistics
from dpsql.metrics.metric import SeparableMetric

_EXACT = Context(prec=80)
_LN2 = _EXACT.ln(Decimal(2))
_UNIT = Decimal(10) ** 40


class Entropy(SeparableMetric):
    """Level costs in units of 10⁻⁴⁰ bits, node costs compared by units of 10⁻³⁰ bits.

    Sums of logarithms are irrational. A level cost is off by at most half a unit, so a node's cost
    by less than 100 units; the ten digits that `resolution` drops make equal sums equal integers.
    """

    resolution = 10**10

    def level_costs(self, table: TableStatistics) -> list[list[int]]:
        """Bits lost per level."""
        costs = []
        for levels in table.levels:
            bits = [_count_bits(level) for level in levels]
            lost = (_EXACT.subtract(total, bits[0]) for total in bits)
            costs.append([int(_EXACT.multiply(b, _UNIT).to_integral()) for b in lost])
        return costs

    def value(self, cost: int, table: TableStatistics) -> float:
        """Return bits, not normalized."""
        return float(Decimal(cost * self.resolution) / _UNIT)

    def published_cost(self, column: PublishedColumn, table: TableStatistics) -> int:
        """Σ of log2 F, where F counts the rows of T that the label stands for on its level."""
        return sum(rows * _scaled_log2(count) for count, rows in column.label_rows)

    def published_value(self, cost: int, table: TableStatistics) -> float:
        """Return bits: what the raw values would cost is not lost."""
        columns = range(len(table.levels))
        raw = sum(self.published_cost(table.publish(j, 0), table) for j in columns)
        return float(Decimal(cost - raw) / _UNIT)


@cache
def _scaled_log2(count: int) -> int:
    return int(_EXACT.multiply(_log2(count), _UNIT).to_integral())


def _count_bits(level: LevelStatistics) -> Decimal:
    """Σ F log2 F over the released values."""
    total = Decimal(0)
    for rows, values in level.groups:
        total = _EXACT.add(total, _EXACT.multiply(Decimal(rows * values), _log2(rows)))
    return total


@cache
def _log2(count: int) -> Decimal:
    return _EXACT.divide(_EXACT.ln(Decimal(count)), _LN2)
