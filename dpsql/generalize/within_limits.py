"""Tells without a search that the limits of levels exclude whatever satisfies a job."""

from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.failure import tell_failure
from dpsql.session.description import judge_node
from dpsql.session.load import Loaded


def is_judged_within_limits(job: Job, loaded: Loaded) -> bool:
    """Whether the highest levels that the job allows decide whether any levels satisfy it.

    All models of levels are monotone: what the highest levels violate, all violate. Under a prior,
    beside earlier releases, or of a P known from statistics that is not so, and the limits of a
    pooled job bind its start only.
    """
    is_plain = job.prior is None and not job.earlier and not job.is_estimated
    finds_optimum = job.algorithm.name in FULL_DOMAIN and job.choose == "optimum"
    return loaded.lattice.is_limited and is_plain and finds_optimum


def find_limits_problem(job: Job, loaded: Loaded) -> str:
    """Return why no levels within the limits satisfy a job that they decide; empty if some do."""
    highest = loaded.lattice.highest
    checker, _ = prepare(job, loaded, highest)

    def judge_at(node: Node) -> tuple[Verdict, ...]:
        return judge_node(job, checker, node, checker.count([node])[0])

    if all(one.holds for one in judge_at(highest)):
        return ""
    return tell_failure(job, loaded, judge_at)
