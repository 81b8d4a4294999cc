"""No part of a lake table is read as plain Parquet: the files hold rows that were deleted."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable, write_deltalake

import dpsql
from tests.lakes import iceberg_tables

PEOPLE = pa.table({"town": ["a", "b", "b"], "age": pa.array([1, 2, 3], pa.int32())})


@pytest.fixture
def tables(lake):
    """lake/people, lake/part and lake/ice, of each a row was deleted; lake/plain beside them."""
    people, part = (str(lake.folder / "lake" / name) for name in ("people", "part"))
    write_deltalake(people, PEOPLE)
    write_deltalake(part, PEOPLE, partition_by=["town"])
    for folder in (people, part):
        DeltaTable(folder).delete("age = 2")
    ice = iceberg_tables.write(lake.folder / "lake", PEOPLE, name="ice")
    ice.delete("age = 2")
    plain = lake.folder / "lake" / "plain"
    plain.mkdir()
    pq.write_table(PEOPLE, plain / "1.parquet")
    return lake


@pytest.mark.parametrize(
    ("path", "table"),
    [
        ("lake", "ice is an Iceberg table"),
        ("lake/**/*.parquet", "ice is an Iceberg table"),
        ("lake/p*/*.parquet", "part is a Delta table|people is a Delta table"),
        ("lake/people/*.parquet", "people is a Delta table"),
        ("lake/people/_delta_log/../*.parquet", "people is a Delta table"),
        ("lake/part/town=b", "part is a Delta table"),
        ("lake/part/town=b/*.parquet", "part is a Delta table"),
        ("lake/ice/data", "ice is an Iceberg table"),
        ("lake/ice/data/*.parquet", "ice is an Iceberg table"),
    ],
)
@pytest.mark.parametrize("words", [{}, {"format": "parquet"}])
def test_a_part_of_a_table_is_refused(tables, path, table, words):
    with pytest.raises(dpsql.ConfigError, match=rf"({table}).* name the table itself"):
        tables.find(path=path, **words)


def test_a_single_file_of_a_table_is_refused(tables):
    for file in (tables.folder / "lake").rglob("*.parquet"):
        if "plain" not in file.parts:
            with pytest.raises(dpsql.ConfigError, match="name the table itself"):
                tables.find(path=str(file))


def test_links_into_and_out_of_a_table_are_refused(tables):
    part = tables.folder / "lake" / "part" / "town=b"
    (tables.folder / "folder").symlink_to(part)
    (tables.folder / "file.parquet").symlink_to(next(part.glob("*.parquet")))
    elsewhere = tables.folder / "elsewhere"
    (tables.folder / "lake" / "people").joinpath("out.parquet").symlink_to(elsewhere)
    pq.write_table(PEOPLE, elsewhere)
    for path in ("folder", "file.parquet", "lake/people/out.parquet"):
        with pytest.raises(dpsql.ConfigError, match="name the table itself"):
            tables.find(path=path)


def test_a_table_without_files_in_a_folder_that_is_walked_is_refused(lake):
    """Its files may lie anywhere: the folder would be read without its rows."""
    folder = lake.folder / "lake"
    DeltaTable.create(str(folder / "empty"), PEOPLE.schema)
    pq.write_table(PEOPLE, folder / "1.parquet")
    with pytest.raises(dpsql.ConfigError, match="lake: empty is a Delta table"):
        lake.find(path="lake")


def test_what_lies_beside_a_table_is_read(tables):
    inside = tables.folder / "lake" / "people"
    (inside / "notes.csv").write_text("a\n1\n", encoding="utf-8")
    for path in ("lake/plain", "lake/plain/*.parquet", "lake/people/../plain/1.parquet"):
        assert len(tables.rows(tables.find(path=path))) == 3
    # No lake table keeps its rows as CSV.
    assert tables.rows(tables.find(path="lake/people/notes.csv")) == [("1",)]
    for name in ("people", "part", "ice"):
        assert len(tables.rows(tables.find(path=f"lake/{name}"))) == 2
