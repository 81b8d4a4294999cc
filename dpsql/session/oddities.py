"""Warns of jobs that are valid, and probably not meant so.

A δ protects nobody if T is all of P, or if it allows every presence. More people than P has never
settle together. If a tail has all values of a column, a release shows raw values there or nothing;
an empty tail does nothing. A label that is also a value can be either.
"""

import logging
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.levels.ends import BELOW, FROM
from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.domain.levels.rules import NUMBER_DIGITS, NUMBER_SCALE, DateHierarchy, WidthHierarchy
from dpsql.domain.plurals import join_names, name_count
from dpsql.domain.python_words import spell_keys
from dpsql.domain.sections.private_table import ALL_OF_P
from dpsql.session.load import Loaded
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.templates import column, identifier

_log = logging.getLogger("dpsql")
#: The most labels of a column that a warning names.
_MOST_NAMED = 3


def warn_of_vain_delta(job: Job, loaded: Loaded) -> None:
    """Log a warning if the job's δ protects nobody: T is all of P, or it allows every presence.

    Without δ, a table is often made k-anonymous in itself. Where P is statistics, T stands in its
    place.
    """
    sizes = loaded.sizes
    if job.delta is None or job.is_estimated or not sizes.private_rows:
        return
    if sizes.private_rows == sizes.public_rows:
        meant = spell_keys("did you mean another T, or private: {where: …}?", job.origin)
        _log.warning("%s; %s", ALL_OF_P, meant)
        return
    bounds = job.delta.bounds
    if bounds.minimum == 0 and bounds.maximum == 1 and not job.constraints.stated:
        told = (
            "delta from 0 to 1 bounds nothing: anybody may be known to be in T; state a delta max"
            " below 1, or constraints:"
        )
        _log.warning("%s", spell_keys(told, job.origin))


def warn_of_idle_metric(job: Job) -> None:
    """Log a warning if the job names a metric and its algorithm cuts by a rule of its own."""
    if (job.algorithm.mpalm or job.algorithm.mondrian) and job.metric != "loss":
        told = (
            f"metric: {job.metric} is measured, and decides nothing here: {job.algorithm.name} cuts"
            " by its own rules; levels are searched by a metric, with algorithm: spalm or pooled"
        )
        _log.warning("%s", spell_keys(told, job.origin))


def warn_of_impossible_numbers(job: Job, loaded: Loaded) -> None:
    """Log a warning if more people are to settle together than P has: all of them climb then."""
    words, size = job.algorithm.pooled, loaded.stated_size
    if words is None or words.least == "auto" or (size is not None and size.min != size.max):
        return
    numbers = words.least if isinstance(words.least, tuple) else (words.least,)
    if told := tell_impossible(numbers, loaded.public_rows):
        _log.warning("%s", told)


def tell_impossible(numbers: Sequence[int], people: int) -> str:
    """Say which of the `numbers` of people to settle together are more than P has; or nothing.

    >>> tell_impossible([20, 857], 857)
    ''
    >>> tell_impossible([20, 2000], 857).partition("; ")[2]
    'leave it out of the list'
    """
    impossible = [f"{one:,}" for one in dict.fromkeys(numbers) if one > people]
    if not impossible:
        return ""
    is_all = all(one > people for one in numbers)
    them, verb = ("it", "is") if len(impossible) == 1 else ("them", "are each")
    mend = f"leave {them} out of the list"
    if is_all:
        mend = "write a smaller number, or leave least out, so that the search tries several"
    return (
        f"least {join_names(impossible)} {verb} more than the"
        f" {name_count(people, 'person', 'people')} of P: {'' if is_all else f'with {them} '}"
        f"everybody climbs to the root, one label for all; {mend}"
    )


def warn_of_ambiguous_labels(job: Job, loaded: Loaded) -> None:
    """Log a warning for each quasi-identifier with labels that are values, and stand for others.

    Labels of a tree stand in the job and are named; those of files and tables are counted.
    """
    for name, hierarchy in loaded.hierarchies.items():
        if not isinstance(hierarchy, LabelHierarchy):
            continue
        labels = hierarchy.list_ambiguous()
        if not labels:
            continue
        is_one = len(labels) == 1
        told = name_count(len(labels), "label")
        if job.quasi_identifiers[name].tree is not None:
            more = "" if len(labels) <= _MOST_NAMED else ", …"
            shown = ", ".join(repr(label) for label in labels[:_MOST_NAMED])
            told = f"{'label' if is_one else 'labels'} {shown}{more}"
        _log.warning(
            "%s: %s %s, and %s for other values, too: in a release %s; name %s otherwise",
            name,
            told,
            "is also a value" if is_one else "are also values",
            "stands" if is_one else "stand",
            "it can be either" if is_one else "each can be either",
            "the label" if is_one else "the labels",
        )


def warn_of_swallowing_tails(loaded: Loaded) -> None:
    """Log a warning for each quasi-identifier of which a tail has all values but NULL, or none."""
    for line in _tell(loaded):
        _log.warning(line)


def _tell(loaded: Loaded) -> Iterator[str]:
    for j, (name, hierarchy) in enumerate(loaded.hierarchies.items()):
        if not isinstance(hierarchy, WidthHierarchy | DateHierarchy):
            continue
        if hierarchy.start is None and hierarchy.end is None:
            continue
        is_below = find_tail(loaded, j, hierarchy)
        if is_below is None:
            yield from _tell_empty(loaded, j, name, hierarchy)
            continue
        word, edge = ("from", hierarchy.start) if is_below else ("to", hierarchy.end)
        where = f"below its {word}" if is_below else f"at or above its {word}"
        yield (
            f"{name}: every value is {where}, {edge}, so that from level 1 on all have one label;"
            f" write another {word}, or drop it"
        )


def _tell_empty(
    loaded: Loaded, j: int, name: str, hierarchy: WidthHierarchy | DateHierarchy
) -> Iterator[str]:
    """Yield what is said of each tail without values."""
    leaf = column("leaf")
    value: exp.Expression = leaf
    if isinstance(hierarchy, WidthHierarchy):
        value = exp.cast(leaf, f"DECIMAL({NUMBER_DIGITS}, {NUMBER_SCALE})")
    ends = [end(this=value.copy()) for end in (exp.Min, exp.Max)]
    leaves = exp.Table(this=identifier(leaves_name(j)))
    query = exp.select(*ends).from_(leaves).where(leaf.is_(exp.null()).not_())
    least, greatest = loaded.engine.fetch(query)[0]
    if least is None:
        return
    for edge, one, sign, where in (
        (hierarchy.start, least, BELOW, "below its from"),
        (hierarchy.end, greatest, FROM, "at or above its to"),
    ):
        # No engine's way to write a decimal: of 0 it may be 0E-12.
        text = f"{one:f}" if isinstance(one, Decimal) else str(one)
        if edge is not None and not str(hierarchy.label(text, 1)).startswith(sign):
            yield f"{name}: no value is {where}, {edge}, so that this tail is empty"


def find_tail(loaded: Loaded, j: int, hierarchy: WidthHierarchy | DateHierarchy) -> bool | None:
    """Return whether all values are in the lower tail, or in the upper one; None: in neither."""
    leaf, code = column("leaf"), column("code_1")
    ends = [exp.Min(this=code), exp.Max(this=code.copy()), exp.Min(this=leaf)]
    leaves = exp.Table(this=identifier(leaves_name(j)))
    query = exp.select(*ends).from_(leaves).where(leaf.is_(exp.null()).not_())
    first, last, value = loaded.engine.fetch(query)[0]
    if value is None or first != last:
        return None
    label = str(hierarchy.label(value, 1))
    return label.startswith(BELOW) if label.startswith((BELOW, FROM)) else None
