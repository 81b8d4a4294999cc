"""Checks the order of a quasi-identifier's values for a verifier of boxes, one value at a time.

The engine sorts the values with a statement of the verifier; Python reads them in chunks and
compares each with the one before. This proves the order, whatever the engine did: Python's key of
the text alone determines the place of a value, and values with strictly rising places are sorted
and distinct. So the result is as if Python had sorted them, but only one value is kept in memory.
The search has the same orders in `sql.partition.orders`, which is not used here.

NULL is a value of its own: least, unless a hierarchy, a list or its frequency places it. Ties are
broken by value, then by code point.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.rules import DATE_PATTERN, NUMBER_PATTERN, WidthHierarchy
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import EngineError, HierarchyError
from dpsql.verifier.natural_order import NATURAL, Key, as_text

#: The text of a value of P, and its number of people.
Value = tuple[Leaf, int]
_NUMBER_TYPE = "DECIMAL(38, 12)"


@dataclass(frozen=True)
class ValueOrder:
    """The order of one quasi-identifier's values: `keys` for the engine, `key` in Python.

    The engine has these columns of a value: its text `leaf`, the `value`, its `public_count`, and
    its `place` in `places`, a list or hierarchy with the title `listed_in`.
    """

    name: str
    keys: tuple[exp.Expr, ...]
    key: Callable[[Leaf, int], Any]
    places: tuple[Leaf, ...] = ()
    listed_in: str = ""

    def check(self, values: Iterable[Value]) -> Iterator[Leaf]:
        """Yield the values that an engine has sorted, after checking that each is in order.

        Raises:
            HierarchyError: a value has no place in the list or hierarchy, or is not a number or
                date like the others. EngineError: the engine has sorted them differently.
        """
        places = {leaf: place for place, leaf in enumerate(self.places)}
        places.setdefault(None, -1)
        strange, last = 0, None
        for leaf, people in values:
            if self.places and leaf not in places:
                strange += 1
                continue
            place = places[leaf] if self.places else self.key(leaf, people)
            if last is not None and not last < place:
                raise EngineError(
                    f"order of {self.name}: the engine sorts values of P in another way than the"
                    " verifier; please report it"
                )
            last = place
            yield leaf
        if strange:
            raise HierarchyError(
                f"{self.listed_in}: {name_count(strange, 'value of P has', 'values of P have')} no"
                f" place in it; add {'it' if strange == 1 else 'them'}"
            )


def find_value_order(
    name: str, words: QuasiIdentifier, hierarchy: Hierarchy, family: str
) -> ValueOrder:
    """Return the order that the job states for a quasi-identifier with types of this family."""
    kind = words.name_order(family)
    if isinstance(kind, tuple):
        return _by_place(name, kind, f"order of {name}")
    if kind == "hierarchy" and isinstance(hierarchy, LabelHierarchy):
        leaves = walk(list(hierarchy.paths), hierarchy, hierarchy.height)
        return _by_place(name, leaves, f"hierarchy of {name}")
    natural, key = _natural(family), NATURAL.get(family, as_text)
    if kind == "alpha":
        natural, key = _LEAF, as_text
    elif kind == "frequency":
        most_first = exp.Ordered(this=exp.column("public_count"), desc=True)
        keys = (most_first, _null_first(), natural, _LEAF)
        return ValueOrder(name, keys, lambda leaf, people: (-people, _place(leaf, key)))
    elif family not in NATURAL if kind == "number" else isinstance(hierarchy, WidthHierarchy):
        number = exp.DataType.build(_NUMBER_TYPE)
        natural, key = exp.TryCast(this=_LEAF.copy(), to=number), _NumberKey(name)
    return ValueOrder(name, (_null_first(), natural, _LEAF), lambda leaf, _: _place(leaf, key))


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


class _NumberKey:
    """Sort key of texts: all are numbers, or all are dates and sort as texts; the first decides."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._pattern: re.Pattern[str] | None = None

    def __call__(self, text: str) -> Decimal | str:
        if self._pattern is None:
            is_number = re.fullmatch(NUMBER_PATTERN, text) is not None
            self._pattern = re.compile(NUMBER_PATTERN if is_number else DATE_PATTERN)
        if self._pattern.fullmatch(text) is None:
            raise HierarchyError(
                f"order of {self._name}: values of P are neither all numbers nor all dates"
            )
        return Decimal(text) if self._pattern.pattern == NUMBER_PATTERN else text


_LEAF = exp.column("leaf")


def _by_place(name: str, places: Iterable[Leaf], listed_in: str) -> ValueOrder:
    """Return the order by place in a list; NULL is least if it has no place."""
    unplaced = exp.And(this=_is_null("place"), expression=_is_null("leaf"))
    keys = (_first_where(unplaced), exp.column("place"), _LEAF)
    return ValueOrder(name, keys, lambda leaf, _: leaf, tuple(places), listed_in)


def _place(leaf: Leaf, key: Key) -> tuple[Any, ...]:
    return (False,) if leaf is None else (True, key(leaf), leaf)


def _natural(family: str) -> exp.Expr:
    """Return what the engine sorts values of a type by; floats are texts in the counted tuples."""
    if family == "float":
        return exp.cast(_LEAF.copy(), "DOUBLE")
    return exp.column("value") if family in NATURAL else _LEAF


def _null_first() -> exp.Expr:
    return _first_where(_is_null("leaf"))


def _first_where(condition: exp.Expr) -> exp.Expr:
    zero, one = exp.Literal.number(0), exp.Literal.number(1)
    return exp.Case(ifs=[exp.If(this=condition, true=zero)], default=one)


def _is_null(name: str) -> exp.Expr:
    return exp.column(name).is_(exp.null())
