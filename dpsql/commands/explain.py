"""``dpsql explain``: why these levels and no finer ones, or why none."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.commands.completion import complete_levels
from dpsql.commands.options import (
    Debug,
    DumpSql,
    JobPath,
    Json,
    MaxNodes,
    Quiet,
    gather_options,
    parse_levels,
)
from dpsql.commands.reporting import reporting
from dpsql.commands.terminal import one_line, plain_table
from dpsql.explanation import Explanation, Floor, Judged
from dpsql.explanation import explain as find_explanation
from dpsql.loading import MAX_NODES
from dpsql.report.words import as_percent


def explain(
    job: JobPath,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="Explain this node, not the optimum.",
        ),
    ] = "",
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Explain why these levels and no finer ones: what breaks if one of them is lowered.

    For each quasi-identifier whose level could be lowered, the classes of P that would break the
    job, by their labels, with their people and how many of them are in T. Where nothing holds, why.
    What it prints is for the keeper of T: it tells counts of T.
    """
    with reporting(as_json, quiet, debug) as report:
        options = gather_options(report, dump_sql, max_nodes=max_nodes)
        found = find_explanation(job, parse_levels(levels) if levels else None, **options)
        report.show(found.to_dict(), lambda: _describe(found))
        if found.node is None or not found.node.holds:
            report.exit_code = 4


def _describe(found: Explanation) -> RenderableType:
    return Group(*_parts(found))


def _parts(found: Explanation) -> Iterator[RenderableType]:
    if found.contains_share is False and found.delta is not None:
        low, high = found.delta["min"], found.delta["max"]
        yield Text(
            f"Nothing can hold: |T|/|P| is {found.share} ({as_percent(found.share)}), the presence"
            f" of everybody under total suppression, and delta is {low} to {high}.",
            "red",
        )
    if found.node is None:
        yield Text("No node of the lattice satisfies the job; total suppression breaks it:", "red")
        yield from _worst(found.root)
    else:
        yield from _node(found, found.node)
    raised = [floor for floor in found.floors if floor.below is not None]
    if raised:
        yield Text("\nLevels that fail whatever the other columns are:", "bold")
    for floor in raised:
        yield from _floor(floor)


def _node(found: Explanation, node: Judged) -> Iterator[RenderableType]:
    named = ", ".join(f"{one_line(name)}={level}" for name, level in node.levels.items())
    what = "The optimum" if found.is_optimum else "The node"
    yield Text(f"{what}: {named}", "bold")
    if not node.holds:
        yield Text(f"It does not hold: {_count(node)}", "red")
        yield from _worst(node)
    for name, one in found.predecessors.items():
        lower = f"\nWith {one_line(name)} at level {one.levels[name]}"
        if one.holds:
            yield Text(f"{lower}: it holds, too, and loses less of this column", "yellow")
            continue
        yield Text(f"{lower}: {_count(one)}")
        yield from _worst(one)


def _floor(floor: Floor) -> Iterator[RenderableType]:
    assert floor.below is not None  # noqa: S101 - the caller looked
    yield Text(
        f"{one_line(floor.name)} below level {floor.level} of {floor.height}:"
        f" {_count(floor.below)} with all other columns suppressed"
    )
    yield from _worst(floor.below, only=floor.name)


def _count(judged: Judged) -> str:
    if judged.broken_classes:
        classes = "class" if judged.broken_classes == 1 else "classes"
        return f"{judged.broken_classes:,} {classes} of P break the job"
    return (
        f"sensitive values break the job in {judged.sensitive_classes:,} or more classes of T"
        " (which, is not told)"
    )


def _worst(judged: Judged, only: str | None = None) -> Iterator[RenderableType]:
    if not judged.worst:
        return
    names = [name for name in judged.worst[0].labels if only in (None, name)]
    table = plain_table(*map(one_line, names), "people of P", "in T", "presence", "breaks")
    for one in judged.worst:
        labels = (one.labels[name] for name in names)
        texts = ("NULL" if label is None else one_line(label) for label in labels)
        counts = (f"{one.public_rows:,}", f"{one.private_rows:,}", as_percent(one.presence))
        table.add_row(*texts, *counts, one_line(", ".join(one.breaks)))
    yield table
    if judged.broken_classes > len(judged.worst):
        yield Text(f"… and {judged.broken_classes - len(judged.worst):,} more", "dim")
