"""What the texts of boxes mean in the order of a column, found without reading P.

A text is one value, or a range ``[low..high]`` with both ends included. The order is that of the
manifest; what a script cannot compare as the verifier does is refused.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import NUMBER_PATTERN, DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import ConfigError
from dpsql.sql.partition.orders import walk_leaves

#: Dates and times without a zone: their texts sort as they do, whatever the type of the column.
DAY_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([ T][0-9:.]*)?$"
_PATTERNS = {"number": NUMBER_PATTERN, "date": DAY_PATTERN}
_NULL = "NULL"
#: How values are compared: by their place in a list, as numbers, or as texts (dates, too).
Kind = Literal["place", "number", "date", "text"]


@dataclass(frozen=True)
class Axis:
    """How the values of a quasi-identifier are compared with the ends of its ranges.

    `ranges`: the ends of each text. `places`: of the kind `place`, all values in their order, NULL
    among them. `has_null_ends`: a text of a range has the end ``NULL``, which is the missing value
    and would be unclear beside a value with this text.
    """

    kind: Kind
    ranges: dict[Leaf, tuple[Leaf, Leaf]]
    places: tuple[Leaf, ...] = ()
    has_null_ends: bool = False


def read_axis(
    name: str,
    words: QuasiIdentifier,
    hierarchy: Hierarchy,
    order: str | tuple[str, ...] | None,
    cells: Iterable[Leaf],
) -> Axis:
    """Read the texts of one column in its order.

    Raises:
        ConfigError: the order is not the job's or cannot be written, or texts are no ranges in it.
    """
    if order not in (words.name_order("text"), words.name_order("integer")):
        raise ConfigError(
            f"manifest: {name} is in another order than in the job; name the manifest of a release"
            " of this job"
        )
    distinct = list(dict.fromkeys(cells))
    places = _list_places(name, hierarchy, order)
    if places:
        return _read("place", distinct, hierarchy, places) or _refuse(name)
    for kind in _find_kinds(name, words, hierarchy, order, distinct):
        if axis := _read(kind, distinct, hierarchy, ()):
            return axis
    return _refuse(name)


def _refuse(name: str) -> Axis:
    raise ConfigError(
        f"manifest: texts of {name} are not values or ranges that a script can read in its order"
        " in one way; name a release of this job, whose values are plain numbers, dates or times"
        " without a zone, or write order: alpha or a list and release again"
    )


def _list_places(
    name: str, hierarchy: Hierarchy, order: str | tuple[str, ...] | None
) -> tuple[Leaf, ...]:
    """Return all values where a list or hierarchy orders them; NULL is the least if not listed."""
    if isinstance(order, tuple):
        listed: list[Leaf] = [*order]
    elif order == "hierarchy" and isinstance(hierarchy, LabelHierarchy):
        listed = walk_leaves(hierarchy)
    else:
        return ()
    return tuple(listed if None in listed else [None, *listed])


def _find_kinds(
    name: str,
    words: QuasiIdentifier,
    hierarchy: Hierarchy,
    order: str | tuple[str, ...] | None,
    cells: list[Leaf],
) -> tuple[Kind, ...]:
    """Return the kinds of comparison that the order allows; the first that reads all texts is it.

    Raises:
        ConfigError: the order follows from tables that are not read here.
    """
    if order == "alpha" or not any(cell is not None for cell in cells):
        return ("text",)
    if order == "number" or isinstance(hierarchy, WidthHierarchy):
        return ("number", "date")
    if order == "hierarchy" and isinstance(hierarchy, DateHierarchy):
        return ("date",)
    if order == "hierarchy" and isinstance(hierarchy, PrefixHierarchy) and words.order is None:
        # Only texts have this order by default.
        return ("text",)
    what = {
        "frequency": "follows from counts of P",
        "hierarchy": "follows from a mapping table or a type",
    }[str(order)]
    raise ConfigError(
        f"sql: the order of {name} {what}, and no table is read here; write order: alpha, number or"
        " a list in the job, and release again"
    )


def _read(
    kind: Kind, cells: list[Leaf], hierarchy: Hierarchy, places: tuple[Leaf, ...]
) -> Axis | None:
    """Return the axis if each text has exactly one reading."""
    keys = {leaf: place for place, leaf in enumerate(places)}
    is_listed = isinstance(hierarchy, LabelHierarchy)
    allows_null = not isinstance(hierarchy, LabelHierarchy | PrefixHierarchy) or hierarchy.covers(
        None
    )

    def is_end(leaf: Leaf) -> bool:
        if kind == "place":
            return leaf in keys
        if leaf is None:
            return allows_null
        if kind == "text":
            return hierarchy.covers(leaf) if is_listed else leaf != _NULL or not allows_null
        return re.fullmatch(_PATTERNS[kind].removesuffix("$"), leaf) is not None

    def key(leaf: Leaf) -> Any:
        if kind == "place":
            return keys[leaf]
        if leaf is None:
            return (False,)
        return (True, Decimal(leaf), leaf) if kind == "number" else (True, leaf)

    ranges = {}
    for cell in cells:
        found = [
            (low, high)
            for low, high in _list_readings(cell, is_end, looks_at_ranges=kind == "text")
            if low == high or key(low) < key(high)
        ]
        if len(found) != 1:
            return None
        ranges[cell] = found[0]
    nulls = any(None in ends and ends[0] != ends[1] for ends in ranges.values())
    return Axis(kind, ranges, places, has_null_ends=nulls)


def _list_readings(
    cell: Leaf, is_end: Callable[[Leaf], bool], *, looks_at_ranges: bool
) -> list[tuple[Leaf, Leaf]]:
    """List the readings of a text: a value, or a range split at any two dots.

    `looks_at_ranges`: a text in brackets is no value, as dpsql releases none that looks so.
    """
    if cell is None:
        return [(None, None)]
    inner = cell[1:-1]
    in_brackets = cell.startswith("[") and cell.endswith("]") and ".." in inner
    is_text = looks_at_ranges and cell == _NULL
    readings: list[tuple[Leaf, Leaf]] = []
    if (is_text or is_end(cell)) and not (in_brackets and looks_at_ranges):
        readings.append((cell, cell))
    split = inner.find("..") if in_brackets else -1
    while split >= 0:
        ends = inner[:split], inner[split + 2 :]
        lows, highs = ([end, None] if end == _NULL else [end] for end in ends)
        readings += [
            (low, high)
            for low in lows
            for high in highs
            if low != high and is_end(low) and is_end(high)
        ]
        split = inner.find("..", split + 1)
    return readings
