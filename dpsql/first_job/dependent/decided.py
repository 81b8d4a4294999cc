"""Finds columns whose values decide those of another: each town lies in one state.

A missing value (NULL, an empty text, n/a) decides nothing. One row in a thousand may contradict the
others, as a slip of the pen does.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: How a missing value is written, without spaces and in small letters.
_MISSING = ("", "?", "-", ".", "n/a", "na", "nan", "null", "none", "unknown", "unbekannt", "k.a.")
#: A row in so many may contradict; and one in so many that are not in the commonest group.
_MOST_SLIPS, _MOST_OF_OTHERS = 1000, 20


@dataclass(frozen=True)
class Decided:
    """The label of each value; in how many `rows` how many `values` have another; who has none."""

    labels: Mapping[str, str]
    values: int = 0
    rows: int = 0


def may_be_decided(values: int, grouped: int, rows: int, slips: int) -> bool:
    """Whether all values have a group, and few of the rows contradict the most of their value."""
    return 0 < values == grouped and _MOST_SLIPS * slips <= rows


def find_decided(rows: Iterable[tuple[str, str | None, int]]) -> Decided | None:
    """Return the commonest label of each value; None unless several labels are fewer than these.

    Nor if the rows that contradict are many among those of rare labels.

    `rows`: value, label, and how many rows have both.

    >>> graz = [("Graz", "Styria", 400), ("Graz", "Tyrol", 1)]
    >>> found = find_decided([*graz, ("Linz", "Upper", 300), ("Leoben", "Styria", 200)])
    >>> found.labels, found.values, found.rows
    ({'Graz': 'Styria', 'Linz': 'Upper', 'Leoben': 'Styria'}, 1, 1)
    >>> find_decided([("Graz", "Austria", 400), ("Graz", "Peru", 1), ("Linz", "Austria", 300)])
    """
    counts: dict[str, Counter[str]] = {}
    everybody: Counter[str] = Counter()
    for value, label, n in rows:
        if is_missing(value) or is_missing(label) or label is None:
            continue
        counts.setdefault(value, Counter())[label] += n
        everybody[label] += n
    labels = {value: max(of, key=lambda one: (of[one], one)) for value, of in counts.items()}
    slips = sum(of.total() - of[labels[value]] for value, of in counts.items())
    others = everybody.total() - max(everybody.values(), default=0)
    is_coarser = 1 < len({*labels.values()}) < len(labels)
    if not is_coarser or _MOST_OF_OTHERS * slips > others:
        return None
    return Decided(labels, sum(len(of) > 1 for of in counts.values()), slips)


def is_missing(value: str | None) -> bool:
    """Whether a text says that a value is missing."""
    return value is None or value.strip().lower() in _MISSING


def decided_query(pairs: Sequence[tuple[str, str]]) -> exp.Query:
    """Return the query that counts, by pair: values, those with a group, rows, and their slips."""
    counts: list[exp.Query] = []
    for number, (name, group) in enumerate(pairs):
        both = exp.select(
            exp.alias_(column(name), "value", quoted=True),
            exp.alias_(_stated(group), "its_group", quoted=True),
            exp.alias_(exp.Count(this=exp.Star()), "rows_of_both", quoted=True),
        ).from_(exp.Table(this=identifier(PUBLIC)))
        both = both.where(exp.not_(exp.Is(this=_stated(name), expression=exp.Null())))
        both = both.group_by(column(name), _stated(group))
        present = exp.not_(exp.Is(this=column("its_group"), expression=exp.Null()))
        n = exp.case().when(present, column("rows_of_both")).else_(exp.Literal.number(0))
        by_value = exp.select(
            exp.alias_(exp.Max(this=n), "most", quoted=True),
            exp.alias_(exp.Sum(this=n.copy()), "stated", quoted=True),
        )
        by_value = by_value.from_(both.subquery("both_counted")).group_by(column("value"))
        is_grouped = exp.GT(this=column("most"), expression=exp.Literal.number(0))
        grouped = exp.case().when(is_grouped, exp.Literal.number(1))
        slips = exp.Sum(this=exp.Sub(this=column("stated"), expression=column("most")))
        counted = (
            exp.alias_(exp.Literal.number(number), "pair"),
            exp.alias_(exp.Count(this=exp.Star()), "distinct_values"),
            exp.alias_(exp.Count(this=grouped), "with_a_group"),
            exp.alias_(exp.Sum(this=column("stated")), "stated_rows"),
            exp.alias_(slips, "slips"),
        )
        counts.append(exp.select(*counted).from_(by_value.subquery("values_counted")))
    query = counts[0]
    for other in counts[1:]:
        query = query.union(other, distinct=False)
    return query


def _stated(name: str) -> exp.Expr:
    """Return the value of a column, or NULL where it is written as missing."""
    text = exp.cast(column(name), "TEXT")
    missing = [exp.Literal.string(one) for one in _MISSING]
    is_missing_text = exp.In(this=exp.Lower(this=exp.Trim(this=text)), expressions=missing)
    return exp.case().when(is_missing_text, exp.Null()).else_(column(name))
