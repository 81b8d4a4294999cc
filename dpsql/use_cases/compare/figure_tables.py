"""Figures of candidates as tables for a person, without cells that nobody could fill.

What several candidates have stands in a table of theirs. What one alone has, though others were
compared, compares with nothing: it is told in a line.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from dpsql.report.written_figures import write_row
from dpsql.use_cases.compare.figures import Kind, Line, Value

#: What stands above the names of figures.
HEADINGS: dict[Kind, str] = {
    "loss": "loss of",
    "shift": "shift of",
    "pair": "shift of pairs",
    "mean": "mean of",
    "correlation": "correlation of",
    "association": "association of",
    "answer": "answer to",
    "difference": "difference of",
    "accuracy": "accuracy of",
}
#: Of these, what one candidate alone has stands in a table as well: its job asks it.
_ASKED = ("answer", "difference", "accuracy")


@dataclass(frozen=True)
class ShownLine:
    """A line of a table: texts stand as they are, None is a figure that is not there."""

    name: str
    own: float | str | None
    values: tuple[float | str | None, ...]


@dataclass(frozen=True)
class FigureTable:
    """The figures of a kind, for a person to read; `has_own`: one column more tells those of T.

    `places`: of the candidates that have any, which have a column each.
    """

    heading: str
    has_own: bool
    lines: tuple[ShownLine, ...]
    places: tuple[int, ...]

    def name_columns(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what stands above the figures; `names`: of all candidates with a release."""
        return (*(["T"] if self.has_own else []), *(names[place] for place in self.places))

    def write_rows(self) -> list[tuple[str, ...]]:
        """Return of each line its name and its figures, as texts."""
        return [
            (one.name, *write_row((*([one.own] if self.has_own else []), *one.values)))
            for one in self.lines
        ]


@dataclass(frozen=True)
class Alone:
    """Figures of a kind that one candidate alone has, though others were compared.

    `place`: of it, among the candidates with a release. `figures`: in words.
    """

    place: int
    kind: str
    figures: tuple[str, ...]

    def tell(self, names: Sequence[str]) -> str:
        """Return it as a sentence; `names`: of all candidates with a release."""
        return f"only {names[self.place]}: {self.kind} {'; '.join(self.figures)}"


@dataclass(frozen=True)
class OfChance:
    """That no correlation, or no association, of T is more than chance; `pairs`: how many."""

    kind: str
    pairs: int

    def tell(self, _: Sequence[str]) -> str:
        """Return it as a sentence.

        >>> OfChance("association", 3).tell([])
        'no association: unrelated columns would show as much as all 3 pairs do'
        """
        pairs = f"all {self.pairs:,} pairs do" if self.pairs > 1 else "the only pair does"
        return f"no {self.kind}: unrelated columns would show as much as {pairs}"


#: What is shown of a kind of figures.
Told = FigureTable | Alone | OfChance


def is_of_means(one: Told) -> bool:
    """Whether a table, or a line in place of one, has means."""
    if isinstance(one, OfChance):
        return False
    return HEADINGS["mean"] == (one.kind if isinstance(one, Alone) else one.heading)


def make_tables(kind: Kind, lines: Iterable[Line]) -> Iterator[FigureTable | Alone]:
    """Yield tables of the lines that are listed, one for all that the same candidates have."""
    listed = [one for one in lines if one.is_listed]
    groups: dict[tuple[int, ...], list[Line]] = {}
    for one in listed:
        # A question has one table, also if a release lacks a part of the answer.
        alike = [two for two in listed if _is_same_question(one, two)] or [one]
        groups.setdefault(_find_places(alike), []).append(one)
    # What most candidates have first.
    for places, alike in sorted(groups.items(), key=lambda group: -len(group[0])):
        is_alone = len(places) == 1 and len(alike[0].values) > 1
        if is_alone and kind not in _ASKED:
            yield Alone(places[0], HEADINGS[kind], tuple(_tell(one, places[0]) for one in alike))
            continue
        shown = tuple(line for one in alike for line in _show(one, places))
        has_own = any(one.find_own() is not None for one in alike)
        yield FigureTable(HEADINGS[kind], has_own, shown, places)


def _is_same_question(one: Line, other: Line) -> bool:
    is_asked = one.figure.kind in _ASKED
    return is_asked and one.figure.subject[0] == other.figure.subject[0]


def _find_places(lines: Iterable[Line]) -> tuple[int, ...]:
    """Return the places of the candidates that have any of these; of all if none has one."""
    places = range(0)
    found = set[int]()
    for one in lines:
        places = range(len(one.values))
        is_asked = one.figure.kind in _ASKED
        # An answer may be NULL.
        found |= {
            place
            for place in one.places
            if is_asked or (one.values[place], one.own[place]) != (None, None)
        }
    return tuple(sorted(found)) or tuple(places)


def _tell(line: Line, place: int) -> str:
    """Return a figure that stands in no table, with that of T in brackets."""
    value, own = _as_cell(line.values[place]), _as_cell(line.own[place])
    told, *of_t = write_row([value, *([] if own is None else [own])])
    return f"{_name(line)} {told}{f' (T: {of_t[0]})' if of_t else ''}"


def _show(line: Line, places: Sequence[int]) -> Iterator[ShownLine]:
    """The line; where jobs have another T each, one more tells theirs."""
    name = _name(line)
    own = _as_cell(line.find_own())
    values = tuple("" if line.is_of_t else _as_cell(line.values[place]) for place in places)
    if line.has_several_own():
        yield ShownLine(name, "", values)
        yield ShownLine(f"{name}, in T", "", tuple(_as_cell(line.own[place]) for place in places))
    else:
        # An answer may be NULL; other figures have none in T.
        yield ShownLine(name, "" if own is None and line.figure.kind != "answer" else own, values)


def _name(line: Line) -> str:
    return line.title or line.figure.name


def _as_cell(value: Value) -> float | str | None:
    return str(value) if isinstance(value, date) else value
