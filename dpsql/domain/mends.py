"""What a job could say to keep some of a column that a search suppressed wholly."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dpsql.domain.job import Job
from dpsql.errors import ConfigError

FinerBy = Literal["tails", "groups"]
#: Algorithms that keep more as a rule, as a job has them; of each kind the first that fits a job.
_KEEP_MORE: tuple[Mapping[str, Any], ...] = (
    {"pooled": "pooled", "{pooled: {path: root}}": {"pooled": {"path": "root"}}},
    {"{mpalm: {cuts: hierarchy}}": {"mpalm": {"cuts": "hierarchy"}}},
)
_BY_WORDS = {words: algorithm for kind in _KEEP_MORE for words, algorithm in kind.items()}
_CUTS = _BY_WORDS["{mpalm: {cuts: hierarchy}}"]


@dataclass(frozen=True)
class Mends:
    """What may help, by what the job allows.

    `own`: the algorithm of the job, as a job file has it; empty if names of columns stand in it.
    `finer`: the columns that tails or groups of values may let be finer. `algorithms`: others that
    the job allows. `explains`: whether `explain` takes the job. `needed`: columns that need their
    last level even if all others are suppressed; no limit and no weight keeps any of these.
    `forced_by_null`: those of them that need it because of the people of P without a value alone,
    and how many these are.
    `asked`: columns that the job itself has at their last level, by least_level. `capped`: those
    that its most_level keeps from their last level; because of them, no levels within the limits
    keep any of the columns `beyond_limits`.
    """

    finer: Mapping[str, FinerBy] = field(default_factory=dict)
    algorithms: tuple[str, ...] = ()
    explains: bool = False
    own: str | Mapping[str, Any] = ""
    needed: tuple[str, ...] = ()
    forced_by_null: Mapping[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    capped: tuple[str, ...] = ()
    beyond_limits: tuple[str, ...] = ()

    @property
    def to_compare(self) -> tuple[str | Mapping[str, Any], ...]:
        """That of the job and the others, as `compare` takes them; none if no other fits."""
        others = (_BY_WORDS[one] for one in self.algorithms)
        all_ = (self.own, *others) if self.algorithms and self.own else (*others,)
        return tuple("cuts" if one == _CUTS else one for one in all_)

    @classmethod
    def of(cls, job: Job, finer: Mapping[str, FinerBy], heights: Mapping[str, int]) -> "Mends":
        """Return those of a job, before it is known which levels its columns need."""
        rules = job.quasi_identifiers
        asked = (name for name, height in heights.items() if rules[name].least_level == height)
        most = ((name, rules[name].most_level) for name in heights)
        return cls(
            finer,
            tuple(_list_fit(job)),
            can_explain(job),
            _find_own(job),
            asked=tuple(asked),
            capped=tuple(n for n, level in most if level is not None and level < heights[n]),
        )


def _find_own(job: Job) -> str | dict[str, Any]:
    """Return the algorithm of a job; none with a path of columns, whose names may need quotes."""
    pooled = job.algorithm.pooled
    return job.algorithm.words if pooled is None or isinstance(pooled.path, str) else ""


def can_explain(job: Job) -> bool:
    """Whether `explain` takes a job."""
    return not (job.is_estimated or job.earlier or job.prior is not None)


def _list_fit(job: Job) -> Iterator[str]:
    for kind in _KEEP_MORE:
        cuts = job.algorithm.rest is not None and "{mpalm: {cuts: hierarchy}}" in kind
        if cuts or job.algorithm.name in kind:
            continue
        fit = (words for words, algorithm in kind.items() if allows(job, algorithm))
        if (found := next(fit, None)) is not None:
            yield found


def allows(job: Job, algorithm: Any) -> bool:
    """Whether a job could have this algorithm, as a job file has it."""
    try:
        job.with_algorithm(algorithm)
    except ConfigError:
        return False
    return True
