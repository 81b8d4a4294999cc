"""What is said of an outcome, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from dpsql.domain.alternative import AMONG_TRIED, BOXES_APART, Comparison
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.plurals import name_count
from dpsql.faces import name_function
from dpsql.report.demands import show_demand
from dpsql.report.first_sentence import tell_presence
from dpsql.report.informed import find_informed
from dpsql.report.more_time import name_more_time
from dpsql.report.notebook.blocks import (
    Block,
    Meanings,
    PresenceBars,
    Sentence,
    Table,
    Tone,
    render_blocks,
)
from dpsql.report.sentences import (
    NO_LEVELS,
    as_bounds,
    as_number,
    as_percent,
    name_columns,
    sum_up_confidence,
    sum_up_overlap,
    sum_up_together,
    tell_left_out,
)
from dpsql.report.settled_levels import find_settled, tell_climbing, tell_measured
from dpsql.report.written_bounds import as_bound

if TYPE_CHECKING:  # an outcome is shown by what follows
    from dpsql.outcome.outcome import Outcome

#: A note on releases that dpsql did not write.
NOT_JUDGED = "the order of the rows and the other columns may reveal T and were not checked"

#: A greater gap says nothing: the optimum may be what was found.
_TELLING_GAP = Fraction(1, 2)


def show_outcome(found: Outcome) -> str:
    """Return a cell of a notebook: what the terminal prints, and what it leaves to the command."""
    return render_blocks(found.status, [*tell_outcome(found), *_tell_more(found)])


def tell_outcome(found: Outcome) -> Iterator[Block]:
    """Yield a sentence, levels or losses by column, presence and costs."""
    yield _sum_up(found)
    is_of_levels = found.release is None and found.search is None and found.pooled is None
    if found.status == "measured" and is_of_levels:
        yield Sentence(tell_measured(found.levels))
    if found.box_count is None or found.losses is not None:
        yield _list_columns(found)
        if suppressed := found.tell_suppressed(name_columns):
            yield Sentence(suppressed, "yellow")
        if to_compare := found.tell_to_compare():
            yield Sentence(to_compare, "yellow")
        yield from _tell_vain_weights(found)
        yield from _tell_climbed_beyond(found)
    if found.pooled is not None:
        is_expected = found.confident_presence is not None
        yield Sentence(_tell_climb(found.pooled, is_expected=is_expected))
    if not found.releases_levels:
        yield Sentence(NO_LEVELS)
    yield _show_presence(found)
    costs = []
    for name, value in found.metrics.items():
        weighted = ", weighted" if name == "loss" and found.weights else ""
        mark = " *" if name == found.metric and found.search is not None else ""
        costs.append((f"{name}{weighted}{mark}", as_number(value)))
    yield Table(("cost", "value"), costs)
    if found.search and found.metric:
        whose = " over P, before T was looked at," if found.choose else ""
        work = _tell_work(found.search, found.pooled, tell_explain=_is_explained(found))
        yield Sentence(f"* {work}{whose} in {found.seconds.get('search', 0):.2f} s")
    if found.insight is not None and found.insight.comparison is not None:
        yield from _compare(found.insight.comparison)
    if found.release:
        rows = name_count(found.release.rows, "row")
        yield Sentence(f"{rows} {_judge_release(found)}: {found.release.name}")
    elif found.status == "measured" and found.pooled is not None and found.search is None:
        yield Sentence(tell_climbing())


def tell_together(found: Mapping[str, Any]) -> str:
    """Return what is left to say of earlier releases, after a blank: those of another T."""
    told = found.get("together")
    if told is None:
        return ""
    if told["releases"] or told["method"] == "refused":
        return tell_left_out(told)
    return f" {sum_up_together(told)}"


def _tell_more(found: Outcome) -> Iterator[Block]:
    """Yield the models that are violated, and exact numbers."""
    broken = [
        show_demand(f"{one['name']} {one['asked']}")
        + (
            f" ({name_count(count, 'class', 'classes')})"
            if (count := one["broken_classes"])
            else ""
        )
        for one in found.to_dict()["models"]
        if one["holds"] is False
    ]
    if broken:
        yield Sentence(f"Not satisfied: {', '.join(broken)}.")
    if found.confident_presence is None:
        low, high = found.presence.minimum, found.presence.maximum
        told = " to ".join(as_bound(one) for one in dict.fromkeys((low, high)))
        told = f"Presence, exactly: {told}"
        if found.delta:
            ends = (as_bound(Fraction(found.delta[end])) for end in ("min", "max"))
            told += f"; δ: {' to '.join(ends)}"
        share = as_percent(Fraction(found.private_rows, found.public_rows))
        known = f"{found.private_rows:,} of {found.public_rows:,} are in T ({share})"
        yield Sentence(f"{told}. Before any release: {known}.")
    if found.keep:
        yield Sentence(f"Kept as they are: {', '.join(found.keep)}.")


def _sum_up(found: Outcome) -> Sentence:
    if found.confident_presence is not None:
        return _judge(found, sum_up_confidence(found.confident_presence))
    known, columns = found.to_dict(), name_columns(found.public_columns)
    text = (
        f"For each of the {found.public_rows:,} people in P, the probability of being in T"
        f" {tell_presence(known, columns, ('is', 'is'))}"
    )
    if found.overlap is not None:
        text += f" {sum_up_overlap(found.overlap.to_dict())}"
    return _judge(found, text + tell_together(known))


def _judge(found: Outcome, text: str) -> Sentence:
    if found.satisfied is False:
        return Sentence(text + " This does not satisfy the job.", "red")
    tone: Tone = "green" if found.satisfied or found.status == "released" else ""
    return Sentence(text, tone)


def _list_columns(found: Outcome) -> Block:
    if found.box_count is not None and found.losses is not None:
        losses = [(name, f"{loss:.6g}") for name, loss in found.losses.items()]
        return Table(("quasi-identifier", "loss"), losses)
    settled = {} if found.pooled is None else find_settled(found.pooled.to_dict()["steps"])
    return Meanings(found.levels, found.becomes, found.heights, settled)


def _tell_vain_weights(found: Outcome) -> Iterator[Sentence]:
    """Yield a sentence on columns that count more than others and cannot be finer; or none."""
    if not found.weights or found.search is None:
        return
    weights = {name: Fraction(text) for name, text in found.weights.items()}
    vain = [
        f"{name} (level {found.levels[name]})"
        for name in found.at_floor
        # The other line speaks of those that are suppressed wholly.
        if weights[name] > min(weights.values())
        and name not in found.wholly_suppressed
        # Raw values cannot be finer.
        and found.levels[name] > 0
    ]
    if vain:
        named = ", ".join(vain)
        yield Sentence(f"No greater weight makes these columns finer than they are: {named}.")


def _tell_climbed_beyond(found: Outcome) -> Iterator[Sentence]:
    """Yield a sentence for each most_level that people of a pooled release climbed beyond."""
    if found.pooled is None:
        return
    for name, most in found.most_levels.items():
        if people := found.pooled.count_beyond(name, most):
            yield Sentence(
                f"{name}: most_level {most} bounds the start only;"
                f" {name_count(people, 'person', 'people')} of P climbed beyond it."
            )


def _tell_climb(pooled: PooledRows, *, is_expected: bool) -> str:
    """How many people did not settle at the levels of the start, and what became of them."""
    if not pooled.climbed_public_rows and not pooled.climbed_private_rows:
        classes = (
            "the only class is" if pooled.classes == 1 else f"all {pooled.classes:,} classes are"
        )
        return f"Nobody climbed: {classes} at these levels."
    start = ", ".join(f"{name}={level}" for name, level in pooled.steps[0][0].items())
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


def _show_presence(found: Outcome) -> Block:
    if found.confident_presence is not None:
        return _show_confidence(found.confident_presence)
    ends = found.presence.minimum, found.presence.maximum
    prior = Fraction(found.private_rows, found.public_rows)
    is_informed = find_informed(found.to_dict()) is not None
    title = "presence by P alone" if is_informed else PresenceBars.title
    return PresenceBars(found.presence.people_by_presence, ends, prior, found.delta, title)


def _show_confidence(found: ConfidentPresence) -> Table:
    """What is known of presence if P is known from statistics only."""
    rows = []
    if found.least is not None and found.most is not None:
        bounds = as_bounds(found.least, found.most)
        rows.append(("δ holds with a confidence of", " to ".join(bounds)))
    if found.asked is not None:
        delta = "none" if found.delta is None else as_percent(found.delta)
        rows.append((f"δmax that holds with {as_percent(found.asked)}", delta))
    rows.append(("greatest presence if all is as expected", as_percent(found.estimate)))
    if len(found.independent) > 1:
        blocks = "; ".join(", ".join(block) for block in found.independent)
        rows.append(("assumed to be independent", blocks))
    return Table(("presence, by the statistics of P", ""), rows)


def _is_explained(found: Outcome) -> bool:
    """Whether `explain` tries more numbers of people than the search of the release."""
    is_alone = found.confident_presence is None and found.together is None and not found.choose
    return is_alone and found.pooled is not None and found.pooled.is_auto


def _tell_work(search: Search | Cutting, pooled: PooledRows | None, *, tell_explain: bool) -> str:
    if isinstance(search, Cutting):
        left = "no further cut is admissible" if search.maximal else "further cuts are admissible"
        return f"not proven optimal; {left} in {name_count(search.parts, 'part')}"
    numbers = ""
    if pooled is not None and search.optimal:
        more = f" ({name_function('explain', 'JOB', 'job')} tries more)" if tell_explain else ""
        numbers = f" {AMONG_TRIED}{more}"
    what = "nodes counted" if pooled is None else "starting levels tried"
    return f"{_tell_proof(search)}{numbers}: {search.checked:,} of {search.nodes:,} {what}"


def _tell_proof(search: Search) -> str:
    if search.optimal:
        among = " among levels that nest with what is out" if search.among else ""
        return f"proven optimal{among}"
    if search.gap is None or not isfinite(search.gap):
        return "not proven optimal; the gap to the optimum is unknown"
    gap = Fraction(search.gap)
    if gap > _TELLING_GAP:
        return "not proven optimal; the search ended before it could say how near it is"
    return f"not proven optimal; the optimum is better by {as_percent(gap)} at most"


def _compare(found: Comparison) -> Iterator[Block]:
    """What other algorithms keep, one per row; the job's own has a mark."""
    if found.left_out:
        yield Sentence(f"What is kept was not compared: {found.left_out}.")
        return
    rows = []
    for one in found.tried:
        name = f"{found.name(one)}{' *' if one.is_of_job else ''}"
        source = "T" if one.alternative.choose == "optimum" else "P alone"
        if one.loss is None or one.kept is None:
            rows.append((name, source, "–", one.left_out))
        else:
            at_most, at_least = ("", "") if one.is_whole else ("≤ ", "≥ ")
            rows.append((name, source, f"{at_most}{one.loss:.6g}", f"{at_least}{one.kept:.6g}"))
    yield Table(("release", "chosen from", "loss", "kept"), rows)
    told = [BOXES_APART] if found.has_apart else []
    if found.has_early:
        told.append("≤ and ≥: ended early, do not rank them yet.")
    if found.untried:
        told.append(f"Not tried, for lack of time: {found.untried}.")
    if found.needs_time:
        command, time = name_more_time(found.asked_seconds)
        told.append(f"{command} gives all of them {time}.")
    if told:
        yield Sentence(" ".join(told))


def _judge_release(found: Outcome) -> str:
    if found.status == "measured" and (found.box_count is None or found.rest is not None):
        return "counted again by their manifest"
    if found.box_count is not None and found.status == "measured":
        nouns = ("class", "classes") if found.levels else ("box", "boxes")
        listed = ", ".join(f"{name}={level}" for name, level in found.levels.items())
        stated = f", with {listed} by its manifest" if listed else ""
        return f"read back in {name_count(found.box_count, *nouns)}{stated} ({NOT_JUDGED})"
    nouns = ("box", "boxes") if found.rest is None else ("class", "classes")
    boxes = f" in {name_count(found.box_count, *nouns)}" if found.box_count is not None else ""
    if found.is_unsafe:
        return f"released{boxes} as asked, UNSAFE: the boxes may violate the job"
    return f"verified and released{boxes}"
