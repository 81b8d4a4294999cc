"""One spelling for values that DuckDB treats as equal: NaN, and texts nested in other values.

DuckDB treats all NaN as equal but keeps the bits of each: which of them comes first would reveal
the order of a table. A text within a list keeps its original collation, which no type shows. Both
are normalized when they are read, so that equal values are equal bytes. Zeros stay as they are:
0 and -0 are two values with different texts.
"""

from collections.abc import Iterator

from duckdb.sqltypes import DuckDBPyType
from sqlglot import exp

from dpsql.engines.sql_text import write

_FLOATS = ("float", "double")
_TEXT = "VARCHAR"


def plain_value(value: str, type_: DuckDBPyType, *, is_table: bool) -> str:
    """Return the SQL of a value in its one spelling; `value` itself if there is only one.

    `is_table`: the value comes from a table, whose texts may have a collation; a file has none.
    """
    return _Spelling(is_table=is_table).of(value, type_)


class _Spelling:
    """Writes the SQL of one value; each lambda has a variable of its own."""

    def __init__(self, *, is_table: bool) -> None:
        self._is_table = is_table
        self._depth = 0

    def of(self, value: str, type_: DuckDBPyType) -> str:
        """Return the SQL of a value at the current nesting depth."""
        kind = str(type_.id)
        if kind in _FLOATS:
            nan = f"CAST('nan' AS {type_})"
            return f"CASE WHEN {value} = {nan} THEN {nan} ELSE {value} END"
        if not self._has_spellings(type_, nested=self._depth > 0):
            return value
        if kind == "varchar":
            # A lambda would drop COLLATE C again.
            return f"decode(encode({value}))"
        children = dict(_children(type_))
        if kind == "struct":
            fields = (
                f"{_name(name)} := {self._inner(_extract(value, name), child)}"
                for name, child in children.items()
            )
            return f"CASE WHEN {value} IS NULL THEN NULL ELSE struct_pack({', '.join(fields)}) END"
        item = f"x{self._depth}"
        if kind == "map":
            key, held = (
                self._inner(_extract(item, name), children[name]) for name in ("key", "value")
            )
            entry = f"struct_pack(key := {key}, value := {held})"
            entries = f"list_transform(map_entries({value}), lambda {item}: {entry})"
            return f"map_from_entries({entries})"
        (child,) = children.values()
        items = f"list_transform({value}, lambda {item}: {self._inner(item, child)})"
        return f"CAST({items} AS {type_})" if kind == "array" else items

    def _inner(self, value: str, type_: DuckDBPyType) -> str:
        self._depth += 1
        try:
            return self.of(value, type_)
        finally:
            self._depth -= 1

    def _has_spellings(self, type_: DuckDBPyType, *, nested: bool = True) -> bool:
        kind = str(type_.id)
        if kind == "varchar":
            return nested and self._is_table and str(type_) == _TEXT
        return kind in _FLOATS or any(self._has_spellings(child) for _, child in _children(type_))


def _children(type_: DuckDBPyType) -> Iterator[tuple[str, DuckDBPyType]]:
    """Yield the nested types of a struct, list, array or map; other types are not rewritten."""
    if str(type_.id) in ("struct", "list", "array", "map"):
        for name, child in type_.children:
            if isinstance(child, DuckDBPyType):
                yield name, child


def _extract(value: str, name: str) -> str:
    return f"struct_extract({value}, {write(exp.Literal.string(name), 'duckdb')})"


def _name(name: str) -> str:
    return write(exp.to_identifier(name, quoted=True), "duckdb")
