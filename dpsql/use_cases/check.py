"""Validates a job, its tables and hierarchies, without a search."""

from dataclasses import dataclass
from typing import Any, Unpack

from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.verdict import Verdict, list_verdicts
from dpsql.job_files.read import AnyJob, as_job
from dpsql.privacy.demands import tell_sensitive
from dpsql.report import cells
from dpsql.report.headlines import summarize
from dpsql.session.description import judge_root
from dpsql.session.load import load
from dpsql.session.models import find_sensitive
from dpsql.session.options import Options, OptionWords
from dpsql.session.run import Run
from dpsql.sql.statistics.labels import LabelledClass


@dataclass(frozen=True)
class Checked:
    """The outcome of `check`: the sizes of the inputs, and whether the job can be satisfied.

    `models` are judged at total suppression. A model that is violated there is violated by every
    release, and then `feasible` is False. It is True if the job states a δ and |T|/|P| lies in it,
    and None if nobody knows without a search: without δ, under a prior, or with
    earlier releases.
    `public_columns` are the columns of P that anyone may know. `contradictions`: where P is known
    from statistics, distinct tuples of which T has more people than the statistics; some of
    them are `contradictory`, with the labels that the statistics have.
    """

    public_rows: int
    private_rows: int
    distinct_tuples: int
    heights: dict[str, int]
    nodes: int
    feasible: bool | None
    models: tuple[Verdict, ...] = ()
    public_columns: tuple[str, ...] = ()
    contradictions: int | None = None
    contradictory: tuple[LabelledClass, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        known = self.contradictions is not None
        told: dict[str, Any] = {}
        if known:
            told["contradictions"] = self.contradictions
            told["contradictory_classes"] = [
                {"labels": one.labels, "private_rows": one.private_rows, "share": one.share}
                for one in self.contradictory
            ]
        return {
            "schema": SCHEMA,
            "status": "checked",
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "distinct_tuples": self.distinct_tuples,
            "heights": self.heights,
            "nodes": self.nodes,
            "feasible": self.feasible,
            "public_columns": list(self.public_columns),
            **told,
            "models": list_verdicts(self.models),
        }

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_check(self.to_dict())


def check(job: AnyJob, **options: Unpack[OptionWords]) -> Checked:
    """Validate the job, its tables and hierarchies, without a search.

    A job that no release can satisfy is not an error, as in `measure`: `feasible` is False, and
    `models` state which models are violated. `options` are the fields of `Options`. Raises the
    errors of reading and counting.
    """
    job = as_job(job)
    sensitive = tell_sensitive(find_sensitive(job), holds=None)
    settings = Options(**options)
    with (
        Run.of(job, settings).held() as run,
        load(run, distinct=True, estimates=True, informed=True) as loaded,
    ):
        sizes = loaded.sizes
        verdicts, contradictions = judge_root(job, sizes), None
        listed: tuple[LabelledClass, ...] = ()
        if job.is_estimated:
            from dpsql.generalize.confident import judge_ends

            of_root, found = judge_ends(job, loaded)
            verdicts = (*of_root, *verdicts)
            contradictions, listed = found.number, found.listed
        if job.prior is not None:
            from dpsql.generalize.priors import judge_root_by_prior

            verdicts = (*verdicts, *judge_root_by_prior(job, loaded))
        if job.earlier:
            from dpsql.generalize.earlier import judge_what_is_out

            verdicts = (*verdicts, judge_what_is_out(job, loaded))
        breaks = any(one.holds is False for one in verdicts)
        return Checked(
            loaded.public_rows,
            sizes.private_rows,
            sizes.tuples,
            loaded.heights,
            loaded.lattice.size,
            False if breaks else None if _needs_search(job) else True,
            (*verdicts, *sensitive),
            loaded.tables.public_columns,
            contradictions,
            listed,
        )


def _needs_search(job: Job) -> bool:
    """Whether nobody knows without a search if a release can satisfy the job."""
    return job.delta is None or job.prior is not None or bool(job.earlier)
