"""A run: a job, the files and tables that it reads, and how it is run."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from dpsql.domain.job import Job
from dpsql.inputs.find import Inputs, find_inputs
from dpsql.session.options import Options


@dataclass(frozen=True)
class Run:
    """A job, the inputs it reads, and the options of the run.

    `counts`: a private folder in which the first session keeps the counts of P for the next one, if
    P is better read once (`session.counts_of_run`).
    """

    job: Job
    inputs: Inputs
    options: Options
    counts: Path | None = None

    @classmethod
    def of(cls, job: Job, options: Options) -> Self:
        """Find the inputs of a job; errors are those of `find_inputs`."""
        return cls(job, find_inputs(job), options)

    @contextmanager
    def held(self) -> Iterator[Self]:
        """Guard reading the inputs; at any end, raise InputChanged if they have changed."""
        with self.options.shown(), self.inputs.held(self.job):
            yield self

    def dumping_to(self, *folders: str) -> Self:
        """Return the run with its statements dumped into a folder within that of `options`."""
        dump = self.options.dump_sql
        if dump is None:
            return self
        return replace(self, options=replace(self.options, dump_sql=Path(dump, *folders)))
