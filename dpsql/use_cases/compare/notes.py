"""What candidates lack, each reason once, behind what tables call those that lack it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dpsql.domain.alternative import BOXES_APART
from dpsql.domain.plurals import join_names, name_count
from dpsql.report.sentences import as_job_text, write_percent
from dpsql.report.written_figures import write_row
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.names import join_titles
from dpsql.utility.not_measured import tell_by_reason
from dpsql.utility.questions.ask import Answer
from dpsql.utility.questions.best import find_ambiguous, list_exact

_UNDER_THE_PRIOR = "presence is that under the rates of the job's prior, which δ bounds"

_WITH_EARLIER = (
    "presence is that for whoever has the job's earlier releases as well, which δ bounds"
)
#: Pairs of columns that are stronger than in T; the JSON has all.
_LISTED = 3
#: How lines begin that are sentences where no names stand before them.
_SENTENCES = ("the ", "presence ")


def list_without_release(
    candidates: Sequence[Candidate], titles: Mapping[str, str]
) -> Iterator[str]:
    """Why candidates have no release, each reason once, behind their titles in tables."""
    reasons: dict[str, list[str]] = {}
    for one in candidates:
        if one.left_out:
            reasons.setdefault(one.left_out, []).append(titles[one.name])
    for reason, names in reasons.items():
        yield f"{join_titles(names)}: {reason}"


def list_counted_codes(released: Sequence[Candidate]) -> list[str]:
    """Which means count numbers that may stand for missing ones, each once: to stand by them."""
    return list(dict.fromkeys(line for one in released for line in one.utility.missing))


def list_left_out(released: Sequence[Candidate], titles: Mapping[str, str]) -> Iterator[str]:
    """What has no figure and why, each once, behind the titles of the candidates without it.

    Candidates whose loss is weighted are named so, too, as it compares with equal weights only; and
    boxes beside others, as their loss counts widths.
    """
    lines: dict[str, list[str]] = {}
    boxes = [candidate for candidate in released if _has_boxes(candidate)]
    if 0 < len(boxes) < len(released):
        apart = f"{BOXES_APART[0].lower()}{BOXES_APART[1:].removesuffix('.')}"
        lines[apart] = [titles[candidate.name] for candidate in boxes]
    questions = dict.fromkeys(one.question for all_ in released for one in all_.utility.asked)
    for candidate in released:
        told = candidate.utility
        asked = [(one.question, one.left_out) for one in told.answers]
        asked += [(one.question, one.left_out) for one in told.predictions]
        for line in (
            *_list_columns(candidate, released),
            *(f"not compared: {line}" for line in _list_not_compared(told.answers)),
            *(() if candidate.is_baseline else _list_one_label(told.answers)),
            *(f"not answered: {question}: {reason}" for question, reason in asked if reason),
            *_list_unasked(candidate, questions),
            *_list_stronger(candidate),
            *(f"not measured: {reason}" for reason in tell_by_reason(told.left_out)),
            *_list_weights(candidate),
            *_list_absent(candidate),
            *([_UNDER_THE_PRIOR] if candidate.posterior_max is not None else []),
            *([_WITH_EARLIER] if candidate.together_max is not None else []),
        ):
            lines.setdefault(line, []).append(titles[candidate.name])
    for question in find_ambiguous([one.utility.asked for one in released]):
        yield (
            f"not the same question: {question}: jobs ask something else under this name, so that"
            " their answers do not compare"
        )
    if exact := list_exact([one.utility.asked for one in released if not one.is_baseline]):
        yield f"answered as T does by every release: {', '.join(exact)}"
    for line, names in lines.items():
        if len(names) < len(released):
            yield f"{join_titles(names)}: {line}"
        else:
            yield f"{line[0].upper()}{line[1:]}" if line.startswith(_SENTENCES) else line


def tell_what_to_write(released: Sequence[Candidate], titles: Mapping[str, str]) -> str:
    """Return the algorithm that a job has for what names call levels, cuts or boxes; else empty.

    Of boxes that is not `algorithm: mpalm`, which draws other boxes.
    """
    written: dict[str, list[str]] = {}
    for one in released:
        text = as_job_text(one.algorithm)
        if one.asked_as and one.asked_as != text:
            # A name says at which δmax, too, which does not matter here.
            name = titles[one.name] if titles[one.name] != one.name else one.asked_as
            written.setdefault(f"algorithm: {text}", []).append(name)
    told = "; ".join(
        f"{text} for {join_names([*dict.fromkeys(names)])}" for text, names in written.items()
    )
    return f"In the job, write {told}" if told else ""


def _list_unasked(candidate: Candidate, questions: Iterable[str]) -> Iterator[str]:
    """Yield which questions of other jobs the candidate's own does not ask."""
    own = {one.question for one in candidate.utility.asked}
    if others := [one for one in questions if one not in own]:
        yield (
            f"not asked: {', '.join(others)}; its job may ask these questions, too, if it has their"
            " columns"
        )


def _list_columns(candidate: Candidate, released: Sequence[Candidate]) -> Iterator[str]:
    """Yield of which columns the loss of a candidate is the mean, if others have others."""
    own = [*candidate.losses]
    if any({*one.losses} != {*own} for one in released):
        yield (
            f"the loss is the mean over {join_names(own)}; it does not compare with one over other"
            " columns"
        )


def _has_boxes(candidate: Candidate) -> bool:
    """Whether boxes are released, and not classes of labels."""
    outcome = candidate.outcome
    return outcome is not None and outcome.box_count is not None and outcome.rest is None


def _list_stronger(candidate: Candidate) -> Iterator[str]:
    """Yield the relations that a candidate shows much stronger than T, the most so first."""
    told = candidate.utility
    found = [one for one in (*told.correlations, *told.associations) if one.is_stronger]
    found.sort(key=lambda one: -abs((one.after or 0) - (one.before or 0)))
    pairs = []
    for one in found[:_LISTED]:
        after, before = write_row((one.after, one.before))
        pairs.append(f"{' × '.join(one.columns)} ({after}, T {before})")
    more = f" and {len(found) - _LISTED:,} more" if len(found) > _LISTED else ""
    if pairs:
        yield f"stronger than in T, by the labels alone: {', '.join(pairs)}{more}"


def _list_weights(candidate: Candidate) -> Iterator[str]:
    """The weights of a candidate's loss, if they differ."""
    weights = candidate.outcome.weights if candidate.outcome else {}
    told = ", ".join(f"{name} {weight}" for name, weight in weights.items() if weight != "1")
    if told:
        yield f"the loss is a weighted mean ({told}); compare losses of equal weights only"


def _list_absent(candidate: Candidate) -> Iterator[str]:
    """Yield what δ bounds where the job lets some people be known as absent."""
    most = None if candidate.outcome is None else candidate.outcome.presence.if_absent
    if most is not None:
        yield (
            f"δ bounds {write_percent(most)}, the presence for whoever knows of as many people of a"
            " class as known_absent says that they are not in T"
        )


def _list_one_label(answers: Iterable[Answer]) -> Iterator[str]:
    """Which questions a candidate does not answer, though it has figures for them."""
    for one in answers:
        if one.one_label:
            yield (
                f"no answer to {one.question}: one label for all of {join_names(one.one_label)},"
                " so that no group differs from another"
            )


def _list_not_compared(answers: Iterable[Answer]) -> Iterator[str]:
    """What two answers both have and nobody can compare."""
    for one in answers:
        if one.found is None:
            continue
        for column in one.found.null_columns:
            yield f"{one.question}: {column}: NULL in both answers"
        if one.found.is_without_rows:
            yield f"{one.question}: no row answers it, neither of T nor of the release"
        if one.found.repeated:
            repeated = f"{name_count(one.found.repeated, 'row')} of both answers repeat"
            yield f"{one.question}: {repeated}; group by their columns"
