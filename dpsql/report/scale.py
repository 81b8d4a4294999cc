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
    """Cut a count to its first three digits: 9999, 12.3k, 4.56M, 3B."""
    if count < 10_000:
        return str(count)
    cut = 10 ** (len(str(count)) - 3)
    power = min((len(str(count)) - 1) // 3, 3)
    return f"{count // cut * cut / 1000**power:g}{' kMB'[power]}"
