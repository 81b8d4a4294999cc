"""Differences of two answers in one column: of numbers, of dates in days, of texts by being equal.

An engine adds up floats in any order, so that one sum differs from the next in its last digits.
Floats that differ by less than a billionth of the larger one count as equal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import inf, isfinite
from statistics import fmean
from types import NoneType
from typing import Any, Literal

#: What a column holds: numbers; dates, moments or spans of time; or anything else.
Kind = Literal["number", "time", "text"]
#: Differences that are listed of each column.
_LISTED = 10
#: The share of a float that is left to the order in which an engine adds.
_ROUNDING = 1e-9
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Difference:
    """A value of both answers, and the key of its row; None: NULL."""

    key: Mapping[str, Any]
    before: Any
    after: Any
    kind: Kind = "number"

    @property
    def size(self) -> float | None:
        """After less before, of times in days; of texts whether they differ, as 1 or 0.

        None if a number or a time is NULL, or if it is too large for a float.
        """
        if self.kind == "text":
            return float(not _are_same(self.before, self.after))
        if self.before is None or self.after is None:
            return None
        if self.kind == "time":
            days: float = (self.after - self.before) / _DAY
            return days
        return _subtract(self.before, self.after)

    @property
    def relative(self) -> float | None:
        """The difference as a share of what it was before; None as for `size`."""
        if self.kind != "number" or self.size is None or not self.before:
            return None
        try:
            return _if_finite(self.size / abs(self.before))
        except OverflowError:
            return None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {"key": dict(self.key)} if self.key else {}
        told |= {"before": show_value(self.before), "after": show_value(self.after)}
        if self.kind == "text":
            return told | {"differs": bool(self.size)}
        told |= {"difference": round_size(self.size)}
        if self.kind == "time":
            return told | {"unit": "days"}
        return told | {"relative": round_size(self.relative)}


@dataclass(frozen=True)
class Sizes:
    """How large the differences of a column are; None: without any, or too large for a float.

    `differing`: rows whose values are not equal, NULL being a value.
    """

    mean: float | None
    most: float | None
    differing: int
    kind: Kind

    def list_figures(self) -> list[tuple[str, float | None]]:
        """Return what tables show of them, under the names of the lines; the first is compared.

        >>> [name for name, _ in Sizes(1, 3, 2, "time").list_figures()]
        ['mean in days', 'most in days']
        """
        if self.kind == "text":
            return [("rows with another value", self.differing)]
        unit = " in days" if self.kind == "time" else ""
        return [(f"mean{unit}", self.mean), (f"most{unit}", self.most)]


def find_kind(values: Iterable[Any]) -> Kind:
    """Return what a column of these values holds; numbers if all are NULL."""
    types = [*({type(one) for one in values} - {NoneType})]
    if {*types} <= {int, float}:
        return "number"
    return "time" if len(types) == 1 and issubclass(types[0], date | timedelta) else "text"


def sum_up(found: Sequence[Difference]) -> Sizes:
    """Sum up the differences of the rows that have a value in both answers."""
    kind = found[0].kind if found else "number"
    differing = sum(not _are_same(one.before, one.after) for one in found)
    known = [one for one in found if one.before is not None and one.after is not None]
    sizes = [abs(one.size) for one in known if one.size is not None]
    if not sizes or len(sizes) < len(known):
        return Sizes(None, None, differing, kind)
    # The sum of all may be too large where none of them is.
    mean = fmean(size / len(sizes) for size in sizes) * len(sizes)
    return Sizes(mean, max(sizes), differing, kind)


def list_largest(found: Sequence[Difference]) -> dict[str, Any]:
    """Return the differences of a column as the JSON has them, the largest ones each."""
    sizes = sum_up(found)
    largest = [one.to_dict() for one in sorted(found, key=_rank)[:_LISTED]]
    if sizes.kind == "text":
        return {"differing_values": sizes.differing, "largest": largest}
    return {
        "mean_difference": round_size(sizes.mean),
        "max_difference": round_size(sizes.most),
        **({"unit": "days"} if sizes.kind == "time" else {}),
        "nulls": sum(one.before is None or one.after is None for one in found),
        "largest": largest,
    }


def show_value(value: Any) -> Any:
    """Return a value of an answer as JSON can have it; a span of time in days."""
    if isinstance(value, timedelta):
        return value / _DAY
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def round_size(number: float | None) -> float | None:
    """Return a size with the decimals that the JSON has."""
    return None if number is None else round(number, 10)


def _subtract(before: float | int, after: float | int) -> float | None:
    try:
        found = after - before
        if isinstance(found, float) and abs(found) < _ROUNDING * abs(after):
            return 0.0
        return _if_finite(float(found))
    except OverflowError:
        return None


def _are_same(before: Any, after: Any) -> bool:
    numbers = {type(before), type(after)} <= {int, float}
    return _subtract(before, after) == 0 if numbers else bool(before == after)


def _rank(one: Difference) -> float:
    """Sort large differences first, those too large for a float before all."""
    if one.kind != "text" and (one.before is None or one.after is None):
        return 0
    return -inf if one.size is None else -abs(one.size)


def _if_finite(number: float) -> float | None:
    return number if isfinite(number) else None
