"""Runs the paper's example and explains it: why 5-anonymity fails, what δ-presence does."""

import shutil
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import dpsql
from dpsql.demo.example import Example, Rows, read_example
from dpsql.demo.folder import make_folder
from dpsql.domain.found.searched import Search
from dpsql.domain.job import Job
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.release_options import ReleaseOptions
from dpsql.errors import ConfigError, error_of
from dpsql.job_files.read import read_job
from dpsql.outcome.outcome import Outcome

_TABLES = Path(__file__).parent / "tables"


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


def run_demo(
    folder: Path | None = None, dump_sql: Path | None = None, debug: Path | None = None
) -> Story:
    """Run the example in `folder`, or in a folder that is removed afterwards.

    `dump_sql` gets the statements of the two releases, each in a folder of its own.

    Raises:
        ConfigError: `folder` is not empty, or cannot be created.
    """
    if folder is not None:
        make_folder(folder)
    with nullcontext(folder) if folder else tempfile.TemporaryDirectory() as place:
        where = Path(place)
        try:
            for file in sorted(_TABLES.iterdir()):
                shutil.copyfile(file, where / file.name)
        except OSError as error:
            raise error_of(error, "the example cannot be copied", ConfigError) from None
        job = read_job(where / "job.yaml")
        five = dpsql.anonymize(
            _ask_for_five(job), dump_sql=dump_sql and dump_sql / "five_anonymous", debug=debug
        )
        released = dpsql.anonymize(
            job, dump_sql=dump_sql and dump_sql / "delta_present", debug=debug
        )
        return Story(_tell(read_example(job), five, released, kept=folder), released)


def _ask_for_five(job: Job) -> Job:
    words = {"delta": None, "constraints": Constraints(k_anonymity=5)}
    return job.with_unchecked({**words, "release": ReleaseOptions(path="five_anonymous.csv")})


def _tell(
    example: Example, five: Outcome, released: Outcome, kept: Path | None
) -> tuple[Chapter, ...]:
    return (
        Chapter(
            "The tables",
            "P is public: anyone can know these nine people. A hospital wants to share T, five"
            " of them (zip, age and nationality only). That somebody is in T is the secret.",
            (example.everybody,),
        ),
        _tell_why_not_five(example, five),
        _tell_the_question(released),
        Chapter(
            "The optimal release",
            _found(released),
            (example.read_release(), example.classes(released)),
        ),
        Chapter("What it costs", "", (_costs(five, released),)),
        Chapter("Next", _next_steps(kept)),
    )


def _tell_why_not_five(example: Example, five: Outcome) -> Chapter:
    return Chapter(
        "Why 5-anonymity does not hide it",
        "The least generalization of T in which each row stands with four equal ones"
        f" (loss {five.metrics['loss']:.4f}). Whoever links it with P learns of"
        f" {example.count_certain(five)} people that they are in T: presence"
        f" {five.presence.maximum}.",
        (example.classes(five),),
    )


def _tell_the_question(released: Outcome) -> Chapter:
    asked = released.delta or {}
    return Chapter(
        "What δ-presence asks",
        "Link the release with P. In each class, the share of P's people that are in T is"
        " the presence probability of everyone in it. It must lie between δmin ="
        f" {asked.get('min')} and δmax = {asked.get('max')}, for every person of P.",
    )


def _found(released: Outcome) -> str:
    search = released.search
    assert isinstance(search, Search)  # noqa: S101 - the example searches the lattice
    counted = f"{search.checked} of {search.nodes} generalizations counted"
    return (
        f"The least generalization that keeps to it, proven: {counted}. "
        "Written, read back, verified against P by code apart from the search, then published."
    )


def _next_steps(kept: Path | None) -> str:
    if kept is None:
        return (
            "dpsql demo --into paper_example   keeps the tables and the job file\n"
            "dpsql demo --people --into people makes two larger tables to try dpsql on\n"
            "dpsql --help                      lists all commands"
        )
    return (
        f"The tables, the job file and the releases lie in {kept}. Try\n"
        f"dpsql lattice {kept}/job.yaml\n"
        f"dpsql measure {kept}/job.yaml --levels zip=1,age=2,nationality=1\n"
        f"dpsql sql {kept}/job.yaml"
    )


def _costs(five: Outcome, released: Outcome) -> Rows:
    rows = [["cost", "5-anonymous", "δ-present"]]
    rows += [
        [name, f"{value:.6g}", f"{released.metrics[name]:.6g}"]
        for name, value in five.metrics.items()
    ]
    return [
        *rows,
        [
            "presence, at most",
            str(five.presence.maximum),
            str(released.presence.maximum),
        ],
    ]
