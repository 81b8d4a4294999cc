"""The statements that measure what a release is good for."""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.engines.base import ColumnType
from dpsql.release.write import release_query
from dpsql.sql.tables.private_table import PRIVATE, PrivateRows
from dpsql.sql.tables.public_and_private import Tables
from dpsql.utility.cells import (
    count_query,
    measure_kept_query,
    own_query,
    released_query,
    sum_kept_query,
)
from dpsql.utility.questions.predict import sample_query
from dpsql.utility.questions.rows import (
    number_values_query,
    numbered_query,
    own_rows_query,
    ranked_query,
    spread_query,
)
from tests.sql.examples import HIERARCHIES, SMALL, TYPES


def list_utility_statements() -> Iterator[tuple[str, str, exp.Query]]:
    """By template and case."""
    types = TYPES | {"paid": ColumnType("decimal", "DECIMAL(9, 2)")}
    hierarchies = {"town": SMALL, "born": HIERARCHIES["dates"]}
    kept = {"nothing is kept": {}, "a kept column": {"paid": PRIVATE}}
    for words, keep in kept.items():
        tables = Tables(("town", "born"), PrivateRows(), keep, types)
        yield "list_texts", f"T, {words}", own_query(tables)
        rows = release_query(tables, hierarchies, Node((1, 0)))
        yield "list_texts", f"a release, {words}", released_query(tables, rows)
        yield "own_rows", words, own_rows_query(tables)
        yield "number_rows", words, numbered_query(tables, rows)
        for read, names in (
            ("", ("town", "born")),
            (", one is read", ("born",)),
            (", none is", ()),
        ):
            yield "rank_rows", f"{words}{read}", ranked_query(tables, names)
            yield "spread_rows", f"{words}{read}", spread_query(tables, names)
    counted = Tables(("town", "born"), PrivateRows(), {}, types, release_count="people")
    rows = release_query(counted, hierarchies, Node((1, 0)))
    yield "list_texts", "a release of counts", released_query(counted, rows)
    yield "number_rows", "a release of counts", numbered_query(counted, rows)
    for words in ("numbers", "dates"):
        yield "number_values", words, number_values_query(1, HIERARCHIES[words])
    for names in (["c0"], ["c0", "k0"]):
        yield "count_texts", " and ".join(names), count_query("own_cells", names)
    yield "sample_texts", "two columns", sample_query("own_cells", ["c0", "k0"])
    yield "sample_texts", "a column twice", sample_query("own_cells", ["c0", "c1", "c0"])
    yield "measure_kept_texts", "one column", measure_kept_query("own_cells", "k0")
    yield "sum_kept_numbers", "by another", sum_kept_query("own_cells", "c0", "k0")
