"""Builds the privacy models of a job. A new model is a file and a line here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.sections.delta import Delta
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.domain.sections.sensitive import ClosenessOptions, DiversityOptions
from dpsql.errors import ConfigError
from dpsql.hierarchies.load import load_hierarchy
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.known_absence import KnownAbsence
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.privacy.presence_diversity import PresenceDiversity
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity

#: Judged by the values of a sensitive column, see `find_sensitive_models`.
_OF_SENSITIVE_COLUMNS = ("l_diversity", "t_closeness")
_CONSTRAINTS: dict[str, Callable[[Any], PrivacyModel]] = {
    "k_anonymity": KAnonymity,
    "k_map": KMap,
    "weak_k_anonymity": WeakKAnonymity,
    "presence_diversity": lambda words: PresenceDiversity(words.c, words.strict),
    "presence_closeness": PresenceCloseness,
}


class Demands(Protocol):
    """A job, or the claims of a manifest: anything that states δ and constraints."""

    @property
    def delta(self) -> Delta | None:
        """The range of presence, if there is one."""

    @property
    def is_estimated(self) -> bool:
        """Whether only statistics of P are known."""

    @property
    def known_absent(self) -> int | None:
        """How many people of a class are known not to be in T."""

    @property
    def constraints(self) -> Constraints:
        """Further models."""


def find_models(job: Demands) -> tuple[PrivacyModel, ...]:
    """Return all models of counts that a job states; none if it only measures.

    Raises:
        NotImplementedError: a constraint has no model; it must not pass unchecked.
    """
    # Where only statistics of P are known, presence has a confidence, and no class has its count.
    judged = None if job.is_estimated else job.delta
    models: list[PrivacyModel] = [PresenceModel(judged.bounds)] if judged else []
    if judged is not None and job.known_absent is not None:
        models.append(KnownAbsence(job.known_absent, judged.max))
    for name, words in job.constraints:
        if words is None or name in _OF_SENSITIVE_COLUMNS:
            continue
        if name not in _CONSTRAINTS:
            raise NotImplementedError(f"constraints.{name} has no model")
        models.append(_CONSTRAINTS[name](words))
    return tuple(models)


def find_sensitive_models(job: Demands, folder: Path) -> tuple[SensitiveModel, ...]:
    """Return all models of sensitive columns that a job states; hierarchies are in `folder`.

    Raises:
        ConfigError, HierarchyError: a hierarchy cannot be read.
    """
    constraints = job.constraints
    return (
        *(m for each in (constraints.l_diversity or {}).items() for m in _find_diversity(*each)),
        *(_find_closeness(*each, folder) for each in (constraints.t_closeness or {}).items()),
    )


def find_sensitive(job: Job) -> tuple[SensitiveModel, ...]:
    """Return the models of sensitive columns of a job; an error names its place in the job."""
    with job.origin.locating("constraints", "t_closeness"):
        return find_sensitive_models(job, job.folder)


def _find_diversity(column: str, words: DiversityOptions) -> Iterator[SensitiveModel]:
    if words.distinct is not None:
        yield DistinctDiversity(column, words.distinct)
    if words.entropy is not None:
        yield EntropyDiversity(column, words.entropy)
    if words.recursive is not None:
        c, l, strict = words.recursive.c, words.recursive.l, words.recursive.strict  # noqa: E741
        yield RecursiveDiversity(column, c, l, strict)


def _find_closeness(column: str, words: ClosenessOptions, folder: Path) -> SensitiveModel:
    if words.hierarchy is not None:
        source = QuasiIdentifier(hierarchy=words.hierarchy)
        hierarchy = load_hierarchy(column, source, folder)
        assert isinstance(hierarchy, LabelHierarchy)  # noqa: S101 - it is a file
        return HierarchicalCloseness(column, words.t, words.hierarchy, hierarchy)
    if words.distance == "ordered":
        return OrderedCloseness(column, words.t, words.order or ())
    return EqualCloseness(column, words.t)


def states_model(job: Job) -> bool:
    """Whether there is anything to satisfy."""
    return bool(job.delta or job.constraints.stated)


def name_demands(job: Job) -> str:
    """Return the keys that state what a job demands, for who may loosen it."""
    stated = {"delta": job.delta, "constraints": job.constraints.stated}
    return " or ".join(key for key, words in stated.items() if words)


def require_model(job: Job) -> None:
    """Raise ConfigError unless the job states something to satisfy."""
    if not states_model(job):
        raise ConfigError("the job states nothing to satisfy; give it delta: or constraints:")
