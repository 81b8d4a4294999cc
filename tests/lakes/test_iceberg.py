"""Iceberg tables hold the rows of a snapshot, by the identities of columns and not their names."""

import datetime
import gzip
import json
import os
import sys
import uuid
from dataclasses import replace
from decimal import Decimal
from itertools import product
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.transforms import IdentityTransform
from pyiceberg.typedef import Record
from pyiceberg.types import IntegerType, LongType, NestedField, StringType

import dpsql
from tests.lakes.iceberg_tables import add_file, create, delete_equal, delete_positions, write

PEOPLE = pa.table(
    {
        "town": ["a", "b", None, "", "a b", "x/y=%'\"\\é🙂"],
        "age": pa.array([1, 2, None, 4, 5, 6], pa.int32()),
    }
)
SCHEMA = Schema(NestedField(1, "town", StringType()), NestedField(2, "age", IntegerType()))


def data_files(folder):
    return sorted(str(path) for path in (folder / "people" / "data").rglob("*.parquet"))


def test_a_table_is_recognized_and_read_by_its_files(lake):
    table = write(lake.folder, PEOPLE, PEOPLE.slice(0, 2))
    metadata = table.metadata_location
    for words in ({"path": "people"}, {"path": "people", "format": "iceberg"}, {"path": metadata}):
        place = lake.find(**words)
        assert place.by_files
        assert place.version == f"snapshot {table.metadata.current_snapshot_id}"
        lake.assert_holds(place, pa.concat_tables([PEOPLE, PEOPLE.slice(0, 2)]))


def test_every_type_is_what_plain_parquet_makes_of_it(lake):
    moment = datetime.datetime(2020, 2, 29, 12, 30, 1, 5)
    table = pa.table(
        {
            "i": [2**62, None],
            "f": pa.array([0.1, None], pa.float32()),
            "d": [-0.0, float("nan")],
            "flag": [True, None],
            "raw": [b"\x00\xff", None],
            "day": [datetime.date(1969, 1, 1), None],
            "ts": pa.array([moment, None], pa.timestamp("us", "UTC")),
            "local": pa.array([moment, None], pa.timestamp("us")),
            "at": pa.array([datetime.time(1, 2, 3, 4), None], pa.time64("us")),
            "money": pa.array([Decimal("0.50"), None], pa.decimal128(12, 2)),
            "id": pa.array([uuid.UUID(int=7).bytes, None], pa.uuid()),
        }
    )
    write(lake.folder, table)
    place = lake.find(path="people")
    assert place.by_files
    lake.assert_holds(place, table)


def test_an_old_snapshot_is_read(lake):
    table = write(lake.folder, PEOPLE, PEOPLE.slice(0, 2))
    first = table.snapshots()[0].snapshot_id
    place = lake.find(path="people", snapshot=str(first))
    assert place.version == f"snapshot {first}"
    lake.assert_holds(place, PEOPLE)


def test_an_old_snapshot_has_the_columns_of_its_time(lake):
    table = write(lake.folder, PEOPLE)
    with table.update_schema() as change:
        change.rename_column("town", "place")
    assert lake.types(lake.find(path="people")) == {"place": "VARCHAR", "age": "INTEGER"}
    first = table.snapshots()[0].snapshot_id
    lake.assert_holds(lake.find(path="people", snapshot=first), PEOPLE)


def test_deleted_rows_and_files_that_no_snapshot_lists_are_not_read(lake):
    table = write(lake.folder, PEOPLE)
    table.delete("age = 2")
    keep = pa.array([True, False, True, True, True, True])
    place = lake.find(path="people")
    assert place.by_files
    lake.assert_holds(place, PEOPLE.filter(keep))
    assert len(data_files(lake.folder)) == 2


def test_rows_that_position_deletes_delete_are_not_there(lake):
    table = write(lake.folder, PEOPLE)
    (file,) = data_files(lake.folder)
    table.append(PEOPLE)
    delete_positions(table, [(file, 4), (file, 1)])
    delete_positions(table, [(file, 0)])
    place = lake.find(path="people")
    assert not place.by_files
    assert len(place.watched) == 3
    keep = pa.array([False, False, True, True, False, True])
    lake.assert_holds(place, pa.concat_tables([PEOPLE.filter(keep), PEOPLE]))


def test_equality_deletes_are_refused(lake):
    delete_equal(write(lake.folder, PEOPLE), "town", ["a"])
    with pytest.raises(dpsql.ParseError, match="equality deletes: compact the table"):
        lake.find(path="people")


def test_renamed_columns_are_found_by_their_identity(lake):
    table = write(lake.folder, PEOPLE)
    with table.update_schema() as change:
        change.rename_column("town", "place")
    with table.update_schema() as change:
        change.rename_column("age", "town")
    wanted = PEOPLE.rename_columns(["place", "town"])
    assert lake.find(path="people").by_files
    lake.assert_holds(lake.find(path="people"), wanted)
    table.append(wanted)
    lake.assert_holds(lake.find(path="people"), pa.concat_tables([wanted, wanted]))


def test_a_column_dropped_and_added_again_is_another_one(lake):
    table = write(lake.folder, PEOPLE)
    with table.update_schema(allow_incompatible_changes=True) as change:
        change.delete_column("town")
    with table.update_schema() as change:
        change.add_column("town", StringType())
    wanted = pa.table({"age": PEOPLE["age"], "town": pa.nulls(PEOPLE.num_rows, pa.string())})
    lake.assert_holds(lake.find(path="people"), wanted)


def test_added_columns_are_null_and_widened_integers_are_wide(lake):
    table = write(lake.folder, PEOPLE)
    with table.update_schema() as change:
        change.add_column("note", StringType())
        change.update_column("age", LongType())
    more = pa.table({"town": ["c"], "age": [2**40], "note": ["new"]})
    older = PEOPLE.set_column(1, "age", PEOPLE["age"].cast(pa.int64()))
    empty = pa.nulls(PEOPLE.num_rows, pa.string())
    lake.assert_holds(lake.find(path="people"), older.append_column("note", empty))
    table.append(more)
    place = lake.find(path="people")
    assert place.by_files
    told = pa.concat_tables([older, more], promote_options="default")
    assert lake.types(place) == {"town": "VARCHAR", "age": "BIGINT", "note": "VARCHAR"}
    lake.assert_holds(place, told)


def test_partitions_are_read_off_the_files(lake):
    spec = PartitionSpec(PartitionField(1, 1000, IdentityTransform(), "part"))
    table = create(lake.folder, SCHEMA, partition_spec=spec)
    table.append(PEOPLE)
    place = lake.find(path="people")
    assert place.by_files
    assert len(place.paths) > 1
    lake.assert_holds(place, PEOPLE)


def test_partitions_that_only_the_metadata_tells_are_not_null(lake):
    spec = PartitionSpec(PartitionField(1, 1000, IdentityTransform(), "town"))
    table = create(lake.folder, SCHEMA, partition_spec=spec)
    rows = PEOPLE.select(["age"]).slice(0, 2)
    add_file(table, rows, Record("x y"))
    wanted = pa.table({"town": ["x y", "x y"], "age": rows["age"]})
    lake.assert_holds(lake.find(path="people"), wanted)


def test_files_without_identities_are_read_by_the_mapping_of_names(lake):
    table = create(lake.folder, SCHEMA)
    file = lake.folder / "elsewhere.parquet"
    pq.write_table(PEOPLE, file)
    table.add_files([str(file)])
    with table.update_schema() as change:
        change.rename_column("town", "place")
    lake.assert_holds(lake.find(path="people"), PEOPLE.rename_columns(["place", "age"]))


def test_nested_columns_are_streamed(lake):
    table = pa.table({"n": [1, 2], "s": [{"x": 1, "y": ["a"]}, None], "l": [[1, None], []]})
    write(lake.folder, table)
    place = lake.find(path="people")
    assert not place.by_files
    lake.assert_holds(place, table)


def test_an_empty_table_has_its_columns_and_no_rows(lake):
    create(lake.folder, SCHEMA)
    place = lake.find(path="people")
    assert lake.types(place) == {"town": "VARCHAR", "age": "INTEGER"}
    assert lake.rows(place) == []


def test_hostile_names_of_columns_and_folders(lake):
    names = ['a"b', "a'b", "a.b", "sElect", "é🙂", "x\\", "file", "part", "a b", "--"]
    table = pa.table({name: [str(i), None] for i, name in enumerate(names)})
    folder = lake.folder / "a b#é%20 [x]' {}"
    write(folder, table)
    place = lake.find(path=str(folder / "people"))
    lake.assert_holds(place, table)


def test_names_that_differ_only_in_case_are_refused(lake):
    write(lake.folder, pa.table({"a": [1], "A": [2]}))
    with pytest.raises(dpsql.SchemaError, match="case does not tell"):
        lake.find(path="people")


def test_a_snapshot_that_is_not_there_is_refused(lake):
    write(lake.folder, PEOPLE)
    with pytest.raises(dpsql.ParseError, match="people: it has no snapshot 7"):
        lake.find(path="people", snapshot=7)


def test_expired_files_are_missed(lake):
    write(lake.folder, PEOPLE)
    Path(data_files(lake.folder)[0]).unlink()
    with pytest.raises(dpsql.InputError, match=r"1 file of snapshot \d+ is gone"):
        lake.find(path="people")


def _cut(path):
    os.truncate(path, path.stat().st_size // 2)


def _cut_before_its_rows(path):
    """Cut behind the header: what is left is a whole Avro file without rows."""
    content = path.read_bytes()
    os.truncate(path, content.index(content[-16:]) + 16)


@pytest.mark.parametrize(
    ("harm", "pattern"),
    [
        (_cut, "00001-*.metadata.json"),
        *product((_cut, _cut_before_its_rows, os.remove), ("snap-*.avro", "*-m0.avro")),
    ],
)
def test_metadata_that_is_damaged_is_refused(lake, harm, pattern):
    write(lake.folder, PEOPLE)
    (file,) = (lake.folder / "people" / "metadata").glob(pattern)
    harm(file)
    with pytest.raises(dpsql.ParseError, match=r"people: .*(cut short|lists 0)") as caught:
        lake.find(path="people")
    assert caught.value.exit_code == 3


@pytest.mark.parametrize("by_files", [True, False])
def test_a_data_file_that_is_damaged_is_named(lake, by_files):
    write(lake.folder, PEOPLE)
    place = replace(lake.find(path="people"), by_files=by_files)
    _cut(place.paths[0])
    with pytest.raises(dpsql.ParseError, match="people: its rows cannot be read"):
        lake.rows(place)


@pytest.mark.parametrize("place", ["s3://bucket/x.avro", "https://host/x.avro"])
def test_no_address_in_metadata_is_followed(lake, place):
    table = write(lake.folder, PEOPLE)
    path = Path(table.metadata_location)
    metadata = json.loads(path.read_text())
    metadata["snapshots"][0]["manifest-list"] = place
    path.write_text(json.dumps(metadata))
    with pytest.raises(dpsql.InputError, match="not on this machine"):
        lake.find(path="people")


def test_no_class_that_metadata_names_is_loaded(lake):
    table = write(lake.folder, PEOPLE)
    path = Path(table.metadata_location)
    metadata = json.loads(path.read_text())
    metadata["properties"]["py-io-impl"] = "this.Hidden"
    path.write_text(json.dumps(metadata))
    sys.modules.pop("this", None)
    lake.assert_holds(lake.find(path="people"), PEOPLE)
    assert "this" not in sys.modules


def test_two_latest_metadata_are_not_told_apart(lake):
    table = write(lake.folder, PEOPLE)
    path = Path(table.metadata_location)
    path.with_name("00001-other.metadata.json").write_bytes(path.read_bytes())
    with pytest.raises(dpsql.ConfigError, match=r"name the \.metadata\.json"):
        lake.find(path="people")
    assert lake.find(path=str(path)).by_files


@pytest.mark.parametrize("end", [".gz.metadata.json", ".metadata.json.gz"])
def test_metadata_that_is_packed_is_read(lake, end):
    table = write(lake.folder, PEOPLE)
    table.delete("age = 2")
    folder = Path(table.metadata_location).parent
    packed = folder / f"v3{end}"
    packed.write_bytes(gzip.compress(Path(table.metadata_location).read_bytes()))
    for file in folder.glob("*.metadata.json"):
        if file != packed:
            file.unlink()
    without = PEOPLE.filter(pa.array([True, False, True, True, True, True]))
    lake.assert_holds(lake.find(path="people"), without)
    lake.assert_holds(lake.find(path=f"people/metadata/{packed.name}"), without)
    with pytest.raises(dpsql.ConfigError, match="people is an Iceberg table"):
        lake.find(path="people/data")
    _cut(packed)
    with pytest.raises(dpsql.ParseError, match="cut short"):
        lake.find(path="people")


@pytest.fixture
def versions(lake):
    """Metadata v1 to v3 of one table, as writers without a catalogue name them."""
    table = write(lake.folder, PEOPLE, PEOPLE)
    folder = Path(table.metadata_location).parent
    for number, file in enumerate(sorted(folder.glob("*.metadata.json")), 1):
        file.rename(folder / f"v{number}.metadata.json")
    return folder


@pytest.mark.parametrize("hint", ["3", "3\n", "v3", "v3.metadata.json"])
def test_a_hint_tells_two_latest_metadata_apart(lake, versions, hint):
    (versions / "00003-lost.metadata.json").write_bytes(
        (versions / "v2.metadata.json").read_bytes()
    )
    with pytest.raises(dpsql.ConfigError, match="is the latest is not plain"):
        lake.find(path="people")
    (versions / "version-hint.text").write_text(hint, encoding="utf-8")
    place = lake.find(path="people")
    assert place.watched == (versions / "v3.metadata.json",)
    lake.assert_holds(place, pa.concat_tables([PEOPLE, PEOPLE]))


@pytest.mark.parametrize("hint", [b"2", b"v2", b"4", b"", b"x", b"-3", b"3 4", b"\xff", b"00003"])
def test_a_hint_that_does_not_name_the_latest_metadata_is_refused(lake, versions, hint):
    (versions / "version-hint.text").write_bytes(hint)
    with pytest.raises(dpsql.ConfigError, match=r"version-hint\.text .*name the \.metadata\.json"):
        lake.find(path="people")
    found = lake.find(path=str(versions / "v2.metadata.json"))
    lake.assert_holds(found, PEOPLE)


def test_a_table_of_two_formats_needs_its_format_stated(lake):
    write(lake.folder, PEOPLE)
    (lake.folder / "people" / "_delta_log").mkdir()
    with pytest.raises(dpsql.ConfigError, match="it is a Delta and an Iceberg table"):
        lake.find(path="people")
    assert lake.find(path="people", format="iceberg").by_files


def test_without_the_extra_it_is_named(lake, monkeypatch):
    write(lake.folder, PEOPLE)
    monkeypatch.delitem(sys.modules, "dpsql.inputs.iceberg", raising=False)
    monkeypatch.setitem(sys.modules, "pyiceberg.catalog.noop", None)
    with pytest.raises(dpsql.ConfigError, match=r"people: .* pip install '\.\[iceberg\]'"):
        lake.find(path="people")
