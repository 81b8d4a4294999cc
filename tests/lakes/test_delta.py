"""Delta tables hold the rows of a version of their log, whatever else lies in their folders."""

import datetime
import os
from decimal import Decimal

import duckdb
import pyarrow as pa
import pytest
from deltalake import DeltaTable, write_deltalake
from sqlglot import exp

import dpsql
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.connect import connect
from dpsql.engines.duckdb import files as duckdb_files
from tests.lakes.delta_logs import (
    add,
    begin,
    describe,
    inline_vector,
    vector_in_a_file,
    write_commit,
)

PEOPLE = pa.table(
    {
        "town": ["a", "b", None, "", "a b", "x/y=%'\"\\é🙂"],
        "age": pa.array([1, 2, None, 4, 5, 6], pa.int32()),
    }
)


def write(lake, table, name="people", **words):
    write_deltalake(str(lake.folder / name), table, **words)
    return DeltaTable(str(lake.folder / name))


def test_a_table_is_recognized_and_read_by_its_files(lake):
    write(lake, PEOPLE)
    for words in ({"path": "people"}, {"path": "people", "format": "delta"}, {"words": "people"}):
        place = lake.find(**words)
        assert (place.by_files, place.version) == (True, "version 0")
        lake.assert_holds(place, PEOPLE)


def test_every_type_is_what_plain_parquet_makes_of_it(lake):
    moment = datetime.datetime(2020, 2, 29, 12, 30, 1, 5)
    table = pa.table(
        {
            "i8": pa.array([1, -1], pa.int8()),
            "i16": pa.array([300, None], pa.int16()),
            "i64": [2**62, None],
            "f": pa.array([0.1, None], pa.float32()),
            "d": [-0.0, float("nan")],
            "flag": [True, None],
            "raw": [b"\x00\xff", None],
            "day": [datetime.date(1969, 1, 1), None],
            "ts": pa.array([moment, None], pa.timestamp("us", "UTC")),
            "local": pa.array([moment, None], pa.timestamp("us")),
            "money": pa.array([Decimal("0.50"), None], pa.decimal128(12, 2)),
        }
    )
    write(lake, table)
    place = lake.find(path="people")
    assert place.by_files
    lake.assert_holds(place, table)


def test_an_old_version_is_read_and_its_deleted_rows_with_it(lake):
    table = write(lake, PEOPLE)
    table.delete("age = 2")
    write(lake, PEOPLE.slice(0, 1), mode="append")
    lake.assert_holds(lake.find(path="people", version=0), PEOPLE)
    without = PEOPLE.filter(pa.array([True, False, True, True, True, True]))
    lake.assert_holds(lake.find(path="people", version="1"), without)
    both = pa.concat_tables([without, PEOPLE.slice(0, 1)])
    lake.assert_holds(lake.find(path="people"), both)


def test_files_that_the_log_does_not_list_are_not_read(lake):
    write(lake, PEOPLE)
    write(lake, PEOPLE, "other")
    (stray,) = (lake.folder / "other").glob("*.parquet")
    stray.rename(lake.folder / "people" / "stray.parquet")
    lake.assert_holds(lake.find(path="people"), PEOPLE)


def test_values_of_partitions_are_those_of_the_log(lake):
    values = {
        "town": ["a", "b", None, "a b", "01", "x/y=%'\"\\é🙂", "%20", "null"],
        "i": pa.array([1, -2, None, 4, 5, 6, 7, 8], pa.int32()),
        "day": pa.array([datetime.date(2020, 1, d + 1) for d in range(7)] + [None]),
        "money": pa.array([Decimal("1.50"), None] * 4, pa.decimal128(5, 2)),
        "flag": [True, False, None, True] * 2,
        "name": [f"n{i}" for i in range(8)],
    }
    table = pa.table(values)
    write(lake, table, partition_by=["town", "i", "day", "money", "flag"])
    place = lake.find(path="people")
    assert (place.by_files, len(place.partition_columns)) == (True, 5)
    lake.assert_holds(place, table)


def test_a_partition_of_another_type_is_streamed(lake):
    moments = [datetime.datetime(2020, 1, day, 1, tzinfo=datetime.UTC) for day in (1, 2)]
    table = pa.table({"at": moments, "n": [1, 2]})
    write(lake, table, partition_by=["at"])
    place = lake.find(path="people")
    assert not place.by_files
    lake.assert_holds(place, table)


def test_values_in_paths_that_lie_are_those_of_the_log(lake):
    folder = lake.folder / "people"
    schema = describe(PEOPLE.schema)
    rows = PEOPLE.select(["age"]).slice(0, 2)
    write_commit(
        folder,
        0,
        *begin(schema, partitions=["town"]),
        add(folder, "town=b/1.parquet", rows, {"town": "a"}),
        add(folder, "2.parquet", rows, {"town": None}),
    )
    place = lake.find(path="people")
    assert place.by_files
    towns = pa.array(["a", "a", None, None])
    lake.assert_holds(
        place, pa.table({"town": towns, "age": pa.concat_tables([rows, rows])["age"]})
    )


def test_a_folder_above_the_table_that_looks_like_a_partition_changes_nothing(lake):
    write(lake, PEOPLE, "town=x/age=7/people", partition_by=["age"])
    lake.assert_holds(lake.find(path="town=x/age=7/people"), PEOPLE)


def test_columns_that_were_added_are_null_in_older_files(lake):
    write(lake, PEOPLE)
    more = pa.table({"town": ["c"], "age": pa.array([9], pa.int32()), "note": ["new"]})
    write(lake, more, mode="append", schema_mode="merge")
    place = lake.find(path="people")
    assert place.by_files
    lake.assert_holds(place, pa.concat_tables([PEOPLE, more], promote_options="default"))


def test_a_column_that_no_file_has_is_null(lake):
    folder = lake.folder / "people"
    schema = pa.schema([*PEOPLE.schema, pa.field("note", pa.string())])
    write_commit(folder, 0, *begin(describe(schema)), add(folder, "1.parquet", PEOPLE))
    nulls = pa.nulls(PEOPLE.num_rows, pa.string())
    lake.assert_holds(lake.find(path="people"), PEOPLE.append_column("note", nulls))


def test_integers_that_were_widened_are_as_wide_as_declared(lake):
    folder = lake.folder / "people"
    wide = pa.table({"town": ["z"], "age": pa.array([2**40], pa.int64())})
    actions = begin(describe(wide.schema), reader=3, features=["typeWidening"])
    files = [add(folder, "1.parquet", PEOPLE), add(folder, "2.parquet", wide)]
    write_commit(folder, 0, *actions, *files)
    place = lake.find(path="people")
    assert place.by_files
    told = pa.concat_tables([PEOPLE, wide], promote_options="permissive")
    assert lake.types(place) == {"town": "VARCHAR", "age": "BIGINT"}
    assert lake.rows(place) == sorted(
        [tuple(None if v is None else str(v) for v in row.values()) for row in told.to_pylist()],
        key=repr,
    )


@pytest.mark.parametrize("in_a_file", [False, True])
def test_rows_that_a_deletion_vector_deletes_are_not_there(lake, in_a_file):
    folder = lake.folder / "people"
    folder.mkdir()
    deleted = [1, 4]
    vector = vector_in_a_file(folder, deleted) if in_a_file else inline_vector(deleted)
    actions = begin(describe(PEOPLE.schema), reader=3, features=["deletionVectors"])
    files = [add(folder, "1.parquet", PEOPLE, vector=vector), add(folder, "2.parquet", PEOPLE)]
    write_commit(folder, 0, *actions, *files)
    place = lake.find(path="people")
    assert not place.by_files
    keep = pa.array([i not in deleted for i in range(PEOPLE.num_rows)])
    lake.assert_holds(place, pa.concat_tables([PEOPLE.filter(keep), PEOPLE]))
    assert any(file.suffix == ".bin" for file in place.watched) == in_a_file


def test_deletion_vectors_that_are_allowed_and_absent_are_no_reason_to_stream(lake):
    folder = lake.folder / "people"
    actions = begin(describe(PEOPLE.schema), reader=3, features=["deletionVectors"])
    write_commit(folder, 0, *actions, add(folder, "1.parquet", PEOPLE))
    place = lake.find(path="people")
    assert place.by_files
    lake.assert_holds(place, PEOPLE)


def test_columns_that_are_mapped_to_other_names_are_found(lake):
    """After a rename the physical names stay; here they are even those of each other."""
    folder = lake.folder / "people"
    named = {"town": "age", "age": "town"}
    mapping = {
        name: {"delta.columnMapping.id": i, "delta.columnMapping.physicalName": physical}
        for i, (name, physical) in enumerate(named.items(), 1)
    }
    actions = begin(
        describe(PEOPLE.schema, mapping),
        reader=2,
        configuration={"delta.columnMapping.mode": "name", "delta.columnMapping.maxColumnId": "2"},
    )
    physical = PEOPLE.rename_columns([named[name] for name in PEOPLE.column_names])
    write_commit(folder, 0, *actions, add(folder, "1.parquet", physical))
    place = lake.find(path="people")
    assert not place.by_files
    lake.assert_holds(place, PEOPLE)


def test_a_file_whose_type_is_not_the_declared_one_is_streamed(lake):
    folder = lake.folder / "people"
    other = pa.table({"town": PEOPLE["town"].cast(pa.binary()), "age": PEOPLE["age"]})
    write_commit(folder, 0, *begin(describe(PEOPLE.schema)), add(folder, "1.parquet", other))
    lake.assert_holds(lake.find(path="people"), PEOPLE)


def test_nested_columns_are_streamed(lake):
    table = pa.table({"n": [1, 2], "s": [{"x": 1, "y": ["a"]}, None], "l": [[1, None], []]})
    write(lake, table)
    lake.assert_holds(lake.find(path="people"), table)


def test_an_empty_table_has_its_columns_and_no_rows(lake):
    DeltaTable.create(str(lake.folder / "people"), PEOPLE.schema)
    place = lake.find(path="people")
    assert lake.types(place) == {"town": "VARCHAR", "age": "INTEGER"}
    assert lake.rows(place) == []


def test_hostile_names_of_columns_and_folders(lake):
    names = ['a"b', "a'b", "a.b", "sElect", "é🙂", "x\\", "file", "part", "a b", "--"]
    table = pa.table({name: [str(i), None] for i, name in enumerate(names)})
    write(lake, table, "plain")
    folder = lake.folder / "a b#é%2 %x [x]' ?*{}" / 'a"b'
    folder.parent.mkdir()
    (lake.folder / "plain").rename(folder)
    place = lake.find(path=str(folder))
    assert place.by_files
    lake.assert_holds(place, table)


def test_hostile_names_of_partitions(lake):
    table = pa.table({"a b=%/é": ["x", None], "f": [1, 2]})
    folder = lake.folder / "people"
    rows = table.select(["f"])
    write_commit(
        folder,
        0,
        *begin(describe(table.schema), partitions=["a b=%/é"]),
        add(folder, "1.parquet", rows.slice(0, 1), {"a b=%/é": "x"}),
        add(folder, "a%20b/2.parquet", rows.slice(1), {"a b=%/é": None}, path="a%2520b/2.parquet"),
    )
    place = lake.find(path="people")
    assert place.by_files
    lake.assert_holds(place, table)


def test_names_that_differ_only_in_case_are_refused(lake):
    folder = lake.folder / "people"
    schema = pa.schema([("a", pa.string()), ("A", pa.string())])
    write_commit(folder, 0, *begin(describe(schema)))
    with pytest.raises((dpsql.SchemaError, dpsql.ParseError), match="people"):
        lake.find(path="people")


def test_a_version_that_is_not_there_is_refused(lake):
    write(lake, PEOPLE)
    with pytest.raises(dpsql.ConfigError, match="people: version 7 is not there; its log has 0 to"):
        lake.find(path="people", version=7)


def test_vacuumed_files_are_missed(lake):
    table = write(lake, PEOPLE)
    table.delete("age = 2")
    table.vacuum(retention_hours=0, enforce_retention_duration=False, dry_run=False)
    with pytest.raises(dpsql.InputError, match=r"1 file of version 0 is gone; was it vacuumed"):
        lake.find(path="people", version=0)
    assert len(lake.rows(lake.find(path="people"))) == 5


def _cut(path):
    os.truncate(path, path.stat().st_size // 2)


def _empty(path):
    os.truncate(path, 0)


@pytest.mark.parametrize("harm", [_cut, _empty, os.remove])
@pytest.mark.parametrize("version", [0, 1, 2])
def test_a_log_that_is_damaged_is_refused(lake, harm, version):
    for i in range(4):
        write(lake, PEOPLE.slice(i, 1), mode="append")
    harm(lake.folder / "people" / "_delta_log" / f"{version:020d}.json")
    with pytest.raises(dpsql.ParseError, match=r"people: .*log") as caught:
        lake.find(path="people")
    assert caught.value.exit_code == 3


def test_a_checkpoint_that_is_cut_is_refused(lake):
    write(lake, PEOPLE).create_checkpoint()
    (checkpoint,) = (lake.folder / "people" / "_delta_log").glob("*.checkpoint.parquet")
    _cut(checkpoint)
    with pytest.raises(dpsql.ParseError, match="its log cannot be read"):
        lake.find(path="people")


def test_a_data_file_that_is_damaged_is_named(lake):
    write(lake, PEOPLE)
    place = lake.find(path="people")
    _cut(place.paths[0])
    with pytest.raises(dpsql.ParseError, match="people: its rows cannot be read"):
        lake.rows(place)


def test_what_fails_later_is_not_blamed_on_a_table_that_failed(lake):
    write(lake, PEOPLE)
    place = lake.find(path="people")
    _cut(place.paths[0])
    with connect(EngineOptions(), lake.folder, readable=place.paths) as engine:
        with pytest.raises(dpsql.ParseError, match="people: its rows cannot be read"):
            engine.register("people", place)
        with pytest.raises(dpsql.EngineError, match="BinderException"):
            engine.fetch(exp.select("missing").from_(exp.values([(1,)], alias="v", columns=["a"])))


def test_a_fault_of_ours_is_not_blamed_on_the_table(lake, monkeypatch):
    write(lake, PEOPLE)
    place = lake.find(path="people")
    monkeypatch.setattr(duckdb_files, "agree", lambda *_: duckdb.sql("SELECT missing"))
    with (
        connect(EngineOptions(), lake.folder, readable=place.paths) as engine,
        pytest.raises(dpsql.EngineError, match="BinderException"),
    ):
        engine.register("people", place)


@pytest.mark.parametrize("path", ["s3://bucket/1.parquet", "https://host/1.parquet"])
def test_files_elsewhere_are_refused(lake, path):
    folder = lake.folder / "people"
    write_commit(
        folder, 0, *begin(describe(PEOPLE.schema)), add(folder, "1.parquet", PEOPLE, path=path)
    )
    with pytest.raises(dpsql.InputError, match="not on this machine"):
        lake.find(path="people")


def test_files_of_another_folder_are_read_where_the_log_names_them(lake):
    """As in a shallow clone."""
    folder = lake.folder / "clone"
    entry = add(lake.folder / "a b", "1.parquet", PEOPLE)
    entry["add"]["path"] = (lake.folder / "a b" / "1.parquet").as_uri()
    write_commit(folder, 0, *begin(describe(PEOPLE.schema)), entry)
    place = lake.find(path="clone")
    assert place.by_files
    lake.assert_holds(place, PEOPLE)


@pytest.mark.parametrize("name", ["a%20b", "a\\b", "a\nb"])
def test_a_folder_that_its_reader_takes_for_another_is_refused(lake, name):
    """Of a%20b it would read the log of the folder beside it."""
    write(lake, PEOPLE, "a b")
    write(lake, PEOPLE, "a/b")
    write(lake, PEOPLE.slice(0, 1))
    (lake.folder / "people").rename(lake.folder / name)
    with pytest.raises(dpsql.InputError, match="rename the folder"):
        lake.find(path=name, format="delta")


def test_a_lake_is_never_read_as_plain_files(lake):
    write(lake, PEOPLE)
    with pytest.raises(dpsql.ConfigError, match="write format: delta"):
        lake.find(path="people", format="parquet")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"snapshot": 1}, "snapshot is for an Iceberg table"),
        ({"format": "iceberg"}, "an Iceberg table is a folder with metadata"),
        ({"snapshot": 0}, "snapshot is for an Iceberg table"),
        ({"missing_columns": "nulls"}, "missing_columns is for Parquet"),
        ({"delimiter": ";"}, "delimiter is for CSV"),
    ],
)
def test_words_of_other_formats_are_refused(lake, words, told):
    write(lake, PEOPLE)
    with pytest.raises(dpsql.ConfigError, match=told):
        lake.find(path="people", **words)


def test_without_the_extra_it_is_named(lake, monkeypatch):
    write(lake, PEOPLE)
    monkeypatch.delitem(__import__("sys").modules, "dpsql.inputs.delta_lake", raising=False)
    monkeypatch.setitem(__import__("sys").modules, "deltalake", None)
    with pytest.raises(dpsql.ConfigError, match=r"people: .* pip install '\.\[delta\]'"):
        lake.find(path="people")


def test_a_copy_is_made_for_each_table_that_is_streamed(lake):
    """P and T may both be; a copy must not replace another."""
    tables = [pa.table({"s": [{"x": i}]}) for i in range(2)]
    places = []
    for i, table in enumerate(tables):
        write(lake, table, f"t{i}")
        places.append(lake.find(path=f"t{i}"))
    with connect(EngineOptions(), lake.folder) as engine:
        for i, place in enumerate(places):
            engine.register(f"t{i}", place)
        for i in range(2):
            assert engine.fetch(exp.select("s").from_(f"t{i}")) == [({"x": i},)]
