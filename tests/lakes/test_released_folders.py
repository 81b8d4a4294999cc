"""A release as a table in a folder: what is in it, what is refused, which changes are noticed."""

import json
import os
import re
import shutil
import stat
import sys
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import duckdb
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable, write_deltalake

import dpsql
from dpsql.errors import (
    ConfigError,
    InputError,
    IntegrityError,
    ResourceError,
    TargetError,
    Unreadable,
)
from dpsql.files.beside import name_data
from dpsql.release import publish as publishing
from dpsql.release.data_file import DataFile
from dpsql.release.lakes import folder_layout, folder_table
from dpsql.release.lakes.delta_log import write_files
from dpsql.release.manifest import hash_file

FORMATS = ("delta", "iceberg", "parquet")
LOG = "_delta_log/00000000000000000000.json"
#: What lies beside the data file, by its SHA-256.
NAMES_BESIDE = {
    "delta": lambda _: {LOG},
    "iceberg": lambda digest: {
        "metadata/v1.metadata.json",
        "metadata/version-hint.text",
        f"metadata/snap-{digest}.avro",
        f"metadata/manifest-{digest}.avro",
    },
    "parquet": lambda _: set(),
}


@pytest.fixture
def make(duckdb_bench):
    """Make jobs that release a folder; T has 10 of 100 people."""
    duckdb_bench.write("p.csv", [[f"town {i // 10}"] for i in range(100)], ["town"])
    duckdb_bench.write("t.csv", [[f"town {i}"] for i in range(10)], ["town"])

    def make_job(format_="delta", path="trial", **words):
        given = {"delta": {"max": "1/10"}, "release": {"path": path, "format": format_}}
        return duckdb_bench.job({"town": {"prefix": [5]}}, **given | words)

    return make_job


def leave_out_a_row(job):
    path = job.folder / "t.csv"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))


def list_files(folder):
    """What is in a folder and below it, with its bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def find_data(folder):
    (data,) = folder.glob("*.parquet")
    return data


def release_and_break(job, change):
    """Release, change the folder, and return what verify says."""
    dpsql.anonymize(job)
    change(job.folder / "trial")
    with pytest.raises(IntegrityError) as told:
        dpsql.verify(job)
    return str(told.value)


@pytest.mark.parametrize("format_", FORMATS)
def test_the_data_file_is_the_file_that_would_be_released(make, format_):
    job, file = make(format_), make(release="r.parquet")
    made, plain = dpsql.anonymize(job), dpsql.anonymize(file)
    found = list_files(job.folder / "trial")
    data = name_data(plain.release.sha256)
    assert set(found) == {data, *NAMES_BESIDE[format_](plain.release.sha256)}
    assert found[data] == (job.folder / "r.parquet").read_bytes()
    assert made.to_dict()["release"] == {
        "path": "trial",
        "format": format_,
        "rows": 10,
        "sha256": plain.release.sha256,
    }
    assert dpsql.verify(job).release == made.release
    stated = json.loads((job.folder / "trial.manifest.json").read_text())["release"]
    assert (stated["name"], stated["kind"]) == ("trial", format_)
    assert not [path for path in job.folder.iterdir() if "dpsql" in path.name]


@pytest.mark.parametrize("format_", FORMATS)
def test_only_the_owner_may_look_into_it(make, format_):
    job = make(format_)
    dpsql.anonymize(job)
    folder = job.folder / "trial"
    for path in (folder, *folder.rglob("*")):
        expected = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == expected, path


def test_the_log_is_a_function_of_the_release(make, tmp_path):
    """No time, name, path or version of who wrote it, and no statistics of columns."""
    dpsql.anonymize(make())
    dpsql.anonymize(make(path="again"))
    assert list_files(tmp_path / "trial") == list_files(tmp_path / "again")
    lines = (tmp_path / "trial" / LOG).read_text().splitlines()
    actions = {name: action for line in lines for name, action in json.loads(line).items()}
    assert list(actions) == ["protocol", "metaData", "add"]
    assert set(actions["metaData"]) == {
        "id",
        "format",
        "schemaString",
        "partitionColumns",
        "configuration",
    }
    data = find_data(tmp_path / "trial")
    assert actions["add"] == {
        "path": data.name,
        "partitionValues": {},
        "size": data.stat().st_size,
        "modificationTime": 0,
        "dataChange": True,
        "stats": '{"numRecords":10}',
    }


KEPT = {
    "flag": ("true", True),
    "small": ("200::UTINYINT", 200),
    "wide": ("18446744073709551615::UBIGINT", Decimal(2**64 - 1)),
    "tiny": ("(-5)::TINYINT", -5),
    "price": ("12.50::DECIMAL(9,2)", Decimal("12.50")),
    "share": ("0.1::DOUBLE", 0.1),
    "raw": ("'\\xAA'::BLOB", b"\xaa"),
    "day": ("DATE '2026-01-02'", date(2026, 1, 2)),
    "at": ("TIMESTAMP '2026-01-02 03:04:05.678901'", datetime(2026, 1, 2, 3, 4, 5, 678901)),
    "second": ("TIMESTAMP_S '2026-01-02 03:04:05'", datetime(2026, 1, 2, 3, 4, 5)),
    "clock": ("TIME '03:04:05'", str(time(3, 4, 5))),
    "id": (f"UUID '{UUID(int=7)}'", str(UUID(int=7))),
    "mood": ("'b'::ENUM ('b', 'a')", "b"),
}


def keep_columns(make, format_, **cells):
    """A job that keeps columns of T, each with one value and one NULL."""
    job = make(format_)
    rows = ", ".join(f'CASE WHEN i = 0 THEN {cell} END AS "{name}"' for name, cell in cells.items())
    query = f"SELECT 'town ' || i AS town, {rows} FROM range(2) AS t (i)"
    duckdb.sql(query).write_parquet(str(job.folder / "t.parquet"))
    private = {"path": "t.parquet"}
    return make(format_, private=private, keep=list(cells), public_columns=["town"])


def test_values_of_every_type_are_read_by_delta_rs(make):
    job = keep_columns(make, "delta", **{name: cell for name, (cell, _) in KEPT.items()})
    dpsql.anonymize(job)
    dpsql.verify(job)
    rows = DeltaTable(str(job.folder / "trial")).to_pyarrow_table().to_pylist()
    assert rows == [
        {"town": "town 0", **{name: value for name, (_, value) in KEPT.items()}},
        {"town": "town 1", **dict.fromkeys(KEPT)},
    ]


def test_times_without_a_zone_are_the_only_feature_asked_of_readers(make):
    dpsql.anonymize(job := keep_columns(make, "delta", day="DATE '2026-01-02'"))
    assert DeltaTable(str(job.folder / "trial")).protocol().min_reader_version == 1
    job = keep_columns(make, "delta", at="TIMESTAMP '2026-01-02 03:04:05'")
    dpsql.anonymize(job, overwrite=True)
    protocol = DeltaTable(str(job.folder / "trial")).protocol()
    assert protocol.reader_features == protocol.writer_features == ["timestampNtz"]


def test_a_plain_folder_holds_all_that_parquet_does(make):
    lists = {"numbers": "[1, 2]", **{n: c for n, (c, _) in KEPT.items()}}
    dpsql.anonymize(job := keep_columns(make, "parquet", **lists))
    dpsql.verify(job)
    assert pq.read_table(job.folder / "trial")["numbers"].to_pylist() == [[1, 2], None]


@pytest.mark.parametrize("cell", ["[1, 2]", "TIMESTAMP_NS '2026-01-02 03:04:05'"])
def test_what_delta_has_no_type_for_is_refused(make, cell):
    job = keep_columns(make, "delta", kept=cell)
    with pytest.raises(
        InputError, match=r"cannot hold column 'kept' .* or write 'format': 'parquet'"
    ):
        dpsql.anonymize(job)
    assert not list(job.folder.glob("*trial*"))


def test_a_name_that_delta_would_map_is_refused(make, duckdb_bench):
    duckdb_bench.write("q.csv", [["a"]] * 9, ["home town"])
    words = {"public": "q.csv", "private": "q.csv", "delta": {"max": "1"}}
    release = {"path": "trial", "format": "delta"}
    job = duckdb_bench.job({"home town": {"prefix": [1]}}, release=release, **words)
    with pytest.raises(InputError, match="cannot have a column 'home town'"):
        dpsql.anonymize(job)


def test_a_folder_that_delta_rs_would_not_find_is_refused(make):
    job = make(path="a%20b")
    with pytest.raises(InputError, match="delta-rs cannot read below a folder whose name has %"):
        dpsql.anonymize(job)
    assert dpsql.anonymize(make("parquet", path="a%20b")).release.rows == 10


def test_the_extra_is_named_where_it_is_missing(make, monkeypatch):
    monkeypatch.setitem(sys.modules, "deltalake", None)
    job = make()
    with pytest.raises(ConfigError, match=r"pip install '\.\[delta\]'"):
        dpsql.anonymize(job)
    dpsql.anonymize(make("parquet"))
    (job.folder / "trial.manifest.json").touch()
    with pytest.raises(dpsql.DpsqlError):
        dpsql.verify(job)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"path": "r.parquet", "format": "parquet"}, "is to be a folder, and is named as a file"),
        ({"table": "mart.r", "format": "delta"}, "format is for the folder in path"),
        ({"path": "r", "format": "hudi"}, "delta"),
        ({"path": "r", "format": "delta", "location": "s3://b/r"}, "is for 'format': 'iceberg'"),
        ({"path": "r", "format": "iceberg", "location": "s3://b/r/"}, "without a slash at its end"),
        ({"path": "r", "format": "iceberg", "location": "b/r"}, "an address or an absolute path"),
        ({"path": "r.parquet", "location": "s3://b/r"}, "is for 'format': 'iceberg'"),
    ],
)
def test_what_a_job_cannot_say(make, words, told):
    with pytest.raises(ConfigError, match=told):
        make(release=words)


def put_file(folder):
    folder.write_text("notes")


def put_link(folder):
    (folder.parent / "elsewhere").mkdir()
    folder.symlink_to("elsewhere")


@pytest.mark.parametrize("put", [put_file, put_link])
@pytest.mark.parametrize("overwrite", [True, False])
def test_no_file_and_no_link_is_replaced(make, put, overwrite):
    job = make()
    put(job.folder / "trial")
    with pytest.raises(TargetError, match="trial is a link or no folder; remove it"):
        dpsql.anonymize(job, overwrite=overwrite)


@pytest.mark.parametrize("format_", FORMATS)
def test_what_exists_is_replaced_only_if_asked_and_named_by_its_manifest(make, format_):
    job = make(format_)
    dpsql.anonymize(job)
    with pytest.raises(TargetError, match="trial exists; pass overwrite=True"):
        dpsql.anonymize(job)
    before = list_files(job.folder / "trial")
    (job.folder / "trial.manifest.json").unlink()
    with pytest.raises(TargetError, match=r"trial\.manifest\.json does not name it; remove the"):
        dpsql.anonymize(job, overwrite=True)
    assert list_files(job.folder / "trial") == before


def test_files_of_others_are_not_replaced(make):
    job = make()
    dpsql.anonymize(job)
    (job.folder / "trial" / "notes.txt").write_text("mine")
    with pytest.raises(TargetError, match=r"trial holds 'notes\.txt', which dpsql did not write"):
        dpsql.anonymize(job, overwrite=True)
    (job.folder / "trial" / "notes.txt").unlink()
    rows = DeltaTable(str(job.folder / "trial")).to_pyarrow_table()
    write_deltalake(str(job.folder / "trial"), rows, mode="append")
    with pytest.raises(TargetError, match="trial holds '_delta_log/"):
        dpsql.anonymize(job, overwrite=True)


def test_an_input_is_not_replaced(make):
    dpsql.anonymize(first := make())
    job = make(public="trial", private={"where": "town = 'town '"}, delta={"max": "1"})
    with pytest.raises(TargetError, match="trial is an input of the job"):
        dpsql.anonymize(job, overwrite=True)
    dpsql.verify(first)


@pytest.mark.parametrize("public", ["lake", "lake/**/*.parquet"])
def test_a_folder_among_the_files_of_an_input_is_refused(make, public):
    job = make(public=public, private="t.csv", path="lake/trial")
    (job.folder / "lake").mkdir()
    query = f"FROM read_csv('{job.folder / 'p.csv'}')"
    duckdb.sql(query).write_parquet(str(job.folder / "lake" / "p.parquet"))
    with pytest.raises(TargetError, match="trial would lie among the files of an input"):
        dpsql.anonymize(job)


@pytest.mark.parametrize(
    "formats",
    [
        ("delta", "delta"),
        ("delta", "parquet"),
        ("parquet", "delta"),
        ("iceberg", "iceberg"),
        ("iceberg", "delta"),
    ],
)
def test_nothing_of_an_earlier_release_stays_readable(make, formats):
    job, other = map(make, formats)
    first = dpsql.anonymize(job).release
    leave_out_a_row(job)
    second = dpsql.anonymize(other, overwrite=True).release
    assert (second.rows, second.format) == (9, formats[1])
    assert dpsql.verify(other).release == second
    assert not list(job.folder.rglob(name_data(first.sha256)))
    assert not [path for path in job.folder.iterdir() if "dpsql" in path.name]
    if formats[1] == "delta":
        assert DeltaTable(str(job.folder / "trial")).version() == 0
    if formats[0] != formats[1]:
        with pytest.raises(IntegrityError, match=f"not of the format {formats[0]}"):
            dpsql.verify(job)


def append(folder):
    write_deltalake(str(folder), DeltaTable(str(folder)).to_pyarrow_table(), mode="append")


def delete_a_row(folder):
    DeltaTable(str(folder)).delete("town IS NOT NULL")


def add_file(folder):
    shutil.copy(find_data(folder), folder / name_data("0" * 64))


def flip_a_byte(folder):
    data = find_data(folder)
    content = bytearray(data.read_bytes())
    content[8] ^= 1
    data.write_bytes(content)


def edit_log(folder):
    text = (folder / LOG).read_text()
    (folder / LOG).write_text(text.replace('"configuration":{}', '"configuration":{"a":"b"}'))


def replace_data(folder, change):
    """Put another file in the place of the data, with a name and a log that fit it."""
    data = find_data(folder)
    rows = change(pq.read_table(data))
    data.unlink()
    pq.write_table(rows, folder / "new")
    digest = hash_file(folder / "new")
    data = (folder / "new").rename(folder / name_data(digest))
    types = {"town": "VARCHAR"}
    described = DataFile(data.name, data.stat().st_size, digest, len(rows), types, "")
    (folder / LOG).write_bytes(write_files(described)[LOG])


def mark_data(folder):
    replace_data(folder, lambda rows: rows.replace_schema_metadata({"mark": "secret"}))


def remove_a_row(folder):
    replace_data(folder, lambda rows: rows.slice(1))


def link_data(folder):
    data = find_data(folder)
    data.rename(folder.parent / "moved")
    data.symlink_to(folder.parent / "moved")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (append, "it holds '_delta_log/0+1.json', which dpsql did not write; others have changed"),
        (delete_a_row, "it holds '_delta_log/0+1.json', which dpsql did not write"),
        (add_file, "it has 2 data files, and a release has one"),
        (lambda folder: find_data(folder).unlink(), "it has 0 data files"),
        (lambda folder: (folder / "_delta_log" / "x").mkdir(), "it holds '_delta_log/x'"),
        (flip_a_byte, "its data file was changed"),
        (link_data, "it holds 'part-00000-.*', which dpsql did not write"),
        (edit_log, "_delta_log/0+.json is not as dpsql writes it; it was changed"),
        (lambda folder: shutil.rmtree(folder / "_delta_log"), "it is not of the format delta"),
        (lambda folder: (folder / LOG).unlink(), "it is not of the format delta"),
        (remove_a_row, "its rows are not those that the manifest names"),
        (mark_data, "its rows are right, but not the bytes that dpsql writes for them"),
    ],
)
def test_what_was_changed_is_noticed(make, change, told):
    assert re.search(told, release_and_break(make(), change))


def test_rows_that_others_added_to_a_plain_folder_are_noticed(make):
    told = release_and_break(make("parquet"), lambda folder: (folder / "more.parquet").touch())
    assert "it holds 'more.parquet'" in told


def test_no_folder_is_no_release(make):
    dpsql.anonymize(job := make())
    shutil.rmtree(job.folder / "trial")
    with pytest.raises(ConfigError, match=r"trial: no such release; dpsql\.anonymize makes it"):
        dpsql.verify(job)


def test_what_cannot_be_looked_into_is_told(make, monkeypatch):
    dpsql.anonymize(job := make())

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(folder_layout.os, "scandir", refuse)
        with pytest.raises(Unreadable, match="trial: it cannot be looked into"):
            dpsql.verify(job)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        with pytest.raises(Unreadable, match="trial: a cannot be read"):
            folder_layout.refuse_other_files(job.folder / "trial", {"a": b""})
    with pytest.raises(IntegrityError, match="trial: a is not as dpsql writes it"):
        folder_layout.refuse_other_files(job.folder / "trial", {"a": b""})


def test_other_commands_say_what_to_name(make, tmp_path):
    dpsql.anonymize(job := make())
    for release in (None, job.folder / "trial"):
        with pytest.raises(ConfigError, match="trial is a table with a manifest, and this"):
            dpsql.verify(job, release, foreign=True)
    assert dpsql.verify(job, job.folder / "trial") == dpsql.verify(job)
    with pytest.raises(ConfigError, match="other: no such file"):
        dpsql.verify(job, job.folder / "other")
    dpsql.sign_off(job, tmp_path / "sign.html")
    page = (tmp_path / "sign.html").read_text().replace("<wbr>", "")
    assert "trial.manifest.json" in page
    dpsql.write_report(job, tmp_path / "report.html")


def test_a_reader_that_finds_other_rows_stops_the_release(make, monkeypatch):
    stage = folder_table.FolderTable.stage

    def change(table, file, again):
        stage(table, file, again)
        again.write_bytes(b"other")

    monkeypatch.setattr(folder_table.FolderTable, "stage", change)
    with pytest.raises(IntegrityError, match="would not hold what was verified"):
        dpsql.anonymize(job := make())
    assert not list(job.folder.glob("*trial*"))


def test_a_folder_that_appears_meanwhile_is_not_replaced(make, monkeypatch):
    job = make()
    stage, place = folder_table.FolderTable.stage, folder_table.FolderTable._place

    def create(call):
        def wrapped(table, *words):
            (job.folder / "trial").mkdir()
            (job.folder / "trial" / "mine").touch()
            return call(table, *words)

        return wrapped

    for name, call, told in (
        ("stage", stage, "trial was created meanwhile; run again"),
        ("_place", place, "trial was created meanwhile"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(folder_table.FolderTable, name, create(call))
            with pytest.raises(TargetError, match=told):
                dpsql.anonymize(job)
        assert list_files(job.folder / "trial") == {"mine": b""}
        assert not (job.folder / "trial.manifest.json").exists()
        shutil.rmtree(job.folder / "trial")


def test_a_folder_that_is_replaced_meanwhile_is_not_replaced(make, monkeypatch):
    dpsql.anonymize(job := make())
    stage = folder_table.FolderTable.stage

    def replace(table, *words):
        (job.folder / "trial").rename(job.folder / "aside")
        (job.folder / "trial").mkdir()
        stage(table, *words)

    monkeypatch.setattr(folder_table.FolderTable, "stage", replace)
    with pytest.raises(TargetError, match="trial was replaced meanwhile; run again"):
        dpsql.anonymize(job, overwrite=True)


def refuse(number):
    def raise_it(*_, **__):
        raise OSError(number, os.strerror(number))

    return raise_it


@pytest.mark.parametrize("overwrite", [True, False])
def test_a_system_without_links_and_exchanges_gets_the_same_folder(make, monkeypatch, overwrite):
    job = make()
    if overwrite:
        dpsql.anonymize(job)
        leave_out_a_row(job)
        monkeypatch.setattr(publishing, "_rename", refuse(22))
        monkeypatch.setattr(os, "link", refuse(1))
    else:
        monkeypatch.setattr(folder_table.os, "link", refuse(1))
    dpsql.anonymize(job, overwrite=overwrite)
    assert dpsql.verify(job).release.rows == (9 if overwrite else 10)
    assert not [path for path in job.folder.iterdir() if "dpsql" in path.name]


@pytest.mark.parametrize("place", ["_make", "sync"])
def test_a_disk_that_refuses_is_told(make, monkeypatch, place):
    job = make()
    owner = folder_table.FolderTable if place == "_make" else folder_table
    monkeypatch.setattr(owner, place, refuse(28))
    with pytest.raises(ResourceError, match="the folder trial cannot be written"):
        dpsql.anonymize(job)
    assert not list(job.folder.glob("*trial*"))


def test_an_exchange_that_fails_leaves_the_old_release(make, monkeypatch):
    dpsql.anonymize(job := make())
    before = list_files(job.folder)
    leave_out_a_row(job)
    before["t.csv"] = (job.folder / "t.csv").read_bytes()
    for number in (5, 13):
        with monkeypatch.context() as patch:
            patch.setattr(publishing, "_rename", refuse(number))
            with pytest.raises(ResourceError, match="it cannot be published"):
                dpsql.anonymize(job, overwrite=True)
        assert list_files(job.folder) == before
    with monkeypatch.context() as patch:
        patch.setattr(publishing, "_rename", refuse(22))
        patch.setattr(folder_table.FolderTable, "_place", refuse(5))
        with pytest.raises(ResourceError, match="it cannot be published"):
            dpsql.anonymize(job, overwrite=True)
    assert list_files(job.folder) == before
