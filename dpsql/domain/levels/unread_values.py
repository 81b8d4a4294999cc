"""Says why a rule has no place for the values of a column, and how to mend them."""

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.faces import name_page

_MENDS = f"{name_page('hierarchies')}, 'As programs write them'"


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
