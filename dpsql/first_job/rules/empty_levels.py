"""Leaves levels out of a proposed rule that merge nothing, or have one label as the root has.

Days that are all the first of a month have a label of their own as months, too; all zips of one
county begin alike. Of values that are not listed, the least and the greatest are looked at: where
these have one label, so have all between them.
"""

from collections.abc import Iterator, Mapping, Sequence

from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.first_job.columns import ColumnProfile

_Words = Mapping[str, object]
_LISTS = ("widths", "dates", "prefix")


def drop_empty_levels(words: _Words, one: ColumnProfile) -> dict[str, object]:
    """Return the keys of a hierarchy without such levels; one is left, as a rule has one."""
    word = next((word for word in _LISTS if word in words), None)
    entries = words.get(word) if word else None
    if one.form is not None or not isinstance(entries, list) or len(entries) < 2:
        return dict(words)
    rule = QuasiIdentifier.model_validate(words).rule()
    assert rule is not None and word is not None  # noqa: S101 - these are the keys of a rule
    listed = [value for value in one.values if value is not None]
    seen = listed or [*_list_ends(one, word)]
    if not seen or not all(map(rule.reads, seen)):
        return dict(words)
    labels = [len({rule.label(value, level) for value in seen}) for level in range(1, rule.height)]
    # With NULL beside, one label is not yet the root.
    fewest = 0 if one.has_nulls else 1
    values = len(listed) if listed else None
    kept = _keep(entries, labels, values, fewest) or _keep(entries, labels, values, 0)[:1]
    return {**words, word: kept or [*entries[-1:]]}


def _list_ends(one: ColumnProfile, word: str) -> Iterator[str]:
    """Yield the least and the greatest value, as the rule reads them; none if others lie beyond."""
    if word == "dates":
        if one.dates == one.present and one.first_day and one.last_day:
            yield from (one.first_day, one.last_day)
        return
    ends = one.least, one.greatest
    if one.nans or one.numbers != one.present:
        return
    for end in ends:
        if end is None or not float(end).is_integer():
            return
    texts = [str(int(end)) for end in ends if end is not None]
    if word == "prefix":
        # Numbers of one length are ordered as their digits are.
        if one.shortest != one.longest or texts[0].startswith("-"):
            return
        texts = [text.zfill(one.longest) for text in texts]
    yield from texts


def _keep(
    entries: Sequence[object], labels: Sequence[int], values: int | None, fewest: int
) -> list[object]:
    """Return the entries with fewer labels than the last kept one, and more than the `fewest`.

    `values`: how many there are; None if labels are counted of the ends alone.

    >>> _keep(["month", "quarter", "year"], [12, 4, 4], 12, 1), _keep([1, 2], [9, 9], 9, 1)
    (['quarter'], [])
    >>> _keep([4, 3, 2, 1], [2, 2, 1, 1], None, 1), _keep([3, 2], [2, 1], 9, 0)
    ([4, 3], [3, 2])
    """
    kept = []
    for entry, count in zip(entries, labels, strict=True):
        if count > fewest and (values is None or count < values):
            kept.append(entry)
            values = values and count
    return kept
