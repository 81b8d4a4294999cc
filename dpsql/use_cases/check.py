"""Validates a job, its tables and hierarchies, without a search."""

import logging
from dataclasses import dataclass, replace
from typing import Any, Unpack

from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.python_words import spell_keys
from dpsql.errors import ResourceError
from dpsql.faces import name_function
from dpsql.generalize.by_algorithm import searches_lattice
from dpsql.generalize.near_suppression import UnderPrior
from dpsql.generalize.within_limits import find_limits_problem, is_judged_within_limits
from dpsql.job_files.read import AnyJob, as_job
from dpsql.report.frames import list_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook import cells
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.session.attainable_values import list_attainable_values
from dpsql.session.description import judge_root, judge_root_values
from dpsql.session.idle_levels import warn_of_idle_levels
from dpsql.session.kept_columns import warn_of_kept_columns
from dpsql.session.load import Loaded, load
from dpsql.session.models import find_sensitive
from dpsql.session.oddities import (
    warn_of_ambiguous_labels,
    warn_of_idle_metric,
    warn_of_impossible_numbers,
    warn_of_swallowing_tails,
    warn_of_vain_delta,
)
from dpsql.session.options import Options, SearchWords
from dpsql.session.run import Run
from dpsql.session.search_limits import find_excess
from dpsql.session.telling_columns import warn_of_telling_columns
from dpsql.sql.statistics.labels import LabelledClass
from dpsql.use_cases.job_release import foresee_release
from dpsql.use_cases.people.rows_of_people import AllRows
from dpsql.use_cases.takes_options import takes_options
from dpsql.use_cases.told_check import tell_check

_log = logging.getLogger("dpsql")


@dataclass(frozen=True)
class Checked(HasWarnings):
    """The outcome of `check`: the sizes of the inputs, and whether the job can be satisfied.

    `models` are judged at total suppression. A model that is violated there is violated by every
    release, and then `feasible` is False; so it is if the highest levels that the job allows break
    a model, which `limits_problem` tells, or if nothing can be released beside what is out, which
    `earlier_problem` tells. It is True if the job states a δ and none of these is so,
    and None if nobody knows without a search: without δ, with earlier releases, where a
    `most_level` bounds a column that is not released at one level, or under a prior, unless a few
    levels near total suppression decide.
    `under_prior`: how sure somebody who knows the prior is at total suppression, and whether people
    of rate 0 or 1 exclude every δ that is asked for. `attainable`: of each l-diversity that total
    suppression violates the one with the greatest number that it satisfies.
    `public_columns` are the columns of P that anyone may know. `contradictions`: where P is known
    from statistics, distinct tuples of which T has more people than the statistics; some of
    them are `contradictory`, with the labels that the statistics have. `differing`: where T is
    given by key, its rows whose own values are not those of P. `telling`: quasi-identifiers,
    and public columns of few values, that alone show who is in T. `identifying`: kept columns that
    identify people. `release_problem`: why the
    release could not be where the job wants it, or that the job has one and states nothing to
    satisfy; empty if nothing is known. `search_problem`: why
    `anonymize` would refuse to search the lattice; empty if it searches it, or needs none.
    `release_exit_code`: the exit code with which `anonymize` would then end, of a job that has a
    release and can be satisfied; otherwise 0.
    `release_exists`: the release, or its manifest, that is there already and that `anonymize`
    replaces only with `overwrite`; empty if there is none, or a server would have to be asked.
    `release_missing`: the job names none, as it may for all commands that write none.
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
    differing: DifferingRows | None = None
    telling: tuple[TellingColumn, ...] = ()
    identifying: tuple[KeptColumn, ...] = ()
    release_problem: str = ""
    search_problem: str = ""
    release_exit_code: int = 0
    release_exists: str = ""
    release_missing: bool = False
    under_prior: UnderPrior | None = None
    attainable: tuple[str, ...] = ()
    limits_problem: str = ""
    earlier_problem: str = ""

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
        if self.differing is not None:
            told["differing_rows"] = self.differing.to_dict()
        if self.under_prior is not None:
            told |= self.under_prior.to_dict()
        if self.attainable:
            told["attainable"] = list(self.attainable)
        if self.limits_problem:
            told["limits_problem"] = self.limits_problem
        if self.earlier_problem:
            told["earlier_problem"] = self.earlier_problem
        if self.release_problem:
            told["release_problem"] = self.release_problem
        if self.search_problem:
            told["search_problem"] = self.search_problem
        if self.release_exists:
            told["release_exists"] = self.release_exists
        if self.release_missing:
            told["release_missing"] = True
        return {
            "schema": SCHEMA,
            "status": "checked",
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "distinct_tuples": self.distinct_tuples,
            "heights": dict(self.heights),
            "nodes": self.nodes,
            "feasible": self.feasible,
            "public_columns": list(self.public_columns),
            **told,
            "telling_columns": [one.to_dict() for one in self.telling],
            "identifying_columns": [one.to_dict() for one in self.identifying],
            "models": list_verdicts(self.models),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each quasi-identifier: its last level, and beside it the sizes of all."""
        sizes = {
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "distinct_tuples": self.distinct_tuples,
            "nodes": self.nodes,
            "feasible": self.feasible,
        }
        return [one | sizes for one in list_by_column(height=self.heights)]

    to_pandas = to_pandas
    to_polars = to_polars

    def to_text(self) -> str:
        """What the command prints, for `print` and for logs."""
        return write_blocks(tell_check(self))

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_check(self.to_dict())


@takes_options
def check(job: AnyJob, **options: Unpack[SearchWords]) -> Checked:
    """Validate the job, its tables and hierarchies, without a search.

    Example: ``dpsql.check("job.yaml").feasible``

    A job that no release can satisfy is not an error, as in `measure`: `feasible` is False, and
    `models` state which models are violated. Raises the errors of reading and counting.
    """
    job, settings = as_job(job), Options.of(options)
    found = _count(job, settings)
    # Not before: whatever reads the inputs says better what is wrong with them.
    problem, present = foresee_release(job, settings)
    if problem is not None:
        told = spell_keys(str(problem), job.origin)
        _log.warning("%s would end at once: %s", name_function("anonymize"), told)
        return replace(found, release_problem=told, release_exit_code=problem.exit_code)
    # A job without a release may be one to measure.
    is_refused = found.search_problem and job.release is not None and found.feasible is not False
    code = ResourceError.exit_code if is_refused else 0
    is_missing = job.release is None
    return replace(
        found, release_exists=present, release_exit_code=code, release_missing=is_missing
    )


def _count(job: Job, settings: Options) -> Checked:
    """Count P and T, and judge total suppression."""
    # Their hierarchies are read before anything is counted.
    find_sensitive(job)
    with (
        Run.of(job, settings).held() as run,
        load(run, distinct=True, estimates=True, informed=True, repeats=AllRows()) as loaded,
    ):
        _warn(job, loaded)
        judged, of_values = _judge(job, loaded), judge_root_values(job, loaded)
        failing = [one for one in of_values if one.holds is False]
        verdicts = (*judged.verdicts, *of_values)
        breaks = any(one.holds is False for one in verdicts)
        is_decided = not breaks and is_judged_within_limits(job, loaded)
        problem = find_limits_problem(job, loaded) if is_decided else ""
        return Checked(
            loaded.public_rows,
            loaded.sizes.private_rows,
            loaded.sizes.tuples,
            loaded.heights,
            loaded.lattice.size,
            False if breaks or problem else _judge_by_search(job, judged.under, is_decided),
            verdicts,
            loaded.tables.public_columns,
            judged.contradictions,
            judged.contradictory,
            loaded.differing,
            warn_of_telling_columns(loaded, by_limits=True),
            warn_of_kept_columns(loaded),
            search_problem=_find_excess(job, loaded, settings),
            under_prior=judged.under,
            attainable=tuple(list_attainable_values(job, loaded, failing)),
            limits_problem=problem,
            earlier_problem=judged.earlier_problem,
        )


def _warn(job: Job, loaded: Loaded) -> None:
    """Read the job's questions, and warn of what a run would warn of."""
    if job.questions:
        from dpsql.utility.questions.ask import check_questions
        from dpsql.utility.questions.predict import list_unanswered

        check_questions(job, loaded.engine, loaded.tables)
        for line in list_unanswered(job, loaded):
            _log.warning("%s", line)
    warn_of_vain_delta(job, loaded)
    warn_of_idle_metric(job)
    warn_of_impossible_numbers(job, loaded)
    warn_of_swallowing_tails(loaded)
    warn_of_idle_levels(loaded)
    warn_of_ambiguous_labels(job, loaded)


@dataclass(frozen=True)
class _Judged:
    """What is judged of total suppression by the models that count people.

    `contradictions`: the classes of T that the statistics have nobody of; `contradictory`: some of
    them. `under`: what holds by the rates of a prior. `earlier_problem`: why nothing can hold
    together with what is out; empty if something may.
    """

    verdicts: tuple[Verdict, ...]
    contradictions: int | None = None
    contradictory: tuple[LabelledClass, ...] = ()
    under: UnderPrior | None = None
    earlier_problem: str = ""


def _judge(job: Job, loaded: Loaded) -> _Judged:
    """Judge total suppression by P, its statistics, the prior and what is out."""
    found = _Judged(tuple(judge_root(job, loaded.sizes)))
    if job.is_estimated:
        from dpsql.generalize.confident import judge_ends

        of_root, ends = judge_ends(job, loaded)
        found = _Judged((*of_root, *found.verdicts), ends.number, ends.listed)
    if job.prior is not None:
        from dpsql.generalize.priors import judge_root_by_prior

        by_prior, under = judge_root_by_prior(job, loaded)
        found = replace(found, verdicts=(*found.verdicts, *by_prior), under=under)
    if job.earlier:
        from dpsql.generalize.earlier import judge_what_is_out

        verdict, problem = judge_what_is_out(job, loaded)
        found = replace(found, verdicts=(*found.verdicts, verdict), earlier_problem=problem)
    return found


def _find_excess(job: Job, loaded: Loaded, settings: Options) -> str:
    is_searched = searches_lattice(job.algorithm)
    return find_excess(job, loaded.lattice, settings.max_nodes) if is_searched else ""


def _judge_by_search(job: Job, under: UnderPrior | None, is_decided: bool) -> bool | None:
    """Tell whether a release can satisfy a job whose models do not break at total suppression.

    `is_decided`: nor at the highest levels that it allows. None if nobody knows without a search.
    """
    if under is not None:
        return under.holds
    # Total suppression, which is judged here, may lie beyond these.
    is_bounded = any(one.most_level is not None for one in job.quasi_identifiers.values())
    is_open = job.delta is None or bool(job.earlier) or (is_bounded and not is_decided)
    return None if is_open else True
