"""Says why a rule has no place for the values of a column, and how to mend them."""

from collections.abc import Collection

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.faces import name_page

#: What a column of floating-point numbers may hold beside numbers, by its text.
_NO_NUMBERS = {"nan": "NaN", "inf": "infinity", "-inf": "infinity"}
_MENDS = f"{name_page('hierarchies')}, 'As programs write them'"


def tell_no_numbers(hierarchy: Hierarchy, values: Collection[str]) -> str:
    """Say of values without a place that they are NaN or infinity; empty if others are among them.

    >>> from decimal import Decimal
    >>> tell_no_numbers(WidthHierarchy(False, (Decimal(5),)), ["nan", "-inf"])[:34]
    '; NaN and infinity are no numbers:'
    """
    if not isinstance(hierarchy, WidthHierarchy) or not {*values} <= {*_NO_NUMBERS}:
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
