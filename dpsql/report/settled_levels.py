"""The levels that rows really have where people of rare classes climbed, column by column.

They are counted in rows of the release, whose labels show them to everybody; where nothing is
released yet, in people of P.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsql.faces import name_function
from dpsql.report.sentences import as_percent


@dataclass(frozen=True)
class SettledLevel:
    """The finest and the coarsest level of a column, and the one that most rows have.

    Of two levels with equally many rows, the finer one. `share`: of the rows, those at `usual`.
    """

    finest: int
    coarsest: int
    usual: int
    share: Fraction

    @property
    def name(self) -> str:
        """The levels in words."""
        if self.finest == self.coarsest:
            return str(self.finest)
        return f"{self.finest} to {self.coarsest}"

    @property
    def remark(self) -> str:
        """How many rows are at the usual level, in parentheses; empty if all are."""
        return "" if self.share == 1 else f"({as_percent(self.share)})"


def find_settled(
    steps: Sequence[Mapping[str, Any]], counted: str = "private_rows"
) -> dict[str, SettledLevel]:
    """Return the levels of each column, from the steps as the JSON has them; empty without rows.

    `counted`: the rows of a step that are meant, those of the release or ``public_rows``.

    >>> steps = [{"levels": {"zip": level}, "private_rows": rows}
    ...          for level, rows in ((0, 0), (1, 3), (2, 5))]
    >>> found = find_settled(steps)["zip"]
    >>> found.name, found.usual, found.remark.replace(chr(160), " ")
    ('1 to 2', 2, '(62.5 %)')
    """
    told = [step for step in steps if step[counted]]
    return {name: _count(name, told, counted) for name in (told[0]["levels"] if told else ())}


def tell_climbing() -> str:
    """Return what a measurement of a pooled job is, and which function measures T as it is."""
    risks = name_function("risks", "JOB", "job")
    return (
        "The job is pooled, so people climbed. How many must share labels is pooled's least in the"
        " job or, without it, the number that holds and loses least from these levels."
        f" T as it is: {risks}."
    )


def tell_measured(levels: Mapping[str, int]) -> str:
    """Return which levels a measurement is of, that nobody takes it for what a job releases.

    >>> tell_measured({"zip": 1, "age": 0})
    'Measured at the levels that were asked for: no search chose them.'
    """
    if any(levels.values()):
        return "Measured at the levels that were asked for: no search chose them."
    return "Measured at raw values: this is T as it is, and no release of the job."


def list_level_columns(
    levels: Mapping[str, int], steps: Sequence[Mapping[str, Any]], counted: str = "private_rows"
) -> dict[str, Mapping[str, int]]:
    """Return the columns of a frame that tell the levels of each quasi-identifier.

    Where people climbed, `levels` are those of the start, and others have the rows.

    >>> list_level_columns({"zip": 1}, [])
    {'level': {'zip': 1}}
    >>> steps = [{"levels": {"zip": level}, "private_rows": 5} for level in (1, 2)]
    >>> list_level_columns({"zip": 0}, steps)
    {'start': {'zip': 0}, 'level_from': {'zip': 1}, 'level_to': {'zip': 2}}
    """
    if not steps:
        return {"level": levels}
    settled = find_settled(steps, counted)
    return {
        "start": levels,
        "level_from": {name: one.finest for name, one in settled.items()},
        "level_to": {name: one.coarsest for name, one in settled.items()},
    }


def _count(name: str, steps: Sequence[Mapping[str, Any]], counted: str) -> SettledLevel:
    rows: Counter[int] = Counter()
    for step in steps:
        rows[step["levels"][name]] += step[counted]
    usual = min(rows, key=lambda level: (-rows[level], level))
    share = Fraction(rows[usual]) / sum(rows.values())
    return SettledLevel(min(rows), max(rows), usual, share)
