"""One quasi-identifier: the values that may occur, its hierarchy in words, and its ladder.

The words are what a job says; the ladder is what the oracle makes of them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from tests.oracle.tables.ladders import (
    add_null_leaf,
    add_tails,
    make_dates_ladder,
    make_explicit_ladder,
    make_prefix_ladder,
    make_widths_ladder,
)
from tests.oracle.tables.table import Ladder, Value

RULES: dict[str, Callable[[Iterable[Value], Any], Ladder]] = {
    "widths": make_widths_ladder,
    "prefix": make_prefix_ladder,
    "dates": make_dates_ladder,
}


@dataclass(frozen=True)
class Column:
    """A quasi-identifier of one type.

    `rows` are the leaf-to-root rows of an explicit hierarchy, without an added '*'; `rule` is the
    name and the arguments of a rule. Exactly one of the two is there. `pool` holds the values that
    P may hold, NULL perhaps among them; `tails`: where those of a rule end and begin; `form` is
    how explicit rows are written down.
    """

    pool: tuple[Value, ...]
    rows: tuple[tuple[Value, ...], ...] = ()
    rule: tuple[str, tuple[int, ...] | tuple[str, ...]] | None = None
    own_leaf: bool = False
    tails: tuple[str | None, str | None] = (None, None)
    form: str = "file ;"

    def ladder(self, occurring: Iterable[Value]) -> Ladder:
        """Return the ladder; `occurring` are the column's values in P, the leaves of a rule."""
        if self.rule is not None:
            name, arguments = self.rule
            ladder = RULES[name](dict.fromkeys(occurring), arguments)
            return add_tails(ladder, *self.tails, arguments) if any(self.tails) else ladder
        ladder = make_explicit_ladder(self.rows)
        return add_null_leaf(ladder) if self.own_leaf and None not in ladder else ladder

    def repeat_level(self, level: int) -> "Column":
        """Return the column with one level of an explicit hierarchy, not the raw one, twice."""
        rows = tuple((*row[: level + 1], *row[level:]) for row in self.rows)
        return replace(self, rows=rows)

    def rename_values(self, rename: Callable[[Value], Value]) -> "Column":
        """Return the column with other leaves in the same places of an explicit hierarchy."""
        return replace(
            self,
            pool=tuple(rename(value) for value in self.pool),
            rows=tuple((rename(row[0]), *row[1:]) for row in self.rows),
        )


def text_of(value: Value) -> str | None:
    """Return the plain spelling by which leaves are matched and releases compared."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, date) else str(value)
