"""Exact thresholds: δmin and δmax are rationals, and counts compare with them as integers.

A double would refuse 29 of 100 at δmax = 0.29 and accept 1/3 at δmax = 0.3333333333333333.
A float of Python is read as the decimal that Python writes for it, which of up to 15 digits is the
one that somebody wrote: 0.05 is 1/20. One with more digits was computed, and is refused.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from dpsql.domain.arguments import name_type, refuse_wrong_types, tells_of_names
from dpsql.errors import ConfigError
from dpsql.faces import spell_example

#: What is read as a number.
Number: TypeAlias = str | int | float | Fraction | Decimal
_DECIMAL = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})?|\.[0-9]{1,18}")
_RATIO = re.compile(r"([0-9]{1,10})/([0-9]{1,10})")
_PERCENT = re.compile(r"([0-9]{1,3}(\.[0-9]{1,16})?|\.[0-9]{1,16}) ?%")
_PERCENT_IN_WORDS = re.compile(r" ?(?:percent|per cent|pct|pc|p[.]c[.])$", re.IGNORECASE)
_RATIO_IN_WORDS = re.compile(r"^([0-9]{1,10}) ?(?:/|:|in|of|out of) ?([0-9]{1,10})$")
_COMMA = re.compile(r"([0-9]{0,18}),([0-9]{1,18})( ?%)?")
_EXPONENT = re.compile(r"[0-9]{1,18}([.][0-9]{1,18})?[eE][+-]?[0-9]")
_NEGATIVE = re.compile(r"-[0-9.]{1,20}(/[0-9]{1,10}| ?%)?")
#: Nobody writes a zero at the end of three decimals, but somebody thousands so.
_THOUSANDS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{2}0)")
_LARGEST_TERM = 2**31
_LARGEST_RATIO = 10**9
_MOST_PLACES = 40
#: Percent of the whole.
_ALL = 100
#: Every decimal of so many digits is written again by the float that is read from it (IEEE 754).
_DIGITS_OF_FLOATS = 15


def _tell_how(*, is_share: bool = False) -> str:
    """Say how a number is written; in Python as text, where 2/3 would be a float."""
    percentage = f", or a percentage such as {spell_example('20%')}" if is_share else ""
    return (
        f"write a fraction such as {spell_example('2/3')} (terms below {_LARGEST_TERM}) or a"
        f" decimal of at most 18 digits, without an exponent{percentage}"
    )


def parse_threshold(value: object, where: str = "delta") -> Fraction:
    """Read a probability exactly.

    Accepts text (``"2/3"``, ``"0.05"``, ``"5 %"``), int, Decimal, Fraction, and a float that has
    at most 15 digits; the result lies in [0, 1].

    Raises:
        ConfigError: another type (bool included), another spelling, a float with more digits, or
            out of range.

    >>> parse_threshold("0.29"), parse_threshold("20%"), parse_threshold(0.05)
    (Fraction(29, 100), Fraction(1, 5), Fraction(1, 20))
    """
    told = f"{where} is a probability: it lies between 0 and 1 (100%)"
    number = _read_percentage(value)
    if meant := _find_meant(value):
        is_negative = str(value).strip().startswith("-")
        told = told if is_negative else f"{where} cannot be read"
        raise ConfigError(f"{told}; if you mean {meant}, write {meant}")
    beyond = ConfigError(told)
    threshold = _read_exactly(number, where, beyond, is_share=True)
    is_decimal = number is value and not isinstance(value, Fraction) and "/" not in str(value)
    if is_decimal and 1 < threshold <= 100:
        percent = Decimal(threshold.numerator) / threshold.denominator
        share = (percent / 100).normalize()
        raise ConfigError(
            f"{beyond}; if you mean {percent:f} percent, write {percent:f}% or {share:f}"
        )
    if not 0 <= threshold <= 1:
        raise beyond
    return threshold


def _find_meant(value: object) -> str:
    """Return the share that somebody writes with a sign or in words; empty if it is none.

    >>> [_find_meant(one) for one in ("-0.1", "20 percent", "1 in 5", "0.2")]
    ['0.1', '20%', '1/5', '']
    """
    if isinstance(value, Decimal) and value.is_nan():
        return ""
    is_number = isinstance(value, int | float | Decimal) and -_LARGEST_RATIO < value < 0
    if not isinstance(value, str) and not is_number:
        return ""
    text = " ".join(str(value).split())
    meant = _PERCENT_IN_WORDS.sub("%", _RATIO_IN_WORDS.sub(r"\1/\2", text.lstrip("+-")))
    if meant == text:
        return ""
    try:
        parse_threshold(meant)
    except ConfigError:
        return ""
    return meant


def parse_ratio(value: object, where: str = "the number") -> Fraction:
    """Read a positive number exactly, as `parse_threshold` reads a probability.

    Raises:
        ConfigError: another type, another spelling, not above 0, or above 1000000000.

    >>> parse_ratio("2.5")
    Fraction(5, 2)
    """
    beyond = ConfigError(f"{where} lies above 0 and is at most {_LARGEST_RATIO}")
    ratio = _read_exactly(value, where, beyond)
    if not 0 < ratio <= _LARGEST_RATIO:
        raise beyond
    return ratio


def parse_amount(
    value: object, where: str = "the amount", *, is_positive: bool = False
) -> Fraction:
    """Read a number of at least 0 exactly, as `parse_ratio` reads a positive one; same errors.

    `is_positive`: 0 is refused, too.

    >>> parse_amount("0"), parse_amount("50%")
    (Fraction(0, 1), Fraction(1, 2))
    """
    least = "lies above 0 and is" if is_positive else "is 0 or more, and"
    beyond = ConfigError(f"{where} {least} at most {_LARGEST_RATIO}")
    if isinstance(value, str) and (found := _THOUSANDS.fullmatch(value.strip())):
        decimal = Decimal(f"{found[1]}.{found[2]}").normalize()
        raise ConfigError(
            f"{where}: {found[0]} has three decimals, or thousands; write {decimal:f} or"
            f" {found[1]}{found[2]}"
        )
    amount = _read_exactly(_read_percentage(value), where, beyond)
    if amount > _LARGEST_RATIO or (is_positive and not amount):
        raise beyond
    return amount


def _read_percentage(value: object) -> object:
    """Return the number that a percentage is; any other value as it stands."""
    if isinstance(value, str) and _PERCENT.fullmatch(value.strip()):
        return Decimal(value.strip().removesuffix("%").strip()).scaleb(-2)
    return value


def _read_exactly(
    value: object, where: str, beyond: ConfigError, *, is_share: bool = False
) -> Fraction:
    """Read a number of any accepted spelling; raises `beyond` if negative or enormous."""
    if isinstance(value, float):
        value = _read_float(value, where, is_share=is_share)
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal | Fraction):
        raise ConfigError(f"{where} cannot be {name_type(value)}: {_tell_how(is_share=is_share)}")
    unread = ConfigError(f"{where} cannot be read: {_tell_how(is_share=is_share)}")
    if isinstance(value, Decimal) and not value.is_finite():
        raise unread
    is_long = isinstance(value, Decimal) and value and abs(value.adjusted()) > _MOST_PLACES
    if is_long or (isinstance(value, Fraction) and value.denominator > 10**_MOST_PLACES):
        # Its digits would fill the memory, or are more than Python writes.
        raise unread
    if not isinstance(value, str) and not 0 <= value <= _LARGEST_RATIO:
        raise beyond
    text = format(value, "f") if isinstance(value, Decimal) else str(value).strip()
    if _NEGATIVE.fullmatch(text):
        raise beyond
    ratio = _RATIO.fullmatch(text)
    if ratio:
        numerator, denominator = int(ratio[1]), int(ratio[2])
        if not denominator or max(numerator, denominator) >= _LARGEST_TERM:
            raise unread
        return Fraction(numerator, denominator)
    if _EXPONENT.fullmatch(text):
        plain = Decimal(text)
        raise ConfigError(f"{where}: an exponent is not read; write {plain:f}")
    if comma := _COMMA.fullmatch(text):
        raise ConfigError(f"{where}: {_mend_comma(comma, is_share=is_share)}")
    if _DECIMAL.fullmatch(text) and len(text.replace(".", "").lstrip("0")) <= 18:
        return Fraction(text)
    raise unread


def _mend_comma(found: re.Match[str], *, is_share: bool) -> str:
    """Say what to write in place of a number with a comma, which may be a list or a ratio.

    >>> _mend_comma(_COMMA.fullmatch("0,05"), is_share=True)
    'a decimal has a point; write 0.05'
    >>> _mend_comma(_COMMA.fullmatch("1,5"), is_share=True)
    '1,5 is no probability; write 1.5% or 1/5, and each of several by itself'
    """
    whole, rest, percent = found[1] or "0", found[2], bool(found[3])
    point = f"{whole}.{rest}"
    if percent or not is_share or Fraction(point) <= 1:
        return f"a decimal has a point; write {point}{'%' * percent}"
    forms = [f"{point}%"] if Fraction(point) <= _ALL else []
    forms += [f"{whole}/{rest}"] if int(whole) <= int(rest) else []
    told = " or ".join(forms) or "a fraction such as 1/5, or a percentage such as 20%"
    return f"{found[0]} is no probability; write {told}, and each of several by itself"


def _read_float(value: float, where: str, *, is_share: bool) -> Decimal:
    """Return the decimal of a float that has few digits; its repr is the shortest one."""
    written = Decimal(float.__repr__(value)) + 0  # -0.0 is 0
    if not written.is_finite():
        how = _tell_how(is_share=is_share)
        raise ConfigError(f"{where} is {value}, which is no number: {how}")
    if len(written.as_tuple().digits) > _DIGITS_OF_FLOATS:
        raise ConfigError(
            f"{where} must be exact, and a float is rounded: write Fraction(1, 3), '1/3' or '0.05'"
        )
    return written


def spell_threshold(threshold: Fraction) -> str:
    """Write a threshold so that `parse_threshold`, or `parse_ratio`, reads it back.

    Lowest terms where they are small enough; larger ones can only come from a decimal, and its
    digits are written again.

    >>> spell_threshold(Fraction("0.3333333333333334"))
    '0.3333333333333334'
    """
    if max(threshold.as_integer_ratio()) < _LARGEST_TERM:
        return str(threshold)
    places = 18
    digits = threshold * 10**places
    if 10**places % threshold.denominator:
        raise ValueError("a threshold has small terms or at most 18 decimals")
    return format(Decimal(digits.numerator).scaleb(-places).normalize(), "f")


@tells_of_names
@dataclass(frozen=True)
class PresenceBounds:
    """δmin ≤ P(p ∈ T | T*) ≤ δmax for every person p of P (Nergiz et al. 2007, Definition 5)."""

    minimum: Fraction
    maximum: Fraction

    def __post_init__(self) -> None:
        """Refuse what is no Fraction, and an empty range."""
        refuse_wrong_types(PresenceBounds, vars(self))
        if self.minimum > self.maximum:
            raise ConfigError("min is larger than max; exchange them")

    def allows(self, public_count: int, private_count: int) -> bool:
        """Tell whether a class of `public_count` people, `private_count` of them in T, holds.

        >>> PresenceBounds(Fraction(1, 2), Fraction(2, 3)).allows(3, 2)
        True
        """
        lower, upper = self.minimum, self.maximum
        return (
            private_count * upper.denominator <= upper.numerator * public_count
            and private_count * lower.denominator >= lower.numerator * public_count
        )
