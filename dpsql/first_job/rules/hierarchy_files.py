"""The files beside a first job: hierarchies whose labels are listed, one CSV for each column."""

import re
from collections.abc import Iterator
from pathlib import Path

from dpsql.first_job.draft import Draft
from dpsql.first_job.rules.formed import Labels
from dpsql.hierarchies.leaf_rows import write_rows

_LONGEST_NAME = 40


def list_hierarchies(draft: Draft, job: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield, for each column whose labels are listed, its name, a new file, and the file's text.

    A file that exists is never replaced: one with the same text is taken as it is, and otherwise
    another name. None of them is that of a table.
    """
    taken: set[str] = set()
    for one in draft.proposals:
        labels = one.words.get("hierarchy")
        if isinstance(labels, Labels):
            text = "".join(write_rows(labels.list_rows()))
            file = _find_free(job, one.name, text, taken)
            taken.add(file.name)
            yield one.name, file, text


def _find_free(job: Path, name: str, text: str, taken: set[str]) -> Path:
    plain = re.sub(r"\W+", "-", name).strip("-")[:_LONGEST_NAME] or "column"
    number = 1
    while True:
        ending = f"-{number}" if number > 1 else ""
        file = job.with_name(f"{job.stem}-{plain}{ending}.csv")
        if file.name not in taken and (not file.exists() or _holds(file, text)):
            return file
        number += 1


def _holds(file: Path, text: str) -> bool:
    try:
        return file.read_bytes() == text.encode()
    except OSError:
        return False


def read_former(job: Path) -> str:
    """Return the job that is to be replaced; empty if there is none, or it cannot be read."""
    try:
        return job.read_text("utf-8")
    except (OSError, ValueError):
        return ""


def list_idle(job: Path, former: str, text: str) -> Iterator[str]:
    """Yield the files beside a job that the one it replaced named, and its own `text` does not.

    They may have been edited, and stay.
    """
    for file in sorted(job.parent.glob("*.csv")):
        is_own = file.name.startswith(f"{job.stem}-")
        if is_own and file.name in former and file.name not in text:
            yield file.name
