"""``dpsql explain``: why these levels and no finer ones, or why none satisfy the job."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.level_meanings import name_becoming
from dpsql.cli.terminal.options import JobPath, parse_levels
from dpsql.cli.terminal.plain import name_columns, one_line, plain_table
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.cli.terminal.text_table import keep_whole
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_percent
from dpsql.use_cases.explain.explain import explain as find_explanation
from dpsql.use_cases.explain.explained_cuts import CutsExplanation, EndedPart
from dpsql.use_cases.explain.explanation import (
    BrokenClass,
    Climb,
    Explanation,
    Floor,
    Judged,
    SuggestedTails,
)
from dpsql.use_cases.explain.limits import ExcludedByLimits


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
    *,
    shared: SearchOptions,
) -> None:
    """Explain why these levels and no finer ones: what is violated if a level is lowered.

    For each quasi-identifier whose level could be lowered, lists the classes of P that would
    violate the job: labels, people of P, and how many of them are in T. If the algorithm is pooled,
    also lists the classes whose people climb, and what fewer people together would violate. If it
    cuts along the hierarchies, shows what is lost by which column, and why the parts with the most
    rows of T are not cut further. If no release can satisfy the job, explains why. The output
    contains counts of T and is for the data holder only.
    """
    with shared.begin() as output:
        options = shared.gather(output)
        found = find_explanation(job, parse_levels(levels) if levels else None, **options)
        if isinstance(found, CutsExplanation):
            cuts = found
            output.show(cuts.to_dict(), lambda: Group(*_cuts(cuts)))
            return
        told = found
        output.show(told.to_dict(), lambda: _describe(told))
        if found.node is None or not found.node.holds:
            output.end_with(4, "what is explained does not satisfy the job")


def _describe(found: Explanation) -> RenderableType:
    return Group(*_parts(found))


def _parts(found: Explanation) -> Iterator[RenderableType]:
    if found.contains_share is False and found.delta is not None:
        low, high = found.delta["min"], found.delta["max"]
        yield Text(
            f"No release can satisfy delta {low} to {high}: under total suppression everybody's"
            f" presence is |T|/|P|, {found.share} ({as_percent(found.share)}).",
            "red",
        )
    if found.node is None:
        if found.root.holds:
            limits = "No node within the limits (least_level, most_level) satisfies the job;"
            yield Text(f"{limits} without them total suppression does.", "red")
        else:
            total = "No node of the lattice satisfies the job; total suppression violates it:"
            yield Text(total, "red")
            if found.root.sensitive_classes:
                yield Text(_count(found.root))
            yield from _worst(found.root)
            yield Text(_tell_attainable(found.attainable), "red")
    else:
        yield from _node(found, found.node)
        if found.climb is not None:
            yield from _climb(found, found.climb, found.node)
        yield from map(_suggest, found.tails)
        if found.without_tails:
            names = name_columns(found.without_tails)
            yield Text(
                f"\nNo tails that were tried let {names} be one level finer beside the other"
                " columns' levels."
            )
        if found.to_group:
            yield _group(found.to_group)
    if found.excluded is not None:
        yield Text("\n" + _exclude(found, found.excluded, found.node))
    # No level of a column mends what the highest levels of all columns violate.
    helps = found.node is not None or found.root.holds
    raised = [floor for floor in found.floors if floor.below is not None and helps]
    if raised:
        yield Text("\nLevels that fail at every level of the other columns:", "bold")
    for floor in raised:
        yield from _floor(floor)
    if found.node is not None:
        yield from _neighbours(found, found.node)


def _tell_attainable(attainable: Sequence[str]) -> str:
    """Say that no release can hold, and with which numbers total suppression would."""
    told = "Finer levels violate it, too: no release can satisfy the job."
    if not attainable:
        return f"{told} Loosen what is violated."
    listed = " and ".join(map(one_line, attainable))
    return f"{told} At most {listed} can be satisfied."


def _neighbours(found: Explanation, node: Judged) -> Iterator[RenderableType]:
    """What is violated with one level lower; below a floor only how often, as the floor has why."""
    below = {floor.name for floor in found.floors if floor.below and not floor.is_beyond_limits}
    below &= {one.name for one in found.floors if one.level == node.levels[one.name]}
    for name, one in found.predecessors.items():
        comparison = "it loses less of this column"
        if found.climb is not None:
            comparison = _compare(found, found.climb, node, one)
            if found.is_optimum:
                comparison += _name_number(found.climb, node, one)
        title = f"\nWith {one_line(name)} at level {one.levels[name]}"
        if name in below:
            yield Text(f"{title}, which fails anyway: {_count(one)}")
        else:
            yield from _neighbour(found, title, one, comparison)


def _node(found: Explanation, node: Judged) -> Iterator[RenderableType]:
    named = ", ".join(f"{one_line(name)}={level}" for name, level in node.levels.items())
    what = "The optimum" if found.is_optimum else "The node"
    if found.climb is not None:
        least = found.climb.pooled.least
        # Numbers of people between those that were tried may lose less.
        what = "The best of what was tried" if found.is_optimum else what
        what = f"{what}: people climb until {least:,} settle together, from"
        yield Text(f"{what} {named}", "bold")
    else:
        yield Text(f"{what}: {named}", "bold")
    yield _meanings(found, node)
    if not node.holds:
        yield Text(f"It fails: {_count(node)}", "red")
        yield from _worst(node, _list_told(found, node))


def _meanings(found: Explanation, node: Judged) -> RenderableType:
    """What a value of P becomes at the levels of a node."""
    table = plain_table("quasi-identifier", "level", "becomes")
    for name, level in node.levels.items():
        becomes = name_becoming(found.becomes.get(name, ()), level)
        table.add_row(one_line(name), str(level), becomes)
    return table


def _climb(found: Explanation, climb: Climb, start: Judged) -> Iterator[RenderableType]:
    """Who climbs, and why no fewer people settle together."""
    least = climb.pooled.least
    if climb.rare_classes:
        verb = "class of P has" if climb.rare_classes == 1 else "classes of P have"
        yield Text(
            f"\n{climb.rare_classes:,} {verb} fewer than {name_count(least, 'person', 'people')}"
            " and climb:"
        )
        told = _list_told(found, start)
        yield from _table(climb.worst, climb.rare_classes, "would violate", told)
    else:
        people = name_count(least, "person", "people")
        yield Text(f"\nNobody climbs: every class has {people} or more.")
    if climb.fewer is not None:
        number, one = climb.fewer
        verb = "person settles" if number == 1 else "people settle"
        title = f"\nIf {number:,} {verb} together"
        yield from _neighbour(found, title, one, _compare(found, climb, start, one))


def _compare(found: Explanation, climb: Climb, start: Judged, other: Judged) -> str:
    """What another start or number loses, where it holds too."""
    assert start.metrics and other.metrics  # noqa: S101 - those of starts are measured
    here, there = start.metrics[climb.metric], other.metrics[climb.metric]
    return f"its {_name_metric(found, climb.metric)} is {there:,.4g}, here it is {here:,.4g}"


def _name_metric(found: Explanation, metric: str) -> str:
    return f"weighted {metric}" if metric == "loss" and found.is_weighted else metric


def _name_number(climb: Climb, start: Judged, other: Judged) -> str:
    """How to get a release that the search did not try: it tries its own numbers at each start."""
    assert start.metrics and other.metrics  # noqa: S101 - those of starts are measured
    if other.metrics[climb.metric] >= start.metrics[climb.metric]:
        return ""
    return (
        f"; {climb.pooled.least:,} people were not tried there: write least: {climb.pooled.least}"
    )


def _exclude(found: Explanation, excluded: ExcludedByLimits, node: Judged | None) -> str:
    """What the limits of the job leave out, and what the optimum would be without them."""
    ends = (
        f"{one_line(name)} from level {least} to {most}"
        for name, (least, most) in excluded.limits.items()
    )
    within = f"{excluded.within:,} of {name_count(excluded.nodes, 'node')}"
    told = f"The job limits {', '.join(ends)}: {within} may be chosen."
    if excluded.levels is None or excluded.value is None:
        return f"{told} Without the limits no node would hold, either."
    if node is not None and node.levels == excluded.levels:
        return f"{told} Without the limits the optimum would be the same."
    named = ", ".join(f"{one_line(name)}={level}" for name, level in excluded.levels.items())
    here = node and node.metrics and f", here it is {node.metrics[excluded.metric]:,.4g}"
    return (
        f"{told} Without the limits the optimum would be {named}: its"
        f" {_name_metric(found, excluded.metric)} is {excluded.value:,.4g}{here or ''}."
    )


def _suggest(tails: SuggestedTails, where: str = "") -> Text:
    """Tails that were counted, and the words for them."""
    people = name_count(tails.people, "person", "people")
    level = f"level {tails.level}{where and f' {where}'}"
    return Text(
        f"\n{one_line(tails.name)} could be at {level} with {tails.words} beside its widths or"
        f" dates: then no class violates the job, and {people} of P ({as_percent(tails.share)})"
        " are in tails.",
        "green",
    )


def _group(names: Sequence[str]) -> Text:
    """What categories are given that have no level between their values and one label for all."""
    verb, whose = (
        ("is", "its hierarchy has") if len(names) == 1 else ("are", "their hierarchies have")
    )
    return Text(
        f"\n{name_columns(names)} {verb} wholly suppressed, and {whose} nothing between: group the"
        " values (several lists in place of one in a tree, or more columns in a file).",
        "green",
    )


def _neighbour(
    found: Explanation, title: str, judged: Judged, comparison: str
) -> Iterator[RenderableType]:
    """What is violated there; or that nothing is, and how it compares."""
    if judged.holds:
        yield Text(f"{title}: it also holds; {comparison}", "yellow")
        return
    yield Text(f"{title}: {_count(judged)}")
    yield from _worst(judged, _list_told(found, judged))


def _list_told(found: Explanation, judged: Judged) -> list[str]:
    """The columns that tell classes apart: those that are not at their last level."""
    levels = judged.levels.items()
    last = {name: len(labels) - 1 for name, labels in found.becomes.items()}
    return [name for name, level in levels if level != last.get(name)] or [*judged.levels]


def _floor(floor: Floor) -> Iterator[RenderableType]:
    assert floor.below is not None  # noqa: S101 - the caller looked
    limit = f", beyond most_level {floor.most}" if floor.is_beyond_limits else ""
    yield Text(
        f"{one_line(floor.name)} needs level {floor.level} of {floor.height}{limit}: below it,"
        f" {_count(floor.below)} with all other columns suppressed"
    )
    yield from _worst(floor.below, [floor.name])
    if floor.tails is not None:
        yield _suggest(floor.tails, "where the other columns are wholly suppressed")


def _count(judged: Judged) -> str:
    if judged.broken_classes:
        classes = "class of P violates" if judged.broken_classes == 1 else "classes of P violate"
        return f"{judged.broken_classes:,} {classes} the job"
    named = [
        f"{name_count(one.broken_classes or 0, 'class of T violates', 'classes of T violate')}"
        f" {one_line(one.name)} {one_line(one.asked)}"
        for one in judged.sensitive_models
    ]
    return f"{' and '.join(named)} (their sensitive values are not shown)"


def _worst(judged: Judged, told: Sequence[str] | None = None) -> Iterator[RenderableType]:
    yield from _table(judged.worst, judged.broken_classes, "violates", told)


def _table(
    worst: Sequence[BrokenClass], count: int, heading: str, told: Sequence[str] | None = None
) -> Iterator[RenderableType]:
    """The worst of so many classes; of these columns only, if they are given."""
    if not worst:
        return
    names = [name for name in worst[0].labels if told is None or name in told]
    table = plain_table(*map(one_line, names), "people of P", "in T", "presence", heading)
    for one in worst:
        labels = (one.labels[name] for name in names)
        texts = ("NULL" if label is None else keep_whole(one_line(label)) for label in labels)
        counts = (f"{one.public_rows:,}", f"{one.private_rows:,}", as_percent(one.presence))
        table.add_row(*texts, *counts, one_line(", ".join(one.breaks)))
    yield table
    if count > len(worst):
        yield Text(f"… and {count - len(worst):,} more", "dim")


def _cuts(found: CutsExplanation) -> Iterator[RenderableType]:
    parts = name_count(found.parts, "part")
    weighted = ", weighted" if found.weights else ""
    lost = f"{float(found.loss):.6g}{weighted}"
    yield Text(f"P is cut into {parts}. The rows of T lose {lost}:", "bold")
    table = plain_table("quasi-identifier", "loss", "share of the loss")
    for name, share in found.shares.items():
        table.add_row(one_line(name), f"{float(found.losses[name]):.6g}", as_percent(share))
    yield table
    if not found.ended:
        yield Text("\nNo row of T has a label in place of a value.")
        return
    yield Text(
        f"\nRows of T lose something in {name_count(found.losing, 'part')}. Those with the most"
        " rows, and how many labels of a column, one level down, violate the job alone:",
        "bold",
    )
    for part in found.ended:
        yield from _ended(part, found.weights)


def _ended(part: EndedPart, weights: Mapping[str, str]) -> Iterator[RenderableType]:
    """A part, and why it is not cut by the columns that have labels below."""
    labels = ((name, "NULL" if one is None else one) for name, one in part.labels.items())
    named = ", ".join(f"{one_line(name)}={one_line(str(label))}" for name, label in labels)
    people = name_count(part.public_rows, "person", "people")
    presence = as_percent(part.presence)
    yield Text(f"\n{named}: {people} of P, {part.private_rows:,} in T ({presence})")
    if not part.columns:
        yield Text("No label may be finer: least_level.")
        return
    table = plain_table("column", "labels", "violate", "greatest presence", "violated", "note")
    for one in part.columns:
        greatest = "" if one.greatest is None else as_percent(one.greatest)
        broken = one_line(", ".join(one.breaks))
        note = "the rest of a cut" if one.is_rest else ""
        if weights.get(one.name) == "0":
            note = "weight 0"
        counts = (f"{one.labels:,}", f"{one.violating:,}")
        table.add_row(one_line(one.name), *counts, greatest, broken, note)
    yield table
