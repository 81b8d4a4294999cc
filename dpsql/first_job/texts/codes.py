"""Reads codes whose beginnings mean something: E11.9, 47.11, SW1A 1AA, DE300, 15-1252.

They are cut where they are written in parts: at a point, a blank or a dash, and after the letters
that they begin with.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from dpsql.domain.levels.hierarchy import ROOT
from dpsql.first_job.texts.form import TextForm, Texts, reads_most

_CODE = re.compile(r"[0-9A-Za-z]+(?:[ ./_-][0-9A-Za-z]+){0,3}")
_SIGN = re.compile(r"[ ./_-]")
_WORD = re.compile(r"[^\W\d_]{4}")
_LETTERS = re.compile(r"[A-Za-z]{1,3}(?=[0-9])")
_LONGEST, _MOST_LEVELS = 20, 4
#: A first part of more digits is cut, too.
_LONG_PART = 3
#: A level has at most so many tenths of the labels of the one before.
_FEWER_OF_TEN = 9


def read_codes(texts: Texts) -> TextForm | None:
    """Return the form of a column of codes with parts; None if it is none, or has no parts.

    >>> found = read_codes({"E11.9": 3, "E11.2": 2, "I10.1": 4, "I10.0": 1})
    >>> found.prefixes, found.labels["E11.9"]
    ((3,), ('E11*',))
    >>> texts = ["SW1A 1AA", "SW1A 2AA", "M1 1AE", "M1 2AE", "M2 1AA", "M2 3BB"]
    >>> read_codes(dict.fromkeys(texts, 1)).labels["M1 1AE"]
    ('M1*', 'M*')
    """
    codes = [text for text in texts if _is_code(text)]
    if not reads_most(texts, codes):
        return None
    has_signs = any(_SIGN.search(text) for text in codes)
    cuts = {text: _cut(text, has_signs=has_signs) for text in codes}
    if not has_signs and len({*map(len, codes)}) == 1:
        # Of one length: FRB01 and FR101 begin with FR.
        start = min(found[0] for found in cuts.values() if found) if all(cuts.values()) else 1
        cuts = {text: list(range(start, len(text))) for text in codes}
    depth = max(map(len, cuts.values()))
    # From the coarsest, so that E11 and E11.9 share a label.
    levels = [
        {text: _label(text, cuts.get(text), level) for text in texts} for level in range(depth)
    ]
    kept: list[Mapping[str, str]] = []
    sizes = [len(texts)]
    for level in reversed(levels):
        size = len(set(level.values()))
        if size > 1 and 10 * size <= _FEWER_OF_TEN * sizes[-1]:
            kept.append(level)
            sizes.append(size)
    kept = kept[-_MOST_LEVELS:]
    if not kept:
        return None
    labels = {text: tuple(level[text] for level in kept) for text in texts}
    return TextForm("codes", "codes", labels=labels, prefixes=_find_prefixes(labels))


def _is_code(text: str) -> bool:
    is_short = len(text) <= _LONGEST and any(one.isdigit() for one in text)
    return is_short and _CODE.fullmatch(text) is not None and _WORD.search(text) is None


def _cut(text: str, *, has_signs: bool) -> list[int]:
    """Return where the parts of a code end, the first one first; not the end of the text.

    `has_signs`: some codes of the column have signs between their parts, and others one part.

    >>> [_cut(text, has_signs=True) for text in ("E11.90", "E11", "47.11", "SW1A 1AA")]
    [[1, 3, 5], [1], [2, 4], [2, 4]]
    >>> _cut("DE300", has_signs=False)
    [2, 3, 4]
    """
    cuts = [found.start() for found in _SIGN.finditer(text)]
    start = cuts[0] if cuts else 0
    if start > _LONG_PART and text[:start].isdigit():
        # The area of a postcode.
        cuts.append(start - 2)
    letters = _LETTERS.match(text)
    if letters:
        cuts.append(letters.end())
    last = max(cuts, default=0)
    if not has_signs:
        cuts += range(last + 1, len(text))
    elif _SIGN.search(text) and text[last + 1 :].isdigit():
        # Digits are cut once more, as classifications do: 47.11 is in 47.1.
        cuts.append(len(text) - 1)
    return sorted({cut for cut in cuts if 0 < cut < len(text) and not _SIGN.match(text[cut - 1])})


def _label(text: str, cuts: Sequence[int] | None, level: int) -> str:
    """Return the label of a code on a level, from the coarsest, 0; others keep their own.

    >>> _label("E11.9", [1, 3], 1), _label("E11", [1], 1), _label("?", None, 1)
    ('E11*', 'E11*', '?')
    """
    if cuts is None:
        return text
    return (text[: cuts[level]] if level < len(cuts) else text) + ROOT


def _find_prefixes(labels: Mapping[str, tuple[str, ...]]) -> tuple[int, ...]:
    """Return the lengths by which a rule gives the same labels; none if there are none."""
    lengths = []
    for level in zip(*labels.values(), strict=True):
        stems = [label.removesuffix(ROOT) for label in level]
        cut = {len(stem) for stem, text in zip(stems, labels, strict=True) if stem != text}
        if len(cut) != 1:
            return ()
        (length,) = cut
        if any(stem != text[:length] for stem, text in zip(stems, labels, strict=True)):
            return ()
        lengths.append(length)
    falls = all(a > b for a, b in pairwise(lengths))
    return tuple(lengths) if falls else ()
