"""Candidates side by side, as tables for the terminal: a column of numbers for each of them.

Names come from outside: control characters are escaped before a terminal sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from dpsql.cli.terminal.blocks import BlockTable
from dpsql.cli.terminal.figures import write_row
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_percent, name_algorithm

# At run time, a command loads its own use case only.
if TYPE_CHECKING:
    from dpsql.use_cases.compare import Candidate, Compared
    from dpsql.utility.questions.ask import Answer
    from dpsql.utility.relations import Relation

#: Pairs of columns that are listed; JSON has all.
_LISTED = 5

Numbered = Sequence[tuple[int, "Candidate"]]


def describe_candidates(found: Compared) -> Iterator[RenderableType]:
    """Yield a table of all candidates by number, why some have no release, and their figures."""
    table = plain_table("", "release", "δmax", "presence", "loss", "suppressed", "")
    several = len({one.job for one in found.candidates}) > 1
    for number, one in enumerate(found.candidates, 1):
        table.add_row(str(number), _name(one, with_job=several), *_tell(one))
    yield table
    yield from map(_warn, _list_without_release(found))
    released = [(n, one) for n, one in enumerate(found.candidates, 1) if one.outcome]
    yield from _compare_columns("loss of", released, _losses)
    yield from _compare_columns("shift of", released, _shifts)
    yield from _compare_pairs(released)
    yield from _compare_means(released)
    yield from _compare_relations("correlation of", released, lambda one: one.utility.correlations)
    yield from _compare_relations("association of", released, lambda one: one.utility.associations)
    yield from _compare_answers(released)
    yield from _compare_predictions(released)
    yield from _name_best(found)
    yield from map(_warn, _list_left_out(released))
    yield Text("Internal: which algorithm holds at which δ tells of T beyond a release.")


def _name(one: Candidate, *, with_job: bool) -> str:
    choice = ", from P alone" if one.choose == "from_public" else ""
    algorithm = one.asked_as or name_algorithm({"algorithm": one.algorithm})
    if one.is_baseline:
        algorithm = "all suppressed"
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


def _losses(one: Candidate) -> Mapping[str, float]:
    return (one.outcome.losses or {}) if one.outcome is not None else {}


def _shifts(one: Candidate) -> Mapping[str, float]:
    return {name: float(shift) for name, shift in one.utility.shifts.items()}


def _compare_columns(
    heading: str, released: Numbered, find: Callable[[Candidate], Mapping[str, float]]
) -> Iterator[RenderableType]:
    found = [find(one) for _, one in released]
    names = dict.fromkeys(name for figures in found for name in figures)
    yield from _table(
        heading, released, ((name, [figures.get(name) for figures in found]) for name in names)
    )


def _compare_pairs(released: Numbered) -> Iterator[RenderableType]:
    """The mean over all pairs, and the pairs that move most."""
    found = [one.utility.pair_shifts for _, one in released]
    names = list(dict.fromkeys(pair for figures in found for pair in figures))
    if len(names) < 2:
        means = []
    else:
        means = [
            (f"all {len(names)} pairs", [fmean(one.values()) if one else None for one in found])
        ]
    worst = sorted(names, key=lambda pair: -max(one.get(pair, 0) for one in found))[:_LISTED]
    rows = ((" × ".join(pair), [one.get(pair) for one in found]) for pair in worst)
    yield from _table("shift of pairs", released, [*means, *rows])


def _compare_means(released: Numbered) -> Iterator[RenderableType]:
    """Of each column the mean of T, of each release, and between which it surely lies."""
    found = [
        {name: mean.to_dict() for name, mean in one.utility.means.items()} for _, one in released
    ]
    lines: list[tuple[str, list[float | str | None]]] = []
    for name in dict.fromkeys(name for figures in found for name in figures):
        means = [figures.get(name, {}) for figures in found]
        own = next(mean["before"] for mean in means if mean)
        lines.append((name, [own, *(mean.get("after") for mean in means)]))
        lines.append((f"{name}, at least", ["", *(mean.get("least") for mean in means)]))
        lines.append((f"{name}, at most", ["", *(mean.get("most") for mean in means)]))
    yield from _table("mean of", released, lines, "T")


def _compare_relations(
    heading: str, released: Numbered, find: Callable[[Candidate], Iterable[Relation]]
) -> Iterator[RenderableType]:
    """The pairs that are related most closely in T, those by chance last."""
    found = [{one.columns: one for one in find(candidate)} for _, candidate in released]
    pairs = dict.fromkeys(pair for figures in found for pair in figures)
    own = {pair: next(one[pair] for one in found if pair in one) for pair in pairs}
    before = {pair: one.before for pair, one in own.items()}
    closest = sorted(pairs, key=lambda pair: (own[pair].is_by_chance, -abs(before[pair] or 0)))
    rows = [
        (
            f"{' × '.join(pair)}{', by chance' if own[pair].is_by_chance else ''}",
            [before[pair], *(one[pair].after if pair in one else None for one in found)],
        )
        for pair in closest[:_LISTED]
    ]
    yield from _table(heading, released, rows, "T")


def _compare_answers(released: Numbered) -> Iterator[RenderableType]:
    """What single numbers become, and how far the numbers of tables are off."""
    told = [
        {one.question: one.found for one in candidate.utility.answers if one.found}
        for _, candidate in released
    ]
    singles: dict[str, list[float | None]] = {}
    tables: dict[str, list[float | None]] = {}
    for place, answers in enumerate(told):
        for question, found in answers.items():
            for column, differences in found.differences.items():
                if not differences or column in found.null_columns:
                    continue
                name = f"{question}: {column}"
                if found.is_one_row:
                    line = singles.setdefault(name, [differences[0].before, *[None] * len(told)])
                    line[place + 1] = differences[0].after
                    continue
                sizes = found.sizes[column]
                for word, size in (("mean", sizes.mean), ("most", sizes.most)):
                    line = tables.setdefault(f"{name}, {word}", [None] * len(told))
                    line[place] = size
            if found.counts_rows:
                apart = found.only_before + found.only_after
                line = tables.setdefault(f"{question}: rows in one only", [None] * len(told))
                line[place] = apart
    yield from _table("answer to", released, singles.items(), "T")
    yield from _table("difference of", released, tables.items())


def _compare_predictions(released: Numbered) -> Iterator[RenderableType]:
    """The share of rows that is predicted rightly, and what always saying the same one gets."""
    lines: dict[str, list[float | str | None]] = {}
    width = len(released) + 1
    for place, (_, candidate) in enumerate(released, 1):
        for one in candidate.utility.predictions:
            name = f"{one.question}: {one.column}"
            if one.accuracy is None:
                continue
            _fill(lines, name, width, {0: one.accuracy.before, place: one.accuracy.after})
            _fill(lines, f"{name}, most frequent", width, {0: one.accuracy.most_frequent})
            if one.of_labels is not None:
                own, usual = one.of_labels.before, one.of_labels.most_frequent
                _fill(lines, f"{name}, label", width, {place: one.of_labels.after})
                _fill(lines, f"{name}, label from T", width, {place: own})
                _fill(lines, f"{name}, most frequent label", width, {place: usual})
    yield from _table("accuracy of", released, lines.items(), "T")


def _fill(
    lines: dict[str, list[float | str | None]], name: str, width: int, found: Mapping[int, float]
) -> None:
    """Put figures into a line by their places; what is not filled stays empty."""
    line = lines.setdefault(name, [""] * width)
    for place, figure in found.items():
        line[place] = figure


def _list_without_release(found: Compared) -> Iterator[str]:
    """Why candidates have no release, each reason once, behind their numbers."""
    reasons: dict[str, list[str]] = {}
    for number, one in enumerate(found.candidates, 1):
        if one.left_out:
            reasons.setdefault(one.left_out, []).append(str(number))
    for reason, numbers in reasons.items():
        yield f"{', '.join(numbers)}: {reason}"


def _list_left_out(released: Numbered) -> Iterator[str]:
    """What has no figure and why, each once, behind the numbers of the candidates without it."""
    lines: dict[str, list[str]] = {}
    for number, candidate in released:
        told = candidate.utility
        asked = [(one.question, one.left_out) for one in told.answers]
        asked += [(one.question, one.left_out) for one in told.predictions]
        for line in (
            *(f"not compared: {line}" for line in _list_not_compared(told.answers)),
            *(f"not answered: {question}: {reason}" for question, reason in asked if reason),
            *(f"not measured: {reason}" for reason in told.left_out),
        ):
            lines.setdefault(line, []).append(str(number))
    for line, numbers in lines.items():
        yield line if len(numbers) == len(released) else f"{', '.join(numbers)}: {line}"


def _list_not_compared(answers: Iterable[Answer]) -> Iterator[str]:
    """What two answers both have and nobody can compare."""
    for one in answers:
        if one.found is None:
            continue
        for column in one.found.null_columns:
            yield f"{one.question}: {column}: NULL in both answers"
        if one.found.repeated:
            repeated = f"{name_count(one.found.repeated, 'row')} of both answers repeat"
            yield f"{one.question}: {repeated}; group by their columns"


def _name_best(found: Compared) -> Iterator[RenderableType]:
    """Of each figure of a question, the candidates that are nearest to T."""
    if not (best := found.best):
        return
    table = plain_table("least difference to T", "best", "difference")
    for one in best:
        is_all = len(one.candidates) == one.compared
        numbers = "all alike" if is_all else ", ".join(map(str, one.candidates))
        table.add_row(
            one_line(f"{one.question}: {one.figure}"), numbers, *write_row([one.difference])
        )
    yield table


def _warn(line: str) -> Text:
    return Text(one_line(line), "yellow")


def _table(
    heading: str,
    released: Numbered,
    rows: Iterable[tuple[str, Sequence[float | str | None]]],
    *columns: str,
) -> Iterator[RenderableType]:
    """A table with a column for each candidate, behind other `columns`; none without rows."""
    lines = list(rows)
    if not lines:
        return
    numbers = (str(number) for number, _ in released)
    table = BlockTable((heading, *columns, *numbers), repeated=1 + len(columns))
    for name, figures in lines:
        table.add_row(one_line(name), *write_row(figures))
    yield table
