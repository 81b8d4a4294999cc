"""How a job is run: the options that all commands share."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, TypedDict, get_args

from dpsql.domain.limits import Limits
from dpsql.domain.progress import CuttingProgress, Progress
from dpsql.domain.variant import Variant
from dpsql.errors import ConfigError

MAX_NODES = 20_000_000


class OptionWords(TypedDict, total=False):
    """The fields of `Options`, as the functions of the package take them by name."""

    connection: Any
    dump_sql: str | Path | None
    debug: str | Path | None
    show_public: bool
    max_nodes: int
    watch: Callable[[Progress | CuttingProgress], None] | None
    on_stage: Callable[[str], None] | None
    gap: float
    time_limit: float
    report: Variant | None


@dataclass(frozen=True)
class Options:
    """How to run a job; only `gap` and `time_limit` can change its result.

    `connection`: an open connection of the caller to use. `dump_sql`: folder for the statements.
    `debug`: folder for messages of an engine that fails, which may quote rows.
    `show_public`: let errors quote values of P. `max_nodes`: size of the largest lattice to search.
    `watch`: called with the progress of a search. `on_stage`: called with each stage that begins:
    load, choose, search, measure, release, report or verify. `gap`, `time_limit`: end the search
    for the optimum before its proof, once no node can be better by more than this share of its
    value, or after so many seconds. `report`: collect data for such a page, public or internal.
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

    def __post_init__(self) -> None:
        """Raise ConfigError for options that are out of range."""
        if not 0 <= self.gap < 1:
            raise ConfigError("--gap: write a share from 0 to below 1, such as 0.02")
        if not self.time_limit > 0:
            raise ConfigError("--time-limit: write a number of seconds above 0")
        if self.report not in (None, *get_args(Variant)):
            raise ConfigError(f"report: write one of {', '.join(get_args(Variant))}, or None")
        if self.max_nodes < 1:
            raise ConfigError("--max-nodes: write a number of nodes, at least 1")

    def enter(self, stage: str) -> None:
        """Call `on_stage` with a stage that begins."""
        if self.on_stage is not None:
            self.on_stage(stage)

    def limits(self) -> Limits:
        """Return the limits of a search that starts now."""
        return Limits(self.gap, monotonic() + self.time_limit)
