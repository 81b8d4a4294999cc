"""Finds codes of missing values, as surveys have them: -9 and -1 beside ages, or 99 and 999."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import join_names
from dpsql.engines.sql_text import write

#: More negative numbers, or lesser ones, are a measurement.
_MOST_CODES, LEAST_CODE = 9, -999
#: Codes above all others, the greatest first; as far above the greatest other, in as many rows.
NINES = ((99, 98, 97), (999, 998, 997), (9999, 9998, 9997), (99999,))
_TIMES_OTHERS, _LEAST_ROWS, _LEAST_OTHERS = 2, 3, 3
#: One digit as such a code, after whole numbers from 0 or 1 to at most this one.
_DIGITS, _MOST_BEFORE = (9, 8), 5


@dataclass(frozen=True)
class MissingCodes:
    """The `codes`, in order; the others of the column are `least` at least, and not negative.

    `most`: the greatest other, if the codes are above all others and not below them.
    """

    codes: tuple[int, ...]
    least: float
    most: float | None = None


def find_missing_codes(rows: Mapping[Leaf, int]) -> MissingCodes | None:
    """Return the codes among the numbers of a column, by text; None if negative ones may count.

    Numbers on both sides of zero alike are a scale, and so are those that go on below zero.

    >>> find_missing_codes({"-9": 2, "-1": 1, "1": 5, "2": 4, "3": 9})
    MissingCodes(codes=(-9, -1), least=1.0, most=None)
    >>> find_missing_codes({"-2": 1, "-1": 2, "0": 5, "1": 4, "2": 1})
    >>> find_missing_codes({"-2": 1, "-1": 2, "0": 5, "1": 4, "2": 1, "3": 1})
    """
    numbers = {float(text): n for text, n in rows.items() if text is not None}
    codes = sorted(number for number in numbers if number < 0)
    others = sorted(number for number in numbers if number >= 0)
    if not 0 < len(codes) <= _MOST_CODES or len(others) <= len(codes):
        return None
    if codes[0] < LEAST_CODE or not all(code.is_integer() for code in codes):
        return None
    goes_on = others[0] == 0 and len(codes) > 1 and codes[0] == -len(codes)
    is_many = 2 * sum(numbers[code] for code in codes) > sum(numbers.values())
    if goes_on or is_many or codes[0] == -others[-1]:
        return None
    return MissingCodes(tuple(map(int, codes)), others[0])


def find_nines(rows: Mapping[Leaf, int]) -> MissingCodes | None:
    """Return the codes of nines in several rows and far above all others; None if there are none.

    >>> find_nines({"14": 3, "30": 9, "47": 2, "999": 4})
    MissingCodes(codes=(999,), least=14.0, most=47.0)
    >>> find_nines({"14": 3, "30": 9, "90": 2, "99": 4}), find_nines({"1": 3, "2": 9, "99": 4})
    (None, None)
    """
    numbers = {float(text): n for text, n in rows.items() if text is not None}
    greatest = max(numbers, default=0)
    if greatest == _DIGITS[0]:
        return _find_digits(numbers)
    nines = next(
        (codes for codes in NINES if codes[0] == greatest or codes[1:2] == (greatest,)), ()
    )
    codes = sorted(numbers.keys() & {*nines})
    others = sorted(numbers.keys() - {*codes})
    in_rows = sum(numbers[code] for code in codes)
    if not codes or len(others) < _LEAST_OTHERS or others[0] < 0:
        return None
    is_far = codes[0] > _TIMES_OTHERS * others[-1]
    if not is_far or not in_rows >= _LEAST_ROWS or 2 * in_rows > sum(numbers.values()):
        return None
    return MissingCodes(tuple(map(int, codes)), others[0], others[-1])


def _find_digits(numbers: Mapping[float, int]) -> MissingCodes | None:
    """Return 9, or 8 and 9, above codes without a gap; None if there are none.

    Several people with 9 of something, as of children, and none with 6 or 7 are hardly chance.

    >>> find_nines({"1": 30, "2": 20, "3": 4, "9": 5})
    MissingCodes(codes=(9,), least=1.0, most=3.0)
    >>> find_nines({"1": 30, "2": 9, "6": 4, "9": 3}), find_nines({"1": 3, "4": 3, "9": 5})
    (None, None)
    """
    codes = sorted(numbers.keys() & {*_DIGITS})
    others = sorted(numbers.keys() - {*codes})
    is_one_of = others and others[0] in (0, 1) and others[-1] <= _MOST_BEFORE
    if not is_one_of or len(others) < 2 or others != [others[0] + i for i in range(len(others))]:
        return None
    in_rows = sum(numbers[code] for code in codes)
    if in_rows < _LEAST_ROWS or 2 * in_rows > sum(numbers.values()):
        return None
    return MissingCodes(tuple(map(int, codes)), others[0], others[-1])


def tell_missing_codes(found: MissingCodes | None, name: str = "") -> str:
    """Say which values may stand for missing ones; empty if none may.

    `name`: of the column, to say what makes a code above all others NULL.

    >>> tell_missing_codes(MissingCodes((-9, -8, -1), 1.0))
    '-9, -8 and -1 may stand for missing'
    >>> tell_missing_codes(MissingCodes((99,), 1.0, 18.0), "age")
    '99 may stand for missing: make it NULL in P and T, as NULLIF("age", 99) does; then run init'
    """
    if found is None:
        return ""
    said = f"{join_names([*map(str, found.codes)])} may stand for missing"
    if found.most is None or not name:
        return said
    value: exp.Expr = exp.Column(this=exp.to_identifier(name, quoted=True))
    for code in found.codes:
        value = exp.Nullif(this=value, expression=exp.Literal.number(code))
    them = "it" if len(found.codes) == 1 else "them"
    return f"{said}: make {them} NULL in P and T, as {write(value, 'duckdb')} does; then run init"
