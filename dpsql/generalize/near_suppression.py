"""Whether levels can satisfy a job under its prior, as far as nodes near total suppression decide.

Under a prior a node that fails rules out nothing by itself: neither is the posterior of total
suppression a lower bound on that of finer levels, nor an upper one. Three things do decide.

1. Somebody of rate 1 has a posterior of 1 in every class of every node, somebody of rate 0 one of
   0. So with such people nothing satisfies a δmax below 1, or a δmin above 0.
2. A node that holds is levels that satisfy the job.
3. The mean posterior of a class is its presence t/n. So where the plain check fails, the posterior
   fails as well, at that node and at all finer ones, as models are monotone. Every node other than
   the highest is a child of one above it. Hence, if all nodes are judged that are reached from the
   highest through nodes which pass the plain check, and none of them holds, none holds at all: a
   chain from the highest down to one that held would have only nodes that pass the plain check.
"""

from dataclasses import dataclass
from typing import Any

from dpsql.domain.found.posterior import Posterior
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.search.priors import PriorChecker
from dpsql.session.load import Loaded

#: Nodes that are judged at most: each is a statement over the classes of P.
MOST_NODES = 64


@dataclass(frozen=True)
class UnderPrior:
    """What is known under a prior without a search.

    `posterior`: at total suppression. `holds`: whether some levels satisfy the job; None if the
    nodes that were judged do not decide it. `known_in`, `known_out`: people of rate 1 exclude the
    job's δmax, people of rate 0 its δmin.
    """

    posterior: Posterior
    holds: bool | None
    known_in: bool
    known_out: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        told: dict[str, Any] = self.posterior.to_dict()["posterior"]
        return {"posterior": {**told, "known_in": self.known_in, "known_out": self.known_out}}


def look_near_suppression(job: Job, loaded: Loaded, checker: PriorChecker) -> bool | None:
    """Tell whether some levels satisfy the job; None if that takes a search of more nodes.

    `checker`: one whose base is the floor of the job's models.
    """
    if job.delta is None or not checker.monotone:
        return None
    lattice = loaded.lattice
    reached, seen = [lattice.highest], {lattice.highest}
    for number, node in enumerate(reached):
        if number == MOST_NODES:
            return None
        (counted,) = checker.count([node])
        if counted.holds:
            return True
        if counted.rules_out_finer:
            continue
        for child in lattice.children(node):
            if child not in seen and lattice.looks_at(child) and _is_above(child, checker.base):
                seen.add(child)
                reached.append(child)
    return None if lattice.is_limited else False


def _is_above(node: Node, base: Node) -> bool:
    """Whether a node can be counted; below the base nothing holds."""
    return all(level >= least for level, least in zip(node.levels, base.levels, strict=True))
