"""Compares the answers to a question: as values, or as tables whose rows are matched by keys.

The keys of a table are the columns that GROUP BY lists, and all others that hold anything but
numbers and NULL, unless an aggregate function computes them: these are compared. Rows are never
guessed to be the same: a key that only one answer has is counted, and so are rows that share a key.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from types import NoneType
from typing import Any

from dpsql.utility.questions.differences import (
    Difference,
    Sizes,
    find_kind,
    list_largest,
    show_value,
    sum_up,
)
from dpsql.utility.questions.statement import Statement

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Answered:
    """How the answers differ: by column that is no key, the differences of the rows in both.

    `keys`: the columns that rows are matched by; none: one row each. `matched`: rows in both.
    `only_before`, `only_after`: keys that one answer has. `repeated`: rows whose key is not theirs
    alone in an answer; they are not compared.
    """

    keys: tuple[str, ...]
    differences: Mapping[str, tuple[Difference, ...]]
    matched: int
    only_before: int = 0
    only_after: int = 0
    repeated: int = 0

    @property
    def sizes(self) -> dict[str, Sizes]:
        """How large the differences are, by column."""
        return {name: sum_up(found) for name, found in self.differences.items()}

    @property
    def is_one_row(self) -> bool:
        """Whether both answers are one row that nothing matches but its being alone."""
        return not self.keys and self.matched == 1

    @property
    def counts_rows(self) -> bool:
        """Whether the rows that one answer lacks say anything: some rows are told apart by keys."""
        return not self.is_one_row and bool(self.matched or self.only_before or self.only_after)

    @property
    def is_without_rows(self) -> bool:
        """Whether neither answer has a row."""
        return not (self.matched or self.only_before or self.only_after or self.repeated)

    @property
    def null_columns(self) -> list[str]:
        """The columns that are NULL in every row of both answers."""
        return [
            name
            for name, found in self.differences.items()
            if found and all(one.before is one.after is None for one in found)
        ]

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        if self.is_one_row:
            return {"numbers": {name: one[0].to_dict() for name, one in self.differences.items()}}
        return {
            "keys": list(self.keys),
            "matched_rows": self.matched,
            "only_before": self.only_before,
            "only_after": self.only_after,
            "repeated_rows": self.repeated,
            "columns": {name: list_largest(found) for name, found in self.differences.items()},
        }


def compare_answers(statement: Statement, before: Sequence[Row], after: Sequence[Row]) -> Answered:
    """Match the rows of two answers, and compare what is no key."""
    before, after = ([tuple(map(_plain, row)) for row in rows] for rows in (before, after))
    rows, width = [*before, *after], range(len(statement.columns))
    keys = [
        j
        for j in width
        if statement.grouped[j] or not (statement.computed[j] or _holds_numbers(j, rows))
    ]
    sides = [_by_key(rows, keys) for rows in (before, after)]
    alone = [{key: same[0] for key, same in side.items() if len(same) == 1} for side in sides]
    both = [key for key in alone[0] if key in alone[1]]
    names = tuple(statement.columns[j] for j in keys)
    kinds = {j: find_kind(row[j] for row in rows) for j in width if j not in keys}
    differences = {
        statement.columns[j]: tuple(
            Difference(
                {name: show_value(value) for name, (_, value) in zip(names, key, strict=True)},
                alone[0][key][j],
                alone[1][key][j],
                kind,
            )
            for key in both
        )
        for j, kind in kinds.items()
    }
    return Answered(
        names,
        differences,
        len(both),
        sum(key not in sides[1] for key in sides[0]),
        sum(key not in sides[0] for key in sides[1]),
        sum(len(rows) for side in sides for rows in side.values() if len(rows) > 1),
    )


def _by_key(rows: Sequence[Row], keys: Sequence[int]) -> dict[Row, list[Row]]:
    found: dict[Row, list[Row]] = {}
    for row in rows:
        # In Python true is 1, and a key may be either.
        key = tuple((type(row[j]) is bool, row[j]) for j in keys)
        found.setdefault(key, []).append(row)
    return found


def _holds_numbers(j: int, rows: Sequence[Row]) -> bool:
    """Whether a column of some rows holds numbers, or NULL in all of them."""
    return bool(rows) and all(type(row[j]) in (int, float, NoneType) for row in rows)


def _plain(value: Any) -> Any:
    """Return a number as int or float; what is no finite number is a text."""
    if isinstance(value, Decimal) and value.is_finite():
        value = int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float | Decimal) and not isfinite(value):
        return str(value)
    return value
