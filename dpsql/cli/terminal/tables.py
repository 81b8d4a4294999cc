"""Outcomes as tables for the terminal. Builds, never prints.

Names and labels come from outside: control characters are escaped before a terminal sees them.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dpsql.cli.terminal.plain import name_columns, one_line, plain_table
from dpsql.domain.alternative import Comparison
from dpsql.domain.confident_presence import ConfidentPresence
from dpsql.outcome import Cutting, Outcome, PooledRows, Search
from dpsql.report.bars import name_bar, read_bars
from dpsql.report.sentences import (
    as_bounds,
    as_percent,
    name_count,
    name_labels,
    name_posterior,
    sum_up_confidence,
    sum_up_overlap,
    sum_up_posterior,
    sum_up_together,
    tell_infeasible,
)

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.generalize.chosen import ChosenLevels, ChosenParts
    from dpsql.use_cases.check import Checked
    from dpsql.use_cases.lattice import MinimalNodes
    from dpsql.use_cases.verify import Verification

_BAR_WIDTH = 30
_NO_LEVELS = "The job's algorithm does not release levels; dpsql anonymize shows what it releases."
#: A note on releases that dpsql did not write.
_NOT_JUDGED = "the order of the rows and the other columns may reveal T and were not checked"


def _judgement(found: Outcome) -> str:
    if found.status == "measured" and (found.box_count is None or found.rest is not None):
        return "counted again by their manifest"
    if found.box_count is not None and found.status == "measured":
        return f"read back in {found.box_count:,} boxes ({_NOT_JUDGED})"
    noun = "boxes" if found.rest is None else "classes"
    boxes = f" in {found.box_count:,} {noun}" if found.box_count is not None else ""
    if found.is_unsafe:
        return f"released{boxes} as asked, UNSAFE: the boxes may violate the job"
    return f"verified and released{boxes}"


def _work(search: Search | Cutting) -> str:
    if isinstance(search, Cutting):
        left = "no further cut is admissible" if search.maximal else "further cuts are admissible"
        return f"not proven optimal; {left} in {search.parts:,} parts"
    counted = f"{search.checked:,} of {search.nodes:,} nodes counted"
    return f"{_proof(search)}: {counted}"


def _tell_climb(pooled: PooledRows, *, is_expected: bool) -> str:
    """How many people did not settle at the levels of the start, and what became of them."""
    if not pooled.climbed_public_rows and not pooled.climbed_private_rows:
        return f"Nobody climbed: all {pooled.classes:,} classes are at these levels."
    if is_expected:
        return (
            f"Classes settle that are expected to have {pooled.least:,} people of P or more. The"
            f" others, {pooled.climbed_public_rows:,} expected people of P and"
            f" {name_count(pooled.climbed_private_rows, 'row')} of T, climbed to the root;"
            f" {name_count(pooled.classes, 'class', 'classes')} of T in all."
        )
    steps = name_count(len(pooled.steps) - 1, "step")
    return (
        f"{pooled.least:,} people of P settle together at least. {pooled.climbed_public_rows:,}"
        f" people of P and {pooled.climbed_private_rows:,} rows of T climbed to coarser labels, in"
        f" up to {steps}; {name_count(pooled.classes, 'class', 'classes')} in all."
    )


def _proof(search: Search) -> str:
    if search.optimal:
        among = " among levels that nest with what is out" if search.among else ""
        return f"proven optimal{among}"
    if search.gap is None or not isfinite(search.gap):
        return "not proven optimal; the gap to the optimum is unknown"
    return f"not proven optimal; the optimum is better by {search.gap:.2%} at most"


def describe_outcome(found: Outcome) -> RenderableType:
    """A sentence, levels or losses by column, presence and costs."""
    parts: list[RenderableType] = [_sum_up(found)]
    if found.box_count is None or found.losses is not None:
        parts.append(_columns(found))
    if found.pooled is not None:
        is_expected = isinstance(found.presence, ConfidentPresence)
        parts.append(Text(_tell_climb(found.pooled, is_expected=is_expected)))
    if not found.releases_levels:
        parts.append(Text(_NO_LEVELS))
    parts.append(_presence(found))
    metrics = plain_table("cost", "value")
    for name, value in found.metrics.items():
        is_proven = name == found.metric and found.search is not None
        metrics.add_row(f"{name} *" if is_proven else name, f"{value:,.6g}")
    parts.append(metrics)
    if found.search and found.metric:
        whose = " over P, before T was looked at," if found.choose else ""
        if found.pooled is not None:
            whose = " as starts on this path,"
        parts.append(
            Text(f"* {_work(found.search)}{whose} in {found.seconds.get('search', 0):.2f} s")
        )
    if found.insight is not None and found.insight.comparison is not None:
        parts += _compare(found.insight.comparison)
    if found.release:
        parts.append(
            Text(f"{found.release.rows:,} rows {_judgement(found)}: {one_line(found.release.path)}")
        )
    return Group(*parts)


def describe_check(found: Checked) -> RenderableType:
    """Sizes, and whether delta can be reached."""
    table = plain_table("what", "value")
    is_known = found.contradictions is None
    table.add_row("rows of P" if is_known else "people of P, as stated", f"{found.public_rows:,}")
    table.add_row("rows of T", f"{found.private_rows:,}")
    tuples = "distinct tuples" if is_known else "distinct tuples of T"
    table.add_row(tuples, f"{found.distinct_tuples:,}")
    if found.contradictions is not None:
        table.add_row("of these, more than the statistics allow", f"{found.contradictions:,}")
    table.add_row("nodes of the lattice", f"{found.nodes:,}")
    for name, height in found.heights.items():
        table.add_row(f"levels of {one_line(name)}", f"0 to {height}")
    table.add_row("an outsider knows", name_columns(found.public_columns))
    if found.feasible is None:
        sentence = Text("The job is valid.")
    elif found.feasible and not is_known:
        sentence = Text("The job is valid. At total suppression δ holds with the confidence.")
    elif found.feasible:
        sentence = Text("The job is valid. δ is attainable: |T|/|P| lies between δmin and δmax.")
    else:
        sentence = Text(tell_infeasible(found.to_dict()["models"]), "red")
    return Group(table, *_list_contradictions(found), sentence)


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
    table = plain_table("quasi-identifier", "level")
    for name, level in found.levels.items():
        table.add_row(one_line(name), str(level))
    if found.pooled is None:
        sentence = (
            f"These levels have the best {found.metric} over P of all levels with at least"
            f" {found.least_class:,} people in every class.\nThey depend only on P, the job and the"
            f" number of rows of T ({found.private_rows:,})."
        )
    else:
        sentence = (
            f"From these levels, {found.pooled.climbed_public_rows:,} people climb until at least"
            f" {found.pooled.least:,} settle together.\nThat has the best {found.metric} over P of"
            f" all starts with at least {found.least_class:,} people in every class.\nIt depends"
            f" only on P, the job and the number of rows of T ({found.private_rows:,})."
        )
    return Group(table, Text(sentence))


def describe_chosen_parts(found: ChosenParts) -> RenderableType:
    """How often each column cuts, and what the parts depend on."""
    table = plain_table("quasi-identifier", "cuts")
    for name, cuts in found.cuts_by_column.items():
        table.add_row(one_line(name), f"{cuts:,}")
    sentence = (
        f"{name_count(found.search.parts, 'part')} along the hierarchies, each of at least"
        f" {found.least_class:,} people; --json lists the cuts.\nThey depend only on P, the job and"
        f" the number of rows of T ({found.private_rows:,})."
    )
    return Group(table, Text(sentence))


def describe_verification(found: Verification) -> RenderableType:
    """What was confirmed."""
    if found.presence is None:
        told = found.reached.get("confidence")
        sure = f" with a confidence of {as_bounds(told['least'], 1)[0]} at least" if told else ""
        return Text(
            f"Verified: {found.release.rows:,} released rows against the statistics of P;"
            f" δ holds{sure}.",
            "green",
        )
    low, high = (Fraction(found.presence[end]) for end in ("min", "max"))
    return Text(
        f"Verified: {found.release.rows:,} released rows against {found.public_rows:,} people;"
        f" presence lies between {as_percent(low)} and {as_percent(high)} for an outsider who knows"
        f" {name_columns(found.public_columns)}."
        + _tell_posterior(found)
        + _tell_together(found)
        + _tell_foreign_boxes(found),
        "green",
    )


def _tell_posterior(found: Verification) -> str:
    """What a job with a prior adds."""
    told = found.reached.get("posterior")
    if told is None:
        return ""
    return f"\nUnder the rates of the prior it is {name_posterior(told)}."


def _tell_together(found: Verification) -> str:
    """What a job with earlier releases adds."""
    told = found.reached.get("together")
    return "" if told is None else f"\n{sum_up_together(told)}"


def _tell_foreign_boxes(found: Verification) -> str:
    """What was not checked of a release that has no manifest."""
    if found.box_count is None or found.cuts is not None:
        return ""
    overlap = f"\n{sum_up_overlap(found.reached)}" if "overlap" in found.reached else ""
    return f"{overlap}\nOf {found.box_count:,} boxes; {_NOT_JUDGED}."


def describe_minimal_nodes(found: MinimalNodes) -> RenderableType:
    """All minimal nodes, one per row."""
    if not found.nodes:
        return Text("No node of the lattice satisfies the job.", "red")
    levels, metrics = found.nodes[0]
    table = plain_table(*map(one_line, levels), *metrics)
    # One of the least loss is the optimum: every node that holds is above a minimal one.
    for levels, metrics in sorted(found.nodes, key=lambda node: node[1]["loss"]):
        table.add_row(*map(str, levels.values()), *(f"{v:,.6g}" for v in metrics.values()))
    counted = f"{found.search.checked:,} of {found.search.nodes:,} nodes counted"
    listed = f"{name_count(len(found.nodes), 'minimal node')}, the least loss first; {counted}"
    told = [Text(listed if len(found.nodes) > 1 else f"1 minimal node; {counted}")]
    if not found.releases_levels:
        told.append(Text(_NO_LEVELS))
    return Group(table, *told)


def _compare(found: Comparison) -> list[RenderableType]:
    """What other algorithms keep, one per row; the job's own has a mark."""
    if found.left_out:
        return [Text(f"What is kept was not compared: {found.left_out}.")]
    table = plain_table("release", "chosen from", "loss", "kept")
    for one in found.kept:
        name = f"{one.alternative.name}{' *' if one.is_of_job else ''}"
        source = "T" if one.alternative.choose == "optimum" else "P alone"
        if one.loss is None or one.kept is None:
            table.add_row(name, source, "–", one.left_out)
        else:
            at_most, at_least = ("", "") if one.is_whole else ("≤ ", "≥ ")
            table.add_row(name, source, f"{at_most}{one.loss:.6g}", f"{at_least}{one.kept:.6g}")
    return [table]


def _sum_up(found: Outcome) -> Text:
    if isinstance(found.presence, ConfidentPresence):
        return _judge(found, sum_up_confidence(found.presence))
    low, high = found.counted_presence.minimum, found.counted_presence.maximum
    text = (
        f"For each of the {found.public_rows:,} people in P, the probability of being in T is"
        f" between {as_percent(low)} and {as_percent(high)} for an outsider who knows"
        f" {name_columns(found.public_columns)}."
    )
    if found.counted_presence.if_absent is not None:
        most = as_percent(found.counted_presence.if_absent)
        text += (
            f" If people of a class are known to be absent, it is {most} at most for the others."
        )
    if found.posterior is not None:
        text += f" {sum_up_posterior(found.posterior)}"
    if found.overlap is not None:
        text += f" {sum_up_overlap(found.overlap.to_dict())}"
    if found.together is not None:
        text += f" {sum_up_together(found.together.to_dict()['together'])}"
    return _judge(found, text)


def _judge(found: Outcome, text: str) -> Text:
    if found.satisfied is False:
        return Text(text + " This does not satisfy the job.", "red")
    return Text(text, "green" if found.satisfied or found.status == "released" else "")


def _columns(found: Outcome) -> Table:
    if found.box_count is not None and found.losses is not None:
        table = plain_table("quasi-identifier", "loss")
        for name, loss in found.losses.items():
            table.add_row(one_line(name), f"{loss:.6g}")
        return table
    table = plain_table("quasi-identifier", "level", "of")
    for name, level in found.levels.items():
        table.add_row(one_line(name), str(level), str(found.heights[name]))
    return table


def _presence(found: Outcome) -> Table:
    """People of P by presence, as bars on a linear scale."""
    table = plain_table("presence", "people of P", "")
    if isinstance(found.presence, ConfidentPresence):
        return _confidence(found.presence)
    counted = found.presence.people_by_presence
    for bar, people in zip(read_bars(found.delta), counted, strict=True):
        if people:
            drawn = "█" * max(1, round(_BAR_WIDTH * people / max(counted)))
            table.add_row(name_bar(bar), f"{people:,}", drawn)
    return table


def _confidence(found: ConfidentPresence) -> Table:
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
