"""Numbers of T that may stand for missing ones, and that its means count all the same."""

from collections import Counter
from collections.abc import Iterable

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.first_job.rules.missing_codes import find_missing_codes, find_nines, tell_missing_codes
from dpsql.utility.columns import ReleasedColumn


def list_missing_numbers(columns: Iterable[ReleasedColumn]) -> list[str]:
    """Say of which columns the mean counts what may stand for missing, a line each."""
    told = {one.name: _tell(one) for one in columns}
    return [
        f"the mean of {name} counts all numbers, though {missing}"
        for name, missing in told.items()
        if missing
    ]


def _tell(column: ReleasedColumn) -> str:
    """Name the numbers that may stand for missing ones; empty if none may, or it has no numbers."""
    if column.numbers is None or column.numbers.kind != "number":
        return ""
    rows = Counter[Leaf]()
    for leaf, number in zip(column.meanings.values, column.numbers.of_values, strict=True):
        if number is not None and column.own[leaf]:
            rows[f"{float(number):.17g}"] += column.own[leaf]
    return tell_missing_codes(find_missing_codes(rows) or find_nines(rows)) if rows else ""
