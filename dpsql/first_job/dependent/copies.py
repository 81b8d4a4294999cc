"""Finds columns that, by their names, are others again: lwage of wage, agesq of age, y85educ.

Generalized beside the other they would tell what it tells: a log or a square has its order.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isclose, log, log2, log10

from dpsql.first_job.columns import ColumnProfile

#: How a name begins, or ends, that is another's on another scale; a 2 may be a second measurement.
_LOG, _SQUARE, _SHIFTED, _SECOND = "log", "square", "shifted", "second"
_BEFORE = (
    (_LOG, re.compile(r"(?:ln|log10|log2|log|l)[ _.]?")),
    (_SQUARE, re.compile(r"(?:sq|sqr)[ _.]?")),
    (_SHIFTED, re.compile(r"(?:z|std|stnd)[ _.]?")),
)
_AFTER = (
    (_LOG, re.compile(r"[ _.]?(?:log|ln)")),
    (_SQUARE, re.compile(r"[ _.]?(?:squared|sqrd|sqr|sq|\^2)")),
    (_SHIFTED, re.compile(r"[ _.]?(?:cen|centered|centred|std|scaled|z)")),
    (_SECOND, re.compile(r"[ _.]?2")),
)
#: A log of zero, or a rounded square, costs few values.
_FEW = 50
#: What begins the name of a flag of a year, of which the others are products: y85, d90.
_YEAR = re.compile(r"(?:y|yr|year|d)[ _.]?[0-9]{2,4}[ _.x*:]*")
_SIGNS = " _.x*:"
_LEAST_LETTERS = 3
#: How near the greatest value is to that of the other on its scale.
_NEAR = 1e-3


def find_copies(columns: Sequence[ColumnProfile]) -> dict[str, str]:
    """Return, by column, why it is another again; only of columns with others to be of."""
    by_name = {one.name.lower(): one for one in columns}
    found = {}
    for one in columns:
        named = ((sign, by_name.get(name)) for sign, name in _list_originals(one.name.lower()))
        originals = [other for sign, other in named if other and _is_scaled(one, other, sign)]
        if originals:
            said = f"it seems to be {originals[0].name} on another scale, as a log or a square is"
            found[one.name] = said
        elif product := _find_product(one.name.lower(), by_name):
            found[one.name] = f"it seems to be the product of {product}"
    return found


def is_named_as_copy(name: str, names: Sequence[str]) -> bool:
    """Whether a name is another's with a sign of a log or a square.

    >>> is_named_as_copy("lwage", ["wage", "lwage"]), is_named_as_copy("lage", ["lwage"])
    (True, False)
    """
    others = {other.lower() for other in names}
    return any(one in others for _, one in _list_originals(name.lower()))


def _list_originals(name: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a name may be made of, with what the rest is a sign of.

    >>> sorted({*_list_originals("lnwage")}), sorted({*_list_originals("agesq")})
    ([('log', 'nwage'), ('log', 'wage')], [('square', 'age')])
    """
    for length in range(1, len(name)):
        for sign, form in _BEFORE:
            if form.fullmatch(name[:length]):
                yield sign, name[length:]
        for sign, form in _AFTER:
            if form.fullmatch(name[length:]):
                yield sign, name[:length]


def _is_scaled(one: ColumnProfile, other: ColumnProfile, sign: str) -> bool:
    """Whether two columns of numbers have as many values, but for few, and the greatest fit.

    Of numbers that are not all read, their names must do.
    """
    differ = abs(one.distinct - other.distinct)
    if min(one.distinct, other.distinct) <= 2 or differ * _FEW > other.distinct + _FEW:
        return False
    if not all(map(_is_number, (one, other))):
        return False
    is_read = one.reads_as_number and other.reads_as_number
    if not is_read or one.greatest is None or other.greatest is None or sign == _SHIFTED:
        return sign != _SECOND
    ends = one.greatest, other.greatest
    squared = isclose(ends[0], ends[1] ** 2, rel_tol=_NEAR)
    if sign != _LOG:
        return squared
    return ends[1] > 0 and any(
        isclose(ends[0], scale(ends[1] + more), rel_tol=_NEAR, abs_tol=_NEAR)
        for scale in (log, log10, log2)
        for more in (0, 1)
    )


def _is_number(one: ColumnProfile) -> bool:
    return one.reads_as_number or one.type.family == "float" or 2 * one.numbers > one.present > 0


def _find_product(name: str, by_name: Mapping[str, ColumnProfile]) -> str:
    """Say which two columns a flag of a year and another are, as in y85educ; empty if none.

    The other may be shortened, as y85fem is.
    """
    year = _YEAR.match(name)
    if not year or len(name) - year.end() < _LEAST_LETTERS:
        return ""
    flag, rest = by_name.get(year[0].strip(_SIGNS)), name[year.end() :]
    others = [one.name for other, one in by_name.items() if other.startswith(rest)]
    return f"{flag.name} and {others[0]}" if flag is not None and others else ""
