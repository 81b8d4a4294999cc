"""How a job is run: what every command takes besides the job."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, get_args

from dpsql.domain.limits import Limits
from dpsql.domain.progress import CuttingProgress, Progress
from dpsql.domain.variant import Variant
from dpsql.errors import ConfigError

MAX_NODES = 20_000_000


@dataclass(frozen=True)
class Options:
    """How to run a job; only `gap` and `time_limit` can change its result.

    `connection`: an open DuckDB connection to use. `dump_sql`: folder for the statements.
    `debug`: folder for what an engine says when it fails, which may quote rows.
    `show_public`: let errors quote values of P. `max_nodes`: search no larger lattice. `watch`:
    told how far a search is. `on_stage`: told which stage begins: load, choose, search, measure,
    release, report or verify. `gap`, `time_limit`: end the search for the optimum before its proof,
    once no node can be better by more than this share of its value, or after so many seconds.
    `report`: gather what such a page shows, public or internal.
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
        """Refuse limits that mean nothing."""
        if not 0 <= self.gap < 1:
            raise ConfigError("--gap: write a share from 0 to below 1, such as 0.02")
        if not self.time_limit > 0:
            raise ConfigError("--time-limit: write a number of seconds above 0")
        if self.report not in (None, *get_args(Variant)):
            raise ConfigError(f"report: write one of {', '.join(get_args(Variant))}, or None")
        if self.max_nodes < 1:
            raise ConfigError("--max-nodes: write a number of nodes, at least 1")

    def enter(self, stage: str) -> None:
        """Tell that a stage begins."""
        if self.on_stage is not None:
            self.on_stage(stage)

    def limits(self) -> Limits:
        """What ends a search that starts now."""
        return Limits(self.gap, monotonic() + self.time_limit)
