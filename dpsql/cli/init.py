"""``dpsql init``: a first job for two tables."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.json_schema import SCHEMA


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
        dpsql.init(public, private, out, where=where)
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
