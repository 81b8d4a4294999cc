"""The risks of re-identification, row by row of T: the naive reference."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any


def find_risks(classes: Iterable[tuple[int, int]], threshold: Fraction) -> dict[str, Any]:
    """Return what the command says of classes of P, each with its people and its rows of T."""
    listed = list(classes)
    rows = [(public, private) for public, private in listed for _ in range(private)]
    ratios = [Fraction(private, public) for public, private in listed]
    found = {
        "above_threshold": sum(Fraction(1, public) > threshold for public, _ in rows),
        "unique_in_population": sum(public == 1 for public, _ in listed),
        "k_map": min((public for public, _ in rows), default=None),
        "presence": {"min": str(min(ratios)), "max": str(max(ratios))},
    }
    if not rows:
        nothing = {"max": None, "mean": None}
        return found | {"prosecutor": nothing, "journalist": nothing, "marketer": None}
    prosecutor = [Fraction(1, private) for _, private in rows]
    journalist = [Fraction(1, public) for public, _ in rows]
    marketer = sum(journalist, Fraction(0)) / len(rows)
    present = [public for public, private in listed if private]
    mean = max(Fraction(len(present), sum(present)), marketer)
    return found | {
        "prosecutor": {
            "max": str(max(prosecutor)),
            "mean": str(sum(prosecutor, Fraction(0)) / len(rows)),
        },
        "journalist": {"max": str(max(journalist)), "mean": str(mean)},
        "marketer": str(marketer),
    }
