"""Leaves and labels that code writes as Python's own values, as the text that a job file has.

A job file has texts only; in Python a leaf may be 3, True or a date. Engines give the same text to
such a value of a column, so that a tree in code is that of the YAML with the same look.
"""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from numbers import Integral
from typing import Any

#: As deep as a job file may nest its keys; a mapping that contains itself ends here.
_MAX_DEPTH = 32


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


def spell_tree(tree: object, depth: int = 1) -> Any:
    """Return a nested tree with texts as labels and leaves; other shapes as they are.

    >>> spell_tree({"low": [0, 1], True: (2,)})
    {'low': ['0', '1'], 'true': ['2']}

    Raises:
        ValueError: a leaf or a label is of another type; or two labels have the same text.
    """
    if isinstance(tree, list | tuple | range):
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
    if value is None:
        raise ValueError(f"{what} None is no text; leave it out, and write nulls: own_leaf")
    kind = type(value).__name__
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
