"""What total suppression reveals, to whoever knows what the job says outsiders know.

It is the release of least presence. Where nothing satisfies a job, its page shows what it leaves.
"""

from dataclasses import replace

from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.earlier import find_releases
from dpsql.generalize.priors import judge_by_prior, measure_posterior
from dpsql.session.description import Description
from dpsql.session.load import Loaded
from dpsql.sql.lattice.presence import everybody_alike


def tells_more(job: Job) -> bool:
    """Whether the job says that outsiders know more than P."""
    return job.prior is not None or bool(job.earlier) or bool(job.known_absent)


def measure_suppression(
    job: Job, loaded: Loaded, described: Description
) -> tuple[Description, Presence]:
    """Return the presence of total suppression, and what was found, with all that bounds δ there.

    The frequency set is replaced, if the job says that outsiders know more than P.
    """
    sizes, root = loaded.sizes, loaded.lattice.root
    if not tells_more(job):
        return described, everybody_alike(sizes.public_rows, sizes.private_rows, job.presence_bars)
    checker, _ = prepare(job, loaded, root)
    if job.prior is not None:
        judge = judge_by_prior(job, loaded, checker)
        # A prior that T contradicts has no posterior.
        if not judge.classes.count_contradicting(root):
            described = replace(described, posterior=measure_posterior(judge, root))
    releases = find_releases(job, loaded, checker)
    if releases is not None:
        described = replace(described, together=releases.judge(root))
    return described, checker.measure_presence(root, job.presence_bars, job.known_absent)
