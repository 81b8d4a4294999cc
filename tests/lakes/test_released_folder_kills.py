"""A folder and its manifest appear as a pair, wherever a run that publishes them is killed."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.errors import ResourceError
from dpsql.release import publish as module
from dpsql.release.lakes.folder_table import FolderTable
from dpsql.release.lock import locked
from dpsql.release.manifest import Claims, PresenceRange, ReleasedFile, hash_file
from dpsql.release.publish import find_claims, publish
from dpsql.release.staging import staging_folder
from dpsql.release.target import Target

#: More than there are calls of these in publishing.
STEPS = range(1, 19)
CALLS = [
    (os, "link"),
    (os, "replace"),
    (os, "rename"),
    (os, "fsync"),
    (Path, "write_bytes"),
    (Path, "write_text"),
    (Path, "unlink"),
    (module, "_rename"),
]


class Killed(BaseException):
    """Nothing of what publishes stops this."""


def raise_killed():
    raise Killed


def raise_error(number):
    def raise_it(*_, **__):
        raise OSError(number, os.strerror(number))

    return raise_it


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """What the folder of a run holds once a release of so many rows is ready, and its claims."""
    return {
        (kind, rows): stage(tmp_path_factory.mktemp("staged"), kind, rows)
        for kind in ("delta", "iceberg")
        for rows in (1, 2)
    }


def find_target(folder, kind, *, overwrite=True):
    # An Iceberg table has an address, wherever it was staged.
    location = "s3://bucket/trial"
    table = FolderTable(folder / "trial", kind, DuckDBOptions(threads=1), folder, None, location)
    return Target(folder / "trial", overwrite, table)


def stage(folder, kind, rows):
    target = find_target(folder, kind)
    file = target.staged_path
    file.parent.mkdir()
    again = file.with_name("again.parquet")
    pq.write_table(pa.table({"town": ["a"] * rows}), file)
    target.table.refuse_unfit(["town"])
    target.table.stage(file, again)
    # The bytes that dpsql writes for these rows are those of the release.
    shutil.rmtree(file.with_name("table"))
    again.replace(file)
    target.table.stage(file, again)
    assert hash_file(again) == hash_file(file)
    return file.parent, state_claims(kind, hash_file(file), rows)


def state_claims(kind, sha256, rows):
    return Claims(
        schema="dpsql-manifest/1",
        release=ReleasedFile(
            name="trial", kind=kind, sha256=sha256, written_by="DuckDB", rows=rows
        ),
        levels={"town": 1},
        keep=[],
        public_columns=["town"],
        constraints={},
        public_rows=2,
        presence=PresenceRange(min="1/2", max="1/2"),
        csv_formulas="refuse",
    )


class Place:
    """A folder with releases that are no more than a number of rows."""

    def __init__(self, folder, staged, kind, *, overwrite):
        self.folder, self.staged, self.kind = folder, staged, kind
        self.overwrite = overwrite

    @property
    def target(self):
        return find_target(self.folder, self.kind, overwrite=self.overwrite)

    def prepare(self, target, rows):
        """Have a release ready to be published; returns its file and claims."""
        found, claims = self.staged[self.kind, rows]
        shutil.copytree(found, target.staging_path, dirs_exist_ok=True)
        target.table.refuse_unfit(["town"])
        target.table.swap()
        return target.staged_path, claims

    def publish(self, rows):
        target = self.target
        with locked(target), staging_folder(target):
            publish(*self.prepare(target, rows), target)

    def count_rows(self):
        """The rows that a reader finds; None without a table."""
        if not (self.folder / "trial").exists():
            return None
        (data,) = (self.folder / "trial").glob("*.parquet")
        return pq.read_table(data).num_rows

    def read_pair(self):
        """The rows of the table; the manifest names them, and nothing else is there."""
        names = {path.name for path in self.folder.iterdir()}
        rows = self.count_rows()
        assert names == ({"trial", "trial.manifest.json"} if rows else set())
        if rows:
            assert find_claims(self.target).release.rows == rows
            assert self.target.hash_release() == find_claims(self.target).release.sha256
        return rows


@pytest.fixture(params=["fresh", "exchanged", "renamed", "iceberg"])
def place(request, tmp_path, monkeypatch, staged):
    """Where there is no release, or one; folders are exchanged, or renamed in turn."""
    kind = "iceberg" if request.param == "iceberg" else "delta"
    place = Place(tmp_path, staged, kind, overwrite=request.param != "fresh")
    if place.overwrite:
        place.publish(1)
    if request.param == "renamed":
        monkeypatch.setattr(module, "_rename", raise_error(22))
    return place


def stop_at(monkeypatch, step, stop):
    """Stop before the call number `step` of those that publish."""
    count = 0

    def watch(call):
        def watched(*arguments, **words):
            nonlocal count
            count += 1
            if count == step:
                stop()
            return call(*arguments, **words)

        return watched

    for owner, name in CALLS:
        monkeypatch.setattr(owner, name, watch(getattr(owner, name)))


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_is_settled_by_the_next_run(place, monkeypatch, step):
    before = place.count_rows()
    target = place.target
    file, claims = place.prepare(target, 2)
    with monkeypatch.context() as patch:
        stop_at(patch, step, raise_killed)
        with suppress(Killed):
            publish(file, claims, target)
    found = place.count_rows()
    assert found in (before, None, 2)
    if found is not None:
        assert find_claims(place.target).release.rows == found
    with locked(place.target):
        pass
    assert place.read_pair() in (before, 2)


@pytest.mark.parametrize("step", STEPS)
def test_an_error_at_any_step_leaves_a_pair_and_is_told_truly(place, monkeypatch, step):
    before, told = place.count_rows(), None
    target = place.target
    with locked(target), staging_folder(target):
        file, claims = place.prepare(target, 2)
        with monkeypatch.context() as patch:
            stop_at(patch, step, raise_error(5))
            try:
                publish(file, claims, target)
            except ResourceError as error:
                told = str(error)
    if told is None or "are published, but" in told:
        assert place.read_pair() == 2
    else:
        assert "cannot be published" in told
        assert place.read_pair() == before
