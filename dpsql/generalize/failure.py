"""Says why no levels satisfy a job, and what would have to be looser for some to do.

Models are monotone, so that what the highest levels violate, all violate. Under a prior finer
levels may satisfy what these do not; then it is the highest levels that the advice makes hold.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from shlex import quote

from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.levels.level_limits import has_fixed_levels
from dpsql.domain.mends import can_explain
from dpsql.domain.plurals import name_count
from dpsql.domain.threshold import PresenceBounds
from dpsql.faces import name_function
from dpsql.generalize.priors import count_placed_by_prior, judge_posterior, measure_posterior
from dpsql.report.posterior_bounds import tell_trial, write_holding_max, write_holding_min
from dpsql.report.written_bounds import write_bound
from dpsql.search.priors import PriorChecker
from dpsql.session.description import name_failing_values
from dpsql.session.load import Loaded

_OF_DELTA = ("delta ", "posterior ", "confidence", "known_absent")


def tell_failure(
    job: Job,
    loaded: Loaded,
    judge_at: Callable[[Node], Iterable[Verdict]],
    prior: PriorChecker | None = None,
) -> str:
    """Say that no node holds, and what to do.

    `judge_at`: the verdicts on each model of the job at a node that was searched.
    """
    problem = "; ".join(_list_failing_at_root(job, loaded, prior))
    if has_fixed_levels(job):
        return _tell_failing_levels(job, loaded, problem)
    if not loaded.lattice.is_limited:
        return f"no generalization satisfies the job, not even total suppression: {problem}"
    highest = loaded.lattice.highest
    loosened = " and ".join(dict.fromkeys(_list_loosened(judge_at(highest))))
    told = (
        "no levels between least_level and most_level satisfy the job;"
        f" {'' if problem else 'widen them, or '}loosen {loosened};"
        f" {_name_explaining(job, loaded, highest)} shows what fails"
    )
    return (
        f"{told}; without these limits not even total suppression holds: {problem}"
        if problem
        else told
    )


def _list_failing_at_root(job: Job, loaded: Loaded, prior: PriorChecker | None) -> Iterator[str]:
    """Yield what total suppression violates, beside counts, and what it would satisfy."""
    if failing := name_failing_values(job, loaded):
        yield f"it violates {failing}; loosen that, or drop it from constraints"
    if prior is not None:
        yield from _list_failing_posteriors(loaded, prior)


def _list_failing_posteriors(loaded: Loaded, prior: PriorChecker) -> Iterator[str]:
    """Yield which end of δ cannot hold at total suppression, for how many people, and which can.

    All of that follows from P, the rates and |T|.
    """
    root, people = loaded.lattice.root, loaded.public_rows
    least, greatest = judge_posterior(prior, root)
    if least.holds and greatest.holds:
        return
    posterior = measure_posterior(prior, root)
    if not greatest.holds:
        limit = prior.bounds.maximum
        at_most = PresenceBounds(Fraction(0), limit)
        above = count_placed_by_prior(prior, root, at_most).above
        yield (
            f"by the rates of the prior it leaves {above:,} of"
            f" {name_count(people, 'person', 'people')} of P above δmax {write_bound(limit)}"
            f"{_tell_greatest(limit, posterior)}"
        )
    if not least.holds:
        told = (
            "by the rates of the prior it leaves people below δmin"
            f" {write_bound(prior.bounds.minimum)} (the least probability is"
            f" {_write(posterior.minimum)})"
        )
        if prior.classes.has_people(prior.classes.rates.impossible):
            yield (
                f"{told}: those of rate 0 are known not to be in T, so that only delta min 0 holds;"
                " raise their rate if they may be, or drop prior"
            )
        else:
            yield (
                f"{told}; it satisfies delta min {write_holding_min(posterior)} or less, and finer"
                " levels may satisfy a greater one"
            )


def _tell_greatest(asked: Fraction, posterior: Posterior) -> str:
    """Say who has the greatest posterior, and which δmax is not below it."""
    if posterior.rate == 1:
        return (
            ": those of rate 1 are known to be in T beforehand, so that only delta max 1"
            " holds; lower their rate if they are not, or drop prior"
        )
    of_rate = f", of people whose rate is {_write(posterior.rate)}" if posterior.rate else ""
    return (
        f" (the greatest probability is {_write(posterior.maximum)}{of_rate}); it satisfies delta"
        f" max {write_holding_max(posterior)} or more; {tell_trial(asked, posterior)}"
    )


def _write(posterior: float | Fraction) -> str:
    return f"{float(100 * posterior):.4g} %"


def _list_loosened(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """Yield what a job demands and a node violates, by the key that states it."""
    for one in verdicts:
        if one.holds is False:
            yield "delta" if one.name.startswith(_OF_DELTA) else one.name


def _tell_failing_levels(job: Job, loaded: Loaded, problem: str) -> str:
    """Say that the levels of the caller fail, and which commands show why, and what holds."""
    explains = _name_explaining(job, loaded, loaded.lattice.lowest)
    # What fails stays unsaid here: errors are logged, and it would be counts of T.
    told = f"these levels do not satisfy the job; {explains} shows what violates it"
    if problem:
        return f"{told}; nor does total suppression satisfy it: {problem}"
    if can_explain(job):
        return (
            f"{told}, and {name_function('lattice', 'JOB', 'job')} lists the minimal ones that do"
        )
    return f"{told}; {name_function('anonymize', 'JOB', 'job')} without levels searches for some"


def _name_explaining(job: Job, loaded: Loaded, node: Node) -> str:
    """Return a call that shows what violates a job at a node."""
    levels = loaded.name_levels(node)
    named = {name: levels[name] for name in job.named_levels if name in levels}
    finer = {name: level for name, level in levels.items() if level}
    told = named or finer or dict([*levels.items()][:1])
    words = ",".join(f"{name}={level}" for name, level in told.items())
    function = "explain" if can_explain(job) else "measure"
    return name_function(function, f"JOB --levels {quote(words)}", f"job, {told}")
