"""What the parts of a page share: a session that has counted, and what was found in it already.

So each algorithm is searched once for each δ, and the classes of people are fetched once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dpsql.domain.found.explored import ExploredAlgorithm, ExploredPoint, Person
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.limits import Budget
from dpsql.generalize.in_memory.boxes import BoxesInMemory
from dpsql.generalize.in_memory.cuts import CutsInMemory
from dpsql.generalize.in_memory.pooled import PoolingInMemory
from dpsql.session.description import without_delta_max
from dpsql.session.load import Loaded
from dpsql.session.options import Options


@dataclass(frozen=True)
class SharedSearches:
    """The session of a job, with what is known of other releases of its tables.

    `people`: those who are shown as they would stand in each release. `levels`: the frontier of
    levels, as far as it was measured.
    """

    job: Job
    loaded: Loaded
    options: Options
    people: Sequence[Person] = ()
    levels: ExploredAlgorithm | None = None

    def begin(self, seconds: float) -> Budget:
        """Return a budget of so many seconds of work, from now on."""
        return Budget(seconds, self.loaded.engine.works_here)

    def find_levels(self, delta_max: Fraction | None) -> ExploredPoint | None:
        """Return the levels of least loss for a δmax; None if they are not known."""
        if self.levels is None or not self.levels.is_proven or self.levels.note:
            return None
        points = [
            one for one in self.levels.points if delta_max is None or one.delta_max <= delta_max
        ]
        return points[-1] if points else None

    def find_plain_node(self, delta_max: Fraction | None) -> Node | None:
        """Return the same as a node."""
        point = self.find_levels(delta_max)
        if point is None or point.levels is None:
            return None
        return node_at_levels(point.levels, self.loaded.heights)

    def pool(self, job: Job) -> PoolingInMemory:
        """Return the people of the session in memory, as a job with this path and δ pools them.

        Raises:
            ResourceError: P has too many distinct tuples.
        """
        return self._pooling.under(job)

    @cached_property
    def cuts(self) -> CutsInMemory | None:
        """The people of the session as they are cut in memory; None where SQL has to cut.

        Raises:
            ResourceError: P has too many distinct tuples.
        """
        return CutsInMemory.of(self._pooling)

    @cached_property
    def boxes(self) -> BoxesInMemory | None:
        """The people of the session as boxes are drawn around them; None where SQL has to.

        Raises:
            InputError: some ranges could be read in two ways, or values have no distance.
        """
        return BoxesInMemory.of(self.job, self.loaded, self.people)

    @cached_property
    def _pooling(self) -> PoolingInMemory:
        pooled = self.job.with_algorithm("pooled", choose="optimum", metric="loss")
        return PoolingInMemory.of(without_delta_max(pooled), self.loaded, self.people)
