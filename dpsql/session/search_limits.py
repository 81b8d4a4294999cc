"""How large a lattice is searched, and what a job could say where its own is larger."""

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.mends import allows
from dpsql.domain.python_words import spell_keys
from dpsql.errors import ResourceError
from dpsql.faces import name_option

#: Most axes of an array; a search has an axis per quasi-identifier.
MAX_QUASI_IDENTIFIERS = 64
_CUTS = {"mpalm": {"cuts": "hierarchy"}}


def find_excess(job: Job, lattice: Lattice, max_nodes: int, *, needs_levels: bool = False) -> str:
    """Return why a lattice is too large to be searched, and what helps; empty if it is not.

    A search needs arrays over all nodes. `needs_levels`: it is asked of levels, as by `frontier`,
    and cuts would not answer it.
    """
    width = len(lattice.heights)
    if lattice.size <= max_nodes and width <= MAX_QUASI_IDENTIFIERS:
        return ""
    mends = "write fewer quasi-identifiers or fewer levels"
    # Commands that look at levels alone do so of a job with cuts, too.
    if not needs_levels and job.algorithm.rest is None and allows(job, _CUTS):
        cuts = spell_keys("algorithm: {mpalm: {cuts: hierarchy}}", job.origin, has_place=False)
        mends += f", or {cuts}, which searches no lattice"
    if width > MAX_QUASI_IDENTIFIERS:
        return (
            f"there are {width} quasi-identifiers; a search takes at most"
            f" {MAX_QUASI_IDENTIFIERS}: {mends}"
        )
    return (
        f"the lattice has {lattice.size:,} nodes over {width} quasi-identifiers; a search takes at"
        f" most {max_nodes:,}, which {name_option('max_nodes')} raises: {mends}"
    )


def refuse_large(job: Job, lattice: Lattice, max_nodes: int, *, needs_levels: bool = False) -> None:
    """Raise ResourceError if the lattice is too large to be searched."""
    if problem := find_excess(job, lattice, max_nodes, needs_levels=needs_levels):
        raise ResourceError(problem)
