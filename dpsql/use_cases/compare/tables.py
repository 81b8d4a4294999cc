"""What candidates lose, move and relate, and how they answer: figure by figure, kind by kind."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from statistics import fmean
from typing import Any

from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.figure_tables import OfChance, Told, make_tables
from dpsql.use_cases.compare.figures import (
    Figure,
    Kind,
    Line,
    Lines,
    Value,
)
from dpsql.utility.means import Mean
from dpsql.utility.questions.accuracy import Predicted
from dpsql.utility.questions.ask import Answer
from dpsql.utility.questions.differences import show_value
from dpsql.utility.relations import Relation, round_figure

#: Pairs of columns that are listed; frame and JSON have all.
_LISTED = 5
#: Of a pair.
_COLUMNS = 2


def list_lines(released: Sequence[Candidate]) -> list[Line]:
    """Return the figures of candidates that have a release, in the order of a frame."""
    lines = Lines(len(released))
    shared = _find_shared_pairs(released)
    for place, one in enumerate(released):
        told = one.utility
        for name, loss in one.losses.items():
            lines.add(place, Figure("loss", (name,)), loss)
        for name, shift in told.shifts.items():
            lines.add(place, Figure("shift", (name,)), round_figure(float(shift)))
        _add_pairs(lines, place, told.pair_shifts, shared)
        for name, mean in told.means.items():
            _add_mean(lines, place, name, mean)
        _add_relations(lines, place, "correlation", told.correlations)
        _add_relations(lines, place, "association", told.associations)
        for answer in told.answers:
            _add_answer(lines, place, answer)
        for predicted in told.predictions:
            _add_accuracy(lines, place, predicted)
    _leave_out_constant(lines)
    kinds: tuple[Kind, ...] = (
        *("loss", "shift", "pair", "mean", "correlation", "association"),
        *("answer", "difference", "accuracy"),
    )
    unmeasured = {one.columns for told in released for one in told.utility.left_out}
    return [line for kind in kinds for line in _sort(kind, lines.of(kind), unmeasured)]


def list_tables(released: Sequence[Candidate]) -> list[Told]:
    """Return what terminal and notebook show: tables, and what one candidate alone has."""
    lines = list_lines(released)
    kinds = dict.fromkeys(one.figure.kind for one in lines)
    return [
        told
        for kind in kinds
        for told in _tell_kind(kind, [one for one in lines if one.figure.kind == kind])
    ]


def _tell_kind(kind: Kind, lines: Sequence[Line]) -> Iterable[Told]:
    """Its tables, or in place of relations of chance alone that there is none."""
    chance = sum(one.is_by_chance for one in lines)
    if chance and not any(one.is_listed for one in lines):
        return [OfChance(kind, chance)]
    return make_tables(kind, lines)


def _leave_out_constant(lines: Lines) -> None:
    """Do not list pairs with a constant column, which has no relation and moves no pair."""
    relations = [*lines.of("correlation"), *lines.of("association")]
    constant = {one.figure.subject for one in relations if one.is_empty}
    for one in (*relations, *lines.of("pair")):
        if one.figure.subject in constant:
            one.is_listed = False


def _sort(kind: Kind, lines: list[Line], unmeasured: Collection[tuple[str, ...]]) -> list[Line]:
    """The pairs that move most, or are related most closely in T, come first; a few are listed.

    Those that a candidate lacks, though it has others, come last: there is nothing to compare.
    `unmeasured`: the columns and pairs that some candidate has no figures of.
    """
    whole = _find_whole(lines)
    if kind == "pair":
        pairs = [one for one in lines if one.figure.subject]
        pairs.sort(key=lambda one: (*whole(one), -max(map(_size, one.values))))
        means = [one for one in lines if not one.figure.subject] if len(pairs) > 1 else []
        # A pair that a candidate lacks, though it has others, is in no mean.
        count = sum(not is_lacking for _, is_lacking in map(whole, pairs))
        shown = {one.figure.subject for one in pairs}
        for one in means:
            one.title = _name_shared_pairs(count, len(pairs), {*unmeasured} - shown)
        lines = [*means, *pairs]
    elif kind in ("correlation", "association"):
        lines.sort(key=lambda one: (*whole(one), one.is_by_chance, -_size(one.find_own())))
        pairs = lines
        # What a release leaves of those means nothing.
        for one in lines:
            one.is_listed = one.is_listed and not one.is_by_chance
    else:
        return lines
    for one in pairs[_LISTED:]:
        one.is_listed = False
    return lines


def _name_shared_pairs(
    count: int, of_all: int, unmeasured: Collection[tuple[str, ...]] = ()
) -> str:
    """Name the pairs that a mean is over: those that no candidate lacks, and some all may lack.

    Of a column without any figures, nobody tells how many pairs it would have.

    >>> _name_shared_pairs(3, 3), _name_shared_pairs(2, 3), _name_shared_pairs(1, 3)
    ('all 3 pairs', 'the 2 pairs that all have', 'the only pair that all have')
    >>> _name_shared_pairs(2, 2, [("dob", "zip")]), _name_shared_pairs(2, 2, [("dob",)])
    ('2 of 3 pairs', '2 pairs')
    """
    if count == of_all and any(len(one) != _COLUMNS for one in unmeasured):
        return f"{count} pairs"
    if count == of_all and unmeasured:
        return f"{count} of {count + len(unmeasured)} pairs"
    if count == of_all:
        return f"all {count} pairs"
    return f"the {count} pairs that all have" if count > 1 else "the only pair that all have"


def _find_whole(lines: Sequence[Line]) -> Callable[[Line], tuple[bool, bool]]:
    """Return a key that sorts lines that are listed and that all have first."""
    count = len(lines[0].values) if lines else 0
    places = [j for j in range(count) if any(one.values[j] is not None for one in lines)]
    return lambda one: (not one.is_listed, any(one.values[j] is None for j in places))


def _size(value: Value) -> float:
    return abs(value) if isinstance(value, int | float) else 0


def _find_shared_pairs(released: Sequence[Candidate]) -> set[tuple[str, str]]:
    """Return the pairs that all candidates have: a mean over others would not compare."""
    pairs = [{*one.utility.pair_shifts} for one in released if one.utility.pair_shifts]
    return set.intersection(*pairs) if pairs else set()


def _add_pairs(
    lines: Lines,
    place: int,
    shifts: Mapping[tuple[str, str], float],
    shared: Collection[tuple[str, str]],
) -> None:
    """The mean over the pairs that all have, and each pair."""
    if common := [shift for columns, shift in shifts.items() if columns in shared]:
        lines.add(place, Figure("pair", (), "all pairs"), round_figure(fmean(common)))
    for columns, shift in shifts.items():
        lines.add(place, Figure("pair", columns), round_figure(shift))


def _add_mean(lines: Lines, place: int, name: str, mean: Mean) -> None:
    """The mean of T, that of the release, and between which it surely lies."""
    shown = mean.to_dict()

    def read(key: str) -> Value:
        return date.fromisoformat(shown[key]) if mean.numbers.kind == "date" else shown[key]

    lines.add(place, Figure("mean", (name,)), read("after"), read("before"))
    lines.add(place, Figure("mean", (name,), "at least"), read("least"))
    lines.add(place, Figure("mean", (name,), "at most"), read("most"))


def _add_relations(lines: Lines, place: int, kind: Kind, relations: Iterable[Relation]) -> None:
    for one in relations:
        figures = round_figure(one.after), round_figure(one.before)
        line = lines.add(place, Figure(kind, one.columns), *figures)
        line.chance[place] = one.is_by_chance
        if one.null_rows:
            line.title = f"{line.figure.name} ({one.null_rows:,} rows NULL)"


def _add_answer(lines: Lines, place: int, answer: Answer) -> None:
    """A value and its truth; of a table, how far its rows are off in the mean, and at most."""
    if (found := answer.found) is None:
        return
    for column, differences in found.differences.items():
        subject = answer.question, column
        if not differences or column in found.null_columns:
            continue
        if found.is_one_row:
            (one,) = differences
            lines.add(place, Figure("answer", subject), _read(one.after), _read(one.before))
            continue
        for part, size in found.sizes[column].list_figures():
            lines.add(place, Figure("difference", subject, part), size)
    if found.counts_rows:
        apart = found.only_before + found.only_after
        lines.add(place, Figure("difference", (answer.question,), "rows in one only"), apart)


def _read(value: Any) -> Value:
    """A number or a date as it is; anything else as a text, a span of time in days."""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, date) else show_value(value)


def _add_accuracy(lines: Lines, place: int, told: Predicted) -> None:
    """The share of rows that is predicted rightly, and what always saying the same one gets."""
    if told.accuracy is None:
        return
    subject, own = (told.question, told.column), told.accuracy

    def add(part: str, value: Value, in_t: Value = None) -> None:
        lines.add(place, Figure("accuracy", subject, part), value, in_t)

    add("", own.after, own.before)
    line = lines.add(place, Figure("accuracy", subject, "most frequent"), None, own.most_frequent)
    line.is_of_t = True
    # One label for all people is predicted by everybody.
    if told.of_labels is not None and told.of_labels.most_frequent < 1:
        add("label", told.of_labels.after)
        add("label from T", told.of_labels.before)
        add("most frequent label", told.of_labels.most_frequent)
