"""What `explain` says of levels: sentences and tables, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dpsql.domain.alternative import AMONG_TRIED
from dpsql.domain.plurals import name_count
from dpsql.report.demands import list_demands
from dpsql.report.notebook.blocks import Block, Meanings, Sentence, Table, Tone
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import as_bound
from dpsql.use_cases.explain.told_better import tell_better
from dpsql.use_cases.explain.told_nulls import tell_nulls

if TYPE_CHECKING:  # an explanation is shown by what follows
    from dpsql.use_cases.explain.explanation import (
        BrokenClass,
        Climb,
        Explanation,
        Floor,
        Judged,
        SuggestedTails,
    )
    from dpsql.use_cases.explain.limits import ExcludedByLimits

#: Columns that a sentence names; of more it states the number.
_MOST_NAMED = 8


def tell_levels(found: Explanation) -> Iterator[Block]:
    """Yield what there is to say of a node, or why there is none."""
    if found.contains_share is False and found.delta is not None:
        low, high = found.delta["min"], found.delta["max"]
        yield Sentence(
            f"No release can satisfy delta {low} to {high}: under total suppression everybody's"
            f" presence is |T|/|P|, {as_bound(found.share)}.",
            "red",
        )
    if found.node is None:
        if found.root.holds:
            limits = "No node within the limits (least_level, most_level) satisfies the job;"
            yield Sentence(f"{limits} without them total suppression does.", "red")
        else:
            total = "No node of the lattice satisfies the job; total suppression violates it:"
            yield Sentence(total, "red")
            if found.root.sensitive_classes:
                yield Sentence(_count(found.root))
            yield from _worst(found.root)
            yield Sentence(_tell_attainable(found.attainable), "red")
    else:
        yield from _node(found, found.node)
        if found.climb is not None:
            yield from _climb(found, found.climb, found.node)
        yield from map(_suggest, found.tails)
        yield from _tell_no_tails(found)
        if found.to_group:
            yield _group(found.to_group)
    if found.excluded is not None:
        yield _apart(_exclude(found, found.excluded, found.node))
    # No level of a column mends what the highest levels of all columns violate.
    helps = found.node is not None or found.root.holds
    raised = [floor for floor in found.floors if floor.below is not None and helps]
    if raised:
        yield _apart("Levels that fail at every level of the other columns:", "bold")
    for floor in raised:
        yield from _floor(floor)
    if found.node is not None:
        yield from _neighbours(found, found.node)


def _tell_no_tails(found: Explanation) -> Iterator[Block]:
    """Why no tails are suggested for columns of widths or dates that could be finer."""
    if failed := found.list_without("none suffice"):
        names = _name_columns(failed)
        yield _apart(
            f"None of the tails that were tried lets {names} be one level finer while the other"
            " columns keep their levels."
        )
    if idle := found.list_without("nothing to try"):
        yield _apart(
            f"No tails of {_name_columns(idle)} were tried: two labels of level 1 or more at an end"
            " hold too large a part of P, or leave no label beside them."
        )
    if late := found.list_without("out of time"):
        yield _apart(f"Tails of {_name_columns(late)} were not all tried: it took too long.")


def _tell_attainable(attainable: Sequence[str]) -> str:
    """Say that no release can hold, and with which numbers total suppression would."""
    told = "Finer levels violate it, too: no release can satisfy the job."
    if not attainable:
        return f"{told} Loosen what is violated."
    listed = " and ".join(attainable)
    return f"{told} At most {listed} can be satisfied."


def _neighbours(found: Explanation, node: Judged) -> Iterator[Block]:
    """What is violated with one level lower; below a floor only how often, as the floor has why."""
    below = {floor.name for floor in found.floors if floor.below and not floor.is_beyond_limits}
    below &= {one.name for one in found.floors if one.level == node.levels[one.name]}
    for name, one in found.predecessors.items():
        comparison = "it loses less of this column"
        if found.climb is not None:
            comparison = _compare(found, found.climb, node, one)
        title = f"With {name} at level {one.levels[name]}"
        if name in below:
            yield _apart(f"{title}, which fails anyway: {_count(one)}")
        else:
            yield from _neighbour(found, title, one, comparison)


def _node(found: Explanation, node: Judged) -> Iterator[Block]:
    named = ", ".join(f"{name}={level}" for name, level in node.levels.items())
    if found.climb is not None:
        # As anonymize says it: numbers between those of a start may lose less.
        what = f"The optimum {AMONG_TRIED}. " if found.is_optimum else ""
        least = found.climb.pooled.least
        climb = f"People start at {named} and climb until {least:,} settle together."
        yield Sentence(f"{what}{climb}", "bold")
    else:
        what = "The optimum" if found.is_optimum else "The node"
        yield Sentence(f"{what}: {named}", "bold")
    yield _meanings(found, node)
    if found.climb is not None and found.is_optimum:
        yield from tell_better(found, found.climb, node)
    if not node.holds:
        yield Sentence(f"It fails: {_count(node)}", "red")
        yield from _worst(node, _list_told(found, node))


def _meanings(found: Explanation, node: Judged) -> Block:
    """What a value of P becomes at the levels of a node."""
    return Meanings(node.levels, found.becomes)


def _climb(found: Explanation, climb: Climb, start: Judged) -> Iterator[Block]:
    """Who climbs, and why no fewer people settle together."""
    least = climb.pooled.least
    if climb.rare_classes:
        verb = "class of P has" if climb.rare_classes == 1 else "classes of P have"
        yield _apart(
            f"{climb.rare_classes:,} {verb} fewer than {name_count(least, 'person', 'people')}"
            " and climb:"
        )
        told = _list_told(found, start)
        yield from _table(climb.worst, climb.rare_classes, "would violate", told)
    else:
        people = name_count(least, "person", "people")
        yield _apart(f"Nobody climbs: every class has {people} or more.")
    if climb.fewer is not None:
        number, one = climb.fewer
        verb = "person settles" if number == 1 else "people settle"
        title = f"If {number:,} {verb} together"
        yield from _neighbour(found, title, one, _compare(found, climb, start, one))


def _compare(found: Explanation, climb: Climb, start: Judged, other: Judged) -> str:
    """What another start or number loses, where it holds too."""
    assert start.metrics and other.metrics  # noqa: S101 - those of starts are measured
    here, there = start.metrics[climb.metric], other.metrics[climb.metric]
    told, own = (f"{one:,.4g}" for one in (there, here))
    compared = f"{told}, as here" if told == own else f"{told}, and here {own}"
    return f"its {_name_metric(found, climb.metric)} is {compared}"


def _name_metric(found: Explanation, metric: str) -> str:
    return f"weighted {metric}" if metric == "loss" and found.is_weighted else metric


def _exclude(found: Explanation, excluded: ExcludedByLimits, node: Judged | None) -> str:
    """What the limits of the job leave out, and what the optimum would be without them."""
    ends = (
        f"{name} from level {least} to {most}" for name, (least, most) in excluded.limits.items()
    )
    within = f"{excluded.within:,} of {name_count(excluded.nodes, 'node')}"
    told = f"The job limits {', '.join(ends)}: {within} may be chosen."
    if excluded.levels is None or excluded.value is None:
        return f"{told} Without the limits no node would hold, either."
    if node is not None and node.levels == excluded.levels:
        return f"{told} Without the limits the optimum would be the same."
    named = ", ".join(f"{name}={level}" for name, level in excluded.levels.items())
    here = node and node.metrics and f", here it is {node.metrics[excluded.metric]:,.4g}"
    return (
        f"{told} Without the limits the optimum would be {named}: its"
        f" {_name_metric(found, excluded.metric)} is {excluded.value:,.4g}{here or ''}."
    )


def _suggest(tails: SuggestedTails, where: str = "") -> Sentence:
    """Tails that were counted, and the words for them."""
    people = name_count(tails.people, "person", "people")
    level = f"level {tails.level}{where and f' {where}'}"
    return _apart(
        f"{tails.name} could be at {level} with {tails.words} beside its widths or"
        f" dates: then no class violates the job, and {people} of P ({as_percent(tails.share)})"
        " are in tails.",
        "green",
    )


def _group(names: Sequence[str]) -> Sentence:
    """What categories are given that have no level between their values and one label for all."""
    verb, whose = (
        ("is", "its hierarchy has") if len(names) == 1 else ("are", "their hierarchies have")
    )
    return _apart(
        f"{_name_columns(names)} {verb} wholly suppressed, and {whose} nothing between: group the"
        " values (several lists in place of one in a tree, or more columns in a file).",
        "green",
    )


def _neighbour(found: Explanation, title: str, judged: Judged, comparison: str) -> Iterator[Block]:
    """What is violated there; or that nothing is, and how it compares."""
    if judged.holds:
        yield _apart(f"{title}: it also holds; {comparison}", "yellow")
        return
    yield _apart(f"{title}: {_count(judged)}")
    yield from _worst(judged, _list_told(found, judged))


def _list_told(found: Explanation, judged: Judged) -> list[str]:
    """The columns that tell classes apart: those that are not at their last level."""
    levels = judged.levels.items()
    last = {name: len(labels) - 1 for name, labels in found.becomes.items()}
    return [name for name, level in levels if level != last.get(name)] or [*judged.levels]


def _floor(floor: Floor) -> Iterator[Block]:
    assert floor.below is not None  # noqa: S101 - the caller looked
    limit = f", beyond most_level {floor.most}" if floor.is_beyond_limits else ""
    yield Sentence(
        f"{floor.name} needs level {floor.level} of {floor.height}{limit}: below it,"
        f" {_count(floor.below)} with all other columns suppressed"
    )
    yield from _worst(floor.below, [floor.name])
    if told := tell_nulls(floor):
        yield _apart(told, "green")
    if floor.tails is not None:
        yield _suggest(floor.tails, "where the other columns are wholly suppressed")


def _count(judged: Judged) -> str:
    if judged.broken_classes:
        classes = "class of P violates" if judged.broken_classes == 1 else "classes of P violate"
        return f"{judged.broken_classes:,} {classes} the job"
    named = [
        f"{name_count(one.broken_classes or 0, 'class of T violates', 'classes of T violate')}"
        f" {one.name} {one.asked}"
        for one in judged.sensitive_models
    ]
    return f"{' and '.join(named)} (their sensitive values are not shown)"


def _worst(judged: Judged, told: Sequence[str] | None = None) -> Iterator[Block]:
    yield from _table(judged.worst, judged.broken_classes, "violates", told)


def _table(
    worst: Sequence[BrokenClass], count: int, heading: str, told: Sequence[str] | None = None
) -> Iterator[Block]:
    """The worst of so many classes; of these columns only, if they are given."""
    if not worst:
        return
    names = [name for name in worst[0].labels if told is None or name in told]
    rows = []
    for one in worst:
        labels = ("NULL" if one.labels[name] is None else str(one.labels[name]) for name in names)
        counts = (f"{one.public_rows:,}", f"{one.private_rows:,}", as_percent(one.presence))
        rows.append((*labels, *counts, list_demands(one.breaks)))
    columns = (*names, "people of P", "in T", "presence", heading)
    yield Table(columns, rows, labels=len(names), of_classes=True)
    if count > len(worst):
        yield Sentence(f"… and {count - len(worst):,} more", "dim")


def _apart(text: str, tone: Tone = "") -> Sentence:
    return Sentence(text, tone, is_apart=True)


def _name_columns(names: Sequence[str]) -> str:
    """Name columns; if they are many, state only their number."""
    return ", ".join(names) if len(names) <= _MOST_NAMED else f"{len(names):,} columns of P"
