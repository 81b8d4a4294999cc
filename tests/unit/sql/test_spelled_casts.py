"""Texts of a cast that all engines read alike, and those that other engines than DuckDB refuse."""

import duckdb
import pytest
from sqlglot import exp

from dpsql.engines.sql_text import write
from dpsql.sql.tables.spelled_casts import is_ambiguous

ALIKE = {
    "INTEGER": ["7", "-3", "+4", "abc", "", "-", "seven"],
    "DECIMAL(10, 2)": ["7.25", "-3", "x"],
    "DOUBLE": ["1e3", "2.5E-1", "-7"],
    "DATE": ["2020-12-31", "2020-02-30", "0001-01-01", "soon"],
    "TIMESTAMP": ["2020-12-31", "2020-12-31 23:59:59", "2020-12-31T00:00:00.123456"],
}
DIFFERENTLY = {
    "INTEGER": ["0x10", "0b11", "1_000", "5.5", " 5", "5 ", "1e3", "inf", "١7"],
    "DECIMAL(10, 2)": ["1e3", ".5", "5.", "1_0"],
    "DOUBLE": ["NaN", "-inf", "Infinity", "1e400", "0x1p3", " 1"],
    "DATE": ["0000-01-01", "2020-1-5", "2020/01/05", "2020-01-01 00:00:00", "infinity", "epoch"],
    "TIMESTAMP": [
        "2020-12-31 24:00:00",
        "2020-12-31 UTC",
        "2020-12-31 ",
        "today",
        "2020-12-31 5",
    ],
}


def ambiguous(text, type_):
    cast = exp.TryCast(
        this=exp.Literal.string(text), to=exp.DataType.build(type_, dialect="duckdb"), safe=True
    )
    return duckdb.sql(f"SELECT {write(is_ambiguous(cast), 'duckdb')}").fetchall()[0][0]


@pytest.mark.parametrize(("type_", "texts"), ALIKE.items())
def test_plain_texts_are_read(type_, texts):
    assert [text for text in texts if ambiguous(text, type_)] == []


@pytest.mark.parametrize(("type_", "texts"), DIFFERENTLY.items())
def test_others_are_not(type_, texts):
    assert [text for text in texts if not ambiguous(text, type_)] == []
