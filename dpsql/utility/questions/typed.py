"""Which texts can be cast to the type of a column: leaves of a hierarchy that P does not have."""

import re
from collections.abc import Callable
from datetime import date, datetime, time
from uuid import UUID

from dpsql.domain.levels.rules import reads_number
from dpsql.engines.base import ColumnType

_BITS = {"TINYINT": 8, "SMALLINT": 16, "INTEGER": 32, "BIGINT": 64, "HUGEINT": 128}
_UNSIGNED = {"UTINYINT": 8, "USMALLINT": 16, "UINTEGER": 32, "UBIGINT": 64, "UHUGEINT": 128}
_READERS: dict[str, Callable[[str], object]] = {
    "float": float,
    "date": date.fromisoformat,
    "timestamp": datetime.fromisoformat,
    "time": time.fromisoformat,
    "uuid": UUID,
    "boolean": ("true", "false").index,
}


def fits(text: str, type_: ColumnType) -> bool:
    """Whether a text can be cast to a type on every engine.

    >>> fits("300", ColumnType("integer", "TINYINT")), fits("x", ColumnType("text", "VARCHAR"))
    (False, True)
    """
    if type_.family == "text":
        return True
    if type_.family == "integer":
        return reads_number(text) and "." not in text and _is_within(int(text), type_.name)
    if type_.family == "decimal":
        found = re.fullmatch(r"DECIMAL\((\d+),\s*(\d+)\)", type_.name)
        whole = text.removeprefix("-").split(".")[0].lstrip("0")
        fits_scale = not found or len(whole) <= int(found[1]) - int(found[2])
        return reads_number(text) and fits_scale
    try:
        _READERS[type_.family](text)
    except (KeyError, ValueError):
        return False
    return True


def _is_within(number: int, type_: str) -> bool:
    if type_ in _UNSIGNED:
        return 0 <= number < 1 << _UNSIGNED[type_]
    return abs(number) < 1 << (_BITS.get(type_, 8) - 1)
