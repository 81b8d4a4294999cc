"""Counts pairs of rows of one moment, and estimates how many of them are of one person.

Two people of one incident, visit or import share its moment and its place, and often an age, a sex
or a race. Yet each of these agrees by itself, more or less, while two rows of one person agree in
all at once. So many pairs are taken for those of one person as explain that all agree so often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Of a larger P, the first rows decide: what is estimated are shares.
MOST_ROWS = 200_000
#: Different people of a moment hardly agree in all of sex, age and race more often than this.
_MOST_ALIKE = 0.75
_HALVINGS = 40
_ROWS = "rows_of_moment"
#: Groups of columns that are counted in all rows, before those of a moment.
_OF_ALL_ROWS = 2


@dataclass(frozen=True)
class MomentPairs:
    """Pairs of rows of one moment: all, those that agree in each column, and those that do in all.

    `by_chance`: the share of pairs of any two rows that agree in all.
    """

    pairs: int
    agreeing: tuple[int, ...]
    alike: int
    by_chance: float

    @property
    def of_one(self) -> float:
        """The share of pairs that are of one person each, as far as others agree by themselves.

        Where people of a moment are alike in one column as in another, this is 0, unless hardly
        any differ at all.

        >>> MomentPairs(100, (60, 30), 18, 0.01).of_one, MomentPairs(100, (100, 100), 100, 0).of_one
        (0.0, 1.0)
        >>> round(MomentPairs(1000, (800, 640), 620, 0.01).of_one, 3)  # others: 0.5 and 0.1
        0.6
        """
        if not self.alike:
            return 0
        alike = self.alike / self.pairs
        shares = [one / self.pairs for one in self.agreeing]
        low, high = 0.0, min(shares)
        for _ in range(_HALVINGS):
            tried = (low + high) / 2
            if _explain(tried, shares) < alike:
                low = tried
            else:
                high = tried
        return round(max(low, (alike - _MOST_ALIKE) / (1 - _MOST_ALIKE)), 6)


def _explain(of_one: float, shares: Sequence[float]) -> float:
    """Return the share of pairs that agree in all columns, if so many are of one person each.

    >>> round(_explain(0, [0.5, 0.5]), 3), round(_explain(0.5, [0.75, 0.75]), 3)
    (0.25, 0.625)
    """
    others = 1 - of_one
    if others <= 0:
        return 1
    return of_one + others * prod((one - of_one) / others for one in shares)


def count_moment_pairs(
    engine: Engine, moment: Sequence[str], describing: Sequence[str], most: int, table: str = PUBLIC
) -> MomentPairs:
    """Count the pairs of rows of one moment of a table, and those alike in what describes people.

    Of moments that at `most` so many rows have.
    """
    query = moment_pairs_query(moment, describing, most, table)
    counts = {int(number): float(pairs or 0) for number, pairs in engine.fetch(query)}
    everything, alike_of_all, pairs, alike, *agreeing = (counts[one] for one in sorted(counts))
    by_chance = (alike_of_all - alike) / everything if everything else 0
    return MomentPairs(round(pairs), tuple(map(round, agreeing)), round(alike), by_chance)


def moment_pairs_query(
    moment: Sequence[str], describing: Sequence[str], most: int, table: str
) -> exp.Query:
    """Return the query of `count_moment_pairs`: the number of a group of columns, and its pairs.

    The first two are of all rows, the others of those of a moment that at `most` so many have.
    """
    numbers = [*range(len(moment) + len(describing))]
    own, described = numbers[: len(moment)], numbers[len(moment) :]
    groups = [[], described, own, numbers, *([*own, one] for one in described)]
    counts: exp.Query = _count(0, groups[0], most)
    for number, group in enumerate(groups[1:], 1):
        counts = exp.union(counts, _count(number, group, most), distinct=False)
    return counts.with_(_ROWS, _read_rows(moment, describing, table))


def _read_rows(moment: Sequence[str], describing: Sequence[str], table: str) -> exp.Select:
    """Return the first rows of a table: numbered columns, and how many share a moment."""
    names = [*moment, *describing]
    values = [exp.alias_(column(name), _name(number)) for number, name in enumerate(names)]
    looked_at = exp.select("*").from_(exp.Table(this=identifier(table))).limit(MOST_ROWS)
    together = exp.Window(
        this=exp.Count(this=exp.Star()), partition_by=[*map(column, moment)], over="OVER"
    )
    return (
        exp.select(*values, exp.alias_(together, "together_count"))
        .from_(looked_at.subquery("looked_at"))
        .where(*(column(name).is_(exp.null()).not_() for name in names))
    )


def _count(number: int, group: Sequence[int], most: int) -> exp.Select:
    """Return the query that counts pairs of rows that agree in columns; of all rows if in none."""
    counted = exp.alias_(exp.Count(this=exp.Star()), "row_count")
    alike = exp.select(counted).from_(exp.Table(this=exp.to_identifier(_ROWS)))
    if number >= _OF_ALL_ROWS:
        alike = alike.where(exp.column("together_count").between(2, most))
    if group:
        alike = alike.group_by(*(exp.column(_name(one)) for one in group))
    rows = exp.cast(exp.column("row_count"), "DOUBLE")
    others = exp.paren(rows.copy() - exp.Literal.number(1))
    pairs = exp.Sum(this=rows * others / exp.Literal.number(2))
    numbered = exp.alias_(exp.Literal.number(number), "group_number")
    return exp.select(numbered, exp.alias_(pairs, "pair_count")).from_(alike.subquery("alike"))


def _name(number: int) -> str:
    return f"value_{number}"
