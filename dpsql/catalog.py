"""From the words of a job to privacy models and metrics. A new one is a file and a line here."""

from collections.abc import Callable
from typing import Any, Protocol

from dpsql.domain.constraints import Constraints
from dpsql.domain.job import Delta
from dpsql.metrics.class_size import ClassSize
from dpsql.metrics.discernibility import Discernibility
from dpsql.metrics.entropy import Entropy
from dpsql.metrics.loss import Loss
from dpsql.metrics.metric import Metric
from dpsql.metrics.precision import Precision
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.presence_closeness import PresenceCloseness
from dpsql.privacy.presence_diversity import PresenceDiversity
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
    models += [_CONSTRAINTS[name](words) for name, words in asked]
    return tuple(models)
