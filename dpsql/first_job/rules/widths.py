"""Widths of intervals for a column of numbers, by where the bulk of its rows lies.

A few extreme values would make intervals so wide that nearly everybody shares one. So the widths
follow the bulk, and what lies outside of it gets a label for each tail.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, log10

from dpsql.first_job.columns import Bulk, ColumnProfile
from dpsql.first_job.rules.missing_codes import MissingCodes

_FIRST_INTERVALS, _LEVELS, _LEVELS_OF_BULK = 16, 4, 3
#: The least width of the first interval, in mean distances of neighboring values.
_APART = 1.5
#: The bulk is narrower than this share of the range where few values are extreme.
_SKEWED = 0.5
#: What is usual for ages.
_AGES = ["5", "10", "20", "40"]
_LEAST_LIVED, _MOST_LIVED = 20, 130


def propose_widths(one: ColumnProfile, *, is_age: bool = False) -> dict[str, object]:
    """Return the keys of a hierarchy of intervals for a column of numbers.

    No width has the intervals of the one before it: of ages from 25 to 59, those of 40 years have
    the people of those of 20.
    """
    return _drop_repeats(_propose(one, is_age=is_age), one)


def _drop_repeats(words: dict[str, object], one: ColumnProfile) -> dict[str, object]:
    """Return the keys without widths whose intervals have the numbers of narrower ones."""
    widths = words.get("widths")
    if not isinstance(widths, list) or one.least is None or one.greatest is None:
        return words
    start, end = words.get("from"), words.get("to")
    first = Fraction(one.least) if start is None else Fraction(str(start))
    kept: dict[int, str] = {}
    for text in widths:
        width = Fraction(str(text))
        last = floor(Fraction(one.greatest) / width)
        if end is not None:
            last = min(last, ceil(Fraction(str(end)) / width) - 1)
        # Each width divides the next, so that as many intervals are the same ones.
        kept.setdefault(last - floor(first / width), str(text))
    return words | {"widths": [*kept.values()]}


def _propose(one: ColumnProfile, *, is_age: bool) -> dict[str, object]:
    if one.least is None or one.greatest is None:
        return {}
    if one.missing_codes is not None:
        # What is below zero is a tail: codes of missing values.
        words = propose_widths(_without_codes(one, one.missing_codes), is_age=is_age)
        if one.missing_codes.most is not None:
            return _with_tail_of_codes(words, one.missing_codes)
        return {"widths": words["widths"], "from": "0"} | words
    span = one.greatest - one.least
    bulk = one.bulk
    if is_age and one.least >= 0 and one.distinct > 10 and (ages := _propose_ages(one, span)):
        return ages
    if bulk is not None and bulk.low == bulk.high and one.type.family == "integer":
        # Nearly all have one value: it has an interval of its own.
        return {"widths": ["1"]} | dict(_find_tails(one.least, one.greatest, bulk, "1"))
    if bulk is None or not 0 < bulk.high - bulk.low < _SKEWED * span:
        words = {"widths": choose_widths(one.least, one.greatest, one.distinct)}
        return _with_common_tails(words, one)
    widths = choose_widths(bulk.low, bulk.high, bulk.distinct, _LEVELS_OF_BULK)
    tails = dict(_find_tails(one.least, one.greatest, bulk, widths[-1]))
    return _with_common_tails({"widths": widths, **tails}, one)


def _without_codes(one: ColumnProfile, missing: MissingCodes) -> ColumnProfile:
    """Return the profile of the numbers that are no codes of missing values."""
    bulk, least, most = one.bulk, missing.least, missing.most
    distinct = one.distinct - len(missing.codes)
    if most is not None:
        # What the bulk would be without them is not counted.
        return replace(one, greatest=most, distinct=distinct, bulk=None, missing_codes=None)
    if bulk is not None:
        first = None if bulk.first is None else max(bulk.first, least)
        bulk = replace(bulk, low=max(bulk.low, least), high=max(bulk.high, least), first=first)
    return replace(one, least=least, distinct=distinct, bulk=bulk, missing_codes=None)


def _with_tail_of_codes(words: dict[str, object], missing: MissingCodes) -> dict[str, object]:
    """Return the keys with a tail that has the codes alone: far above all others, it ends below."""
    widths = words["widths"]
    assert isinstance(widths, list)  # noqa: S101 - numbers have widths
    widest = Fraction(str(widths[-1]))
    end = floor(missing.codes[0] / widest) * widest
    most = missing.most or 0
    return {**words, "to": _spell(end)} if end > most else words


def _propose_ages(one: ColumnProfile, span: float) -> dict[str, object]:
    """Return what is usual for ages, with others (999) in a tail; empty if most values are none."""
    words: dict[str, object] = {"widths": _AGES}
    if _LEAST_LIVED <= span <= _MOST_LIVED:
        return _with_common_tails(words, one)
    bulk = one.bulk
    if bulk is None or bulk.high > _MOST_LIVED or bulk.high - bulk.low < _LEAST_LIVED:
        return {}
    if bulk.last is not None and bulk.last <= _MOST_LIVED:
        return _with_common_tails(words, one)
    return words | {"to": str(10 * (floor(bulk.high / 10) + 1))}


def _with_common_tails(words: Mapping[str, object], one: ColumnProfile) -> dict[str, object]:
    """Return the keys with tails that have at least one row of P in a hundred.

    A smaller tail is as rare as the values in it. Without one, intervals far from the others are:
    a tail begins where they are more than two of the least width away.
    """
    found, bulk, widths = dict(words), one.bulk, words["widths"]
    if bulk is None or bulk.first is None or bulk.last is None or not isinstance(widths, list):
        return found
    assert one.least is not None and one.greatest is not None  # noqa: S101 - it has a bulk
    width, first, last = Fraction(widths[0]), Fraction(bulk.first), Fraction(bulk.last)
    if first == last:
        # A tail with that value would have nearly everybody.
        return found
    start, end = found.pop("from", None), found.pop("to", None)
    is_rare = Fraction(str(start)) <= first if start else first - Fraction(one.least) > 2 * width
    if is_rare:
        low = Fraction(bulk.low)
        start = _find_round(first, low if low > first else first + width)
    is_rare = Fraction(str(end)) > last if end else Fraction(one.greatest) - last > 2 * width
    if is_rare:
        high = Fraction(bulk.high)
        end = _find_round(high, last) if high < last else _spell(last)
    if start and end and Fraction(str(start)) >= Fraction(str(end)):
        return found
    return found | ({"from": start} if start else {}) | ({"to": end} if end else {})


def _find_round(above: Fraction, upto: Fraction) -> str | None:
    """Return the roundest decimal above a number and up to another; None without 12 decimals.

    >>> _find_round(Fraction(71), Fraction(94)), _find_round(Fraction("0.31"), Fraction("0.36"))
    ('80', '0.35')
    """
    for place in range(18, -13, -1):
        for digit in (5, 2, 1):
            unit = digit * Fraction(10) ** place
            edge = floor(upto / unit) * unit
            if edge > above:
                return _spell(edge)
    return None


def _find_tails(
    least: float, greatest: float, bulk: Bulk, widest: str
) -> Iterator[tuple[str, str]]:
    """Yield where tails end and begin: at edges of the widest intervals, outside of the bulk."""
    width = Fraction(widest)
    start = floor(Fraction(bulk.low) / width) * width
    end = ceil(Fraction(bulk.high) / width) * width
    end += width if end == Fraction(bulk.high) else 0
    if Fraction(least) < start:
        yield "from", _spell(start)
    if end <= Fraction(greatest):
        yield "to", _spell(end)


def choose_widths(least: float, greatest: float, distinct: int, levels: int = _LEVELS) -> list[str]:
    """Return widths of intervals, from about 1/16 of the range upwards; each divides the next.

    If few values are far apart, the first is wider than their mean distance: levels whose intervals
    contain one value each would generalize nothing.

    >>> choose_widths(17, 90, 74), choose_widths(0, 1, 1000), choose_widths(3, 3, 1)
    (['5', '10', '20', '40'], ['0.1', '0.2', '0.4', '0.8'], ['1'])
    >>> choose_widths(1, 4, 4), choose_widths(9, 20, 6)
    (['2'], ['5', '10'])
    """
    span = greatest - least
    if span <= 0:
        return ["1"]
    distance = span / max(distinct - 1, 1)
    # An interval has at most 12 decimals, and 18 digits before the point.
    rough = min(max(span / _FIRST_INTERVALS, _APART * distance, 10.0**-12), 10.0**17)
    place = floor(log10(rough))
    # Round numbers: 1, 2 and 5 times a power of ten.
    digit = next(digit for digit in (1, 2, 5, 10) if digit * 10.0**place >= rough)
    first = digit * Fraction(10) ** place
    widths = [first * 2**level for level in range(levels)]
    return [_spell(width) for width in widths if width < Fraction(span)] or [_spell(first)]


def _spell(number: Fraction) -> str:
    """Write a decimal without an exponent or zeros at its end.

    >>> _spell(Fraction(1, 8)), _spell(Fraction(-200))
    ('0.125', '-200')
    """
    text = f"{number.numerator * 10**12 // number.denominator:+014d}"
    return f"{text[:-12]}.{text[-12:]}".rstrip("0").rstrip(".").removeprefix("+")
