"""dpsql compare: releases that could be made, side by side."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.options import read_algorithm
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.domain.confident_presence import ConfidentPresence
from dpsql.report.sentences import as_percent, name_algorithm
from dpsql.use_cases.compare import Candidate, Compared


def compare(
    jobs: Annotated[list[Path], typer.Argument(metavar="JOB…", help="Job files (YAML).")],
    algorithms: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            metavar="ALGORITHM",
            help="In place of the job's algorithm: a name, or as a job has it:"
            " '{pooled: {path: root}}'. Repeat it to compare.",
        ),
    ] = None,
    deltas: Annotated[
        list[str] | None,
        typer.Option(
            "--delta", metavar="δmax", help="In place of the job's: 1/20 or 5%. Repeat it, too."
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="End each search after this time."),
    ] = None,
    *,
    shared: SearchOptions,
) -> None:
    """Put releases that jobs could make side by side: presence, loss by column, rows suppressed.

    Searches for each job with each --algorithm and each --delta, and writes nothing. Each job's
    tables are counted once. The shift of a column is how far its distribution moves if the rows of
    a label are spread evenly over its values: 0 not at all, 1 entirely. For the keeper of T only:
    it tells more of T than one release.

    Exit code 4 if there is no release at all.
    """
    with shared.begin() as output:
        asked = [read_algorithm(text) for text in algorithms or ()]
        options = shared.gather(output)
        if time_limit is not None:
            options["time_limit"] = time_limit
        found = dpsql.compare(*jobs, algorithms=asked, deltas=deltas or (), **options)
        output.show(found.to_dict(), lambda: Group(*_describe(found)))
        if not any(one.outcome for one in found.candidates):
            output.exit_code = 4


def _describe(found: Compared) -> Iterator[RenderableType]:
    """A table of all candidates by number, the losses by column, and what has no release."""
    table = plain_table("", "release", "δmax", "presence", "loss", "suppressed", "")
    several = len({one.job for one in found.candidates}) > 1
    for number, one in enumerate(found.candidates, 1):
        table.add_row(str(number), _name(one, with_job=several), *_tell(one))
    yield table
    released = [(n, one) for n, one in enumerate(found.candidates, 1) if one.outcome]
    for heading, find in (("loss of", _losses), ("shift of", _shifts)):
        columns = list(dict.fromkeys(name for _, one in released for name in find(one)))
        if columns:
            table = plain_table(heading, *(str(number) for number, _ in released))
            for name in columns:
                told = (find(one).get(name) for _, one in released)
                texts = ("–" if number is None else f"{number:.4g}" for number in told)
                table.add_row(one_line(name), *texts)
            yield table
    for number, one in enumerate(found.candidates, 1):
        if one.left_out:
            yield Text(f"{number}: {one_line(one.left_out)}", "yellow")
    yield Text("Internal: which algorithm holds at which δ tells of T beyond a release.")


def _name(one: Candidate, *, with_job: bool) -> str:
    choice = ", from P alone" if one.choose == "from_public" else ""
    algorithm = name_algorithm({"algorithm": one.algorithm})
    job = f"{one_line(one.job)}: " if with_job and one.job else ""
    return f"{job}{algorithm}{choice}"


def _tell(one: Candidate) -> tuple[str, ...]:
    limit = "–" if one.delta_max is None else as_percent(one.delta_max)
    if one.outcome is None:
        return limit, "–", "–", "–", "no release"
    presence = one.outcome.presence
    if isinstance(presence, ConfidentPresence):
        greatest = "–" if presence.delta is None else as_percent(presence.delta)
    else:
        greatest = as_percent(presence.maximum)
    suppressed = "–" if one.suppressed_rows is None else f"{one.suppressed_rows:,}"
    proof = "" if one.is_whole else "not proven"
    return limit, greatest, f"{one.outcome.metrics['loss']:.6g}", suppressed, proof


def _losses(one: Candidate) -> dict[str, float]:
    return (one.outcome.losses or {}) if one.outcome is not None else {}


def _shifts(one: Candidate) -> dict[str, float]:
    return {name: float(shift) for name, shift in one.shifts.items()}
