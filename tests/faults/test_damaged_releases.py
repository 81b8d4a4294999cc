"""Whatever cannot be read of a release is a fault of the release, whoever vouches for its bytes."""

import errno
import os
from pathlib import Path
from random import Random

import duckdb
import pytest

import dpsql
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.duckdb.files import FileReader
from dpsql.errors import IntegrityError, ResourceError, Unreadable
from tests.campaign.releases import publish

LEVELS = {"delta": {"min": "1/10", "max": "4/5"}}
DAMAGED_CSV = {
    "empty": lambda content: b"",
    "no header": lambda content: b"\n" + content,
    "another line ending": lambda content: content.replace(b"\n", b"\r\n", 3),
    "latin-1": lambda content: content + b"\xff,1\n",
    "ragged": lambda content: content + b"a,1,2,3\n",
    "an open quote": lambda content: content + b'"a,1\n',
    "a name twice": lambda content: content.replace(b"zip,age", b"zip,zip", 1),
    "no name": lambda content: content.replace(b"zip,age", b"zip,", 1),
    "a break in a name": lambda content: content.replace(b"zip", b'"z\nip"', 1),
    "zeros": lambda content: bytes(len(content)),
    "Parquet": lambda content: b"PAR1" + content + b"PAR1",
}
DAMAGED_PARQUET = {
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "no footer": lambda content: content[:-4],
    "no pages": lambda content: content[:4] + bytes(len(content) - 200) + content[-196:],
    "text": lambda content: b"zip,age\na1,20\n",
}


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """A release of levels and one of boxes, of either format."""
    made = {}
    for suffix in ("csv", "parquet"):
        for shape, words in (("levels", {}), ("boxes", {"algorithm": "mpalm"})):
            folder = tmp_path_factory.mktemp(f"{suffix}-{shape}")
            made[suffix, shape] = publish(folder, {"release": f"r.{suffix}", **words}, 1)
    return made


@pytest.fixture
def take(releases):
    """A release, which is put back as it was afterwards."""
    taken = []

    def take(suffix, shape="levels"):
        taken.append(releases[suffix, shape])
        return taken[-1]

    yield take
    for published in taken:
        published.restore()


def refuse_forged(published, content):
    """Write other bytes and a manifest that names them; `verify` ends with 7, foreign or not."""
    published.path.write_bytes(content)
    published.forge()
    for foreign in (False, True)[: 1 + (published.job.algorithm.name == "spalm")]:
        with pytest.raises(IntegrityError) as caught:
            dpsql.verify(published.job, foreign=foreign)
        assert type(caught.value) is IntegrityError
        assert len(str(caught.value).splitlines()) == 1
        assert "an input" not in str(caught.value)


@pytest.mark.parametrize("shape", ["levels", "boxes"])
@pytest.mark.parametrize("damage", DAMAGED_CSV)
def test_a_csv_that_cannot_be_read_is_no_release(take, shape, damage):
    published = take("csv", shape)
    refuse_forged(published, DAMAGED_CSV[damage](published.content))


@pytest.mark.parametrize("shape", ["levels", "boxes"])
@pytest.mark.parametrize("damage", DAMAGED_PARQUET)
def test_a_parquet_that_cannot_be_read_is_no_release(take, shape, damage):
    published = take("parquet", shape)
    refuse_forged(published, DAMAGED_PARQUET[damage](published.content))


def test_a_parquet_with_a_name_twice_is_no_release(take):
    published = take("parquet")
    content = published.content
    refuse_forged(published, content.replace(b"age", b"zip"))


@pytest.mark.parametrize("shape", ["levels", "boxes"])
def test_a_bit_of_a_parquet_never_blames_the_inputs_or_the_engine(take, shape):
    """Also a bit that says nothing of the rows makes other bytes; no error is of another class."""
    published, random = take("parquet", shape), Random(3)
    for _ in range(8):
        content = bytearray(published.content)
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        published.path.write_bytes(content)
        published.forge()
        with pytest.raises(IntegrityError):
            dpsql.verify(published.job)
        published.restore()


def test_inputs_are_blamed_for_what_is_theirs(take, monkeypatch):
    """Also where a statement reads the release besides, if the engine names the file."""
    published = take("csv")
    private = published.job.folder / "t.csv"
    fetch = DuckDBEngine._fetch

    def fail(engine, sql):
        if '"dpsql_' in sql and "_release" in sql:
            raise duckdb.InvalidInputException(f"CSV Error on Line: 7\nFile: {private}")
        return fetch(engine, sql)

    monkeypatch.setattr(DuckDBEngine, "_fetch", fail)
    with pytest.raises(dpsql.ParseError, match=r"t\.csv, line 7"):
        dpsql.verify(published.job)


DENIED = os.strerror(errno.EACCES)


def deny_opening(monkeypatch, name):
    """Let Python open no file of this name, whoever asks."""
    usual = Path.open

    def open_(path, *arguments, **options):
        if path.name == name:
            raise OSError(errno.EACCES, DENIED)
        return usual(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", open_)


def deny_reading(monkeypatch, name):
    """Let the engine open no file of this name for reading."""
    select = FileReader.select

    def fail(reader, files):
        if files.paths[0].name == name:
            raise duckdb.IOException(f'Cannot open file "{files.paths[0]}": {DENIED}')
        return select(reader, files)

    monkeypatch.setattr(FileReader, "select", fail)


@pytest.mark.parametrize("deny", [deny_opening, deny_reading])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_release_that_may_not_be_read_E03(take, monkeypatch, deny, suffix):
    """Of a stranger it is not known to be one; an own one not yet published lacks a resource."""
    published = take(suffix)
    deny(monkeypatch, published.path.name)
    with pytest.raises(Unreadable, match=DENIED):
        dpsql.verify(published.job)
    with pytest.raises(ResourceError, match=DENIED):
        dpsql.anonymize(published.job, overwrite=True)
    monkeypatch.undo()
    assert published.path.read_bytes() == published.content
    assert published.manifest_path.read_bytes() == published.manifest
