"""The figures of candidates in long form: a row for each candidate and figure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dpsql.report.frames import to_pandas, to_polars
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.figures import Value
from dpsql.use_cases.compare.tables import list_lines

#: Of the first table; each is called as in the wide frame.
_OF_RELEASE = (
    *("presence_max", "posterior_max", "together_max", "loss"),
    *("k_map", "above_threshold", "certainly_absent_people", "suppressed_rows"),
)


@dataclass(frozen=True)
class LongRows:
    """All figures of the candidates that have a release, one a row."""

    candidates: tuple[Candidate, ...]

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each candidate and figure: `table` and `what` name the figure.

        `value` and `in_t` are numbers; `text` and `text_in_t` are answers that are none.
        """
        return [*_list_of_releases(self.candidates), *_list_figures(self.candidates)]

    to_pandas = to_pandas
    to_polars = to_polars


def _list_of_releases(released: Sequence[Candidate]) -> Iterator[dict[str, Any]]:
    for one in released:
        told = one.sum_up()
        for name in _OF_RELEASE:
            if told.get(name) is not None:
                yield _make_row(one, "release", name, float(told[name]), None, is_by_chance=None)


def _list_figures(released: Sequence[Candidate]) -> Iterator[dict[str, Any]]:
    for line in list_lines(released):
        for one, value, own, chance in zip(
            released, line.values, line.own, line.chance, strict=True
        ):
            if (value, own) != (None, None):
                figure = line.figure
                table = "shift" if figure.kind == "pair" else figure.kind
                yield _make_row(one, table, figure.name, value, own, is_by_chance=chance)


def _make_row(
    one: Candidate, table: str, what: str, value: Value, own: Value, *, is_by_chance: bool | None
) -> dict[str, Any]:
    (number, text), (own_number, own_text) = _split(value), _split(own)
    return {
        "candidate": one.name,
        "table": table,
        "what": what,
        "value": number,
        "in_t": own_number,
        "text": text,
        "text_in_t": own_text,
        "by_chance": is_by_chance,
    }


def _split(value: Value) -> tuple[float | None, str | None]:
    """Return a number, or the text of what is none.

    >>> _split(0.5), _split("yes"), _split(None)
    ((0.5, None), (None, 'yes'), (None, None))
    """
    if isinstance(value, int | float):
        return float(value), None
    return None, None if value is None else str(value)
