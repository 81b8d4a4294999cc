"""The order of a quasi-identifier's values as a verifier sorts them: in Python, from their texts.

The search states the same orders in SQL (`sql.orders`), which is not used here. NULL is a value of
its own: least, unless a hierarchy, a list or its frequency places it. Ties are broken by value,
then by code point.
"""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from dpsql.domain.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.job import QuasiIdentifier
from dpsql.domain.rules import DATE_PATTERN, NUMBER_PATTERN, WidthHierarchy
from dpsql.errors import HierarchyError

#: The text of a value of P, and its people.
Value = tuple[Leaf, int]
#: What sorts texts; NULL is dealt with apart.
_Key = Callable[[str], Any]

_DAY = re.compile(r"(\d+)-(\d\d)-(\d\d)( \(BC\))?(.*)")
_BEFORE_ALL, _AFTER_ALL = (-(10**9), 0, 0, ""), (10**9, 0, 0, "")


def sort_values(
    values: Iterable[Value], name: str, words: QuasiIdentifier, hierarchy: Hierarchy, type_: str
) -> list[Leaf]:
    """Sort the values of the quasi-identifier `name`, whose types are of family `type_`.

    Raises:
        HierarchyError: a value has no place in the list or hierarchy, or is no number or date as
            the others are.
    """
    found = list(values)
    kind = words.name_order(type_)
    if isinstance(kind, tuple):
        return _sort_by_place(found, kind, f"order of {name}")
    if kind == "hierarchy":
        return _sort_by_hierarchy(found, name, hierarchy, type_)
    if kind == "alpha":
        return _sort(found, _as_text)
    if kind == "number":
        return _sort(found, _NATURAL.get(type_) or _find_number_key(found, name))
    natural = _NATURAL.get(type_, _as_text)
    return [
        leaf
        for leaf, _ in sorted(found, key=lambda value: (-value[1], _null_first(value[0], natural)))
    ]


def _sort(values: Iterable[Value], key: _Key) -> list[Leaf]:
    return sorted((leaf for leaf, _ in values), key=lambda leaf: _null_first(leaf, key))


def _null_first(leaf: Leaf, key: _Key) -> tuple[Any, ...]:
    return (False,) if leaf is None else (True, key(leaf), leaf)


def _sort_by_place(values: list[Value], listed: Iterable[Leaf], list_: str) -> list[Leaf]:
    """NULL is least where it has no place."""
    places = {leaf: place for place, leaf in enumerate(listed)}
    places.setdefault(None, -1)
    strange = sum(leaf not in places for leaf, _ in values)
    if strange:
        raise HierarchyError(f"{list_}: {strange} values of P have no place in it; add them")
    return sorted((leaf for leaf, _ in values), key=places.__getitem__)


def _sort_by_hierarchy(
    values: list[Value], name: str, hierarchy: Hierarchy, type_: str
) -> list[Leaf]:
    """Depth first; a rule has no leaves but the values of P, in their natural order."""
    if isinstance(hierarchy, LabelHierarchy):
        leaves = walk(list(hierarchy.paths), hierarchy, hierarchy.height)
        return _sort_by_place(values, leaves, f"hierarchy of {name}")
    if isinstance(hierarchy, WidthHierarchy):
        return _sort(values, _find_number_key(values, name))
    return _sort(values, _NATURAL.get(type_, _as_text))


def walk(leaves: list[Leaf], hierarchy: Hierarchy, level: int) -> list[Leaf]:
    """List leaves depth first, from `level` down, children by their first appearance.

    >>> paths = {"a": ("x", "*"), "b": ("y", "*"), "c": ("x", "*")}
    >>> walk(["a", "b", "c"], LabelHierarchy(paths, nulls_are_leaves=False), 2)
    ['a', 'c', 'b']
    """
    under: dict[Leaf, list[Leaf]] = {}
    for leaf in leaves:
        under.setdefault(hierarchy.label(leaf, level), []).append(leaf)
    if level == 0:
        return list(under)
    return [leaf for below in under.values() for leaf in walk(below, hierarchy, level - 1)]


def _find_number_key(values: Iterable[Value], name: str) -> _Key:
    """Texts are all numbers, or all dates, which sort as their texts do."""
    texts = [leaf for leaf, _ in values if leaf is not None]
    if all(re.fullmatch(NUMBER_PATTERN, text) for text in texts):
        return Decimal
    if all(re.fullmatch(DATE_PATTERN, text) for text in texts):
        return _as_text
    raise HierarchyError(f"order of {name}: values of P are neither all numbers nor all dates")


def _as_text(text: str) -> str:
    """Python compares texts by code point."""
    return text


def _as_float(text: str) -> tuple[bool, float]:
    """What is no number comes last."""
    number = float(text)
    return (True, 0.0) if number != number else (False, number)


def _as_day(text: str) -> tuple[int, int, int, str]:
    """Year, month, day, and the text of the time; the year before 1 is 1 BC."""
    if text in ("infinity", "-infinity"):
        return _AFTER_ALL if text == "infinity" else _BEFORE_ALL
    parts = _DAY.fullmatch(text)
    if parts is None:
        raise ValueError("no date")
    year, month, day = (int(part) for part in parts.groups()[:3])
    return (1 - year if parts[4] else year), month, day, parts[5]


#: What sorts the values of a type; other types are sorted by their texts.
_NATURAL: dict[str, _Key] = {
    "integer": int,
    "decimal": Decimal,
    "float": _as_float,
    "date": _as_day,
    "timestamp": _as_day,
    "time": _as_text,
    "boolean": _as_text,
}
