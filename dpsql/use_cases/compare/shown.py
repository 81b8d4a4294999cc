"""Candidates side by side as a person reads them: texts for the terminal and for a notebook."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from dpsql.domain.found.risks import REPORTED, find_least_people
from dpsql.report.notebook.blocks import Table
from dpsql.report.notebook.tables import render_groups
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import name_bound
from dpsql.report.written_figures import write_row
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.figure_tables import FigureTable, Told
from dpsql.use_cases.compare.names import LIMIT, join_titles, shorten_names
from dpsql.use_cases.compare.notes import list_counted_codes, list_left_out, tell_what_to_write
from dpsql.utility.questions.best import Best

#: What a release costs stands beside its loss, in the words of Explore.
_RISKS = ("k-map", f"rows with k < {find_least_people(REPORTED)}", "people known not in T")
OVERVIEW = ("", "release", "δmax", "presence", "loss", *_RISKS, "suppressed rows", "remark")
BEST = ("least difference to T", "best", "difference")
INTERNAL = "Internal: which algorithm holds at which δ tells of T beyond a release."
#: A heading and the lines under it.
_Group = tuple[Sequence[str], Sequence[Sequence[str]]]


def make_overview(candidates: Sequence[Candidate], titles: Mapping[str, str]) -> Table:
    """Return of each candidate its title, what is released, δmax, presence, loss and risk.

    What is released, and δmax, are left out where titles say it, and so are remarks that no
    candidate has.
    """
    several = len({one.job for one in candidates}) > 1
    rows = [
        (titles[one.name], f"{one.job}: {one.kind}" if several else one.kind, *_tell(one))
        for one in candidates
    ]
    left_out = set[int]()
    if all(titles[one.name] == one.name for one in candidates):
        left_out |= {1, 2} if any(LIMIT in one for one in titles) else {1}
    if not any(row[-1] for row in rows):
        left_out.add(len(OVERVIEW) - 1)
    return Table(
        tuple(one for place, one in enumerate(OVERVIEW) if place not in left_out),
        [tuple(one for place, one in enumerate(row) if place not in left_out) for row in rows],
    )


def _tell(one: Candidate) -> tuple[str, ...]:
    limit = "–" if one.delta_max is None else name_bound(one.delta_max)
    if one.outcome is None:
        return limit, "–", "–", *["–"] * len(_RISKS), "–", "no release"
    greatest = "–" if one.judged_max is None else as_percent(one.judged_max)
    counts = *one.linkage.values(), one.suppressed_rows
    told = ("–" if count is None else f"{count:,}" for count in counts)
    proof = "" if one.is_whole else "not proven"
    return limit, greatest, f"{one.outcome.metrics['loss']:.6g}", *told, proof


def list_best(best: Sequence[Best], titles: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield of each figure of a question the titles of the candidates that are nearest to T."""
    for one in best:
        is_all = len(one.candidates) == one.compared > 1
        told = "all alike" if is_all else join_titles([titles[name] for name in one.candidates])
        if not one.candidates:
            told = "none is nearer than one label for all"
        yield f"{one.question}: {one.figure}", told, *write_row([one.difference])


def show_compared(
    candidates: Sequence[Candidate],
    tables: Sequence[Told],
    best: Sequence[Best],
) -> str:
    """Return a cell of a notebook with what the terminal shows, under the names of candidates.

    Kinds of figures that follow each other stand in one table, where they have the same columns.
    """
    short = shorten_names(candidates)
    titles = {one.name: title for one, title in zip(candidates, short, strict=True)}
    released = [one for one in candidates if one.outcome]
    columns = [titles[one.name] for one in released]
    together = (one for one in tables if isinstance(one, FigureTable))
    figures = [
        [_show_table(one, columns) for one in alike]
        for _, alike in groupby(together, key=lambda one: one.name_columns(columns))
    ]
    shown: list[list[_Group]] = [
        [_show_overview(candidates, titles)],
        *figures,
        [(BEST, list(list_best(best, titles)))] if best else [],
    ]
    sentence = "What each release that could be made is good for, beside T."
    told = tell_what_to_write(released, titles)
    alone = [one.tell(columns) for one in tables if not isinstance(one, FigureTable)]
    notes = [
        *alone,
        *list_counted_codes(released),
        *list_left_out(released, titles),
        *([told] if told else []),
        INTERNAL,
    ]
    return render_groups("compared", sentence, shown, notes)


def _show_overview(candidates: Sequence[Candidate], titles: Mapping[str, str]) -> _Group:
    """Return a row for each candidate, with why it has no release; it explains short titles."""
    are_short = any(title != name for name, title in titles.items())
    rows, reasons = [], dict[str, str]()
    for one in candidates:
        *told, note = _tell(one)
        if one.left_out:
            first = reasons.setdefault(one.left_out, one.name)
            note += f": {one.left_out}" if first == one.name else f", as {first}"
        rows.append((one.name, *([titles[one.name]] if are_short else []), *told, note))
    return ("candidate", *(["below"] if are_short else []), *OVERVIEW[2:]), rows


def _show_table(table: FigureTable, columns: Sequence[str]) -> _Group:
    """Return heading and lines, with a column for T if it has any figure there."""
    return (table.heading, *table.name_columns(columns)), table.write_rows()
