"""Writes hierarchies as seeds: CSV files whose cells no reader of CSV can misread.

dbt reads an empty cell, blanks and the word null as NULL, and may guess types. So a text starts
with a colon, and NULL is an empty cell; a model drops the colons.
"""

import csv
from collections.abc import Iterable
from io import StringIO

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.errors import HierarchyError
from dpsql.sql.templates import column, identifier
from dpsql.warehouses.scripts.step import Step

_SIGN = ":"


def seed_name(table: str) -> str:
    """Return the logical table that a mapping table is read from."""
    return f"seed_{table}"


def write_seed(step: Step) -> str:
    """Return the rows of a mapping table as CSV.

    Raises:
        HierarchyError: a text contains a character that readers of CSV change or drop.
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(step.columns)
    for row in step.rows:
        writer.writerow(_write_cells(row, step.title))
    return file.getvalue()


def read_seed_query(step: Step) -> exp.Query:
    """Return the query that makes the mapping table from its seed."""
    cells = [exp.alias_(_without_sign(column(name)), name, quoted=True) for name in step.columns]
    return exp.select(*cells).from_(exp.Table(this=identifier(seed_name(step.table))))


def _without_sign(cell: exp.Expr) -> exp.Expr:
    return exp.Substring(this=exp.cast(cell, "VARCHAR"), start=exp.Literal.number(2))


def _write_cells(row: Iterable[Leaf], where: str) -> list[str]:
    cells = ["" if cell is None else f"{_SIGN}{cell}" for cell in row]
    for character in "".join(cells):
        if not character.isprintable() and character not in " \n":
            raise HierarchyError(
                f"{where}: a value or label holds U+{ord(character):04X}, which is not printed and"
                " which a seed may not keep; put the hierarchy into a table of the warehouse"
            )
    return cells
