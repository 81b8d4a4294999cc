"""What a manifest claims is written in one way, and read back strictly."""

import errno
import hashlib
import json
import os
from fractions import Fraction
from pathlib import Path

import pytest
from pydantic import ValidationError

from dpsql.errors import IntegrityError, ResourceError
from dpsql.release.lakes.folder_layout import refuse_other_layout
from dpsql.release.manifest import (
    Boxes,
    Claims,
    HierarchyParts,
    PooledLevels,
    PresenceRange,
    ReleasedFile,
    hash_file,
    is_unsafe,
    read_claims,
)

BOXES = {"unsafe": False, "orders": {"zip": "number", "job": ["a", "b"]}}
POOLED = {"least": 2, "path": "root", "public_rows": 0, "private_rows": 0, "classes": 1}
STEP = {"levels": {"zip": 1}, "public_rows": 2, "private_rows": 1}
WRITTEN = """\
{
  "schema": "dpsql-manifest/1",
  "release": {
    "name": "r.csv",
    "sha256": "00",
    "rows": 1
  },
  "levels": {
    "zip": 1
  },
  "keep": [
    "sec"
  ],
  "public_columns": [
    "zip"
  ],
  "delta": {
    "min": "0",
    "max": "1/2"
  },
  "constraints": {},
  "public_rows": 2,
  "presence": {
    "min": "1/2",
    "max": "1/2"
  },
  "csv_formulas": "refuse"
}
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "r.csv.manifest.json"


def rewrite(path, **words):
    """The manifest above with other words, None for none, in the order of a manifest."""
    claimed = json.loads(WRITTEN) | words
    order = [field.alias or name for name, field in Claims.model_fields.items()]
    names = sorted(claimed, key=lambda name: order.index(name) if name in order else len(order))
    stated = {name: claimed[name] for name in names if claimed[name] is not None}
    path.write_text(json.dumps(stated, indent=2) + "\n")
    return path


def refuse_call(number):
    def refuse(*_, **__):
        raise OSError(number, os.strerror(number))

    return refuse


def test_a_manifest_is_written_in_one_way_and_read_back(path):
    claims = Claims(
        schema="dpsql-manifest/1",
        release=ReleasedFile(name="r.csv", sha256="00", rows=1),
        levels={"zip": 1},
        keep=["sec"],
        public_columns=["zip"],
        delta={"max": Fraction(1, 2)},
        constraints={},
        public_rows=2,
        presence=PresenceRange(min="1/2", max="1/2"),
        csv_formulas="refuse",
    )
    assert claims.to_bytes().decode() == WRITTEN
    path.write_bytes(claims.to_bytes())
    assert read_claims(path) == claims


@pytest.mark.parametrize(
    ("words", "shape", "unsafe"),
    [
        ({}, {"zip": 1}, False),
        ({"levels": {}}, {}, False),
        ({"levels": None, "boxes": BOXES}, BOXES, False),
        ({"levels": None, "boxes": BOXES | {"unsafe": True}}, BOXES | {"unsafe": True}, True),
        (
            {"pooled": POOLED, "steps": [STEP]},
            PooledLevels(2, "root", ({"zip": 1},), (2,)),
            False,
        ),
        ({"levels": None, "cuts": [], "rest": "refused"}, HierarchyParts((), "refused"), False),
    ],
)
def test_a_release_has_levels_or_boxes(path, words, shape, unsafe):
    found = read_claims(rewrite(path, **words)).shape
    assert is_unsafe(found) is unsafe
    assert (json.loads(found.model_dump_json()) if isinstance(found, Boxes) else found) == shape


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ({"levels": None}, ""),
        ({"boxes": BOXES}, ""),
        ({"rest": "kept"}, ""),
        ({"levels": None, "cuts": []}, ""),
        ({"presence": None}, ""),
        ({"pooled": POOLED}, ""),
        ({"steps": [STEP]}, ""),
        ({"pooled": POOLED, "steps": []}, ""),
        ({"pooled": POOLED, "steps": [STEP | {"levels": {"zip": 0}}]}, ""),
        ({"schema": "dpsql-manifest/2"}, " (schema)"),
        ({"release": {"name": "r.csv", "sha256": "00", "rows": "1"}}, " (release.rows)"),
        ({"release": {"name": "r.csv", "sha256": "00", "rows": 1, "more": 1}}, " (release.more)"),
        ({"public_rows": 2.0}, " (public_rows)"),
        ({"public_rows": None}, " (public_rows)"),
        ({"presence": {"min": "1/2"}}, " (presence.max)"),
        ({"levels": {"zip": True}}, " (levels.zip)"),
        ({"levels": None, "boxes": BOXES | {"unsafe": 0}}, " (boxes.unsafe)"),
        ({"choose": "from_private"}, " (choose)"),
        ({"csv_formulas": "run"}, " (csv_formulas)"),
        ({"time": "noon"}, " (time)"),
        ({"keep": "all", "public_rows": 2.0}, " (keep)"),
    ],
)
def test_what_is_no_manifest_of_this_version_is_refused(path, words, place):
    with pytest.raises(IntegrityError) as raised:
        read_claims(rewrite(path, **words))
    assert (
        str(raised.value)
        == f"{path.name}: this is no manifest, or one of another version of dpsql{place}"
    )


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff", WRITTEN.encode()[:-3]])
def test_what_is_no_manifest_at_all_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(
        IntegrityError, match=r"this is no manifest, or one of another version of dpsql$"
    ):
        read_claims(path)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(
            lambda text: text.replace('"rows": 1', '"rows": 9,\n    "rows": 1'), id="twice"
        ),
        pytest.param(lambda text: text.replace('"rows": 1', '"rows":  1'), id="spaces"),
        pytest.param(lambda text: text.replace('"1/2"', '"0.5"', 1), id="a spelling"),
        pytest.param(lambda text: text.replace("zip", "z\\u0069p"), id="an escape"),
        pytest.param(lambda text: text.rstrip(), id="no line end"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="other line ends"),
        pytest.param(
            lambda text: json.dumps(json.loads(text), indent=2, sort_keys=True), id="order"
        ),
        pytest.param(lambda text: text.replace('"keep"', '"choose": null,\n  "keep"'), id="null"),
    ],
)
def test_the_same_claims_in_another_spelling_are_refused(path, change):
    path.write_bytes(change(WRITTEN).encode())
    with pytest.raises(IntegrityError, match="not written as dpsql writes a manifest"):
        read_claims(path)


def test_the_manifest_of_a_file_is_none_of_a_folder(path):
    with pytest.raises(IntegrityError, match="trial: its manifest is not that of a folder"):
        refuse_other_layout(path.with_name("trial"), read_claims(rewrite(path)))


def test_claims_are_not_changed(path):
    claims = read_claims(rewrite(path))
    with pytest.raises(ValidationError):
        claims.public_rows = 3
    with pytest.raises(ValidationError):
        claims.release.rows = 3


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_manifest_that_is_missing_is_told(path, is_folder):
    if is_folder:
        path.mkdir()
    with pytest.raises(IntegrityError, match=r"beside a release is missing; .*foreign=True"):
        read_claims(path)


def test_a_manifest_that_cannot_be_read_is_told(path, monkeypatch):
    rewrite(path)
    for number, error in ((errno.EACCES, IntegrityError), (errno.EIO, ResourceError)):
        monkeypatch.setattr(Path, "read_bytes", refuse_call(number))
        with pytest.raises(error, match=rf"^{path.name}: it cannot be read"):
            read_claims(path)


@pytest.mark.parametrize("content", [b"", b"a", bytes(range(256)) * 9000], ids=len)
def test_a_file_is_hashed_whole(path, content):
    path.write_bytes(content)
    assert hash_file(path) == hashlib.sha256(content).hexdigest()


def test_a_file_that_cannot_be_hashed_is_told(path, monkeypatch):
    with pytest.raises(IntegrityError, match=rf"^{path.name}: it cannot be read"):
        hash_file(path)
    monkeypatch.setattr(Path, "open", refuse_call(errno.EMFILE))
    with pytest.raises(ResourceError, match=rf"^{path.name}: it cannot be read"):
        hash_file(path)
