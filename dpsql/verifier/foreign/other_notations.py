"""Says how cells are to be written that a foreign release has in a notation of its own.

Only the form is told, with numbers of this file: a cell that P does not have could be one of T.
"""

import re
from collections.abc import Iterable

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.verifier.foreign.date_ranges import DATE_RANGE, UNPLAIN_RANGE
from dpsql.verifier.foreign.number_ranges import RANGE, SIGNED

_MORE = "(and|or) (over|more|older|above)"
#: How ranges are written whose ends are not plain, with numbers for any of them.
_FORMS = (
    (re.compile(rf"{SIGNED} ?[-–—~:/_] ?{SIGNED}"), "20-29"),
    (re.compile(rf"{SIGNED} ?(to|bis|[.][.]|,|;) ?{SIGNED}", re.IGNORECASE), "20 to 29"),
    (re.compile(rf"([<>]=?|≤|≥) ?{SIGNED}"), "<30"),
    (re.compile(rf"{SIGNED} ?([+]|{_MORE})", re.IGNORECASE), "65+"),
    (re.compile(rf"(under|below|over|above|up to) ?{SIGNED}", re.IGNORECASE), "under 30"),
)
#: Other words for ``*``.
_SUPPRESSED = {"", "na", "n/a", "nan", "none", "null", "?", "-", "suppressed", "missing"}
_NUMBER = re.compile(SIGNED)


def tell_notations(
    name: str, cells: Iterable[Leaf], *, has_numbers: bool, unsorted: bool = False
) -> str:
    """Return the rest of a sentence about cells of the quasi-identifier `name` without a meaning.

    `has_numbers`: whether the values of P are numbers and sorted as such; `unsorted`: whether they
    are numbers in another order.

    >>> tell_notations("age", ["18-22", "71-75", "65+"], has_numbers=True)[:66]
    '; some are written like 20-29, 65+: write ranges as [20..29], both'
    """
    known = [(cell or "").strip() for cell in cells]
    told = ""
    if any(cell.casefold() in _SUPPRESSED for cell in known):
        told += "; write * for a cell that is suppressed, where it is empty or such as NA"
    if forms := [form for pattern, form in _FORMS if any(map(pattern.fullmatch, known))]:
        told += (
            f"; some are written like {', '.join(forms)}: write ranges as [20..29], both ends"
            " within, or let the job name a file of labels, quasi_identifiers:"
            f" {{{name}: FILE.csv}}, with a line such as 25;{forms[0]};* per value of P"
        )
    if unsorted and any(map(RANGE.fullmatch, known)):
        told += (
            f"; for ranges of numbers write order: number in the job, as {name}: {{hierarchy: FILE,"
            " order: number}"
        )
    if (has_numbers or unsorted) and any(map(_NUMBER.fullmatch, known)):
        told += (
            "; numbers that P does not have, such as averages, stand for nobody: write the range of"
            " what was averaged, as [20..29]"
        )
    return told


def tell_dates(name: str, cells: Iterable[Leaf], *, unsorted: bool) -> str:
    """Return the rest of a sentence about cells that are ranges of dates in another notation.

    `unsorted`: whether the values of P are dates that are not sorted as such.

    >>> tell_dates("visit", ["2001-01-01 - 2001-12-31"], unsorted=False)
    '; write ranges of dates as [2020-01-01..2020-12-31], both ends within'
    """
    known = [(cell or "").strip() for cell in cells]
    told = ""
    if any(map(UNPLAIN_RANGE.fullmatch, known)):
        told += "; write ranges of dates as [2020-01-01..2020-12-31], both ends within"
    if unsorted and any(map(DATE_RANGE.fullmatch, known)):
        told += (
            f"; for ranges of dates write order: number in the job, as {name}: {{hierarchy: FILE,"
            " order: number}"
        )
    return told
