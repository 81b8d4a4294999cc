"""What is counted of T once, for all candidates of a job."""

from collections.abc import Callable

from dpsql.domain.job import Job
from dpsql.session.load import Loaded
from dpsql.utility.cells import list_own_cells
from dpsql.utility.columns import read_kept
from dpsql.utility.pairs import Pairs, Sums
from dpsql.utility.questions.ask import Questions
from dpsql.utility.questions.predict import Predictions


class OwnFigures:
    """What is counted of T once for all candidates of a job."""

    def __init__(self, job: Job, loaded: Loaded, enter: Callable[[str], None]) -> None:
        """Count what all candidates need; `enter` is called with each stage that begins."""
        self.loaded = loaded
        if any(one.sql is not None for one in job.questions):
            enter("questions on T")
        self.questions = Questions(job, loaded)
        self.cells = list_own_cells(loaded)
        if any(one.predict is not None for one in job.questions):
            enter("models on T")
        self.predictions = Predictions(job, loaded, self.cells)
        enter("columns of T")
        self.in_trees = {name for name, one in job.quasi_identifiers.items() if one.tree}
        self.columns = {name: self.cells.count(name) for name in loaded.hierarchies}
        kept = [name for name in self.cells.columns if name not in loaded.hierarchies]
        self.kept = {name: read_kept(loaded, self.cells, name) for name in kept}
        self.numeric = [name for name in kept if not self.cells.measure_kept(name)[1]]
        self._pairs: dict[tuple[str, str], Pairs | None] = {}
        self._sums: dict[tuple[str, str], Sums | None] = {}

    def count_pairs(self, first: str, second: str) -> Pairs | None:
        """Count the rows of T by the values of two columns; None if they are too many."""
        if (first, second) not in self._pairs:
            self._pairs[first, second] = self.cells.count_pairs(first, second)
        return self._pairs[first, second]

    def sum_kept(self, name: str, kept: str) -> Sums | None:
        """Sum the numbers of a kept column by the values of another."""
        if (name, kept) not in self._sums:
            self._sums[name, kept] = self.cells.sum_kept(name, kept)
        return self._sums[name, kept]
