"""Hierarchies, columns and forms of T, of which statements are built."""

from decimal import Decimal

from sqlglot import exp

from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.levels.rules import DATE_UNITS, DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.engines.base import ColumnType
from dpsql.sql.tables.private_table import (
    PrivateRows,
    marked_by_key,
    marked_by_predicate,
)

Statements = dict[str, dict[str, exp.Query]]

TYPES = {"town": ColumnType("text", "VARCHAR"), "born": ColumnType("date", "DATE")}
_COLUMNS = {
    **TYPES,
    "id": ColumnType("text", "VARCHAR"),
    "member": ColumnType("text", "VARCHAR"),
    "score": ColumnType("integer", "INTEGER"),
}
PRIVATE_ROWS = {
    "T is a table": PrivateRows(),
    "T is marked by a column": marked_by_predicate("member", _COLUMNS),
    "T is marked by a predicate": marked_by_predicate(
        "score BETWEEN 1 AND 5 AND town NOT IN ('it''s', '\\') OR born IS NULL", _COLUMNS
    ),
    "T is given by key": marked_by_key("id"),
}


def _label_hierarchy(*rows, nulls_are_leaves=False):
    return nest(enumerate(rows, 1), "town", nulls_are_leaves=nulls_are_leaves)[0]


SMALL = _label_hierarchy(
    ("it's", "a \\ b", "*"), ("y", "a \\ b", "*"), ("z", "c", "*"), nulls_are_leaves=True
)
LARGE = _label_hierarchy(*((f"leaf {i}", f"label {i // 10}") for i in range(51)))
HIERARCHIES = {
    "few leaves": SMALL,
    "one leaf": _label_hierarchy(("only",)),
    "many leaves, a mapping table": LARGE,
    "numbers": WidthHierarchy(False, (Decimal("2.5"), Decimal(5))),
    "dates": DateHierarchy(True, DATE_UNITS),
    "prefixes": PrefixHierarchy(False, (4, 2)),
}
