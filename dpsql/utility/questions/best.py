"""Which candidate answers a question best: the one whose answer differs least from that of T."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpsql.utility.questions.accuracy import Predicted
from dpsql.utility.questions.ask import Answer

#: Differences are compared to so many decimals, as they are in JSON.
_DECIMALS = 10


@dataclass(frozen=True)
class Best:
    """The least `difference` to T in a figure of a question, and the names of who has it.

    Who has one label for all rows where a question groups does not answer it. The names are empty
    if such an answer, or that of T with every column suppressed, is as near to T. The difference is
    that of one number; of a table, the mean over the rows of both answers, or how many rows one of
    the answers lacks; of a model, that of the accuracies. `compared`: the candidates that answer.
    `beats_baseline`: whether T with every column suppressed is farther from T; None where that was
    not asked for.
    """

    question: str
    figure: str
    candidates: tuple[str, ...]
    difference: float
    compared: int
    beats_baseline: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "question": self.question,
            "figure": self.figure,
            "candidates": list(self.candidates),
            "difference": self.difference,
            **({} if self.beats_baseline is None else {"beats_baseline": self.beats_baseline}),
        }


def find_best(
    told: Mapping[str, Sequence[Answer | Predicted]],
    baselines: Sequence[Sequence[Answer | Predicted]] = (),
) -> list[Best]:
    """Return the best candidates in each figure that several of them have, by their names.

    `baselines`: what T with every column suppressed answers; it is no candidate.
    A figure in which nobody differs from T, or that only one candidate has, is left out; so is a
    question that nobody answers, or whose name stands for others in other jobs, and the accuracy of
    a column that not even a model of T predicts better than by chance.
    """
    ambiguous = find_ambiguous([*told.values()])
    found: dict[tuple[str, str], dict[str, float]] = {}
    alike = {
        (name, one.question)
        for name, answers in told.items()
        for one in answers
        if isinstance(one, Answer) and one.one_label
    }
    for name, answers in told.items():
        for key, difference in _measure(answers).items():
            found.setdefault(key, {})[name] = difference
    suppressed: dict[tuple[str, str], float] = {}
    for answers in baselines:
        for key, difference in _measure(answers).items():
            suppressed[key] = min(difference, suppressed.get(key, difference))
    best = list[Best]()
    for (question, figure), all_sizes in found.items():
        sizes = {name: n for name, n in all_sizes.items() if (name, question) not in alike}
        if len(all_sizes) < 2 or not sizes or not any(all_sizes.values()) or question in ambiguous:
            continue
        least = min(sizes.values())
        others = [n for name, n in all_sizes.items() if name not in sizes]
        baseline = suppressed.get((question, figure))
        is_near = all(least < n for n in (*others, *([] if baseline is None else [baseline])))
        names = tuple(name for name, n in sizes.items() if n == least and is_near)
        beats = None if baseline is None else least < baseline
        best.append(Best(question, figure, names, least, len(sizes), beats))
    return best


def find_ambiguous(told: Sequence[Sequence[Answer | Predicted]]) -> list[str]:
    """Return the names under which jobs ask different questions."""
    asked: dict[str, set[tuple[str, ...]]] = {}
    for answers in told:
        for one in answers:
            what = (one.sql,) if isinstance(one, Answer) else (one.column, *one.predictors)
            asked.setdefault(one.question, set()).add(what)
    return [question for question, all_ in asked.items() if len(all_) > 1]


def list_exact(told: Sequence[Sequence[Answer | Predicted]]) -> list[str]:
    """Return the questions that all candidates answer as T does, in every figure of several.

    `find_best` leaves them out.
    """
    sizes: dict[str, list[float]] = {}
    for answers in told:
        for (question, _), size in _measure(answers).items():
            sizes.setdefault(question, []).append(size)
    return [question for question, all_ in sizes.items() if len(told) > 1 and not max(all_)]


def _measure(answers: Sequence[Answer | Predicted]) -> dict[tuple[str, str], float]:
    """The difference to T in each figure of each question."""
    return {
        (one.question, figure): round(difference, _DECIMALS)
        for one in answers
        for figure, difference in _list_differences(one)
    }


def _list_differences(one: Answer | Predicted) -> Iterator[tuple[str, float]]:
    """Yield what is compared, and how far it is from T."""
    if isinstance(one, Predicted):
        if one.accuracy is not None and one.is_learned:
            yield f"accuracy of {one.column}", abs(one.accuracy.after - one.accuracy.before)
        return
    if one.found is None:
        return
    for column, sizes in one.found.sizes.items():
        part, size = sizes.list_figures()[0]
        if one.found.is_one_row:
            part = part.removeprefix("mean").strip()
        if size is not None:
            yield f"{column}, {part}" if part else column, size
    if one.found.counts_rows:
        yield "rows in one only", one.found.only_before + one.found.only_after
