"""The scale of people: its ticks, and counts that are short enough for a label."""


def find_ticks(most: int, *, is_logarithmic: bool) -> list[int]:
    """Round counts from 0 to at least `most`: powers of ten, or up to six equal steps."""
    if is_logarithmic:
        powers = len(str(most - 1))
        step = 1 + (powers - 1) // 6
        return [0, *(10**power for power in range(step, powers + step, step))]
    size = 10 ** max(len(str(most)) - 2, 0)
    step = next(step * size for step in (1, 2, 5, 10, 20, 50) if step * size * 5 >= most)
    return list(range(0, most + step, step))


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
