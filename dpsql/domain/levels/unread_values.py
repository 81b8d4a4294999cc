"""Says why a rule has no place for the values of a column, and how to mend them."""

import re
from collections.abc import Collection

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.faces import name_page

#: What a column of floating-point numbers may hold beside numbers, by its text.
_NO_NUMBERS = {"nan": "NaN", "inf": "infinity", "-inf": "infinity"}
#: Numbers as a column of computed floating-point numbers has them, by its text.
_NOT_ROUNDED = re.compile(r"-?[0-9]+\.[0-9]{13,}|-?[0-9]+(\.[0-9]+)?e[+-]?[0-9]+")
_MENDS = f"{name_page('hierarchies')}, 'As programs write them'"


def tell_unread_numbers(hierarchy: Hierarchy, values: Collection[str]) -> str:
    """Say of values without a place that all of them are NaN or infinity, or not rounded.

    Empty if there are others.

    >>> from decimal import Decimal
    >>> by_five = WidthHierarchy(False, (Decimal(5),))
    >>> tell_unread_numbers(by_five, ["nan", "-inf"])[:34]
    '; NaN and infinity are no numbers:'
    >>> tell_unread_numbers(by_five, ["2.5833333333333335", "1e-05"])[:44]
    '; widths take numbers of at most 12 decimals'
    """
    if not isinstance(hierarchy, WidthHierarchy):
        return ""
    if values and all(map(_NOT_ROUNDED.fullmatch, values)):
        return (
            "; widths take numbers of at most 12 decimals and without exponent: round these, as"
            " with round(x, 6)::DECIMAL(18, 6) in SQL, x.round(6) in pandas or polars"
        )
    if not {*values} <= {*_NO_NUMBERS}:
        return ""
    found = sorted({_NO_NUMBERS[value] for value in values})
    if not found:
        return ""
    mends = {
        "NaN": "nullif(x, 'nan') in SQL, fill_nan(None) in polars",
        "infinity": "nullif(nullif(x, 'inf'), '-inf') in SQL, replace([inf, -inf], nan) in pandas",
    }
    are = "is no number" if len(found) == 1 else "are no numbers"
    return (
        f"; {' and '.join(found)} {are}: write NULL there, as with"
        f" {'; or '.join(mends[one] for one in found)}"
    )


def tell_unread(hierarchy: Hierarchy) -> str:
    """Say what values the rule takes, other than NULL; empty for a hierarchy that lists them."""
    if isinstance(hierarchy, WidthHierarchy):
        return (
            "; widths take numbers (at most 12 decimals, no exponent), and these are none; in SQL,"
            " replace(replace(x, '.', ''), ',', '.')::DECIMAL(18, 2) makes one of 1.234,5"
            f" ({_MENDS})"
        )
    if isinstance(hierarchy, DateHierarchy):
        return (
            "; dates take days such as 2024-05-31, and these are none; in SQL,"
            f" strptime(x, '%d.%m.%Y')::DATE makes one of 31.05.2024 ({_MENDS})"
        )
    return ""
