"""A cast of a text finds the value that DuckDB finds, or says that engines differ; never another.

`TRY_CAST` decides who is in T: NULL in place of a value would be another T.
"""

import duckdb
import pyarrow
import pytest
from sqlglot import exp

import dpsql
from dpsql.inputs.places import MemoryTable

DAYS = [
    "2020-01-01",
    "2020/1/01",
    " 2020-01-01",
    "2020-01-01 ",
    "\v2020-01-01",
    "1-01-01",
    "0000-01-01",
    "0000-02-29",
    "1900-02-29",
    "2000-02-29",
    "2021-02-29",
    "2020-04-30",
    "2020-04-31",
    "2020-12-31",
    "2020-13-01",
    "2020-00-01",
    "2020-01-00",
    "2020-001-01",
    "2020-01-001",
    "10000-01-01",
    "294246-12-31",
    "300000-01-01",
    "5874897-12-31",
    "5881581-01-01",
    "9999999-01-01",
    "99999999-01-01",
    "2020-01-01 24:00:00",
    "2020-12-31 24:00:00",
    "2020-01-01 24:00:01",
    "2020-01-01 25:00",
    "2020-01-01T1:2:3",
    "2020-01-01  12:00:00.1234567 ",
    "2020-01-01 12:00:60",
    "2020-01-01 12:00:00Z",
    "2020-01-01 12:00:00 +01:00",
    "2020-01",
    "12:00:00",
    "information",
    "abc",
    "",
]
ODD_DAYS = [
    "2020-01-01 12:00:00 UTC",
    "2020-01-01 (BC)",
    "-1-01-01",
    "2020 01 01",
    "2020\\01\\01",
    "5874898-01-01",
    "infinity",
    "-INF",
    "epoch",
]
NUMBERS = [
    "1",
    "-0",
    "12345678901234567.890123456789012",
    " +1.5\t",
    "1\v",
    "-.5",
    "5.",
    "1_0",
    ".1_0",
    "1_",
    "1__0",
    "_1",
    "1e2",
    "1.5E-2",
    "1e",
    "1.2.3",
    "- 1",
    "0x",
    "1,000",
    "١",
    "v1",
    "nan",
    "infinity",
    "nancy",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999",
    "abc",
    "",
]
ODD_NUMBERS = ["0x1F", "0b11", "0X1_F", "1e1_0", "1e0001", "+-1", "123e-5", "0" * 500 + "1"]


def cast_all(bench, texts, type_):
    """The values in the order of the texts, as texts."""
    tried = exp.TryCast(
        this=exp.column("v", "texts", quoted=True), to=exp.DataType.build(type_), safe=True
    )
    cells = [exp.column("i", "texts", quoted=True), exp.cast(tried, "VARCHAR")]
    named = [exp.alias_(cell, f"c{j}", quoted=True) for j, cell in enumerate(cells)]
    with bench.open_engine() as engine:
        table = pyarrow.table({"i": range(len(texts)), "v": texts})
        engine.register("texts", MemoryTable(table))
        return [value for _, value in sorted(engine.fetch(exp.select(*named).from_("texts")))]


@pytest.mark.parametrize(
    ("type_", "texts"),
    [(type_, DAYS) for type_ in ("DATE", "TIMESTAMP")]
    + [(type_, NUMBERS) for type_ in ("SMALLINT", "INTEGER", "BIGINT", "DECIMAL(18, 3)", "DOUBLE")],
)
def test_values_in_texts_are_those_of_duckdb(postgres_bench, type_, texts):
    with duckdb.connect() as connection:
        query = f"SELECT CAST(TRY_CAST(? AS {type_}) AS VARCHAR)"
        due = [connection.execute(query, [text]).fetchone()[0] for text in texts]
    found = cast_all(postgres_bench, texts, type_)
    assert dict(zip(texts, found, strict=True)) == dict(zip(texts, due, strict=True))


@pytest.mark.parametrize(
    ("type_", "text"),
    [("DATE", text) for text in ODD_DAYS]
    + [("TIMESTAMP", text) for text in ("epoch", "294247-01-01")]
    + [("BIGINT", text) for text in ODD_NUMBERS]
    + [("DOUBLE", text) for text in ("-nan", "nan(1)", "--inf")],
)
def test_what_engines_read_differently_is_an_error(postgres_bench, type_, text):
    with pytest.raises(dpsql.InputError, match="engines read it differently; write 12") as caught:
        cast_all(postgres_bench, [text], type_)
    assert text not in str(caught.value)
