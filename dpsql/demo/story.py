"""Runs the paper's example and tells what happened: why 5-anonymity fails, what δ-presence does."""

import csv
import shutil
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpsql import api
from dpsql.domain.job import Constraints, Job
from dpsql.errors import ConfigError
from dpsql.hierarchies import load_hierarchy
from dpsql.job_file import read_job
from dpsql.outcome import Outcome

_TABLES = Path(__file__).parent / "tables"
Rows = list[list[str]]


@dataclass(frozen=True)
class Chapter:
    """A title, a text, and tables whose first row is the header."""

    title: str
    text: str
    tables: tuple[Rows, ...] = ()


@dataclass(frozen=True)
class Story:
    """The chapters, and the outcome of the δ-present release."""

    chapters: tuple[Chapter, ...]
    release: Outcome


def run_demo(folder: Path | None = None) -> Story:
    """Run the example in `folder`, or in a folder that is removed afterwards.

    Raises:
        ConfigError: `folder` holds a file already.
    """
    if folder is not None:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ConfigError(f"--into: {folder} is not an empty folder; name a new one")
        folder.mkdir(parents=True, exist_ok=True)
    with nullcontext(folder) if folder else tempfile.TemporaryDirectory() as place:
        where = Path(place)
        for file in sorted(_TABLES.iterdir()):
            shutil.copyfile(file, where / file.name)
        return _tell(read_job(where / "job.yaml"), kept=folder)


def _tell(job: Job, kept: Path | None) -> Story:
    people = _read(job, str(job.public.path))
    members = _read(job, "private.csv")
    names = list(job.quasi_identifiers)
    secret = [[row[name] for name in names] for row in members]
    everybody = [
        [*row.values(), "in T" if [row[name] for name in names] in secret else ""] for row in people
    ]
    k_anonymous = job.model_copy(
        update={
            "delta": None,
            "constraints": Constraints(k_anonymity=5),
            "release": "five_anonymous.csv",
        }
    )
    five = api.anonymize(k_anonymous)
    released = api.anonymize(job)
    return Story(
        chapters=(
            Chapter(
                "The tables",
                "P is public: anyone can know these nine people. A hospital wants to share T, five"
                " of them (zip, age and nationality only). That somebody is in T is the secret.",
                ([["name", *names, "secret"], *everybody],),
            ),
            Chapter(
                "Why 5-anonymity does not hide it",
                "The least generalization of T in which each row stands with four equal ones"
                f" (loss {five.metrics['loss']:.4f}). Whoever links it with P learns of"
                f" {_certain(job, people, members, five)} people that they are in T: presence"
                f" {five.presence.maximum}.",
                (_classes(job, people, members, five),),
            ),
            Chapter(
                "What δ-presence asks",
                "Link the release with P. In each class, the share of P's people that are in T is"
                " the presence probability of everyone in it. It must lie between δmin ="
                f" {released.delta and released.delta['min']} and δmax ="
                f" {released.delta and released.delta['max']}, for every person of P.",
            ),
            Chapter(
                "The optimal release",
                _found(released),
                (_read_table(job, str(job.release)), _classes(job, people, members, released)),
            ),
            Chapter("What it costs", "", (_costs(five, released),)),
            Chapter("Next", _next_steps(kept)),
        ),
        release=released,
    )


def _found(released: Outcome) -> str:
    search = released.search
    counted = f"{search.checked} of {search.nodes} generalizations counted" if search else ""
    return (
        f"The least generalization that keeps to it, proven: {counted}. "
        "Written, read back, verified against P by code apart from the search, then published."
    )


def _next_steps(kept: Path | None) -> str:
    if kept is None:
        return (
            "dpsql demo --into paper_example   keeps the tables and the job file\n"
            "dpsql --help                      lists all commands"
        )
    return (
        f"The tables, the job file and the releases lie in {kept}. Try\n"
        f"dpsql lattice {kept}/job.yaml\n"
        f"dpsql measure {kept}/job.yaml --levels zip=1,age=2,nationality=1\n"
        f"dpsql sql {kept}/job.yaml"
    )


def _read(job: Job, name: str) -> list[dict[str, str]]:
    with (job.folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _read_table(job: Job, name: str) -> Rows:
    with (job.folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def _group(
    job: Job, people: list[dict[str, str]], members: list[dict[str, str]], found: Outcome
) -> dict[tuple[str, ...], tuple[list[str], int]]:
    """Classes of P at the found levels: who is in them, and how many of those are in T."""
    hierarchies = {
        name: load_hierarchy(name, words, job.folder)
        for name, words in job.quasi_identifiers.items()
    }

    def generalize(row: dict[str, str]) -> tuple[str, ...]:
        return tuple(
            str(hierarchy.label(row[name], found.levels[name]))
            for name, hierarchy in hierarchies.items()
        )

    classes: dict[tuple[str, ...], tuple[list[str], int]] = {}
    for person in people:
        names, count = classes.get(generalize(person), ([], 0))
        classes[generalize(person)] = ([*names, person["name"]], count)
    for member in members:
        names, count = classes[generalize(member)]
        classes[generalize(member)] = (names, count + 1)
    return classes


def _classes(
    job: Job, people: list[dict[str, str]], members: list[dict[str, str]], found: Outcome
) -> Rows:
    rows = [[*job.quasi_identifiers, "people of P", "of P", "in T", "presence"]]
    for labels, (names, count) in _group(job, people, members, found).items():
        presence = str(Fraction(count, len(names)))
        rows.append([*labels, ", ".join(names), str(len(names)), str(count), presence])
    return rows


def _certain(
    job: Job, people: list[dict[str, str]], members: list[dict[str, str]], found: Outcome
) -> int:
    groups = _group(job, people, members, found).values()
    return sum(len(names) for names, count in groups if count == len(names))


def _costs(five: Outcome, released: Outcome) -> Rows:
    rows = [["cost", "5-anonymous", "δ-present"]]
    rows += [
        [name, f"{value:.6g}", f"{released.metrics[name]:.6g}"]
        for name, value in five.metrics.items()
    ]
    return [
        *rows,
        ["presence, at most", str(five.presence.maximum), str(released.presence.maximum)],
    ]
