"""How many rows each row matches, if a missing cell could be any value.

Two rows match if in every column their cells are equal or at least one is missing. Matching is not
transitive, so that there are no classes: every row has a number of its own. Counted in full it
overstates protection, since a missing cell is one value in truth. Four other rules discount a match
by what is missing (Benschop, UNECE 2023, figure 3, and the package sdcMicro). None is monotone but
the full one: to suppress a cell can lower a discounted number.

Patterns, the distinct rows, are joined by pairs of masks, which say what is missing: on the columns
that neither lacks, by equality. So each pair of masks takes one pass over its patterns.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from dpsql.domain.levels.hierarchy import Leaf

Pattern = tuple[Leaf, ...]
#: Whether each cell of a pattern is missing.
Mask = tuple[bool, ...]


@dataclass(frozen=True)
class Matches:
    """What a pattern matches, its own rows among them.

    `rows`: rows of the pattern. `complete`, `incomplete`: rows of other patterns that match,
    without and with missing cells; `blank`: those of them in which all is missing. `by_domain`,
    `by_share`: the sum of the rows' weights, a row counts 1 for itself. `all_rows`: rows in all.
    """

    is_complete: bool
    is_blank: bool
    rows: int
    complete: int
    incomplete: int
    blank: int
    by_domain: Fraction
    by_share: Fraction
    all_rows: int
    columns: int


#: A rule gives each pattern the number of rows that one of its rows counts as.
Rule = Callable[[Matches], Fraction]


def count_full(one: Matches) -> Fraction:
    """Count every match as a row."""
    return Fraction(one.rows + one.complete + one.incomplete)


def discount(alpha: Fraction) -> Rule:
    """Count a match as `alpha` rows if a cell of either is missing; a row counts 1 for itself."""

    def count(one: Matches) -> Fraction:
        if one.is_complete:
            return one.rows + alpha * one.incomplete
        return 1 + alpha * (one.rows - 1 + one.complete + one.incomplete)

    return count


def count_by_domain(one: Matches) -> Fraction:
    """Count a match as 1/|domain| of a row for each column in which a cell is missing."""
    return one.by_domain


def count_by_share(one: Matches) -> Fraction:
    """Count a match as the share of the rows that have the value, for each missing cell."""
    return one.by_share


def count_as_sdcmicro(alpha: Fraction) -> Rule:
    """Count as sdcMicro's freqCalc does (R/freqCalc.r at cf32510), which is not symmetric.

    A complete row counts incomplete ones as `alpha`. An incomplete row counts complete rows fully
    and other incomplete ones as `alpha`. A row without any value counts all rows, and is counted by
    complete rows only if there is one column.
    """

    def count(one: Matches) -> Fraction:
        if one.is_blank:
            return Fraction(one.all_rows)
        if one.is_complete:
            unseen = one.blank if one.columns > 1 else 0
            return one.rows + alpha * (one.incomplete - unseen)
        return one.rows + one.complete + alpha * one.incomplete

    return count


def count_matches(
    patterns: Mapping[Pattern, int], domains: Sequence[int | None]
) -> Iterator[Matches]:
    """Count what each pattern matches, in their order.

    `patterns`: the rows of each; a missing cell is None. `domains`: how many values each column can
    have; None for as many as it has here.
    """
    width, total = len(domains), sum(patterns.values())
    shares = [_count_values(patterns, k) for k in range(width)]
    sizes = [given or max(1, len(known)) for given, known in zip(domains, shares, strict=True)]
    by_mask: dict[Mask, list[Pattern]] = defaultdict(list)
    for one in patterns:
        by_mask[tuple(cell is None for cell in one)].append(one)
    found = {one: _Sums() for one in patterns}
    for mask, ones in by_mask.items():
        for other, others in by_mask.items():
            pair = _Pair(mask, other, shares, sizes)
            index = pair.index(others, patterns)
            for one in ones:
                found[one].add(pair, one, index.get(pair.project(one), (0, 0)))
    for one, rows in patterns.items():
        sums, is_complete = found[one], None not in one
        itself = sums.weight_of_itself
        yield Matches(
            is_complete=is_complete,
            is_blank=all(cell is None for cell in one),
            rows=rows,
            complete=sums.complete - (rows if is_complete else 0),
            incomplete=sums.incomplete - (0 if is_complete else rows),
            blank=sums.blank,
            by_domain=sums.by_domain + 1 - itself[0],
            by_share=sums.by_share + 1 - itself[1],
            all_rows=total,
            columns=width,
        )


def _count_values(patterns: Mapping[Pattern, int], k: int) -> dict[Leaf, int]:
    """Count the rows of each value of a column; missing ones are left out."""
    counts: dict[Leaf, int] = defaultdict(int)
    for one, rows in patterns.items():
        if one[k] is not None:
            counts[one[k]] += rows
    return counts


class _Pair:
    """Two masks: which columns must be equal, and what a match weighs."""

    def __init__(
        self, own: Mask, other: Mask, shares: Sequence[Mapping[Leaf, int]], sizes: Sequence[int]
    ) -> None:
        columns = range(len(own))
        self._shares = shares
        self._equal = [k for k in columns if not own[k] and not other[k]]
        self._lacks = [k for k in columns if own[k] and not other[k]]
        self._is_lacked = [k for k in columns if other[k] and not own[k]]
        both = [k for k in columns if own[k] and other[k]]
        missing = [*self._lacks, *self._is_lacked, *both]
        totals = [max(1, sum(shares[k].values())) for k in columns]
        self.domain = Fraction(1, prod(sizes[k] for k in missing))
        self.is_same = own == other
        self.other_is_complete = not any(other)
        self.other_is_blank = all(other)
        squares = prod(
            (Fraction(sum(n * n for n in shares[k].values()), totals[k] ** 2) for k in both),
            start=Fraction(1),
        )
        self._unit = squares / prod(totals[k] for k in (*self._lacks, *self._is_lacked))

    def project(self, pattern: Pattern) -> Pattern:
        """Return the cells that must be equal."""
        return tuple(pattern[k] for k in self._equal)

    def index(
        self, others: Sequence[Pattern], rows: Mapping[Pattern, int]
    ) -> dict[Pattern, tuple[int, int]]:
        """Sum the rows of the other mask by these cells, plain and times the counts of values."""
        found: dict[Pattern, tuple[int, int]] = {}
        for one in others:
            key, count = self.project(one), rows[one]
            known = found.get(key, (0, 0))
            weight = prod(self._shares[k][one[k]] for k in self._lacks)
            found[key] = known[0] + count, known[1] + count * weight
        return found

    def weigh_by_share(self, pattern: Pattern, weighted: int) -> Fraction:
        """Return the weight of matches whose counts of values were summed."""
        own = prod(self._shares[k][pattern[k]] for k in self._is_lacked)
        return self._unit * own * weighted


class _Sums:
    """What one pattern matches so far, with its own rows."""

    def __init__(self) -> None:
        self.complete = self.incomplete = self.blank = 0
        self.by_domain = self.by_share = Fraction(0)
        self.weight_of_itself = Fraction(1), Fraction(1)

    def add(self, pair: _Pair, one: Pattern, summed: tuple[int, int]) -> None:
        """Add the rows of another mask that match."""
        rows, weighted = summed
        if pair.other_is_complete:
            self.complete += rows
        else:
            self.incomplete += rows
        if pair.other_is_blank and not pair.is_same:
            self.blank += rows
        self.by_domain += pair.domain * rows
        self.by_share += pair.weigh_by_share(one, weighted)
        if pair.is_same:
            self.weight_of_itself = pair.domain, pair.weigh_by_share(one, 1)
