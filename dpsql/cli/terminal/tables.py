"""Outcomes as tables for the terminal. Builds, never prints.

Names and labels come from outside: control characters are escaped before a terminal sees them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.level_meanings import (
    name_becoming,
    tell_climbed_beyond,
    tell_vain_weights,
    warn_of_suppressed,
)
from dpsql.cli.terminal.plain import name_columns, one_line, plain_table, tell_seconds
from dpsql.cli.terminal.text_table import Bar, TextTable
from dpsql.domain.alternative import BOXES_APART, Comparison
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.plurals import name_count
from dpsql.outcome import Outcome
from dpsql.report.charts.bars import name_bar, read_bars
from dpsql.report.first_sentence import tell_presence
from dpsql.report.infeasible import list_foreseen, tell_validity
from dpsql.report.more_time import name_more_time
from dpsql.report.sentences import (
    NO_LEVELS,
    as_bounds,
    as_number,
    as_percent,
    name_labels,
    sum_up_confidence,
    sum_up_overlap,
    sum_up_together,
    tell_left_out,
)
from dpsql.report.settled_levels import SettledLevel, find_settled

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.generalize.chosen import ChosenLevels, ChosenParts
    from dpsql.use_cases.check import Checked
    from dpsql.use_cases.verify import Verification

#: A note on releases that dpsql did not write.
_NOT_JUDGED = "the order of the rows and the other columns may reveal T and were not checked"


def _judgement(found: Outcome) -> str:
    if found.status == "measured" and (found.box_count is None or found.rest is not None):
        return "counted again by their manifest"
    if found.box_count is not None and found.status == "measured":
        return f"read back in {name_count(found.box_count, 'box', 'boxes')} ({_NOT_JUDGED})"
    nouns = ("box", "boxes") if found.rest is None else ("class", "classes")
    boxes = f" in {name_count(found.box_count, *nouns)}" if found.box_count is not None else ""
    if found.is_unsafe:
        return f"released{boxes} as asked, UNSAFE: the boxes may violate the job"
    return f"verified and released{boxes}"


def _work(search: Search | Cutting, *, is_pooled: bool) -> str:
    if isinstance(search, Cutting):
        left = "no further cut is admissible" if search.maximal else "further cuts are admissible"
        return f"not proven optimal; {left} in {name_count(search.parts, 'part')}"
    numbers = ", each start with its numbers of people" if is_pooled and search.optimal else ""
    what = "starting levels tried" if is_pooled else "nodes counted"
    return f"{_proof(search)}{numbers}: {search.checked:,} of {search.nodes:,} {what}"


def _tell_climb(pooled: PooledRows, *, is_expected: bool) -> str:
    """How many people did not settle at the levels of the start, and what became of them."""
    if not pooled.climbed_public_rows and not pooled.climbed_private_rows:
        classes = (
            "the only class is" if pooled.classes == 1 else f"all {pooled.classes:,} classes are"
        )
        return f"Nobody climbed: {classes} at these levels."
    start = ", ".join(f"{one_line(name)}={level}" for name, level in pooled.steps[0][0].items())
    if is_expected:
        return (
            f"People start at {start}. Classes settle that are expected to have"
            f" {name_count(pooled.least, 'person', 'people')} of P or more. The others,"
            f" {pooled.climbed_public_rows:,} expected people of P and"
            f" {name_count(pooled.climbed_private_rows, 'row')} of T, climbed to the root;"
            f" {name_count(pooled.classes, 'class', 'classes')} of T in all."
        )
    steps = name_count(len(pooled.steps) - 1, "step")
    climbed = name_count(pooled.climbed_public_rows, "person", "people")
    return (
        f"People start at {start} and climb to coarser labels until at least"
        f" {name_count(pooled.least, 'person', 'people')} of P share them, or to the root."
        f" {climbed} of P and {name_count(pooled.climbed_private_rows, 'row')} of T climbed, in up"
        f" to {steps}; {name_count(pooled.classes, 'class', 'classes')} in all."
    )


def _proof(search: Search) -> str:
    if search.optimal:
        among = " among levels that nest with what is out" if search.among else ""
        return f"proven optimal{among}"
    if search.gap is None or not isfinite(search.gap):
        return "not proven optimal; the gap to the optimum is unknown"
    return (
        f"not proven optimal; the optimum is better by {as_percent(Fraction(search.gap))} at most"
    )


def describe_outcome(found: Outcome) -> RenderableType:
    """A sentence, levels or losses by column, presence and costs."""
    parts: list[RenderableType] = [_sum_up(found)]
    if found.box_count is None or found.losses is not None:
        parts.append(_columns(found))
        parts += [*warn_of_suppressed(found), *tell_vain_weights(found)]
        parts += tell_climbed_beyond(found)
    if found.pooled is not None:
        is_expected = found.confident_presence is not None
        parts.append(Text(_tell_climb(found.pooled, is_expected=is_expected)))
    if not found.releases_levels:
        parts.append(Text(NO_LEVELS))
    parts.append(_presence(found))
    metrics = plain_table("cost", "value")
    for name, value in found.metrics.items():
        mark = " *" if name == found.metric and found.search is not None else ""
        metrics.add_row(f"{name}{_name_weighted(name, found.weights)}{mark}", as_number(value))
    parts.append(metrics)
    if found.search and found.metric:
        whose = " over P, before T was looked at," if found.choose else ""
        work = _work(found.search, is_pooled=found.pooled is not None)
        parts.append(Text(f"* {work}{whose} in {tell_seconds(found.seconds.get('search', 0))}"))
    if found.insight is not None and found.insight.comparison is not None:
        parts += _compare(found.insight.comparison)
    if found.release:
        rows = name_count(found.release.rows, "row")
        parts.append(Text(f"{rows} {_judgement(found)}: {one_line(found.release.name)}"))
    return Group(*parts)


def describe_check(found: Checked) -> RenderableType:
    """Sizes, and whether delta can be reached."""
    table = plain_table("what", "value")
    is_known = found.contradictions is None
    table.add_row("rows of P" if is_known else "people of P, as stated", f"{found.public_rows:,}")
    table.add_row("rows of T", f"{found.private_rows:,}")
    if found.differing is not None and found.differing.rows:
        table.add_row("of these, with other values than P", f"{found.differing.rows:,}")
    tuples = "distinct tuples" if is_known else "distinct tuples of T"
    table.add_row(tuples, f"{found.distinct_tuples:,}")
    if found.contradictions is not None:
        table.add_row("of these, more than the statistics allow", f"{found.contradictions:,}")
    table.add_row("nodes of the lattice", f"{found.nodes:,}")
    for name, height in found.heights.items():
        table.add_row(f"levels of {one_line(name)}", f"0 to {height}")
    table.add_row("an outsider knows", name_columns(found.public_columns))
    told = found.to_dict()
    style = "red" if found.feasible is False else "yellow" if found.release_problem else ""
    foreseen = (Text(one_line(one), "yellow") for one in list_foreseen(told))
    valid = Text(one_line(tell_validity(told)), style)
    return Group(table, *_list_contradictions(found), valid, *foreseen)


def _list_contradictions(found: Checked) -> list[Text]:
    """Classes of which T has more people than the statistics, a line each."""
    if not found.contradictory or found.contradictions is None:
        return []
    lines = ["T has more people than the statistics of:"]
    for one in found.contradictory:
        rows = name_count(one.private_rows, "row")
        lines.append(f"- {one_line(name_labels(one.labels))} ({rows} of T)")
    if more := found.contradictions - len(found.contradictory):
        lines.append(f"- and {more:,} more")
    return [Text(line) for line in lines]


def describe_chosen_levels(found: ChosenLevels) -> RenderableType:
    """The levels, and what they depend on."""
    table = plain_table("quasi-identifier", "level", "becomes")
    for name, level in found.levels.items():
        becomes = name_becoming(found.becomes.get(name, ()), level)
        table.add_row(one_line(name), str(level), becomes)
    if found.pooled is None:
        sentence = (
            f"These levels have the best {found.metric} over P of all levels with at least"
            f" {name_count(found.least_class, 'person', 'people')} in every class.\nThey depend"
            f" only on P, the job and the number of rows of T ({found.private_rows:,})."
        )
    else:
        climbed = found.pooled.climbed_public_rows
        sentence = (
            f"From these levels, {name_count(climbed, 'person climbs', 'people climb')} until at"
            f" least {found.pooled.least:,} settle together.\nThat has the best {found.metric} over"
            f" P of all starts with at least {name_count(found.least_class, 'person', 'people')} in"
            " every class.\nIt depends only on P, the job and the number of rows of T"
            f" ({found.private_rows:,})."
        )
    return Group(table, Text(sentence))


def describe_chosen_parts(found: ChosenParts) -> RenderableType:
    """How often each column cuts, and what the parts depend on."""
    table = plain_table("quasi-identifier", "cuts")
    for name, cuts in found.cuts_by_column.items():
        table.add_row(one_line(name), f"{cuts:,}")
    sentence = (
        f"{name_count(found.search.parts, 'part')} along the hierarchies, each of at least"
        f" {name_count(found.least_class, 'person', 'people')}; --json lists the cuts.\nThey depend"
        f" only on P, the job and the number of rows of T ({found.private_rows:,})."
    )
    return Group(table, Text(sentence))


def describe_verification(found: Verification) -> RenderableType:
    """What was confirmed."""
    if "presence" not in found.reached:
        told = found.reached.get("confidence")
        sure = f" with a confidence of {as_bounds(told['least'], 1)[0]} at least" if told else ""
        return Text(
            f"Verified: {name_count(found.release.rows, 'released row')} against the statistics of"
            f" P; δ holds{sure}.",
            "green",
        )
    told = tell_presence(found.to_dict(), name_columns(found.public_columns), ("is", "lies"))
    return Text(
        f"Verified: {name_count(found.release.rows, 'released row')} against"
        f" {name_count(found.public_rows, 'person', 'people')}; presence {told}"
        + _tell_together(found.reached)
        + _tell_foreign_boxes(found),
        "green",
    )


def _tell_together(found: Mapping[str, Any]) -> str:
    """What is left to say of earlier releases, after a blank: those of another T."""
    told = found.get("together")
    if told is None:
        return ""
    if told["releases"] or told["method"] == "refused":
        return tell_left_out(told)
    return f" {sum_up_together(told)}"


def _tell_foreign_boxes(found: Verification) -> str:
    """What was not checked of a release that has no manifest."""
    if found.box_count is None or found.cuts is not None:
        return ""
    overlap = f"\n{sum_up_overlap(found.reached)}" if "overlap" in found.reached else ""
    return f"{overlap}\nOf {name_count(found.box_count, 'box', 'boxes')}; {_NOT_JUDGED}."


def _name_weighted(metric: str, weights: Mapping[str, str]) -> str:
    """What stands behind the name of a metric that weighs columns."""
    return ", weighted" if metric == "loss" and weights else ""


def _compare(found: Comparison) -> list[RenderableType]:
    """What other algorithms keep, one per row; the job's own has a mark."""
    if found.left_out:
        return [Text(f"What is kept was not compared: {found.left_out}.")]
    table = plain_table("release", "chosen from", "loss", "kept")
    for one in found.tried:
        name = f"{found.name(one)}{' *' if one.is_of_job else ''}"
        source = "T" if one.alternative.choose == "optimum" else "P alone"
        if one.loss is None or one.kept is None:
            table.add_row(name, source, "–", one.left_out)
        else:
            at_most, at_least = ("", "") if one.is_whole else ("≤ ", "≥ ")
            table.add_row(name, source, f"{at_most}{one.loss:.6g}", f"{at_least}{one.kept:.6g}")
    told = [BOXES_APART] if found.has_apart else []
    if found.has_early:
        told.append("≤ and ≥: ended early.")
    if found.untried:
        told.append(f"Not tried, for lack of time: {found.untried}.")
    if found.needs_time:
        command, time = name_more_time(found.asked_seconds)
        told.append(f"{command} gives all of them {time}.")
    return [table, *([Text(" ".join(told))] if told else [])]


def _sum_up(found: Outcome) -> Text:
    if found.confident_presence is not None:
        return _judge(found, sum_up_confidence(found.confident_presence))
    known, columns = found.to_dict(), name_columns(found.public_columns)
    text = (
        f"For each of the {found.public_rows:,} people in P, the probability of being in T"
        f" {tell_presence(known, columns, ('is', 'is'))}"
    )
    if found.overlap is not None:
        text += f" {sum_up_overlap(found.overlap.to_dict())}"
    text += _tell_together(known)
    return _judge(found, text)


def _judge(found: Outcome, text: str) -> Text:
    if found.satisfied is False:
        return Text(text + " This does not satisfy the job.", "red")
    return Text(text, "green" if found.satisfied or found.status == "released" else "")


def _columns(found: Outcome) -> TextTable:
    if found.box_count is not None and found.losses is not None:
        table = plain_table("quasi-identifier", "loss")
        for name, loss in found.losses.items():
            table.add_row(one_line(name), f"{loss:.6g}")
        return table
    settled = {} if found.pooled is None else find_settled(found.pooled.to_dict()["steps"])
    often = ", most often (share of T)" if any(one.remark for one in settled.values()) else ""
    table = plain_table("quasi-identifier", "level", "of", f"becomes{often}")
    for name, start in found.levels.items():
        one = settled.get(name) or SettledLevel(start, start, start, Fraction(1))
        becomes = f"{name_becoming(found.becomes.get(name, ()), one.usual)} {one.remark}".strip()
        table.add_row(one_line(name), one.name, str(found.heights[name]), becomes)
    return table


def _presence(found: Outcome) -> TextTable:
    """People of P by presence, as bars on a linear scale."""
    table = plain_table("presence", "people of P", "")
    if found.confident_presence is not None:
        return _confidence(found.confident_presence)
    counted = found.presence.people_by_presence
    for bar, people in zip(read_bars(found.delta), counted, strict=True):
        if people:
            table.add_row(name_bar(bar), f"{people:,}", Bar(people / max(counted)))
    return table


def _confidence(found: ConfidentPresence) -> TextTable:
    """What is known of presence if P is known from statistics only."""
    table = plain_table("presence, by the statistics of P", "")
    if found.least is not None and found.most is not None:
        bounds = as_bounds(found.least, found.most)
        table.add_row("δ holds with a confidence of", " to ".join(bounds))
    if found.asked is not None:
        delta = "none" if found.delta is None else as_percent(found.delta)
        table.add_row(f"δmax that holds with {as_percent(found.asked)}", delta)
    table.add_row("greatest presence if all is as expected", as_percent(found.estimate))
    if len(found.independent) > 1:
        blocks = "; ".join(", ".join(map(one_line, block)) for block in found.independent)
        table.add_row("assumed to be independent", blocks)
    return table
