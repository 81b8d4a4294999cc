"""Adds noise to the count of every cell, also of those where nobody is."""

from collections.abc import Mapping

from dpsql.errors import ConfigError, IntegrityError
from dpsql.faces import name_option
from dpsql.noise.draw import Noise
from dpsql.noise.empty_cells import choose_empty, draw_reaching
from dpsql.use_cases.counts.cells import MOST_CELLS, Cell, Domain

#: Empty cells that are expected in a table of very many cells, if no threshold is named.
USUAL_EMPTY = 100


def find_threshold(domain: Domain, noise: Noise, threshold: int | None) -> int | None:
    """Return from which noisy count on a cell is published; None: all are.

    Only a domain of very many cells needs one. It follows from public numbers.

    Raises:
        ConfigError: more than `MOST_CELLS` empty cells would be published.
    """
    if domain.size <= MOST_CELLS:
        return threshold
    least = noise.law.find_threshold(domain.size, MOST_CELLS)
    if threshold is None:
        return max(least, noise.law.find_threshold(domain.size, USUAL_EMPTY))
    if threshold < least:
        raise ConfigError(
            f"{name_option('threshold')}: of {domain.size:,} cells too many empty ones would reach"
            f" {threshold}; it"
            f" is at least {least} here, or name coarser {name_option('levels')}"
        )
    return threshold


def draw_counts(
    domain: Domain, counts: Mapping[Cell, int], noise: Noise, threshold: int | None
) -> list[tuple[Cell, int]]:
    """Return the published cells with their noisy counts, in the order of the domain.

    `counts`: the cells with rows of T. What is returned has the law of drawing for every cell of
    the domain and leaving out those below the `threshold`.

    Raises:
        IntegrityError: a cell of T is not of the domain, which the tables forbid.
    """
    if domain.size <= MOST_CELLS:
        return _draw_for_all(domain, counts, noise, threshold)
    assert threshold is not None  # noqa: S101 - `find_threshold` names one for so many cells
    try:
        occupied = {domain.place(cell): count for cell, count in counts.items()}
    except KeyError:
        raise _stranger() from None
    drawn = noise.add_to([*occupied.values()])
    published = {
        place: count for place, count in zip(occupied, drawn, strict=True) if count >= threshold
    }
    number = draw_reaching(noise.law, domain.size - len(occupied), threshold)
    places = choose_empty(domain.size, number, occupied.keys())
    excesses = noise.draw_excesses(number)
    published |= {place: threshold + excess for place, excess in zip(places, excesses, strict=True)}
    return [(domain.cell_at(place), published[place]) for place in sorted(published)]


def _draw_for_all(
    domain: Domain, counts: Mapping[Cell, int], noise: Noise, threshold: int | None
) -> list[tuple[Cell, int]]:
    cells = list(domain)
    true = [counts.get(cell, 0) for cell in cells]
    if sum(true) != sum(counts.values()):
        raise _stranger()
    drawn = zip(cells, noise.add_to(true), strict=True)
    return [(cell, count) for cell, count in drawn if threshold is None or count >= threshold]


def _stranger() -> IntegrityError:
    return IntegrityError("counts: a row of T has a label that its hierarchy does not list")
