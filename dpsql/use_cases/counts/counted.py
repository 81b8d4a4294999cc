"""What is counted: the cells of a table, which are public, and the rows of T in each."""

import hashlib
from dataclasses import dataclass

from dpsql.domain.levels.lattice import Node
from dpsql.errors import ResourceError
from dpsql.faces import name_option
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.places import MemoryTable
from dpsql.noise.budget import Stratum
from dpsql.session.load import Loaded
from dpsql.session.run import Run
from dpsql.sql.counting.labelled_counts import list_labelled_counts
from dpsql.use_cases.counts.asked import Asked
from dpsql.use_cases.counts.cells import MOST_CELLS, Cell, Domain, find_domain, find_node


@dataclass(frozen=True)
class Counted:
    """The cells of the columns at their `levels`; of a `stratum` of T, or of all its rows."""

    node: Node
    levels: dict[str, int]
    stratum: Stratum | None
    domain: Domain

    def count_private(self, loaded: Loaded) -> dict[Cell, int]:
        """Return the rows of T of each cell that has any, without noise.

        Raises:
            ResourceError: they are in too many cells.
        """
        numbers = [[*loaded.hierarchies].index(name) for name in self.levels]
        found = list_labelled_counts(
            loaded.engine, loaded.hierarchies, self.node, numbers, of_public=False, most=MOST_CELLS
        )
        if found is None:
            raise ResourceError(
                f"counts: rows of T are in more than {MOST_CELLS:,} cells; name coarser"
                f" {name_option('levels')},"
                " or fewer columns"
            )
        if self.stratum is None:
            return dict(found)
        at = [*self.levels].index(self.stratum.column)
        return {cell: rows for cell, rows in found if cell[at] == self.stratum.label}


def find_counted(asked: Asked, run: Run, loaded: Loaded) -> Counted:
    """Return the cells that are asked for; nothing of it depends on T.

    Raises:
        ConfigError: a name, level or label is none of the job's. ResourceError: P has too many
            labels.
    """
    node = find_node(loaded, asked.by, asked.levels)
    named = loaded.name_levels(node)
    levels = {name: named[name] for name in asked.by}
    stratum = None
    if asked.stratum is not None:
        column, label = asked.stratum
        stratum = Stratum(_digest(run), column, levels[column], label)
    domain = find_domain(loaded, asked.by, node, asked.cells, stratum)
    return Counted(node, levels, stratum, domain)


def _digest(run: Run) -> str | None:
    """Return a digest of what decides which label a row of T has; None if its state is not known.

    Two runs with the same digest read the same files, so that nobody has two labels of a column.
    """
    inputs, job = run.inputs, run.job
    if inputs.name_tables or any(
        isinstance(place, MemoryTable | Addresses) for place in inputs.all_places
    ):
        return None
    states = [(str(path), *state) for path, *state in inputs.fingerprint().states]
    words = job.model_dump(include={"public", "private", "quasi_identifiers"})
    return hashlib.sha256(repr((states, words)).encode()).hexdigest()
