"""From the words of a job to privacy models and metrics. A new one is a file and a line here."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from dpsql.domain.constraints import Constraints
from dpsql.domain.hierarchy import LabelHierarchy
from dpsql.domain.job import Delta, QuasiIdentifier
from dpsql.domain.sensitive import ClosenessWords, DiversityWords
from dpsql.hierarchies import load_hierarchy
from dpsql.metrics.class_size import ClassSize
from dpsql.metrics.discernibility import Discernibility
from dpsql.metrics.entropy import Entropy
from dpsql.metrics.loss import Loss
from dpsql.metrics.metric import Metric
from dpsql.metrics.precision import Precision
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.privacy.presence_diversity import PresenceDiversity
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.privacy.t_closeness import EqualCloseness, HierarchicalCloseness, OrderedCloseness
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity

LOSS = Loss()
METRICS: dict[str, Metric] = {
    "loss": LOSS,
    "discernibility": Discernibility(),
    "precision": Precision(),
    "class_size": ClassSize(),
    "entropy": Entropy(),
}

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
    def constraints(self) -> Constraints:
        """Further models."""


def find_models(job: Demands) -> tuple[PrivacyModel, ...]:
    """All models that a job asks for; none if it only wants to measure."""
    models: list[PrivacyModel] = [PresenceModel(job.delta.bounds)] if job.delta else []
    asked = ((name, words) for name, words in job.constraints if words is not None)
    models += [_CONSTRAINTS[name](words) for name, words in asked if name in _CONSTRAINTS]
    return tuple(models)


def find_sensitive_models(job: Demands, folder: Path) -> tuple[SensitiveModel, ...]:
    """All models of sensitive columns that a job asks for; files of hierarchies lie in `folder`.

    Raises:
        ConfigError, HierarchyError: a hierarchy cannot be read.
    """
    constraints = job.constraints
    return (
        *(m for each in (constraints.l_diversity or {}).items() for m in _find_diversity(*each)),
        *(_find_closeness(*each, folder) for each in (constraints.t_closeness or {}).items()),
    )


def _find_diversity(column: str, words: DiversityWords) -> Iterator[SensitiveModel]:
    if words.distinct is not None:
        yield DistinctDiversity(column, words.distinct)
    if words.entropy is not None:
        yield EntropyDiversity(column, words.entropy)
    if words.recursive is not None:
        c, l, strict = words.recursive.c, words.recursive.l, words.recursive.strict  # noqa: E741
        yield RecursiveDiversity(column, c, l, strict)


def _find_closeness(column: str, words: ClosenessWords, folder: Path) -> SensitiveModel:
    if words.hierarchy is not None:
        source = QuasiIdentifier(hierarchy=words.hierarchy)
        hierarchy = load_hierarchy(column, source, folder)
        assert isinstance(hierarchy, LabelHierarchy)  # noqa: S101 - it is a file
        return HierarchicalCloseness(column, words.t, words.hierarchy, hierarchy)
    if words.distance == "ordered":
        return OrderedCloseness(column, words.t, words.order or ())
    return EqualCloseness(column, words.t)
