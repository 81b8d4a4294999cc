"""How a job is run: the options that all commands share."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Self, TypedDict, get_args

from dpsql.domain.arguments import refuse_wrong_types
from dpsql.domain.limits import Budget, Limits
from dpsql.domain.progress import CuttingProgress, Progress
from dpsql.domain.variant import Variant
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.report.notebook.progress import NotebookProgress, is_in_notebook

MAX_NODES = 20_000_000
#: An internal page works so long on what other algorithms keep, at the job's δmax and at others;
#: but for this share of the time that counting and searching took, or a second for so many distinct
#: tuples of P, if that is longer; up to a limit.
EXPLORE_SECONDS, _EXPLORE_SHARE, _EXPLORED_TUPLES, _MOST_EXPLORE_SECONDS = 2.0, 0.5, 10_000, 15.0


def refuse_idle(named: str, reason: str, idle: Mapping[str, object]) -> None:
    """Raise ConfigError if options are stated that change nothing beside what is `named`.

    `idle`: their values by name, False or None if they are not stated.
    """
    stated = [name_option(name) for name, value in idle.items() if value]
    if stated:
        raise ConfigError(f"{named}: {reason}; drop {', '.join(stated)}")


class RunWords(TypedDict, total=False):
    """The fields of `Options` that every run uses, as functions of the package take them."""

    connection: Any
    dump_sql: str | Path | None
    debug: str | Path | None
    show_public: bool
    watch: Callable[[Progress | CuttingProgress], None] | None
    on_stage: Callable[[str], None] | None
    progress: bool


class SearchWords(RunWords, total=False):
    """Those of a run that looks at the whole lattice."""

    max_nodes: int


class TimedWords(SearchWords, total=False):
    """Those of a search that may end before its proof when its time is over."""

    time_limit: float


class LimitedWords(TimedWords, total=False):
    """Those of a search that may end before its proof."""

    gap: float


class PageWords(SearchWords, total=False):
    """Those of a measurement that a page may show."""

    report: Variant | None
    explore: float | None


class ExploreWords(LimitedWords, total=False):
    """Those of a search for a page, of which another argument says whether it is internal."""

    explore: float | None


class OptionWords(ExploreWords, total=False):
    """All fields of `Options`."""

    report: Variant | None


@dataclass(frozen=True)
class Options:
    """How to run a job; only `gap` and `time_limit` can change what is released.

    Args:
        connection: an open connection of DuckDB or psycopg, or a session of Spark, to use as it is.
        dump_sql: a folder for the SQL statements, as numbered files; it has none yet.
        debug: a folder for the messages of an engine that fails, which may quote rows.
        show_public: let errors quote values of P.
        max_nodes: the largest lattice to search, in nodes.
        watch: is called with the progress of a search.
        on_stage: is called with each stage that begins: load, choose, search, measure, release,
            verify or report; of `sign_off`, hash the inputs; of `compare`, questions on T, models
            on T and columns of T, and then each candidate by name, as in "search: pooled at
            δ ≤ 1/5, 3 of 12".
        gap: end the search for the optimum before its proof, once no node can be better by more
            than this share of its value, such as 0.02.
        time_limit: end it before its proof after so many seconds; of `frontier`, with the points
            that were found until then.
        report: collect what a page needs that is "public" or "internal".
        explore: seconds of work, about, that go into other algorithms and δmax for an internal
            page; by default 2, or one for 10,000 distinct tuples of P, or half of what counting
            and searching took, whichever is most, up to 15.
        progress: show in a notebook how far a run of more than a second is, unless `watch` or
            `on_stage` is given; nothing is shown elsewhere.
    """

    connection: Any = None
    dump_sql: str | Path | None = None
    debug: str | Path | None = None
    show_public: bool = False
    max_nodes: int = MAX_NODES
    watch: Callable[[Progress | CuttingProgress], None] | None = None
    on_stage: Callable[[str], None] | None = None
    gap: float = 0.0
    time_limit: float = inf
    report: Variant | None = None
    explore: float | None = None
    progress: bool = True
    #: Of one run: what a notebook shows; an Options that is made from another has none.
    _shown: ClassVar[NotebookProgress | None] = None

    @classmethod
    def of(cls, words: RunWords) -> Self:
        """Return the options that a function of the package got by name.

        Raises:
            ConfigError: one is out of range.
        """
        return cls(**words)

    def __post_init__(self) -> None:
        """Raise ConfigError for options of a wrong type, or out of range."""
        given = {one.name: getattr(self, one.name) for one in fields(Options)}
        refuse_wrong_types(Options, given)
        if not 0 <= self.gap < 1:
            raise ConfigError(
                f"{name_option('gap')}: write a share from 0 to below 1, such as 0.02"
            )
        if not self.time_limit > 0:
            raise ConfigError(f"{name_option('time_limit')}: write a number of seconds above 0")
        if self.report not in (None, *get_args(Variant)):
            raise ConfigError(f"report: write one of {', '.join(get_args(Variant))}, or None")
        if self.explore is not None and not 0 < self.explore < inf:
            raise ConfigError(f"{name_option('explore')}: write a number of seconds above 0")
        if self.explore is not None and self.report != "internal":
            raise ConfigError(
                f"{name_option('explore')}: only an internal page explores; ask for one, or drop it"
            )
        if self.max_nodes < 1:
            raise ConfigError(f"{name_option('max_nodes')}: write a number of nodes, at least 1")
        if self.progress and self.watch is None and self.on_stage is None and is_in_notebook():
            shown = NotebookProgress()
            given = {"_shown": shown, "watch": shown.update, "on_stage": shown.enter}
            for name, value in given.items():
                object.__setattr__(self, name, value)

    def find_explore_seconds(self, tuples: int, worked: float) -> float:
        """Return how long to explore so many tuples; `worked`: what counting and searching took.

        >>> Options().find_explore_seconds(18_000, 1.5), Options().find_explore_seconds(50, 9.0)
        (2.0, 4.5)
        """
        if self.explore is not None:
            return self.explore
        longest = max(EXPLORE_SECONDS, tuples / _EXPLORED_TUPLES, worked * _EXPLORE_SHARE)
        return min(longest, _MOST_EXPLORE_SECONDS)

    @property
    def stated_limits(self) -> dict[str, object]:
        """What would end a search before its proof; false where it is not stated."""
        return {"gap": self.gap, "time_limit": self.time_limit < inf}

    def enter(self, stage: str) -> None:
        """Call `on_stage` with a stage that begins."""
        if self.on_stage is not None:
            self.on_stage(stage)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show progress in a notebook until the end of the block."""
        try:
            yield
        finally:
            if self._shown is not None:
                self._shown.close()

    def limits(self) -> Limits:
        """Return the limits of a search that starts now."""
        return Limits(self.gap, monotonic() + self.time_limit)


@dataclass(frozen=True)
class BudgetedOptions(Options):
    """Options of a search for a page, which ends as by a time limit after some seconds of work.

    `works_here`: as of `Engine`.
    """

    work_seconds: float = inf
    works_here: bool = False

    def limits(self) -> Limits:
        """Return the limits of a search that starts now."""
        return Limits(self.gap, budget=Budget(self.work_seconds, self.works_here))
