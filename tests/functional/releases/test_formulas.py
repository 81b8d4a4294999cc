"""Cells and names of columns that a spreadsheet would run, as SQL and Python tell them."""

import duckdb
import pytest
import sqlglot

from dpsql.release.formulas import count_formulas, is_formula, quote_formula, quote_name
from dpsql.sql.templates import column

FORMULAS = [
    *("=1+1", "=", "+a", "-a", "@SUM(1)", "|x", "\tx", "\rx", "\nx", "\t1"),
    *("-", "- 1", "--1", "+1+1", "-1e", "-1.", "+.5", "-1.2.3", "-1 ", "-1\n", "+1\n2", "-e1"),
    *("-1,2,3", "-1,5 ", "-1,5+A1", "-1,5,", "-1.2345,6", "-1,A1", "-1;5", "-1,5\n"),
]
PLAIN = [
    *("", " ", "a", "1", "-1", "+1", "-1.5", "+0.25", "-12", "1e5", "-1e5", "-1.5e12"),
    *("-1,5", "+0,25", "-1.234,5", "-1,234,567.8", "-1,234"),
    *(" =1", "a=1", "1+1", "a\n=1", "'", "'=1", "''"),
]


def ask(make, cells):
    """What an expression over the column `cell` is for each cell."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE cells (place INTEGER, cell VARCHAR)")
        connection.executemany("INSERT INTO cells VALUES (?, ?)", list(enumerate(cells)))
        made = make(column("cell")).sql("duckdb")
        return [
            value
            for (value,) in connection.execute(
                f"SELECT {made} FROM cells ORDER BY place"
            ).fetchall()
        ]


def test_what_would_run_is_a_formula_and_a_plain_number_is_none():
    assert [
        c for c, found in zip(FORMULAS, ask(is_formula, FORMULAS), strict=True) if not found
    ] == []
    assert [c for c, found in zip(PLAIN, ask(is_formula, PLAIN), strict=True) if found] == []


@pytest.mark.parametrize("cell", [*FORMULAS, *PLAIN], ids=repr)
def test_cells_and_names_are_quoted_alike(cell):
    """By an apostrophe before a formula, and before an apostrophe."""
    expected = f"'{cell}" if cell in FORMULAS or cell.startswith("'") else cell
    assert quote_name(cell) == expected
    assert ask(quote_formula, [cell]) == [expected]


def test_what_differs_is_quoted_differently():
    cells = [quotes + cell for cell in [*FORMULAS, *PLAIN] for quotes in ("", "'", "''")]
    distinct = set(cells)
    assert len(set(ask(quote_formula, sorted(distinct)))) == len(distinct)


def test_cells_that_are_no_text_are_told_by_their_text():
    assert ask(lambda _: is_formula(column("place")), ["a", "b"]) == [False, False]
    assert ask(lambda _: quote_formula(column("place")), ["a", "b"]) == ["0", "1"]


def test_formulas_are_counted_by_column_and_names_are_cells(duckdb_bench):
    rows = "(VALUES ('=1', '1', '|'), ('@x', '-1', NULL)) AS cells (a, b, \"=c\")"
    query = sqlglot.parse_one(f'SELECT a, b, "=c" FROM {rows}', read="duckdb")
    with duckdb_bench.open_engine() as engine:
        assert count_formulas(engine, query) == {"a": 2, "b": 0, "=c": 2}
