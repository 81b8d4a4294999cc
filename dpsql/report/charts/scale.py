"""Scales of counts: their ticks, and counts that are short enough for a label."""

from math import sqrt

#: Least share of a scale of square roots between two of its ticks.
_APART = 0.13


def find_ticks(most: int) -> list[int]:
    """Round counts from 0 to at least `most`, in up to six equal steps."""
    size = 10 ** max(len(str(most)) - 2, 0)
    step = next(step * size for step in (1, 2, 5, 10, 20, 50) if step * size * 5 >= most)
    return list(range(0, most + step, step))


def find_root_ticks(most: int) -> list[int]:
    """Round counts from 0 to at least `most`, whose square roots are apart.

    >>> find_root_ticks(770), find_root_ticks(3), find_root_ticks(1)
    ([0, 20, 100, 200, 500, 800], [0, 1, 2, 3], [0, 1])
    """
    end = find_ticks(most)[-1]
    found = [end]
    for one in (digit * 10**power for power in range(len(str(end)), -1, -1) for digit in (5, 2, 1)):
        at = sqrt(one / end)
        if at <= sqrt(found[-1] / end) - _APART and at >= _APART:
            found.append(one)
    return [0, *reversed(found)]


def shorten(count: int) -> str:
    """Round a count to three digits, halves up; below 10,000 it is whole.

    >>> [shorten(n) for n in (9_999, 10_849, 10_850, 99_950, 4_567_890, 999_500_000, 3 * 10**12)]
    ['9,999', '10.8k', '10.9k', '100k', '4.57M', '1B', '3,000B']
    """
    if count < 10_000:
        return f"{count:,}"
    digit = 10 ** (len(str(count)) - 3)
    rounded = (count + digit // 2) // digit * digit
    power = min((len(str(rounded)) - 1) // 3, 3)
    whole, rest = divmod(rounded, 1000**power)
    decimals = f"{rest * 1000 // 1000**power:03}".rstrip("0")
    return f"{whole:,}{'.' if decimals else ''}{decimals}{' kMB'[power]}"
