"""Loads what a search needs: an engine with P and T counted, hierarchies, and the lattice."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dpsql.domain.hierarchy import Hierarchy
from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.errors import ResourceError
from dpsql.hierarchies.load import load_hierarchies
from dpsql.session.engine import open_engine
from dpsql.session.kept_counts import find_counts, use_kept_counts
from dpsql.session.run import Run
from dpsql.sql.counting.leaves import list_leaves
from dpsql.sql.counting.tuples import TableSizes, count_tuples
from dpsql.sql.tables.public_and_private import Tables, read_tables

MAX_QUASI_IDENTIFIERS = 64


@dataclass(frozen=True)
class Loaded:
    """An open engine that has counted P and T per distinct tuple.

    `leaf_counts`: the leaves of each hierarchy; those of a rule are the values of P.
    """

    engine: Engine
    tables: Tables
    hierarchies: dict[str, Hierarchy]
    lattice: Lattice
    sizes: TableSizes
    leaf_counts: tuple[int, ...]

    def name_levels(self, node: Node) -> dict[str, int]:
        """Levels of a node by quasi-identifier."""
        return dict(zip(self.hierarchies, node.levels, strict=True))

    @property
    def heights(self) -> dict[str, int]:
        """Last level of each quasi-identifier."""
        return self.name_levels(self.lattice.root)


@contextmanager
def load(
    run: Run,
    *,
    to_search: bool = False,
    writable: Sequence[Path] = (),
    distinct: bool = False,
) -> Iterator[Loaded]:
    """Open the engine, read the hierarchies, count P and T; raises as each step.

    `distinct`: group equal tuples even if nearly all differ.

    Raises:
        ResourceError: the lattice is too large `to_search`; nothing was counted.
    """
    job, inputs, options = run.job, run.inputs, run.options
    options.enter("load")
    with open_engine(run, writable=[*writable, *find_counts(run)]) as engine:
        tables = read_tables(engine, job, inputs.public, inputs.private)
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        lattice = Lattice(tuple(hierarchy.height for hierarchy in hierarchies.values()))
        if to_search:
            _refuse_large(lattice, options.max_nodes)
        tables = use_kept_counts(run, engine, tables)
        sizes = count_tuples(engine, tables, hierarchies, distinct=distinct)
        leaves = list_leaves(engine, hierarchies, show_public=options.show_public)
        yield Loaded(engine, tables, hierarchies, lattice, sizes, leaves)


def _refuse_large(lattice: Lattice, max_nodes: int) -> None:
    """Raise ResourceError: a search needs arrays over all nodes, one axis per quasi-identifier."""
    width = len(lattice.heights)
    if lattice.size > max_nodes or width > MAX_QUASI_IDENTIFIERS:
        raise ResourceError(
            f"the lattice has {lattice.size} nodes over {width} quasi-identifiers; at most"
            f" {max_nodes} (--max-nodes) over {MAX_QUASI_IDENTIFIERS} are searched: drop levels or"
            " quasi-identifiers"
        )
