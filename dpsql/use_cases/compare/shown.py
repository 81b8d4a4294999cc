"""Candidates side by side as a person reads them: texts for the terminal and for a notebook."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from dpsql.report.notebook.tables import render_groups
from dpsql.report.sentences import as_percent
from dpsql.report.written_figures import write_row
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.figures import FigureTable
from dpsql.utility.questions.best import Best

OVERVIEW = ("", "release", "δmax", "presence", "loss", "suppressed", "")
BEST = ("least difference to T", "best", "difference")
INTERNAL = "Internal: which algorithm holds at which δ tells of T beyond a release."
#: A heading and the lines under it.
_Group = tuple[Sequence[str], Sequence[Sequence[str]]]


def list_overview(candidates: Sequence[Candidate]) -> Iterator[tuple[str, ...]]:
    """Yield of each candidate its number, what is released, δmax, presence and loss."""
    several = len({one.job for one in candidates}) > 1
    for number, one in enumerate(candidates, 1):
        yield (str(number), f"{one.job}: {one.kind}" if several else one.kind, *_tell(one))


def _tell(one: Candidate) -> tuple[str, ...]:
    limit = "–" if one.delta_max is None else as_percent(one.delta_max)
    if one.outcome is None:
        return limit, "–", "–", "–", "no release"
    greatest = "–" if one.presence_max is None else as_percent(one.presence_max)
    suppressed = "–" if one.suppressed_rows is None else f"{one.suppressed_rows:,}"
    proof = "" if one.is_whole else "not proven"
    return limit, greatest, f"{one.outcome.metrics['loss']:.6g}", suppressed, proof


def list_best(best: Sequence[Best], numbers: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield of each figure of a question the numbers of the candidates that are nearest to T."""
    for one in best:
        is_all = len(one.candidates) == one.compared
        told = "all alike" if is_all else ", ".join(str(numbers[name]) for name in one.candidates)
        yield f"{one.question}: {one.figure}", told, *write_row([one.difference])


def show_compared(
    candidates: Sequence[Candidate],
    tables: Sequence[FigureTable],
    best: Sequence[Best],
    notes: Sequence[str],
) -> str:
    """Return a cell of a notebook with what the terminal shows.

    Kinds of figures that follow each other stand in one table, where all or none have those of T.
    """
    numbers = {one.name: number for number, one in enumerate(candidates, 1)}
    columns = [str(numbers[one.name]) for one in candidates if one.outcome]
    figures = [
        [_show_table(one, columns) for one in alike]
        for _, alike in groupby(tables, key=lambda one: one.has_own)
    ]
    overview = [
        (number, one.name, *rest)
        for one, (number, _, *rest) in zip(candidates, list_overview(candidates), strict=True)
    ]
    shown: list[list[_Group]] = [
        [(("", "candidate", *OVERVIEW[2:]), overview)],
        *figures,
        [(BEST, list(list_best(best, numbers)))] if best else [],
    ]
    sentence = "What each release that could be made is good for, beside T."
    return render_groups("compared", sentence, shown, [*notes, INTERNAL])


def _show_table(table: FigureTable, columns: Sequence[str]) -> _Group:
    """Return heading and lines, with a column for T if it has any figure there."""
    own = ("T",) if table.has_own else ()
    lines = [
        (one.name, *write_row((*([one.own] if own else []), *one.values))) for one in table.lines
    ]
    return (table.heading, *own, *columns), lines
