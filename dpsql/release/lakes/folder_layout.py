"""What lies in the folder of a release: one data file, named by its SHA-256, and what describes it.

Anything else in it was written by others: a commit of theirs, a checkpoint, another file.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from dpsql.domain.sections.release_options import FolderFormat
from dpsql.errors import IntegrityError, Unreadable, error_of
from dpsql.files.beside import DATA_NAME, name_data
from dpsql.release.lakes import delta_log, iceberg_metadata
from dpsql.release.manifest import Claims, hash_file

_DIGEST = "[0-9a-f]{64}"
#: The names that each format gives to the other files, and to their folder.
_NAMES: dict[FolderFormat, tuple[re.Pattern[str], ...]] = {
    "delta": (re.compile(re.escape(delta_log.COMMIT)),),
    "iceberg": (
        re.compile(re.escape(iceberg_metadata.METADATA)),
        re.compile(re.escape(iceberg_metadata.HINT)),
        re.compile(rf"{iceberg_metadata.LIST_PREFIX}{_DIGEST}\.avro"),
        re.compile(rf"{iceberg_metadata.MANIFEST_PREFIX}{_DIGEST}\.avro"),
    ),
    "parquet": (),
}
_FOLDERS = (delta_log.FOLDER, iceberg_metadata.FOLDER)


def name_strangers(folder: Path) -> list[str]:
    """Return what lies in a folder and is not as dpsql writes it, by names below the folder.

    Raises:
        Unreadable: it cannot be looked into.
    """
    found = _list(folder)
    return sorted(name for name in found if name not in _known(found))


def find_data(folder: Path, kind: FolderFormat) -> Path:
    """Return the data file of a release.

    Raises:
        IntegrityError: the folder is not as dpsql writes it, or the file was changed.
    """
    found = _list(folder)
    known = _known(found)
    for name in found:
        if name not in known:
            raise IntegrityError(
                f"{folder.name}: it holds {name!r}, which dpsql did not write; others have changed"
                " the table"
            )
    for format_, names in _NAMES.items():
        count = sum(any(name.fullmatch(one) for name in names) for one in known)
        if count != (len(names) if format_ == kind else 0):
            raise IntegrityError(f"{folder.name}: it is not of the format {kind}, which is stated")
    data = [folder / name for name in known if DATA_NAME.fullmatch(name)]
    if len(data) != 1:
        raise IntegrityError(f"{folder.name}: it has {len(data)} data files, and a release has one")
    if name_data(hash_file(data[0])) != data[0].name:
        raise IntegrityError(f"{folder.name}: its data file was changed")
    return data[0]


def refuse_other_layout(folder: Path, claims: Claims) -> None:
    """Raise IntegrityError unless a folder holds what a release with these claims does."""
    kind = claims.release.kind
    if kind is None or kind == "table":
        raise IntegrityError(f"{folder.name}: its manifest is not that of a folder")
    find_data(folder, kind)


def refuse_other_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Raise IntegrityError unless these are the files beside the data file, byte for byte."""
    for name, content in files.items():
        try:
            found = (folder / name).read_bytes()
        except FileNotFoundError:
            found = None
        except OSError as error:
            raise error_of(error, f"{folder.name}: {name} cannot be read", Unreadable) from None
        if found != content:
            raise IntegrityError(
                f"{folder.name}: {name} is not as dpsql writes it; it was changed, or the folder"
                " was renamed or moved"
            )


def refuse_other_data(folder: Path, sha256: str) -> None:
    """Raise IntegrityError unless the data file has the bytes that were verified for its rows."""
    data = folder / name_data(sha256)
    if not data.is_file() or hash_file(data) != sha256:
        raise IntegrityError(
            f"{folder.name}: its rows are right, but not the bytes that dpsql writes for them; its"
            " data file was changed, or written by something else"
        )


def _known(found: Mapping[str, str]) -> set[str]:
    """Return those names that dpsql gives, to plain files and a plain folder."""
    names = (DATA_NAME, *(name for names in _NAMES.values() for name in names))
    return {
        one
        for one, kind in found.items()
        if (kind == "file" and any(name.fullmatch(one) for name in names))
        or (kind == "folder" and one in _FOLDERS)
    }


def _list(folder: Path) -> dict[str, str]:
    """Return the kind of everything in a folder, and in a log in it, by its name below it."""
    try:
        return dict(_walk(folder, ""))
    except OSError as error:
        raise error_of(error, f"{folder.name}: it cannot be looked into", Unreadable) from None


def _walk(folder: Path, above: str) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            name = above + entry.name
            if entry.is_dir(follow_symlinks=False):
                yield name, "folder"
                if name in _FOLDERS:
                    yield from _walk(Path(entry.path), f"{name}/")
            else:
                yield name, "file" if entry.is_file(follow_symlinks=False) else "other"
