"""Reads numbers that no rule reads: 78,4, 1.234,50, $1,200, and those beside N/A or unknown."""

import re
from decimal import Decimal, InvalidOperation

from dpsql.domain.levels.rules import NUMBER_SCALE, reads_number
from dpsql.domain.plurals import name_count
from dpsql.first_job.texts.form import TextForm, Texts, read_all, reads_most

_PLAIN = re.compile(r"[+-]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?|[+-]?[.,][0-9]+")
_SPACES = re.compile(r"['’\s_]")
#: Thousands told apart by blanks or apostrophes; the number of an account is written otherwise.
_SPACED = re.compile(r"[+-]?[0-9]{1,3}(?:['’\s_][0-9]{3})+(?:[.,][0-9]*)?")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}([.,][0-9]{3})+")
_UNIT = re.compile(r"^(?:[€$£]|EUR|USD|CHF|GBP)|(?:[€$£%]|EUR|USD|CHF|GBP|kg|cm)$", re.IGNORECASE)
#: Every other unit is money, of which a column often has several ways to write it.
_MEASURES = {"%", "kg", "cm"}
_CODE = re.compile(r"0[0-9]")
#: Rules read 18 digits before the point.
_TOO_LARGE = Decimal(10) ** 18
#: So many rows of 20 are numbers; the others say that nobody knows.
_MOST_NUMBERS = 15


def read_numbers(texts: Texts) -> TextForm | None:
    """Return the form of a column of numbers that no rule reads; None if it is none.

    >>> found = read_numbers({"1.234,50": 3, "78,4": 2})
    >>> found.remark, found.plain
    ('numbers with a decimal comma', {'1.234,50': '1234.5', '78,4': '78.4'})
    >>> read_numbers({"12": 9, "1,234": 3}).remark, read_numbers({"12": 9, "7": 9, "N/A": 1}).remark
    ('numbers with commas for thousands', 'numbers beside 1 other text')

    >>> read_numbers({"12": 9, "1E+18": 1, "13": 9, "x": 1}).remark
    'numbers beside 1 number too large for rules and 1 other text'

    Numbers in two units cannot be compared:

    >>> read_numbers({"5 kg": 3, "7 cm": 2})
    """
    bare = read_all(texts, _strip)
    if len(bare) < 2 or not reads_most(texts, bare, most=_MOST_NUMBERS):
        return None
    if len({unit for unit in map(_find_unit, bare) if unit}) > 1:
        return None
    decimal = _find_decimal_mark(set(bare.values()))
    read = read_all(texts, lambda text: _read(bare.get(text), decimal))
    if len(read) < 2 or not reads_most(texts, read, most=_MOST_NUMBERS):
        return None
    return TextForm("numbers", f"numbers {_tell(texts, read, bare, decimal)}", read)


def _strip(text: str) -> str | None:
    """Return the digits and marks of a number, without its unit; None if it is no number.

    >>> _strip("1 234,5 kg"), _strip("943 476 5919"), _strip("1%2")
    ('1234,5', None, None)
    """
    said = _take_unit(text)
    if _SPACED.fullmatch(said):
        said = _SPACES.sub("", said)
    return said if _PLAIN.fullmatch(said) and not _CODE.match(said) else None


def _take_unit(text: str) -> str:
    return _UNIT.sub("", text.strip()).strip()


def _find_unit(text: str) -> str | None:
    """Return the unit that stands before or behind a number: %, kg, cm, or money."""
    if not (found := _UNIT.search(text.strip())):
        return None
    unit = found[0].lower()
    return unit if unit in _MEASURES else "money"


def _find_decimal_mark(numbers: set[str]) -> str:
    """Return the mark of decimals, as the values have it: the last of two, or one in odd places."""
    for one in numbers:
        if "." in one and "," in one:
            return max(".,", key=one.rindex)
    commas = [one for one in numbers if "," in one]
    if not commas:
        grouped = any(one.count(".") > 1 for one in numbers)
        return "," if grouped else "."
    return "." if all(_GROUPED.fullmatch(one) for one in commas) else ","


def _read(bare: str | None, decimal: str) -> str | None:
    """Return a plain number that rules read."""
    number = _as_decimal(bare, decimal)
    if number is None:
        return None
    try:
        plain = format(round(number, NUMBER_SCALE).normalize(), "f")
    except InvalidOperation:
        return None
    return plain if reads_number(plain) else None


def _as_decimal(bare: str | None, decimal: str) -> Decimal | None:
    if bare is None:
        return None
    other = "," if decimal == "." else "."
    if other in bare and not _GROUPED.match(bare):
        return None
    try:
        return Decimal(bare.replace(other, "").replace(decimal, "."))
    except InvalidOperation:
        return None


def _is_large(bare: str | None, decimal: str) -> bool:
    """Whether a number has more digits before its point than rules read."""
    number = _as_decimal(bare, decimal)
    return number is not None and abs(number) >= _TOO_LARGE


def _tell(texts: Texts, read: dict[str, str], bare: dict[str, str], decimal: str) -> str:
    told = []
    if any("," in one for one in bare.values()):
        told.append("a decimal comma" if decimal == "," else "commas for thousands")
    elif decimal == ",":
        told.append("points for thousands")
    if any(_SPACES.search(_take_unit(text)) for text in read):
        told.append("blanks for thousands")
    if any(_find_unit(text) for text in read):
        told.append("a unit")
    said = f"with {' and '.join(told)}" if told else ""
    unread = [text for text in texts if text not in read]
    large = sum(_is_large(bare.get(text), decimal) for text in unread)
    if unread:
        numbers = name_count(large, "number") + " too large for rules" if large else ""
        others = name_count(len(unread) - large, "other text") if len(unread) > large else ""
        number = " and ".join(filter(None, (numbers, others)))
        said += f", beside {number}" if said else f"beside {number}"
    return said or "of which some have an exponent or many decimals"
