"""Finds columns whose values decide those of another: each town lies in one state.

A missing value (NULL, an empty text, n/a) decides nothing. One row in a thousand may contradict the
others, as a slip of the pen does.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.words.answers import MISSING
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier, render

#: North Dakota, where a column decides another: of a town its state.
_STATE = ("nd", "n.d")
#: How a missing value is written, without spaces and in small letters.
_MISSING = (*(one for one in MISSING if one not in _STATE), *(".", "none", "k.a.", "o.a."))
#: A row in so many may contradict; and one in so many that are not in the commonest group.
_MOST_SLIPS, _MOST_OF_OTHERS = 1000, 20
#: Of so many rows with a group, one may have no value.
_MOST_LOST = 10


@dataclass(frozen=True)
class Decided:
    """The label of each value; in how many `rows` how many `values` have another; who has none."""

    labels: Mapping[str, str]
    values: int = 0
    rows: int = 0


def may_be_decided(values: int, grouped: int, rows: int, slips: int, lost: int) -> bool:
    """Whether all values have a group, and few of the rows contradict the most of their value.

    `lost`: rows with a group and no value, for which only the group says something. If these are
    many, it is no level.
    """
    is_known = _MOST_LOST * lost <= rows + lost
    return 0 < values == grouped and _MOST_SLIPS * slips <= rows and is_known


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
    """Whether a text says that a value is missing.

    >>> [is_missing(one) for one in (None, " Not stated", "k.A.", "none", "N.D.", "Graz")]
    [True, True, True, True, False, False]
    """
    return value is None or value.strip().lower() in _MISSING


def decided_query(pairs: Sequence[tuple[str, str]]) -> exp.Query:
    """Return the query that counts what `may_be_decided` takes, by pair."""
    first, *others = (_select_pair(number, *names) for number, names in enumerate(pairs))
    every = exp.union(first, *others, distinct=False) if others else first
    return render("count_decided_values", rows=every.subquery("rows_of_pairs"))


def _select_pair(number: int, name: str, group: str) -> exp.Select:
    values = exp.Literal.number(number), _stated(name), _stated(group)
    names = "pair", "its_value", "its_group"
    columns = [exp.alias_(*both) for both in zip(values, names, strict=True)]
    return exp.select(*columns).from_(exp.Table(this=identifier(PUBLIC)))


def _stated(name: str) -> exp.Expr:
    """Return the value of a column as text, or NULL where it is written as missing."""
    text = exp.cast(column(name), "VARCHAR")
    missing = [exp.Literal.string(one) for one in _MISSING]
    is_missing_text = exp.In(this=exp.Lower(this=exp.Trim(this=text)), expressions=missing)
    return exp.case().when(is_missing_text, exp.Null()).else_(text.copy())
