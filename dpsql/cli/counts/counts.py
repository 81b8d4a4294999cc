"""``dpsql counts``: differentially private counts of T."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.options import JobPath, parse_levels
from dpsql.cli.terminal.plain import one_line, plain_table, show_label
from dpsql.cli.terminal.shared_options import TableOptions
from dpsql.domain.plurals import name_count
from dpsql.errors import ConfigError
from dpsql.use_cases.counts.cells import Cells
from dpsql.use_cases.counts.noisy_counts import NoisyCounts

Epsilon = Annotated[
    str, typer.Option(metavar="E", help="What this run spends; noise is of about 1/E people.")
]
By = Annotated[
    str, typer.Option(metavar="NAME,…", help="Quasi-identifiers to count by; none: one total.")
]
Levels = Annotated[
    str, typer.Option(metavar="NAME=LEVEL,…", help="Their levels; default: raw values.")
]
WhichCells = Annotated[
    str,
    typer.Option(
        metavar="WHICH", help="declared: all combinations of labels; public: those that P has."
    ),
]
OneStratum = Annotated[
    str | None,
    typer.Option(
        metavar="NAME=LABEL",
        help="Count these rows of T only (NAME= for NULL); several strata cost as much as one.",
    ),
]
Threshold = Annotated[
    int | None,
    typer.Option(metavar="N", help="Leave out cells whose noisy count is below N."),
]
CountName = Annotated[str, typer.Option(metavar="NAME", help="The column of counts in the file.")]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="A new file, .csv or .parquet."),
]
LedgerFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Enter what is spent there first; see dpsql ledger."),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the file of --output.")]


def counts(
    job: JobPath,
    epsilon: Epsilon,
    by: By = "",
    levels: Levels = "",
    cells: WhichCells = "declared",
    stratum: OneStratum = None,
    threshold: Threshold = None,
    count: CountName = "count",
    output_path: OutputFile = None,
    ledger: LedgerFile = None,
    *,
    overwrite: Overwrite = False,
    shared: TableOptions,
) -> None:
    """Count the rows of T with noise, so that the counts are differentially private.

    One person more or less in T changes the probability of any outcome by a factor of at most e^E.
    Cells in which nobody is get noise, too, and counts may be negative: sums over many cells stay
    right on average. P, the hierarchies and the job are taken for public.

    The promise holds for these counts alone. A release by dpsql anonymize of the same T depends on
    T without noise, and has no epsilon.
    """
    with shared.begin(writes=[output_path, ledger]) as output:
        found = dpsql.counts(
            job,
            epsilon,
            by=tuple(filter(None, (name.strip() for name in by.split(",")))),
            levels=parse_levels(levels),
            cells=cast("Cells", cells),
            stratum=None if stratum is None else _read_stratum(stratum),
            threshold=threshold,
            count=count,
            output=output_path,
            overwrite=overwrite,
            ledger=ledger,
            **shared.gather(output),
        )
        output.show(found.to_dict(), lambda: _describe(found))


def _read_stratum(text: str) -> tuple[str, str | None]:
    name, equals, label = text.partition("=")
    if not name or not equals:
        raise ConfigError("--stratum: write a column and one of its labels, such as region=north")
    return name, label or None


def _describe(found: NoisyCounts) -> RenderableType:
    parts: list[RenderableType] = []
    if found.output is None:
        parts.append(_tabulate(found))
    else:
        cells = name_count(len(found.rows), "cell")
        parts.append(Text(f"{cells} written: {one_line(found.output)}"))
    return Group(*parts, *map(Text, _tell(found)))


def _tabulate(found: NoisyCounts) -> RenderableType:
    table = plain_table(*map(one_line, found.by), one_line(found.count))
    for cell, number in found.rows:
        table.add_row(*(show_label(label) for label in cell), f"{number:,}")
    return table


def _tell_empty(found: NoisyCounts) -> str:
    """How many cells are expected to be there by their noise alone; it does not depend on T."""
    if found.most_empty is None:
        return ""
    if found.most_empty < 1:
        return " Of the others, fewer than one is expected to be empty."
    return f" Of the others, at most about {found.most_empty:,.0f} are expected to be empty."


def _tell(found: NoisyCounts) -> Iterator[str]:
    """What is left out, how far counts are off, and what is left of the budget."""
    if found.threshold is not None:
        cells = name_count(found.cells, "cell")
        yield f"Of {cells}, those below {found.threshold:,} are left out.{_tell_empty(found)}"
    yield f"Epsilon {found.epsilon}: the noise is at most {found.margin:,} in 95 % of the counts."
    if found.ledger is None:
        yield "No ledger: what several runs spend together is for you to add up."
    else:
        told = found.ledger
        yield f"The ledger: {told.spent} of {told.budget} is spent, {told.left} is left."
