"""Figures of candidates side by side: what terminal, notebook and frame all show of them.

A figure is known by its kind, what it is of, and which part it is; so two never are one, whatever
columns and questions are called.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from math import isclose
from typing import Any, Literal, NamedTuple

Kind = Literal[
    "loss",
    "shift",
    "pair",
    "mean",
    "correlation",
    "association",
    "answer",
    "difference",
    "accuracy",
]
Value = float | date | str | None


class Figure(NamedTuple):
    """Which figure it is; `subject`: a column, two, or a question and a column of its answer."""

    kind: Kind
    subject: tuple[str, ...]
    part: str = ""

    @property
    def name(self) -> str:
        """As tables show it.

        >>> Figure("mean", ("age",), "at least").name, Figure("pair", ("zip", "age")).name
        ('age, at least', 'zip × age')
        >>> Figure("difference", ("by town",), "rows in one only").name
        'by town: rows in one only'
        """
        return self._join(self.part, ", ")

    @property
    def column(self) -> str:
        """As a frame names its column, unless another figure has the name.

        It is the table, the name there, and its part with _ in place of blanks.

        >>> Figure("mean", ("age",), "at least").column, Figure("pair", ("zip", "age")).column
        ('mean_age_at_least', 'shift_zip × age')
        >>> Figure("difference", ("by town",), "rows in one only").column
        'difference_by town: rows_in_one_only'
        """
        kind = "shift" if self.kind == "pair" else self.kind
        return f"{kind}_{self._join(self.part.replace(' ', '_'), '_')}"

    def _join(self, part: str, separator: str) -> str:
        """The subject and the part; of a question alone, the part stands like a column of it."""
        is_asked = self.kind in ("answer", "difference", "accuracy")
        told = (": " if is_asked else " × ").join(self.subject)
        if is_asked and len(self.subject) == 1:
            separator = ": "
        return separator.join(filter(None, (told, part)))


@dataclass
class Line:
    """A figure of all candidates with a release; None: it has none.

    `own`: of T, beside each candidate, as jobs may have another T each; `chance`: whether that is a
    relation by chance. `title`: how tables show it, if not by the name of the figure. `is_listed`:
    terminal and notebook show it; a frame has all. `is_of_t`: it is of T alone. `places`: of the
    candidates that have the figure, though it may be NULL.
    """

    figure: Figure
    values: list[Value]
    own: list[Value]
    chance: list[bool | None]
    title: str = ""
    is_listed: bool = True
    is_of_t: bool = False
    places: set[int] = field(default_factory=set)

    @property
    def is_by_chance(self) -> bool:
        """Whether it is a relation that is there by chance in every T."""
        known = [one for one in self.chance if one is not None]
        return bool(known) and all(known)

    @property
    def is_empty(self) -> bool:
        """Whether neither T nor any candidate has the figure."""
        return all(one is None for one in (*self.own, *self.values))

    def find_own(self) -> Value:
        """Return what it is in the first T that has it."""
        return next((one for one in self.own if one is not None), None)

    def has_several_own(self) -> bool:
        """Whether it is different in the T of different jobs, beyond what doubles leave."""
        known = [one for one in self.own if one is not None]
        return any(not _are_equal(one, known[0]) for one in known)


def _are_equal(one: Value, other: Value) -> bool:
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return one == other


@dataclass
class Lines:
    """The figures of so many candidates, in the order in which they are first named."""

    candidates: int
    found: dict[Figure, Line] = field(default_factory=dict)

    def add(self, place: int, figure: Figure, value: Value, own: Value = None) -> Line:
        """Enter a figure of the candidate at this place, and what it is in T."""
        line = self.found.get(figure)
        if line is None:
            size = self.candidates
            line = Line(figure, [None] * size, [None] * size, [None] * size)
            self.found[figure] = line
        line.values[place], line.own[place] = value, own
        line.places.add(place)
        return line

    def of(self, kind: Kind) -> list[Line]:
        """The lines of a kind."""
        return [one for one in self.found.values() if one.figure.kind == kind]


def fill_rows(lines: Sequence[Line], rows: Sequence[dict[str, Any]]) -> None:
    """Add to the row of each candidate its figures, what they are in T, and what is by chance.

    No name is given to two figures, nor one that a row has: the second of a name is marked (2).

    >>> names, rows = ("age", "age_in_T"), [{}]
    >>> lines = [Line(Figure("mean", (one,)), [2], [1], [None]) for one in names]
    >>> fill_rows(lines, rows)
    >>> list(rows[0])
    ['mean_age', 'mean_age_in_T', 'mean_age_in_T (2)', 'mean_age_in_T_in_T']
    """
    used = {name for row in rows for name in row}
    for line in lines:
        for ending, cells in (("", line.values), ("_in_T", line.own), ("_by_chance", line.chance)):
            if line.is_of_t if not ending else all(one is None for one in cells):
                continue
            name = _name_apart(f"{line.figure.column}{ending}", used)
            for row, cell in zip(rows, cells, strict=True):
                row[name] = cell


def _name_apart(wanted: str, used: set[str]) -> str:
    name, number = wanted, 1
    while name in used:
        number += 1
        name = f"{wanted} ({number})"
    used.add(name)
    return name
