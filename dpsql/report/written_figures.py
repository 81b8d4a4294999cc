"""Writes the numbers of a row as people do: in full, and all of the row with the same decimals."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import floor, isfinite, log10

#: Digits of the largest number of a row.
_DIGITS = 4
_MOST_DECIMALS = 6
#: From here on a number is as long as a name, and from here down it is nothing but a rest.
_LARGE, _SMALL = 1e15, 1e-6
_TINY = 0.001
#: The least loss of a column that a row of a table shows.
_LEAST_LOSS = Fraction(1, 1000)
#: Numbers below it have no separator: years have none.
_SEPARATED = 10_000

Cell = float | str | None


def write_row(cells: Sequence[Cell]) -> list[str]:
    """Write the numbers of a row; a text stands as it is, and – for None.

    Whole numbers have no decimals. All others have as many as show four digits of the largest
    number and tell the numbers of the row apart.

    >>> write_row([1997.23, 1996.4, 1997]), write_row([85640.31, 85001.0, None])
    (['1997.2', '1996.4', '1997'], ['85,640', '85,001', '–'])
    >>> write_row([0.1781, 0.00002, 1, 0, "T"]), write_row([0.5, -0.25])
    (['0.1781', '<0.0001', '1', '0', 'T'], ['0.50', '-0.25'])
    >>> write_row([0, 0.003125]), write_row([0.00625, 0.00002])
    (['0', '0.0031'], ['0.0063', '<0.0001'])
    >>> write_row([1234567, 2167]), write_row([49.45, 49.4512])
    (['1,234,567', '2167'], ['49.450', '49.451'])
    """
    known = [float(one) for one in cells if isinstance(one, int | float)]
    decimals = _find_decimals([one for one in known if isfinite(one)])
    return [one if isinstance(one, str) else _write(one, decimals) for one in cells]


def write_column_loss(loss: Fraction | float) -> str:
    """Write the loss of one column, with the decimals that stand below each other in a table.

    >>> write_column_loss(Fraction(1, 3)), write_column_loss(1), write_column_loss(0.0002)
    ('0.333', '1.000', '<0.001')
    """
    return f"{float(loss):.3f}" if not 0 < loss < _LEAST_LOSS else f"<{float(_LEAST_LOSS)}"


def _find_decimals(known: Sequence[float]) -> int:
    broken = [abs(one) for one in known if not one.is_integer()]
    if not broken:
        return 0
    largest = max(broken)
    least = max(0, _DIGITS - 1 - _magnitude(largest))
    if 1_000 <= largest < _SEPARATED:
        least = 1  # Four digits do not tell years apart.
    elif _TINY <= largest < 1:
        least = _DIGITS  # Shares below each other have the same decimals.
    apart = max(known) - min(known)
    needed = -_magnitude(apart) if apart else 0
    enough = min(max(least, min(needed, least + 2)), max(_MOST_DECIMALS, least))
    return min(enough, max(map(_count_decimals, known)))


def _count_decimals(number: float) -> int:
    """How many decimals write the number exactly."""
    return max(0, -int(Decimal(repr(number)).as_tuple().exponent))


def _magnitude(number: float) -> int:
    return floor(log10(number)) if number >= _SMALL else floor(log10(_SMALL))


def _write(number: float | None, decimals: int) -> str:
    if number is None:
        return "–"
    if not isfinite(number) or abs(number) >= _LARGE:
        return f"{number:.{_DIGITS}g}"
    if float(number).is_integer():
        decimals = 0
    least = 10.0**-decimals
    rounded = round(number, decimals)
    if number and not rounded:
        return f"{'<' if number > 0 else '>-'}{least:.{decimals}f}"
    return f"{number:{',' if abs(rounded) >= _SEPARATED else ''}.{decimals}f}"
