"""A release as an Iceberg table: what its metadata say, who reads it, which changes are noticed."""

import json
import os
import shutil
import sys
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pytest
from pyiceberg.table import StaticTable

import dpsql
from dpsql.errors import ConfigError, InputError, IntegrityError, ResourceError, TargetError
from dpsql.release.lakes import iceberg_metadata
from tests.lakes.test_released_folders import find_data, keep_columns, list_files, make

__all__ = ["make"]

METADATA = "metadata/v1.metadata.json"
SAVED = "s3://bucket/trial"


def place(location, path="trial"):
    """A release that readers are to find at another address than its folder's."""
    return {"path": path, "format": "iceberg", "location": location}


def read(folder):
    """Read the table as pyiceberg does, by its own file system."""
    return StaticTable.from_metadata(f"file://{folder}/{METADATA}").scan().to_arrow()


def read_values(value):
    """All texts and numbers in a JSON value."""
    if isinstance(value, dict):
        return [one for inner in value.values() for one in read_values(inner)]
    if isinstance(value, list):
        return [one for inner in value for one in read_values(inner)]
    return [value]


def test_pyiceberg_reads_it_and_so_does_a_job(make):
    dpsql.anonymize(job := make("iceberg"))
    dpsql.verify(job)
    assert read(job.folder / "trial").to_pylist() == [{"town": f"town {i}"} for i in range(10)]
    measured = make("iceberg", public="trial", private={"where": "town = 'town 0'"})
    assert dpsql.measure(measured).public_rows == 10


def test_the_metadata_are_a_function_of_the_release_and_its_address(make, tmp_path):
    """No time, name or version of who wrote it, no bounds and counts of columns."""
    dpsql.anonymize(make(release=place(SAVED)))
    dpsql.anonymize(make(release=place(SAVED, "again")))
    found = list_files(tmp_path / "trial")
    assert found == list_files(tmp_path / "again")
    metadata = json.loads(found[METADATA])
    (snapshot,) = metadata["snapshots"]
    data = find_data(tmp_path / "trial")
    digest, size = data.stem[-64:], data.stat().st_size
    number = snapshot["snapshot-id"]
    assert number == int(digest[:16], 16) >> 1 | 1
    told = {one for one in read_values(metadata) if isinstance(one, int | str)}
    assert told == {
        *(0, 1, 2, 999, number, "struct", "town", "string", "append", "branch"),
        metadata["table-uuid"],
        SAVED,
        f"{SAVED}/metadata/snap-{digest}.avro",
        '[{"field-id":1,"names":["town"]}]',
        *("1", "0", "10", str(size)),
    }


def test_the_manifests_say_where_the_file_is_and_how_many_rows_it_has(make):
    dpsql.anonymize(job := make("iceberg"))
    folder = job.folder / "trial"
    table = StaticTable.from_metadata(f"file://{folder}/{METADATA}")
    (manifest,) = table.current_snapshot().manifests(table.io)
    (entry,) = manifest.fetch_manifest_entry(table.io)
    file, data = entry.data_file, find_data(folder)
    assert file.file_path == f"file://{data}"
    assert (file.record_count, file.file_size_in_bytes) == (10, data.stat().st_size)
    assert (entry.sequence_number, entry.file_sequence_number) == (1, 1)
    for counted in ("column_sizes", "value_counts", "null_value_counts", "nan_value_counts"):
        assert getattr(file, counted) is None
    assert file.lower_bounds is file.upper_bounds is file.split_offsets is None


KEPT = {
    "flag": ("true", True),
    "tiny": ("(-5)::TINYINT", -5),
    "small": ("200::UTINYINT", 200),
    "middle": ("4294967295::UINTEGER", 2**32 - 1),
    "wide": ("18446744073709551615::UBIGINT", Decimal(2**64 - 1)),
    "price": ("12.50::DECIMAL(9,2)", Decimal("12.50")),
    "great": ("1.5::DECIMAL(38,3)", Decimal("1.500")),
    "share": ("0.1::DOUBLE", 0.1),
    "half": ("0.5::FLOAT", 0.5),
    "raw": ("'\\xAA'::BLOB", b"\xaa"),
    "day": ("DATE '2026-01-02'", date(2026, 1, 2)),
    "at": ("TIMESTAMP '2026-01-02 03:04:05.678901'", datetime(2026, 1, 2, 3, 4, 5, 678901)),
    "second": ("TIMESTAMP_S '2026-01-02 03:04:05'", datetime(2026, 1, 2, 3, 4, 5)),
    "zoned": ("TIMESTAMPTZ '2026-01-02 03:04:05Z'", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)),
    "clock": ("TIME '03:04:05'", time(3, 4, 5)),
    "id": (f"UUID '{UUID(int=7)}'", UUID(int=7)),
    "mood": ("'b'::ENUM ('b', 'a')", "b"),
    "a b": ("'x'", "x"),
    "a.b": ("'y'", "y"),
    "é🙂": ("'z'", "z"),
}


def test_values_of_every_type_are_read_by_pyiceberg(make):
    job = keep_columns(make, "iceberg", **{name: cell for name, (cell, _) in KEPT.items()})
    dpsql.anonymize(job)
    dpsql.verify(job)
    assert read(job.folder / "trial").to_pylist() == [
        {"town": "town 0", **{name: value for name, (_, value) in KEPT.items()}},
        {"town": "town 1", **dict.fromkeys(KEPT)},
    ]


@pytest.mark.parametrize("cell", ["[1, 2]", "TIMESTAMP_NS '2026-01-02 03:04:05'"])
def test_what_iceberg_has_no_type_for_is_refused(make, cell):
    job = keep_columns(make, "iceberg", kept=cell)
    with pytest.raises(
        InputError, match=r"cannot hold column 'kept' .* or write 'format': 'parquet'"
    ):
        dpsql.anonymize(job)
    assert not list(job.folder.glob("*trial*"))


def test_an_address_is_written_while_the_folder_stays_here(make):
    dpsql.anonymize(job := make(release=place(SAVED)))
    assert dpsql.verify(job).release.rows == 10
    metadata = json.loads((job.folder / "trial" / METADATA).read_text())
    assert metadata["location"] == SAVED
    assert str(job.folder).encode() not in b"".join(list_files(job.folder / "trial").values())
    with pytest.raises(IntegrityError, match=r"is not as dpsql writes it; it was changed, or the"):
        dpsql.verify(make(release=place("s3://bucket/other")))


def test_a_folder_that_was_moved_is_noticed(make):
    dpsql.anonymize(job := make("iceberg"))
    (job.folder / "trial").rename(job.folder / "other")
    manifest = (job.folder / "trial.manifest.json").read_text().replace("trial", "other")
    (job.folder / "other.manifest.json").write_text(manifest)
    with pytest.raises(IntegrityError, match="or the folder was renamed or moved"):
        dpsql.verify(make("iceberg", path="other"))


@pytest.mark.parametrize("words", [place("s3://bucket/a#b"), place("s3://bucket/a?b")])
def test_an_address_that_readers_would_cut_is_refused(make, words):
    with pytest.raises(InputError, match=r"may have no \? and no #"):
        dpsql.anonymize(make(release=words))


def test_the_extra_is_named_where_it_is_missing(make, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyiceberg", None)
    with pytest.raises(ConfigError, match=r"pip install '\.\[iceberg\]'"):
        dpsql.anonymize(make("iceberg"))


def commit_of_others(folder):
    (folder / "metadata" / "v2.metadata.json").write_bytes((folder / METADATA).read_bytes())


def change_a_property(folder):
    text = (folder / METADATA).read_text()
    (folder / METADATA).write_text(text.replace('"properties":{', '"properties":{"a":"b",'))


def change(name, content):
    def change_it(folder):
        (path,) = folder.glob(name)
        path.write_bytes(content(path.read_bytes()))

    return change_it


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (commit_of_others, "it holds 'metadata/v2.metadata.json', which dpsql did not write"),
        (change_a_property, "metadata/v1.metadata.json is not as dpsql writes it"),
        (change("metadata/snap-*", lambda _: b""), r"snap-\w+.avro is not as dpsql writes it"),
        (change("metadata/manifest-*", lambda old: old + b"\0"), r"manifest-\w+.avro is not as"),
        (change("metadata/version-hint.text", lambda _: b"2"), "version-hint.text is not as dpsql"),
        (change("*.parquet", lambda old: old[:8] + b"\0" + old[9:]), "its data file was changed"),
        (lambda folder: (folder / METADATA).unlink(), "it is not of the format iceberg"),
        (lambda folder: shutil.rmtree(folder / "metadata"), "it is not of the format iceberg"),
    ],
)
def test_what_was_changed_is_noticed(make, harm, told):
    dpsql.anonymize(job := make("iceberg"))
    harm(job.folder / "trial")
    with pytest.raises(IntegrityError, match=told):
        dpsql.verify(job)


def test_a_table_that_others_went_on_with_is_not_replaced(make):
    dpsql.anonymize(job := make("iceberg"))
    commit_of_others(job.folder / "trial")
    with pytest.raises(TargetError, match=r"trial holds 'metadata/v2\.metadata\.json'"):
        dpsql.anonymize(job, overwrite=True)


@pytest.mark.parametrize("step", range(1, 5))
def test_a_disk_that_is_full_leaves_what_was_there(make, monkeypatch, step):
    """At each of the four files that are written beside the data."""
    dpsql.anonymize(job := make("iceberg"))
    before = list_files(job.folder)
    write, count = Path.write_bytes, 0

    def refuse(path, content):
        nonlocal count
        count += "table" in path.parts
        if count == step and "table" in path.parts:
            write(path, content[:1])
            raise OSError(28, os.strerror(28))
        return write(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", refuse)
        with pytest.raises(ResourceError, match="the folder trial cannot be written"):
            dpsql.anonymize(job, overwrite=True)
    assert count == step
    assert list_files(job.folder) == before
    dpsql.verify(job)


def test_metadata_that_the_reader_finds_other_rows_by_stop_the_release(make, monkeypatch):
    """What is published was read back by pyiceberg, by the metadata and not only the file."""
    write = iceberg_metadata.write_files

    def omit(file):
        files = write(file)
        names = '[{\\"field-id\\":1,\\"names\\":[\\"town\\"]}]'
        text = files[METADATA].decode()
        assert names in text
        return files | {METADATA: text.replace(names, "[]").encode()}

    monkeypatch.setattr(iceberg_metadata, "write_files", omit)
    with pytest.raises(dpsql.DpsqlError):
        dpsql.anonymize(job := make("iceberg"))
    assert not list(job.folder.glob("*trial*"))
