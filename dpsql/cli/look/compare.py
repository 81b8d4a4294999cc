"""dpsql compare: releases that could be made, side by side."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group

import dpsql
from dpsql.cli.terminal.candidates import describe_candidates
from dpsql.cli.terminal.options import read_algorithm
from dpsql.cli.terminal.shared_options import SearchOptions


def compare(
    jobs: Annotated[list[Path], typer.Argument(metavar="JOB…", help="Job files (YAML).")],
    algorithms: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            metavar="ALGORITHM",
            help="In place of the job's algorithm: levels, pooled, cuts, boxes, or as a job has it:"
            " '{pooled: {path: root}}'. Repeat it to compare, or write levels,pooled.",
        ),
    ] = None,
    deltas: Annotated[
        list[str] | None,
        typer.Option(
            "--delta", metavar="δmax", help="In place of the job's: 1/20 or 5%. Repeat it, too."
        ),
    ] = None,
    baseline: Annotated[
        bool,
        typer.Option(
            "--baseline",
            help="Also show what is left if every column is suppressed: a reader then knows how"
            " many rows T has, and nothing else of the columns that are generalized.",
        ),
    ] = False,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="End each search after this time."),
    ] = None,
    *,
    shared: SearchOptions,
) -> None:
    """Put releases that jobs could make side by side: presence, loss, and what they are good for.

    Searches for each job with each --algorithm and each --delta, and writes nothing. Each job's
    tables are counted once. What a release is good for is what a reader gets who spreads the rows
    of a label evenly over the values that it stands for. The shift of a column, or of a pair of
    columns, is how far its distribution moves then: 0 not at all, 1 entirely. Means of T lie within
    the stated bounds for certain. A job's questions, such as {sql: SELECT COUNT(*) FROM t WHERE
    age > 60}, are answered on T and on each candidate. For the data holder only: it tells more of T
    than one release.

    Exit code 4 if there is no release at all.
    """
    with shared.begin() as output:
        asked = [read_algorithm(word) for text in algorithms or () for word in _split(text)]
        options = shared.gather(output)
        if time_limit is not None:
            options["time_limit"] = time_limit
        else:
            output.progress.offer_limit("--time-limit 60")
        found = dpsql.compare(
            *jobs, algorithms=asked, deltas=deltas or (), baseline=baseline, **options
        )
        output.show(found.to_dict(), lambda: Group(*describe_candidates(found)))
        if not any(one.outcome for one in found.candidates):
            output.end_with(4, "no candidate satisfies its job")


def _split(text: str) -> list[str]:
    """Return the words of a list; an algorithm with options has commas of its own."""
    return [text] if "{" in text else [word.strip() for word in text.split(",")]
