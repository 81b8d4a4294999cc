"""Leaves and labels that code writes as Python's own values, as the text that a job file has.

A job file has texts only; in Python a leaf may be 3, True or a date. Engines give the same text to
such a value of a column, so that a tree in code is that of the YAML with the same look.
"""

from collections.abc import Iterator, KeysView, Mapping, Set, ValuesView
from datetime import date, datetime
from decimal import Decimal
from math import isnan
from numbers import Integral
from typing import Any

#: As deep as a job file may nest its keys; a mapping that contains itself ends here.
_MAX_DEPTH = 32
#: Types of pandas for a value that is missing.
_MISSING = ("NAType", "NaTType")


def spell_value(value: object) -> object:
    """Return the text of a whole number, a Decimal, a boolean or a date; all else as it is.

    >>> spell_value(3), spell_value(Decimal("1.50")), spell_value(True), spell_value(0.5)
    ('3', '1.50', 'true', 0.5)
    >>> spell_value(date(2024, 5, 31))
    '2024-05-31'
    """
    match value:
        case _ if _is_boolean(value):
            return "true" if value else "false"
        case Integral():
            return str(int(value)) if abs(int(value)) < 10**40 else value
        case Decimal() if value.is_finite():
            return format(value, "f")
        case date() if not isinstance(value, datetime):
            return value.isoformat()
    return value


def as_list(value: object) -> object:
    """Return an array, a Series or another ordered collection as a list; all else as it is.

    A table is none, as its members are columns or rows.

    >>> as_list({"f": 1, "m": 2}.keys()), as_list(range(2)), as_list("fm")
    (['f', 'm'], [0, 1], 'fm')

    Raises:
        ValueError: it is a set, whose order differs from run to run.
    """
    match value:
        case KeysView() | ValuesView() | range() | Iterator():
            return list(value)
        case Set():
            raise ValueError("a set has no order; pass a list, as by sorted(…)")
    if len(getattr(value, "shape", (0,))) == 1 and not hasattr(value, "num_rows"):
        # Of Arrow, of numpy and pandas, of polars; none of these is imported for it.
        for name in ("to_pylist", "tolist", "to_list"):
            if not isinstance(value, type) and callable(convert := getattr(value, name, None)):
                return convert()
    return value


def spell_tree(tree: object, depth: int = 1) -> Any:
    """Return a nested tree with texts as labels and leaves; other shapes as they are.

    >>> spell_tree({"low": [0, 1], True: (2,)})
    {'low': ['0', '1'], 'true': ['2']}

    Raises:
        ValueError: a leaf or a label is of another type; or two labels have the same text.
    """
    tree = as_list(tree)
    if isinstance(tree, list | tuple):
        return [_as_leaf(leaf) for leaf in tree]
    if not isinstance(tree, Mapping) or depth > _MAX_DEPTH:
        return tree
    spelled: dict[str, Any] = {}
    for written, below in tree.items():
        label = _as_text(written, "the label")
        if label in spelled:
            raise ValueError(f"the label {label!r} stands twice; keep one")
        spelled[label] = spell_tree(below, depth + 1)
    return spelled


def _as_leaf(leaf: object) -> object:
    """Return the text of a leaf; a list or a mapping, which is none, as it is."""
    return leaf if isinstance(leaf, list | tuple | Mapping) else _as_text(leaf, "the leaf")


def _as_text(value: object, what: str) -> str:
    text = spell_value(value)
    if isinstance(text, str):
        return text
    kind = type(value).__name__
    if value is None or (isinstance(value, float) and isnan(value)) or kind in _MISSING:
        raise ValueError(f"{what} {value} is no text; leave it out, and write nulls: own_leaf")
    if isinstance(value, float):
        raise ValueError(
            f"{what} {value!r} is a {kind}, whose text is not exact; write it as text, or give"
            " the column widths"
        )
    # It may be a table with rows of T.
    raise ValueError(f"{what} is of the type {kind}; write it as text")


def _is_boolean(value: object) -> bool:
    # That of numpy, which is not imported for it: bool_ in older versions.
    kind = type(value)
    return kind is bool or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"))
