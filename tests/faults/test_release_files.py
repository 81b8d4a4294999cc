"""What a release file holds besides its cells: of Parquet its footer, of CSV its bytes."""

import re

import duckdb
import pyarrow.parquet as pq
import pytest

#: Of P and T, never released: raw ages, other columns, rows without people of T.
RAW = (
    "SELECT i, 'zip' || (i % 5) AS zip, CAST(1000003 + 7 * i AS VARCHAR) AS age,"
    " 'canary' || i AS note"
)


@pytest.fixture(params=[40, 60_000])
def release(bench, request):
    """A release of raw zips and shortened ages of every second of so many people."""
    people = request.param
    bench.parquet("p.parquet", f"{RAW} FROM range({people}) t(i)")
    bench.parquet("t.parquet", f"{RAW} FROM range({people}) t(i) WHERE i % 5 < 4 AND i % 2 = 0")
    zips = {f"zip{i}": ["a", "b"][i % 2] for i in range(5)}
    bench.write("zip.csv", "".join(f"{leaf},{label},*\n" for leaf, label in zips.items()))

    def make(name):
        bench.release(
            bench.job(
                {"zip": "zip.csv", "age": {"prefix": [1]}},
                public="p.parquet",
                private="t.parquet",
                delta={"max": "7/10"},
                release=name,
            )
        )
        return bench.folder / name

    return make


def test_footer_of_parquet_holds_released_values_alone_F06(release):
    file = release("r.parquet")
    footer = pq.ParquetFile(file).metadata
    assert footer.metadata is None
    assert re.fullmatch(r"DuckDB version v\S+ \(build \w+\)", footer.created_by)
    assert footer.schema.names == ["zip", "age"]
    with duckdb.connect() as connection:
        columns = connection.execute("SELECT * FROM read_parquet(?)", [str(file)]).fetchnumpy()
        hidden = connection.execute(
            "SELECT count(*) FROM parquet_kv_metadata(?)", [str(file)]
        ).fetchall()
    assert hidden == [(0,)]
    for group in range(footer.num_row_groups):
        for place, name in enumerate(footer.schema.names):
            chunk = footer.row_group(group).column(place)
            assert chunk.bloom_filter_offset is None
            assert chunk.metadata in (None, {})
            found = {chunk.statistics.min, chunk.statistics.max}
            assert found <= set(columns[name])


def test_bytes_of_parquet_hold_no_other_value_F06(release):
    """Dictionaries and pages as they lie in the file; texts this short are not compressed away."""
    file = release("r.parquet")
    content = file.read_bytes()
    assert b"canary" not in content
    assert b"1000003" not in content
    table = pq.ParquetFile(file).read()
    with_dictionary = pq.ParquetFile(file, read_dictionary=["zip"]).read()
    for chunk in with_dictionary.column("zip").chunks:
        assert set(chunk.dictionary.to_pylist()) <= set(table.column("zip").to_pylist())


def test_bytes_of_csv_are_its_rows_F06(release):
    file = release("r.csv")
    lines = file.read_text(encoding="utf-8").split("\n")
    assert lines[0] == "zip,age"
    assert lines[-1] == ""
    assert lines[1:-1] == sorted(lines[1:-1])
    assert set(lines[1:-1]) == {f"{zip_},1*" for zip_ in ("zip0", "zip1", "zip2", "zip3")}
