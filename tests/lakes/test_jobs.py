"""Whole jobs over lake tables: the release of plain Parquet, and no change of a table unnoticed."""

import json
import logging
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable, write_deltalake

import dpsql
from dpsql.errors import ConfigError
from dpsql.inputs.find import find_inputs
from dpsql.journal.identity import identify
from dpsql.use_cases import make_release as releasing
from tests.lakes import iceberg_tables
from tests.lakes.delta_logs import add, begin, describe, inline_vector, write_commit

PEOPLE = pa.table(
    {
        "town": [f"{'ab'[i % 2]}{i % 5}" for i in range(60)],
        "age": pa.array([20 + i % 17 for i in range(60)], pa.int32()),
        "member": [i % 6 == 0 for i in range(60)],
    }
)
STRANGER = pa.table({"town": ["a1"], "age": pa.array([20], pa.int32()), "member": [False]})


def make_parquet(folder):
    pq.write_table(PEOPLE, folder / "people.parquet")
    return "people.parquet"


def make_delta(folder):
    write_deltalake(str(folder / "people"), PEOPLE.slice(0, 30), partition_by=["town"])
    write_deltalake(str(folder / "people"), PEOPLE.slice(30), mode="append")
    return "people"


def make_delta_with_deletes(folder):
    vector = inline_vector([60])
    more = pa.concat_tables([PEOPLE, STRANGER]).combine_chunks()
    actions = begin(describe(PEOPLE.schema), reader=3, features=["deletionVectors"])
    write_commit(
        folder / "people", 0, *actions, add(folder / "people", "1.parquet", more, vector=vector)
    )
    return "people"


def make_iceberg(folder):
    iceberg_tables.write(folder, PEOPLE.slice(0, 30), PEOPLE.slice(30))
    return {"path": "people", "format": "iceberg"}


def make_iceberg_with_deletes(folder):
    table = iceberg_tables.write(folder, PEOPLE, STRANGER)
    (file,) = (t.file.file_path for t in table.scan().plan_files() if t.file.record_count == 1)
    iceberg_tables.delete_positions(table, [(file, 0)])
    return "people"


FORMS = [make_delta, make_delta_with_deletes, make_iceberg, make_iceberg_with_deletes]


def job(folder, public, **words):
    usual = {
        "private": {"where": "member"},
        "quasi_identifiers": {"town": {"prefix": ["1"]}, "age": {"widths": [5, 10]}},
        "delta": {"min": 0, "max": "1/3"},
        "release": "r.parquet",
        "engine": {"duckdb": {"threads": "1"}},
    }
    return dpsql.Job(public=public, folder=folder, **usual | words)


def release(folder, make, **words):
    folder.mkdir()
    found = dpsql.anonymize(job(folder, make(folder), **words))
    return found, pq.read_table(folder / "r.parquet").to_pylist()


@pytest.mark.parametrize("make", FORMS)
def test_the_release_is_that_of_plain_parquet(tmp_path, make):
    plain, rows = release(tmp_path / "plain", make_parquet)
    found, other_rows = release(tmp_path / "lake", make)
    assert other_rows == rows
    assert (found.levels, found.presence, found.public_rows) == (
        plain.levels,
        plain.presence,
        plain.public_rows,
    )
    assert found.release.sha256 == plain.release.sha256
    assert dpsql.verify(job(tmp_path / "lake", make_words(make))).release.sha256


def make_words(make):
    return {"path": "people", "format": "iceberg" if "iceberg" in make.__name__ else "delta"}


def test_a_private_table_of_its_own_and_a_mapping_table_may_be_lake_tables(tmp_path):
    members = PEOPLE.filter(PEOPLE["member"]).select(["town", "age"])
    write_deltalake(str(tmp_path / "trial"), members)
    towns = pa.table({"town": [f"{c}{i}" for c in "ab" for i in range(5)], "c": list("aaaaabbbbb")})
    iceberg_tables.write(tmp_path, towns, name="towns")
    words = {"table": {"path": "towns", "format": "iceberg"}, "columns": ["town", "c"]}
    asked = job(
        tmp_path,
        make_parquet(tmp_path),
        private="trial/",
        quasi_identifiers={"town": words, "age": {"widths": [5, 10]}},
    )
    _, rows = release(tmp_path / "plain", make_parquet)
    assert dpsql.anonymize(asked).private_rows == 10
    assert len(pq.read_table(tmp_path / "r.parquet")) == len(rows)


def cached(folder, public, cache="counts"):
    members = PEOPLE.filter(PEOPLE["member"]).select(["town", "age"])
    pq.write_table(members, folder / "trial.parquet")
    return job(folder, public, private="trial.parquet", cache=cache)


@pytest.mark.parametrize("make", [make_delta, make_iceberg])
def test_the_files_of_a_lake_table_are_counted_once(tmp_path, caplog, make):
    caplog.set_level(logging.INFO, "dpsql")
    make(tmp_path)
    public = make_words(make)
    files = len(list((tmp_path / "people").rglob("*.parquet")))
    plain = dpsql.anonymize(cached(tmp_path, public, cache=None))
    for counted in (files, 0):
        caplog.clear()
        found = dpsql.anonymize(cached(tmp_path, public), overwrite=True)
        assert f"{counted} of {files} files of P were counted" in caplog.text
        assert (found.release, found.presence) == (plain.release, plain.presence)


def test_a_file_that_is_appended_is_counted_alone(tmp_path, caplog):
    caplog.set_level(logging.INFO, "dpsql")
    public = make_delta(tmp_path)
    before = dpsql.measure(cached(tmp_path, public)).public_rows
    append_to_delta(tmp_path)
    for column in ("", "another"):
        if column:
            more = STRANGER.append_column(column, pa.array(["x"]))
            write_deltalake(str(tmp_path / "people"), more, mode="append", schema_mode="merge")
        caplog.clear()
        before += 1
        assert dpsql.measure(cached(tmp_path, public)).public_rows == before
        assert "kept counts: 1 of " in caplog.text


@pytest.mark.parametrize("make", [make_delta_with_deletes, make_iceberg_with_deletes])
def test_rows_that_the_files_alone_do_not_give_are_not_kept(tmp_path, make):
    make(tmp_path)
    with pytest.raises(ConfigError, match=r"cache: people has deleted rows .* or drop cache"):
        dpsql.measure(cached(tmp_path, make_words(make)))


def test_a_file_with_other_types_than_the_table_is_not_kept(tmp_path):
    """The table as a whole is streamed; so would be each of its files."""
    ages = PEOPLE.schema.get_field_index("age")
    wide = PEOPLE.set_column(ages, "age", PEOPLE["age"].cast(pa.int64()))
    place = tmp_path / "people"
    write_commit(place, 0, *begin(describe(PEOPLE.schema)), add(place, "1.parquet", wide))
    assert dpsql.measure(cached(tmp_path, "people", cache=None)).public_rows == 60
    with pytest.raises(ConfigError, match="cache: people has deleted rows or mapped columns"):
        dpsql.measure(cached(tmp_path, "people"))


def append_to_delta(folder):
    write_deltalake(str(folder / "people"), STRANGER, mode="append")


def compact_delta(folder):
    table = DeltaTable(str(folder / "people"))
    table.optimize.compact()


def vacuum_delta(folder):
    compact_delta(folder)
    DeltaTable(str(folder / "people")).vacuum(
        retention_hours=0, enforce_retention_duration=False, dry_run=False
    )


def append_to_iceberg(folder):
    metadata = sorted((folder / "people" / "metadata").glob("*.metadata.json"))[-1]
    content = json.loads(metadata.read_text())
    content["last-updated-ms"] += 1
    metadata.with_name("00009-next.metadata.json").write_text(json.dumps(content))


def rewrite_a_file(folder):
    path = next((folder / "people").rglob("*.parquet"))
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content)


CHANGES = [
    (make_delta, append_to_delta),
    (make_delta, compact_delta),
    (make_delta, vacuum_delta),
    (make_delta, rewrite_a_file),
    (make_delta_with_deletes, rewrite_a_file),
    (make_iceberg, append_to_iceberg),
    (make_iceberg, rewrite_a_file),
]


@pytest.mark.parametrize(("make", "change"), CHANGES)
def test_a_table_that_changes_before_the_verification_is_noticed(
    tmp_path, monkeypatch, make, change
):
    verify = releasing._verify_written

    def changed(*words):
        change(tmp_path)
        return verify(*words)

    monkeypatch.setattr(releasing, "_verify_written", changed)
    with pytest.raises(dpsql.InputChanged) as caught:
        dpsql.anonymize(job(tmp_path, make(tmp_path)))
    assert caught.value.exit_code == 7
    assert not (tmp_path / "r.parquet").exists()


def test_a_version_that_the_job_names_is_not_changed_by_later_ones(tmp_path, monkeypatch):
    make_delta(tmp_path)
    verify = releasing._verify_written

    def changed(*words):
        append_to_delta(tmp_path)
        return verify(*words)

    monkeypatch.setattr(releasing, "_verify_written", changed)
    found = dpsql.anonymize(job(tmp_path, {"path": "people", "version": 1}))
    assert found.public_rows == 60


def test_a_measurement_notices_it_too(tmp_path, monkeypatch):
    asked = job(tmp_path, make_delta(tmp_path))
    inputs = find_inputs(asked)
    with pytest.raises(dpsql.InputChanged, match="files were added"), inputs.held(asked):
        append_to_delta(tmp_path)


def test_a_search_is_not_resumed_on_another_version_of_the_same_files(tmp_path):
    """A deletion vector leaves the files as they are."""
    public = make_delta_with_deletes(tmp_path)
    asked = job(tmp_path, public)
    first = find_inputs(asked)
    log = tmp_path / "people" / "_delta_log"
    entry = json.loads((log / f"{0:020d}.json").read_text().splitlines()[-1])
    remove = {"remove": {"path": "1.parquet", "deletionTimestamp": 1, "dataChange": True}}
    remove["remove"]["deletionVector"] = dict(entry["add"]["deletionVector"])
    entry["add"]["deletionVector"] = inline_vector([59, 60])
    write_commit(tmp_path / "people", 1, remove, entry)
    second = find_inputs(asked)
    assert second.table_files == first.table_files
    known = [identify(asked, inputs, inputs.fingerprint()).inputs for inputs in (first, second)]
    assert known[0] != known[1]
    assert dpsql.measure(asked).public_rows == 59


def test_a_release_may_not_lie_in_a_lake_table(tmp_path):
    public = make_delta(tmp_path)
    with pytest.raises(dpsql.TargetError, match="among the files of an input"):
        dpsql.anonymize(job(tmp_path, public, release="people/r.parquet"))


@pytest.mark.parametrize("make", [make_delta_with_deletes, make_iceberg])
def test_that_holds_in_a_folder_whose_name_looks_like_a_pattern(tmp_path, make):
    folder = tmp_path / "a[1]"
    folder.mkdir()
    public = make(folder)
    with pytest.raises(dpsql.TargetError, match="among the files of an input"):
        dpsql.anonymize(job(folder, public, release="people/r.parquet"))


def test_nothing_is_left_of_a_copy(tmp_path):
    """Rows that are streamed are copied to the work folder, which is private and removed."""
    public = make_delta_with_deletes(tmp_path)
    asked = job(tmp_path, public, engine={"duckdb": {"work_dir": "work"}})
    (tmp_path / "work").mkdir()
    assert dpsql.measure(asked).public_rows == 60
    assert list((tmp_path / "work").iterdir()) == []


def test_a_damaged_log_ends_a_job_with_3(tmp_path):
    public = make_delta(tmp_path)
    log = tmp_path / "people" / "_delta_log" / f"{1:020d}.json"
    os.truncate(log, log.stat().st_size // 2)
    with pytest.raises(dpsql.ParseError) as caught:
        dpsql.anonymize(job(tmp_path, public))
    assert caught.value.exit_code == 3
