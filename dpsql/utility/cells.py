"""The rows of T, and of a release that is not written, as texts in the engine; their counts.

Rows stay in the engine. What is fetched are counts by text or by pairs of texts, of few texts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.rules import NUMBER_PATTERN
from dpsql.engines.base import Engine
from dpsql.generalize.generalized import Generalized
from dpsql.session.load import Loaded
from dpsql.sql.counting.generalization import matches
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier, render
from dpsql.utility.pairs import Pairs, Sums

#: Values of a column that are looked at, labels of a release, and pairs of them, at most.
MOST_TEXTS = 200_000
OWN, RELEASED = "own_cells", "released_cells"
#: Families of kept columns that have texts to count.
_FAMILIES = ("text", "integer", "decimal", "float", "date", "timestamp", "boolean", "uuid", "time")


@dataclass(frozen=True)
class Cells:
    """A table of texts in the engine; `columns` are its columns by the names of a job's."""

    engine: Engine
    table: str
    columns: Mapping[str, str]

    def count(self, name: str) -> Counter[Leaf] | None:
        """Count the rows by the texts of a column; None if these are too many."""
        found = self._fetch([name])
        return None if found is None else Counter({texts[0]: rows for texts, rows in found})

    def count_pairs(self, first: str, second: str) -> Pairs | None:
        """Count the rows by the texts of two columns; None if these are too many."""
        found = self._fetch([first, second])
        if found is None:
            return None
        return Counter({(texts[0], texts[1]): rows for texts, rows in found})

    def sum_kept(self, name: str, kept: str) -> Sums | None:
        """Sum the numbers of a kept column by the texts of another; None if these are too many."""
        query = sum_kept_query(self.table, self.columns[name], self.columns[kept])
        rows = self.engine.fetch(query)
        if len(rows) > MOST_TEXTS:
            return None
        return [(text, int(number), float(one), float(two)) for text, number, one, two in rows]

    def measure_kept(self, kept: str) -> tuple[int, int]:
        """Return how many texts a kept column has, and how many rows have one that is no number."""
        texts, others = self.engine.fetch(measure_kept_query(self.table, self.columns[kept]))[0]
        return int(texts), int(others)

    def _fetch(self, names: Sequence[str]) -> list[tuple[list[Leaf], int]] | None:
        rows = self.engine.fetch(count_query(self.table, [self.columns[name] for name in names]))
        if len(rows) > MOST_TEXTS:
            return None
        return [(texts, int(number)) for *texts, number in rows]


def list_own_cells(loaded: Loaded) -> Cells:
    """Build the table of the rows of T; without kept columns the tuples are enough."""
    columns = name_columns(loaded.tables)
    loaded.engine.materialize(OWN, own_query(loaded.tables))
    return Cells(loaded.engine, OWN, columns)


def list_released_cells(loaded: Loaded, found: Generalized) -> Cells:
    """Build the table of the rows of a release that is not written yet."""
    columns = name_columns(loaded.tables)
    loaded.engine.materialize(RELEASED, released_query(loaded.tables, found.rows))
    return Cells(loaded.engine, RELEASED, columns)


def name_columns(tables: Tables) -> dict[str, str]:
    """Name the columns of the tables: those of quasi-identifiers, then of what is kept."""
    names = {name: f"c{j}" for j, name in enumerate(tables.quasi_identifiers)}
    kept = [name for name in tables.keep if tables.types[name].family in _FAMILIES]
    return names | {name: f"k{j}" for j, name in enumerate(kept)}


def own_query(tables: Tables) -> exp.Query:
    """The statement that lists the rows of T as texts."""
    names = name_columns(tables)
    if tables.keep:
        source: exp.Expr = tables.select_private_rows().subquery("private_rows")
        values: list[exp.Expr] = [column(name) for name in names]
        return _list(source, values, list(names.values()), exp.Literal.number(1))
    values = [exp.Column(this=value_name(j)) for j in range(len(names))]
    people = column("private_count")
    return _list(exp.Table(this=identifier(TUPLES)), values, list(names.values()), people)


def released_query(tables: Tables, rows: exp.Query) -> exp.Query:
    """The statement that lists the rows of a release as texts."""
    names = name_columns(tables)
    unsorted = rows.copy()
    unsorted.set("order", None)
    number = exp.Literal.number(1) if tables.release_count is None else column(tables.release_count)
    values = [column(name) for name in names]
    return _list(unsorted.subquery("released"), values, list(names.values()), number)


def _list(
    source: exp.Expr, values: Sequence[exp.Expr], names: Sequence[str], number: exp.Expr
) -> exp.Query:
    columns = [
        {"text": exp.cast(value, "VARCHAR"), "name": identifier(name)}
        for value, name in zip(values, names, strict=True)
    ]
    return render("list_texts", columns=columns, number=number, source=source)


def count_query(table: str, names: Sequence[str]) -> exp.Query:
    """The statement that counts the rows by the texts of one column or two."""
    columns = [identifier(name) for name in names]
    most = exp.Literal.number(MOST_TEXTS + 1)
    return render("count_texts", cells=identifier(table), columns=columns, most=most)


def measure_kept_query(table: str, kept: str) -> exp.Query:
    """The statement that measures a kept column."""
    is_number = exp.or_(column(kept).is_(exp.null()), matches(column(kept), NUMBER_PATTERN))
    return render(
        "measure_kept_texts",
        cells=identifier(table),
        kept=identifier(kept),
        is_number=exp.Paren(this=is_number),
    )


def sum_kept_query(table: str, name: str, kept: str) -> exp.Query:
    """The statement that sums the numbers of a kept column."""
    return render(
        "sum_kept_numbers",
        cells=identifier(table),
        text=identifier(name),
        kept=identifier(kept),
        most=exp.Literal.number(MOST_TEXTS + 1),
    )
