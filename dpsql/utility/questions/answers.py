"""Compares the answers to a question: as numbers, or as tables whose rows are matched by keys.

The keys of a table are the columns that GROUP BY lists, and all that hold anything but numbers and
NULL. Rows are never guessed to be the same: a key that only one answer has is counted, and so are
rows that share a key.

An engine adds up floats in any order, so that one sum differs from the next in its last digits.
Floats that differ by less than a billionth of the larger one count as equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import inf, isfinite
from statistics import fmean
from types import NoneType
from typing import Any

from dpsql.utility.questions.statement import Statement

Row = tuple[Any, ...]
#: Differences that are listed of each column of numbers.
_LISTED = 10
#: The share of a float that is left to the order in which an engine adds.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Difference:
    """A number of both answers, and the key of its row; None: NULL."""

    key: Mapping[str, Any]
    before: float | int | None
    after: float | int | None

    @property
    def size(self) -> float | None:
        """After less before; None if one of them is NULL, or if it is too large for a float."""
        if self.before is None or self.after is None:
            return None
        try:
            found = self.after - self.before
            if isinstance(found, float) and abs(found) < _ROUNDING * abs(self.after):
                return 0.0
            return _if_finite(float(found))
        except OverflowError:
            return None

    @property
    def relative(self) -> float | None:
        """The difference as a share of what it was before; None as for `size`."""
        if self.size is None or not self.before:
            return None
        try:
            return _if_finite(self.size / abs(self.before))
        except OverflowError:
            return None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told = {"before": self.before, "after": self.after, "difference": _round(self.size)}
        return (
            ({"key": dict(self.key)} if self.key else {})
            | told
            | {"relative": _round(self.relative)}
        )


@dataclass(frozen=True)
class Sizes:
    """How large the differences of a column are; None: without any, or too large for a float."""

    mean: float | None
    most: float | None


@dataclass(frozen=True)
class Answered:
    """How the answers differ: by column of numbers the differences of the rows in both.

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
        return {name: _sum_up(found) for name, found in self.differences.items()}

    @property
    def is_one_row(self) -> bool:
        """Whether both answers are one row of numbers."""
        return not self.keys and self.matched == 1

    @property
    def counts_rows(self) -> bool:
        """Whether the rows that one answer lacks say anything: some rows are told apart by keys."""
        if self.is_one_row:
            return False
        return not self.repeated or bool(self.matched or self.only_before or self.only_after)

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
            "columns": {name: _list_largest(found) for name, found in self.differences.items()},
        }


def compare_answers(statement: Statement, before: Sequence[Row], after: Sequence[Row]) -> Answered:
    """Match the rows of two answers, and compare their numbers."""
    before, after = ([tuple(map(_plain, row)) for row in rows] for rows in (before, after))
    width = range(len(statement.columns))
    keys = [j for j in width if statement.grouped[j] or not _holds_numbers(j, [*before, *after])]
    sides = [_by_key(rows, keys) for rows in (before, after)]
    alone = [{key: rows[0] for key, rows in side.items() if len(rows) == 1} for side in sides]
    both = [key for key in alone[0] if key in alone[1]]
    names = tuple(statement.columns[j] for j in keys)
    differences = {
        statement.columns[j]: tuple(
            Difference(
                dict(zip(names, map(_show, key), strict=True)), alone[0][key][j], alone[1][key][j]
            )
            for key in both
        )
        for j in width
        if j not in keys
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


def _show(key: tuple[bool, Any]) -> Any:
    value = key[1]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _sum_up(found: Sequence[Difference]) -> Sizes:
    """Sum up the differences of the rows that have a number in both answers."""
    known = [one for one in found if one.before is not None and one.after is not None]
    sizes = [abs(one.size) for one in known if one.size is not None]
    if not sizes or len(sizes) < len(known):
        return Sizes(None, None)
    # The sum of all may be too large where none of them is.
    return Sizes(fmean(size / len(sizes) for size in sizes) * len(sizes), max(sizes))


def _list_largest(found: Sequence[Difference]) -> dict[str, Any]:
    sizes = _sum_up(found)
    largest = sorted(found, key=_rank)[:_LISTED]
    return {
        "mean_difference": _round(sizes.mean),
        "max_difference": _round(sizes.most),
        "nulls": sum(one.before is None or one.after is None for one in found),
        "largest": [one.to_dict() for one in largest],
    }


def _rank(one: Difference) -> float:
    """Sort large differences first, those too large for a float before all."""
    if one.before is None or one.after is None:
        return 0
    return -inf if one.size is None else -abs(one.size)


def _if_finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 10)
