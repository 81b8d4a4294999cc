"""The demands of a job: its models, with δmin and δmax apart."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpsql.domain.found.verdict import Verdict
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.sensitive import SensitiveModel


@dataclass(frozen=True)
class Demand:
    """One demand of a job: its name, the value asked for, and the model that judges it."""

    name: str
    asked: str
    model: PrivacyModel

    @property
    def excludes_nothing(self) -> bool:
        """Whether every class satisfies it, as with δmin 0 or δmax 1."""
        bounds = self.model.bounds if isinstance(self.model, PresenceModel) else None
        return bounds == PresenceBounds(Fraction(0), Fraction(1))

    def judge(self, broken_classes: int) -> Verdict:
        """Return the verdict for this number of violating classes."""
        return Verdict(self.name, self.asked, not broken_classes, broken_classes)


def list_demands(models: Iterable[PrivacyModel]) -> Iterator[Demand]:
    """List the demands of models; δmin and δmax apart.

    >>> model = PresenceModel(PresenceBounds(Fraction(0), Fraction(1, 5)))
    >>> [(one.name, one.asked) for one in list_demands([model])]
    [('delta min', '0'), ('delta max', '1/5')]
    """
    for model in models:
        if isinstance(model, PresenceModel):
            low, high = model.bounds.minimum, model.bounds.maximum
            least = PresenceModel(PresenceBounds(low, Fraction(1)))
            yield Demand("delta min", str(low), least)
            most = PresenceModel(PresenceBounds(Fraction(0), high))
            yield Demand("delta max", str(high), most)
        else:
            ((name, asked),) = model.parameters.items()
            yield Demand(name, asked, model)


def tell_sensitive(models: Iterable[SensitiveModel], *, holds: bool | None) -> tuple[Verdict, ...]:
    """Return the same verdict for each model of a sensitive column: holds, or not judged."""
    return tuple(
        Verdict(name, asked, holds, 0 if holds else None)
        for model in models
        for name, asked in model.parameters.items()
    )
