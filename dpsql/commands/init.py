"""``dpsql init``: a first job for two tables."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from dpsql.commands.options import Json, Quiet
from dpsql.commands.reporting import reporting
from dpsql.commands.terminal import one_line
from dpsql.errors import TargetError, error_of
from dpsql.files import private_file
from dpsql.outcome import SCHEMA
from dpsql.starter.job_text import write_job
from dpsql.starter.profile import profile


def init(
    public: Annotated[
        Path, typer.Argument(metavar="PUBLIC", help="P: a file, glob or folder of files.")
    ],
    private: Annotated[
        Path, typer.Argument(metavar="PRIVATE", help="T: the same, of the people in the secret.")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The job file to write, a new one.")
    ] = Path("job.yaml"),
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a first job for two tables, with remarks, that runs as it is.

    Columns that both tables share become quasi-identifiers, with intervals for numbers, parts of
    dates, prefixes of codes, and lists of categories for you to group. Only P's values are looked
    at.
    """
    with reporting(as_json, quiet) as report:
        found = profile(str(public), str(private), Path())
        home = out.absolute().parent
        release = f"{Path(private.name).stem}-released.parquet"
        text = write_job(found, _from(home, public), _from(home, private), release)
        try:
            with private_file.create(out) as file:
                file.write(text)
        except FileExistsError:
            raise TargetError(f"{out.name}: it exists; remove it or name another (-o)") from None
        except OSError as error:
            raise error_of(error, f"{out.name}: it cannot be written", TargetError) from None
        report.show(
            {"schema": SCHEMA, "status": "written", "job": str(out)},
            lambda: _tell_next(out),
        )


def _tell_next(job: Path) -> str:
    """What to do with the job, in words that a shell takes, if it can print the name at all."""
    name = str(job)
    said = one_line(shlex.quote(f"./{name}" if name.startswith("-") else name))
    return (
        f"{one_line(name)} is written. Read it, then:\n"
        f"  dpsql check {said}      do the tables and the job fit together?\n"
        f"  dpsql measure {said}    how sure can anyone be, if T is published as it is?\n"
        f"  dpsql anonymize {said}  the least generalization that keeps to delta"
    )


def _from(home: Path, path: Path) -> str:
    """A path as a job in `home` says it; one that looks like the name of a table gets its dot."""
    said = os.path.relpath(path.absolute(), home)
    return said if "/" in said else f"./{said}"
