"""``dpsql init``: a first job for two tables."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.json_schema import SCHEMA
from dpsql.errors import ConfigError, TargetError, error_of
from dpsql.files import private_file
from dpsql.files.absolute import make_absolute
from dpsql.first_job.job_text import write_job
from dpsql.first_job.profile import profile


def init(
    public: Annotated[
        Path, typer.Argument(metavar="PUBLIC", help="P: a file, glob or folder of files.")
    ],
    private: Annotated[
        Path | None,
        typer.Argument(
            metavar="PRIVATE", help="T: the same, for the people whose membership is secret."
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="In place of PRIVATE: the column of P, or the predicate, that is true for T.",
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The new job file to write.")
    ] = Path("job.yaml"),
    *,
    shared: OutputOptions,
) -> None:
    """Write a first job for two tables, with comments. The job runs without changes.

    Columns that both tables share become quasi-identifiers: numbers get intervals, dates their
    parts, codes prefixes, and categories a list for you to group. Only values of P are read. If T
    is some rows of P, name the column that marks them: --where in_trial.
    """
    with shared.begin() as output:
        if (private is None) == (where is None):
            raise ConfigError("name the table of T, or --where with a column of P that marks it")
        found = profile(str(public), None if private is None else str(private), Path(), where)
        home = make_absolute(out).parent
        release = f"{(private or public).stem}-released.parquet"
        of_t = None if private is None else _from(home, private)
        text = write_job(found, _from(home, public), of_t, release, where)
        try:
            with private_file.create(out) as file:
                file.write(text)
        except FileExistsError:
            raise TargetError(f"{out.name}: it exists; remove it or name another (-o)") from None
        except OSError as error:
            raise error_of(error, f"{out.name}: it cannot be written", TargetError) from None
        output.show(
            {"schema": SCHEMA, "status": "written", "job": str(out)},
            lambda: _tell_next(out),
        )


def _tell_next(job: Path) -> str:
    """Return the next commands; the name of the job is quoted for a shell and safe to print."""
    name = str(job)
    said = one_line(shlex.quote(f"./{name}" if name.startswith("-") else name))
    return (
        f"Wrote {one_line(name)}. Review it, then run:\n"
        f"  dpsql check {said}      check the job, the tables and the hierarchies\n"
        f"  dpsql measure {said}    measure the presence if T is published as it is\n"
        f"  dpsql anonymize {said}  find, write and verify the least generalization\n"
        "                           that satisfies delta"
    )


def _from(home: Path, path: Path) -> str:
    """Return a path relative to `home`; ``./`` is added if it could be the name of a table."""
    said = os.path.relpath(make_absolute(path), home)
    return said if "/" in said else f"./{said}"
