"""Leaves levels out of a proposed rule that have as many labels as the level below.

Such a level generalizes nothing: days that are all the first of a month have a label of their own
as months, too. Only columns whose values are listed are looked at.
"""

from collections.abc import Mapping, Sequence

from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.first_job.columns import ColumnProfile

_Words = Mapping[str, object]
_LISTS = ("widths", "dates", "prefix")


def drop_empty_levels(words: _Words, one: ColumnProfile) -> dict[str, object]:
    """Return the keys of a hierarchy without such levels; one is left, as a rule has one."""
    values = [value for value in one.values if value is not None]
    word = next((word for word in _LISTS if word in words), None)
    entries = words.get(word) if word else None
    if not values or one.form is not None or not isinstance(entries, list) or len(entries) < 2:
        return dict(words)
    rule = QuasiIdentifier.model_validate(words).rule()
    assert rule is not None and word is not None  # noqa: S101 - these are the keys of a rule
    if not all(map(rule.reads, values)):
        return dict(words)
    labels = [
        len({rule.label(value, level) for value in values}) for level in range(1, rule.height)
    ]
    return {**words, word: _keep(entries, labels, len(values))}


def _keep(entries: Sequence[object], labels: Sequence[int], below: int) -> list[object]:
    """Return the entries with fewer labels than the last kept one; the last if none has.

    >>> _keep(["month", "quarter", "year"], [12, 4, 4], 12), _keep([1, 2], [9, 9], 9)
    (['quarter'], [2])
    """
    kept = []
    for entry, count in zip(entries, labels, strict=True):
        if count < below:
            kept.append(entry)
            below = count
    return kept or [*entries[-1:]]
