"""Writes a hierarchy as rows: leaf first, a column per level, ``;`` between (ARX's CSV).

An empty cell without quotes is NULL and ``""`` the empty text, as the loader reads them.
"""

from collections.abc import Iterable, Iterator

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf
from dpsql.domain.levels.unread_values import tell_unread
from dpsql.errors import HierarchyError

DELIMITER = ";"
_QUOTED = set(';,"\r\n')

Row = tuple[Leaf, ...]


def rows_of(hierarchy: Hierarchy, values: Iterable[Leaf] | None = None) -> Iterator[Row]:
    """Yield the rows of a hierarchy: those it lists, or one for each of `values`.

    Raises:
        HierarchyError: a rule without `values` has no rows; or a value has no place in it.
    """
    if values is None:
        if not isinstance(hierarchy, LabelHierarchy):
            raise HierarchyError("a rule lists no values; say which (--values and --column)")
        values = hierarchy.paths
    for value in values:
        if not hierarchy.covers(value):
            is_null = value is None
            hint = " (NULL is one: --nulls gives it a row)" if is_null else tell_unread(hierarchy)
            raise HierarchyError(f"a value of the column has no place in the hierarchy{hint}")
        yield tuple(hierarchy.label(value, level) for level in range(hierarchy.height + 1))


def write_rows(rows: Iterable[Row]) -> Iterator[str]:
    r"""Write each row as a line.

    >>> list(write_rows([("47906", "479*", "*"), (None, None, "*"), ('a"b', "", "*")]))
    ['47906;479*;*\n', ';;*\n', '"a""b";"";*\n']
    """
    for row in rows:
        yield DELIMITER.join(map(_write_cell, row)) + "\n"


def _write_cell(cell: Leaf) -> str:
    if cell is None:
        return ""
    if cell and not _QUOTED & set(cell):
        return cell
    return '"' + cell.replace('"', '""') + '"'
