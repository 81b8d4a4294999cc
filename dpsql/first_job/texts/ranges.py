"""Reads ranges, as of ages or incomes: 18-24, <18, $25,000 to $49,999; neighbors are joined."""

import re
from itertools import pairwise
from math import inf

from dpsql.first_job.texts.form import TextForm, Texts, reads_most

_NUMBER = r"([0-9]{1,9})"
_BETWEEN = re.compile(rf"\[?{_NUMBER} *(?:-|–|to|bis|à) *<?{_NUMBER}[\])]?")
_UPTO = re.compile(rf"(?:<=?|≤|under|unter|up to|bis|moins de) *{_NUMBER}")
_FROM = re.compile(
    rf"(?:>=?|≥|over|über|ab|from) *{_NUMBER}"
    rf"|{_NUMBER} *(?:\+|(?:and|or) (?:over|older|up|above|more)|und (?:älter|mehr)|et plus)"
)
#: Signs of money, commas before three digits, and a k for a thousand.
_MONEY, _COMMAS = re.compile("[$€£]"), re.compile("(?<=[0-9])[,'](?=[0-9]{3}(?![0-9]))")
_THOUSANDS = re.compile("(?<=[0-9])k(?![a-z])")
#: The fewest ranges, and how many rows of 20 have one; the others say that nobody knows.
_LEAST_RANGES, _MOST_RANGES = 4, 15
#: Ranges of a label on the first level, and labels of one on the next.
_JOINED = 2


def read_ranges(texts: Texts) -> TextForm | None:
    """Return the form of a column of ranges that do not overlap; None if it is none.

    >>> bands = ["0-17", "18-24", "25-34", "35-44", "45-54", "55-64", "65+", "n/a"]
    >>> found = read_ranges(dict.fromkeys(bands, 9)).labels
    >>> found["18-24"], found["65+"], found["n/a"]
    (('0-24', '0-44'), ('65+', '45+'), ('n/a', 'n/a'))
    """
    ends = {text: range_ for text in texts if (range_ := _read(text)) is not None}
    in_order = sorted(ends, key=ends.__getitem__)
    if len(in_order) < _LEAST_RANGES or not reads_most(texts, ends, most=_MOST_RANGES):
        return None
    # 20-30 and 30-40 share an end, which belongs to one of them.
    if any(ends[one][1] > ends[other][0] for one, other in pairwise(in_order)):
        return None
    labels: dict[str, tuple[str, ...]] = dict.fromkeys(in_order, ())
    width = _JOINED
    while -(-len(in_order) // width) > 1:
        for start in range(0, len(in_order), width):
            joined = in_order[start : start + width]
            label = _name([ends[text] for text in joined]) if len(joined) > 1 else joined[0]
            for text in joined:
                labels[text] += (label,)
        width *= _JOINED
    height = len(labels[in_order[0]])
    others = {text: (text,) * height for text in texts if text not in labels}
    return TextForm("codes", "ranges", labels=labels | others)


def _read(text: str) -> tuple[float, float] | None:
    """Return the ends of a range.

    >>> _read("18 - 24"), _read("<18"), _read("65+"), _read("2-1-2")
    ((18.0, 24.0), (-inf, 18.0), (65.0, inf), None)
    >>> _read("$25,000 - $49,999"), _read("£200,000 and up"), _read("10k-20k")
    ((25000.0, 49999.0), (200000.0, inf), (10000.0, 20000.0))
    """
    said = _COMMAS.sub("", _MONEY.sub("", text.strip().lower()))
    said = _THOUSANDS.sub("000", said)
    if found := _BETWEEN.fullmatch(said):
        low, high = float(found[1]), float(found[2])
        return (low, high) if low < high else None
    if found := _UPTO.fullmatch(said):
        return -inf, float(found[1])
    if found := _FROM.fullmatch(said):
        return float(found[1] or found[2]), inf
    return None


def _name(ranges: list[tuple[float, float]]) -> str:
    low, high = ranges[0][0], ranges[-1][1]
    if high == inf:
        return f"{low:.0f}+" if low != -inf else "all"
    return f"{low:.0f}-{high:.0f}" if low != -inf else f"≤{high:.0f}"
