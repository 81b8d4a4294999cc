"""The outcome of `compare`: candidates by name, their figures, and which is best at what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex

from dpsql.domain.json_schema import SCHEMA
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.blocks import Block, Sentence, Table
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.figure_tables import FigureTable, Told, is_of_means
from dpsql.use_cases.compare.figures import fill_rows
from dpsql.use_cases.compare.long_rows import LongRows
from dpsql.use_cases.compare.names import find_candidate, title_candidates
from dpsql.use_cases.compare.notes import (
    list_counted_codes,
    list_left_out,
    list_without_release,
    tell_what_to_write,
)
from dpsql.use_cases.compare.shown import (
    BEST,
    INTERNAL,
    list_best,
    make_overview,
    show_compared,
)
from dpsql.use_cases.compare.tables import list_lines, list_tables
from dpsql.utility.questions.best import Best, find_best


@dataclass(frozen=True)
class Compared(HasWarnings):
    """The outcome of `compare`: the candidates, in the order of jobs, δ and algorithms.

    ``found["pooled"]`` is the candidate of that name, ``found[0]`` the first, and `best` and the
    frames name them so.
    """

    candidates: tuple[Candidate, ...]
    peak_memory_bytes: int

    def __len__(self) -> int:
        """How many candidates there are, those without a release among them."""
        return len(self.candidates)

    def __iter__(self) -> Iterator[Candidate]:
        """Go through the candidates, not through their names."""
        return iter(self.candidates)

    def __contains__(self, name: object) -> bool:
        """Whether a candidate has this name, or is this one."""
        return any(name in (one, one.name) for one in self.candidates)

    def __getitem__(self, name: str | SupportsIndex) -> Candidate:
        """Return the candidate of this name, or at this place from 0.

        Raises:
            KeyError: there is none; the message names those that are there, or one that is alike.
            IndexError: there are fewer; the message names them.
        """
        return find_candidate(self.candidates, name)

    @property
    def released(self) -> list[tuple[int, Candidate]]:
        """The candidates that have a release, by their numbers in tables, from 1."""
        return [(number, one) for number, one in enumerate(self.candidates, 1) if one.outcome]

    @property
    def best(self) -> list[Best]:
        """For each figure of the job's questions, the names of the candidates nearest to T.

        A baseline is never best, nor is what is no nearer; `beats_baseline` says where that is.
        """
        return find_best(
            {one.name: one.utility.asked for one in self.candidates if not one.is_baseline},
            [one.utility.asked for one in self.candidates if one.is_baseline],
        )

    @property
    def overview(self) -> Table:
        """Of each candidate its title in tables, δmax, presence, loss and risk, as texts."""
        return make_overview(self.candidates, self._titles)

    @property
    def turned_overview(self) -> list[tuple[str, ...]]:
        """The overview with a line for each figure, behind the titles as all other tables."""
        return list(zip(self.overview.columns, *self.overview.rows, strict=True))

    @property
    def best_by_title(self) -> list[tuple[str, ...]]:
        """Of `best` the figure, the candidates by their titles, and the difference, as texts."""
        return list(list_best(self.best, self._titles))

    @property
    def titles(self) -> list[str]:
        """What tables call the candidates that have a release."""
        return [self._titles[one.name] for _, one in self.released]

    @property
    def tables(self) -> list[Told]:
        """The figures as terminal and notebook show them, with a column for each release."""
        return list_tables([one for _, one in self.released])

    def list_below(self, one: Told) -> list[str]:
        """Return what stands below one of these tables, as it concerns its figures alone."""
        return list_counted_codes([two for _, two in self.released]) if is_of_means(one) else []

    @property
    def figures(self) -> LongRows:
        """All figures in long form: ``found.figures.to_pandas()`` has a row for each."""
        return LongRows(tuple(one for _, one in self.released))

    @property
    def missing(self) -> list[str]:
        """Why candidates have no release, behind their titles."""
        return list(list_without_release(self.candidates, self._titles))

    @property
    def left_out(self) -> list[str]:
        """What has no figure and why, behind the titles of the candidates without it."""
        return list(list_left_out([one for _, one in self.released], self._titles))

    @property
    def to_write(self) -> str:
        """How a job asks for candidates that tables call by what is released, by their titles."""
        return tell_what_to_write([one for _, one in self.released], self._titles)

    @property
    def _titles(self) -> dict[str, str]:
        """What the terminal calls candidates in tables, by name."""
        return title_candidates(self.candidates)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "compared",
            "candidates": [one.to_dict() for one in self.candidates],
            **({"best": [one.to_dict() for one in best]} if (best := self.best) else {}),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each candidate, with every figure that the terminal prints, and all pairs.

        A figure is called by its table and its line there, such as `loss_age`, `shift_zip × age`
        and `difference_by nation: people_mean`; the page on compare has the rule for all. `best`
        and ``found[name]`` have the names of the column `candidate`.
        """
        rows = [one.sum_up() for one in self.candidates]
        released = self.released
        lines = list_lines([one for _, one in released])
        fill_rows(lines, [rows[number - 1] for number, _ in released])
        return rows

    to_pandas = to_pandas
    to_polars = to_polars

    def to_text(self) -> str:
        """The tables that the command prints, for `print` and for logs."""
        return write_blocks(self._tell())

    def _tell(self) -> Iterator[Block]:
        heading, *rows = self.turned_overview
        yield Table(heading, rows)
        yield from map(Sentence, self.missing)
        for one in self.tables:
            # Many tables below each other look like one.
            yield Sentence("")
            yield _as_block(one, self.titles)
            yield from map(Sentence, self.list_below(one))
        if best := self.best_by_title:
            yield Sentence("")
            yield Table(BEST, best)
        yield Sentence("")
        notes = [*self.left_out, *([self.to_write] if self.to_write else []), INTERNAL]
        yield from map(Sentence, notes)

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_compared(self.candidates, self.tables, self.best)


def _as_block(one: Told, titles: Sequence[str]) -> Block:
    if not isinstance(one, FigureTable):
        return Sentence(one.tell(titles))
    return Table((one.heading, *one.name_columns(titles)), one.write_rows())
