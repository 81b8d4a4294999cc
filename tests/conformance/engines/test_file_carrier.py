"""Rows that pass between files and a server are, in their order, what the files hold."""

import pyarrow
import pytest

import dpsql
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.domain.sections.source import Source
from dpsql.engines.file_carrier import FileCarrier
from dpsql.inputs.places import MemoryTable, find_place
from dpsql.release.manifest import hash_file

ROWS = [(str(i % 7), None if i % 5 else "", f"'{i}\\") for i in range(120_000)]


@pytest.fixture
def carrier(tmp_path):
    readable, writable = [tmp_path / "p.csv", tmp_path / "bad.csv"], [tmp_path]
    with FileCarrier(DuckDBOptions(), tmp_path, readable=readable, writable=writable) as made:
        yield made


def test_rows_of_a_file_are_carried_in_its_order(duckdb_bench, carrier):
    duckdb_bench.write("p.csv", ROWS, ("a", "b", "c"))
    place = find_place(Source(path="p.csv"), duckdb_bench.folder)
    for _ in range(2):
        with carrier.reading(place) as (columns, batches):
            read = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
        assert [(name, type_.name) for name, type_ in columns.items()] == [
            (name, "VARCHAR") for name in "abc"
        ]
        assert read == ROWS


@pytest.mark.parametrize("name", ["r.parquet", "r.csv"])
def test_a_release_is_written_in_the_order_of_its_rows(duckdb_bench, carrier, name):
    table = pyarrow.table(dict(zip("abc", map(list, zip(*ROWS, strict=True)), strict=True)))
    for number in range(2):
        target = duckdb_bench.folder / f"{number}{name}"
        carrier.write(table.to_reader(10_000), target)
        written = duckdb_bench.read_release(target.name)
        blank = [tuple(cell or "" for cell in row) for row in ROWS]
        assert written == (blank if name.endswith("csv") else ROWS)


@pytest.mark.parametrize("name", ["r.parquet", "r.csv"])
def test_the_bytes_of_a_release_do_not_depend_on_the_batches_of_its_rows(
    duckdb_bench, carrier, name
):
    count = 2 * 122_880 + 1
    table = pyarrow.table({"a": [f"{i // 1000}*" for i in range(count)], "b": list(range(count))})
    folder, types = duckdb_bench.folder, {"a": "VARCHAR", "b": "BIGINT"}
    digests = set()
    for rows in (3_000, 20_000, 122_880, count):
        target = folder / f"{rows}{name}"
        carrier.write(table.to_reader(rows), target, types=types)
        digests.add(hash_file(target))
    with FileCarrier(DuckDBOptions(), folder, readable=[target]) as reader:
        again = reader.write_again(find_place(Source(path=target.name), folder), types)
        assert digests == {hash_file(again)}


def test_a_table_in_memory_is_carried(carrier):
    table = pyarrow.table({"a": [1, 2], "b": [None, "x"]})
    with carrier.reading(MemoryTable(table)) as (columns, batches):
        assert batches.read_all().to_pylist() == table.to_pylist()
    assert [type_.name for type_ in columns.values()] == ["BIGINT", "VARCHAR"]


def test_what_cannot_be_read_is_told_of_its_file(duckdb_bench, carrier):
    text = "a,b\n" + "1,2\n" * 200_000 + '1,"2\n'
    duckdb_bench.folder.joinpath("bad.csv").write_text(text)
    place = find_place(Source(path="bad.csv"), duckdb_bench.folder)
    with pytest.raises(dpsql.ParseError, match=r"bad\.csv"), carrier.reading(place) as (_, batches):
        batches.read_all()
