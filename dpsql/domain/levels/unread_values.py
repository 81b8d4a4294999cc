"""Says why a rule has no place for the values of a column, and how to mend them."""

import re
from collections.abc import Collection
from decimal import Decimal

from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy
from dpsql.faces import name_by_face, name_page

#: What a column of floating-point numbers may hold beside numbers, by its text.
_NO_NUMBERS = {"nan": "NaN", "inf": "infinity", "-inf": "infinity"}
#: Numbers that no rule reads as they are written: too many digits, or an exponent.
_ILL_WRITTEN = re.compile(
    r"-?([0-9]{19,}(\.[0-9]*)?|[0-9]+\.[0-9]{13,}|[0-9]+(\.[0-9]+)?[eE](?P<power>[+-]?[0-9]{1,4}))"
)
#: The least number but 0 that 12 decimals write, and the first that 18 digits do not.
_LEAST, _BEYOND = Decimal("1e-12"), Decimal("1e18")
_MENDS = f"{name_page('hierarchies')}, 'As programs write them'"


def tell_unread_numbers(hierarchy: Hierarchy, values: Collection[str]) -> str:
    """Say of values without a place that all of them are NaN or infinity, or ill written.

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
    found_numbers = [_ILL_WRITTEN.fullmatch(value) for value in values]
    if values and all(found_numbers):
        return (
            "; widths take numbers of at most 12 decimals, 18 digits before them and no exponent:"
            f" {_mend_numbers(values, [one['power'] or '' for one in found_numbers if one])}"
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


def _mend_numbers(values: Collection[str], powers: Collection[str]) -> str:
    """Say how numbers are written so that a rule reads them, and none becomes another.

    >>> _mend_numbers(["1e-09"], ["-09"])[:26]
    'write these out, as x.map('
    >>> _mend_numbers(["1180591620717411303424"], [""])[:31]
    'choose a larger unit, as x / 1e'
    """
    sizes = [abs(Decimal(value)) for value in values]
    if any(size >= _BEYOND for size in sizes):
        codes = "" if any(powers) else "; codes take prefix: […] in place of widths"
        return f"choose a larger unit, as x / 1e9, and divide the widths likewise{codes}"
    if any(0 < size < _LEAST for size in sizes):
        return "choose a smaller unit, as x * 1e9, and multiply the widths likewise"
    if not any(powers):
        return (
            "round these, as with round(x, 6)::DECIMAL(18, 6) in SQL, x.round(6) in pandas or"
            " polars"
        )
    if not any("-" in power or not power for power in powers):
        return (
            "write these as whole numbers, as with x::BIGINT in SQL, x.astype('Int64') in pandas,"
            " x.cast(pl.Int64) in polars"
        )
    return (
        "write these out, as x.map('{:.12f}'.format, na_action='ignore') does in pandas,"
        " x.cast(pl.Decimal(30, 12)) in polars and x::DECIMAL(30, 12) in SQL"
    )


def tell_unread(hierarchy: Hierarchy) -> str:
    """Say what values the rule takes, other than NULL; empty for a hierarchy that lists them."""
    if isinstance(hierarchy, WidthHierarchy):
        taken = "widths take numbers (at most 12 decimals, no exponent)"
        made = "1.234,5"
        mend = "replace(replace(x, '.', ''), ',', '.')::DECIMAL(18, 2)"
        of_frames = (
            "x.str.replace('.', '').str.replace(',', '.').astype(float) in pandas,"
            " x.str.replace_all('.', '', literal=True).str.replace(',', '.').cast(float) in polars"
        )
    elif isinstance(hierarchy, DateHierarchy):
        taken = "dates take days such as 2024-05-31"
        made = "31.05.2024"
        mend = "strptime(x, '%d.%m.%Y')::DATE"
        of_frames = (
            "pd.to_datetime(x, format='%d.%m.%Y').dt.date in pandas,"
            " x.str.to_date('%d.%m.%Y') in polars"
        )
    else:
        return ""
    by = name_by_face(f"in SQL, {mend} makes", f"{of_frames}, or {mend} in SQL, make")
    return f"; {taken}, and these are none; {by} one of {made} ({_MENDS})"
