"""How the page writes numbers and tables."""

from collections.abc import Iterable


def show_range(figures: Iterable[float]) -> str:
    """Write the least and the greatest of figures."""
    found = [show(one) for one in sorted(figures)]
    return found[0] if found[0] == found[-1] else f"{found[0]} to {found[-1]}"


def show(number: float) -> str:
    """Write a figure with three digits."""
    return (
        f"{number:.2f}"
        if 1 <= abs(number) < 100
        else f"{number:.3g}"
        if abs(number) >= 100
        else f"{number:.3f}"
    )


def lay_out(head: list[str], lines: Iterable[list[str]]) -> str:
    """Return a table in Markdown."""
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows
    )
