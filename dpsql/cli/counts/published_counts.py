"""``dpsql published-counts``: presence from counts that were published under a disclosure rule."""

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.plurals import name_count
from dpsql.privacy.small_counts.groups import write_group
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import as_bound, write_bound
from dpsql.use_cases.risks.published_counts import MARK, MOST_LISTED, PublishedCounts


def published_counts(
    public: Annotated[
        str, typer.Argument(metavar="PUBLIC", help="P: a file, glob or folder of files.")
    ],
    published: Annotated[
        str, typer.Argument(metavar="PUBLISHED", help="Counts of T as they were published.")
    ],
    count: Annotated[str, typer.Option(metavar="NAME", help="The column of published counts.")],
    people: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The column of P with the people of a row."),
    ] = None,
    redacted: Annotated[
        int | None, typer.Option(metavar="N", help="Counts up to N are redacted.")
    ] = None,
    rounded: Annotated[
        int | None, typer.Option(metavar="N", help="Counts are rounded to the nearest N.")
    ] = None,
    midpoint: Annotated[
        int | None,
        typer.Option(metavar="N", help="Counts are rounded to the middle of 1 to N, N+1 to 2N, …"),
    ] = None,
    mark: Annotated[
        str, typer.Option(metavar="TEXT", help="What stands for a redacted count, if not empty.")
    ] = MARK,
    total: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What stands for all values of a column: all."),
    ] = None,
    exact_totals: Annotated[
        bool, typer.Option("--exact-totals", help="Totals are neither redacted nor rounded.")
    ] = False,
    delta_max: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Presence must be at most this: 1/20."),
    ] = None,
    *,
    shared: OutputOptions,
) -> None:
    """Measure presence from published counts, and what totals reveal of redacted ones.

    The columns beside the counts are those of P that tell its groups apart. A group of P without a
    row counts as redacted, or as 0 if nothing is redacted. T is not read: all that is printed
    follows from P and the published table.

    Exit code 4 if the presence of a group may exceed --delta-max.
    """
    with shared.begin() as output:
        found = dpsql.published_counts(
            public,
            published,
            count=count,
            people=people,
            redacted=redacted,
            rounded=rounded,
            midpoint=midpoint,
            mark=mark,
            total=total,
            exact_totals=exact_totals,
            delta_max=delta_max,
        )
        output.show(found.to_dict(), lambda: _describe(found))
        if found.satisfied is False and found.delta_max is not None:
            output.end_with(4, f"the presence of a group may exceed {write_bound(found.delta_max)}")


def _describe(found: PublishedCounts) -> RenderableType:
    """The groups of greatest presence as a table, and what totals tell of them."""
    table = plain_table("group", "people of P", "in T", "with totals", "presence")
    for one in found.groups:
        counts = (_write(one.alone.least, one.alone.greatest), "")
        if one.is_narrowed:
            counts = counts[0], _write(one.together.least, one.together.greatest)
        ends = f"{as_percent(one.least_presence)} to {as_percent(one.greatest_presence)}"
        table.add_row(one_line(write_group(one.group)), f"{one.people:,}", *counts, ends)
    parts: list[RenderableType] = [table]
    if found.group_count > MOST_LISTED:
        parts.append(Text(f"{name_count(found.group_count - MOST_LISTED, 'more group')}."))
    reach = f"{as_percent(found.minimum)} to {as_percent(found.maximum)}"
    parts.append(Text(f"Presence lies in {reach}, whatever the true counts are."))
    if found.narrowed:
        parts.append(
            Text(
                f"Totals narrow the counts of {name_count(found.narrowed, 'group')}, and reveal"
                f" {found.revealed:,} of them.",
                "red" if found.revealed else "",
            )
        )
    if not found.is_exact:
        parts.append(Text("Someone who compares all totals may narrow them further."))
    if found.satisfied is not None and found.delta_max is not None:
        words = "Certain" if found.satisfied else "Not certain"
        colour = "green" if found.satisfied else "red"
        parts.append(Text(f"{words}: presence is at most {as_bound(found.delta_max)}.", colour))
    return Group(*parts)


def _write(least: int, greatest: int) -> str:
    return f"{least:,}" if least == greatest else f"{least:,} to {greatest:,}"
