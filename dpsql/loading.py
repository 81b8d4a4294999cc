"""What every command starts from: an engine with P and T counted, hierarchies, and the lattice."""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, get_args

from dpsql.domain.hierarchy import Hierarchy
from dpsql.domain.job import Job
from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.engines.connect import connect
from dpsql.engines.debug import Debug
from dpsql.errors import ConfigError, ResourceError, error_of
from dpsql.hierarchies import load_hierarchies
from dpsql.inputs import Inputs
from dpsql.report.details import Variant
from dpsql.search.mpalm import CuttingProgress
from dpsql.search.spalm import Limits, Progress
from dpsql.sql.leaves import list_leaves
from dpsql.sql.tables import Tables, read_tables
from dpsql.sql.tuples import TableSizes, count_tuples

MAX_NODES = 20_000_000
MAX_QUASI_IDENTIFIERS = 64


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


@dataclass(frozen=True)
class Loaded:
    """An open engine that has counted P and T per distinct tuple."""

    engine: Engine
    tables: Tables
    hierarchies: dict[str, Hierarchy]
    lattice: Lattice
    sizes: TableSizes

    def name_levels(self, node: Node) -> dict[str, int]:
        """Levels of a node by quasi-identifier."""
        return dict(zip(self.hierarchies, node.levels, strict=True))

    @property
    def heights(self) -> dict[str, int]:
        """Last level of each quasi-identifier."""
        return self.name_levels(self.lattice.root)


@contextmanager
def open_engine(
    job: Job,
    inputs: Inputs,
    options: Options,
    *,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
) -> Iterator[Engine]:
    """Open the job's engine for its inputs and the files and folders named besides."""
    dump = Path(options.dump_sql) if options.dump_sql is not None else None
    if dump is not None:
        try:
            dump.mkdir(mode=0o700, parents=True, exist_ok=True)
            if dump.is_symlink():
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        except OSError as error:
            raise error_of(error, f"--dump-sql: {dump} is no folder", ConfigError) from None
    with connect(
        job.engine,
        job.folder,
        readable=[*inputs.table_files, *inputs.addresses, *readable],
        writable=writable,
        connection=options.connection,
        dump_folder=dump,
        debug=Debug(Path(options.debug)) if options.debug is not None else None,
    ) as engine:
        yield engine


@contextmanager
def load(
    job: Job,
    inputs: Inputs,
    options: Options,
    *,
    to_search: bool = False,
    writable: Sequence[Path] = (),
    distinct: bool = False,
) -> Iterator[Loaded]:
    """Open the engine, read the hierarchies, count P and T; errors are those of each step.

    `distinct` tuples are counted although nearly all may differ.

    Raises:
        ResourceError: the lattice is too large `to_search`; nothing was counted.
    """
    options.enter("load")
    with open_engine(job, inputs, options, writable=writable) as engine:
        tables = read_tables(engine, job, inputs.public, inputs.private)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        lattice = Lattice(tuple(hierarchy.height for hierarchy in hierarchies.values()))
        if to_search:
            _refuse_large(lattice, options.max_nodes)
        sizes = count_tuples(engine, tables, hierarchies, distinct=distinct)
        list_leaves(engine, hierarchies, show_public=options.show_public)
        yield Loaded(engine, tables, hierarchies, lattice, sizes)


def _refuse_large(lattice: Lattice, max_nodes: int) -> None:
    """A search keeps arrays over all nodes, with an axis per quasi-identifier."""
    width = len(lattice.heights)
    if lattice.size > max_nodes or width > MAX_QUASI_IDENTIFIERS:
        raise ResourceError(
            f"the lattice has {lattice.size} nodes over {width} quasi-identifiers; at most"
            f" {max_nodes} (--max-nodes) over {MAX_QUASI_IDENTIFIERS} are searched: drop levels or"
            " quasi-identifiers"
        )
