"""The greatest number of an l-diversity that T as one class satisfies, where a job asks for more.

It is a count of T's values: for the data holder, and not for errors, which are logged.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.privacy.demands import tell_sensitive
from dpsql.privacy.l_diversity import DistinctDiversity, EntropyDiversity, RecursiveDiversity
from dpsql.privacy.sensitive import SensitiveModel
from dpsql.search.root_values import find_failing_values
from dpsql.session.load import Loaded
from dpsql.session.models import find_sensitive

#: Numbers of an entropy are told to hundredths.
_UNIT = 100


def list_attainable_values(job: Job, loaded: Loaded, failing: Iterable[Verdict]) -> Iterator[str]:
    """Yield each l-diversity that fails at total suppression as one with the number that holds.

    One that no number above 1 satisfies is left out: 1 demands nothing.
    """
    asked = {verdict.asked for verdict in failing}
    for model in find_sensitive(job):
        (told,) = tell_sensitive([model], holds=False)
        if told.asked in asked and (loosened := _loosen(loaded, model)) is not None:
            yield _name(loosened)


def _name(model: SensitiveModel) -> str:
    if isinstance(model, EntropyDiversity):
        # A job may write the decimal, which is exact: it has two digits.
        return f"l_diversity of {model.column} entropy {float(model.l):g}"
    (told,) = tell_sensitive([model], holds=True)
    return f"{told.name} {told.asked}"


def _loosen(loaded: Loaded, model: SensitiveModel) -> SensitiveModel | None:
    """Return the model with the greatest number above 1 that T as one class satisfies, if any."""
    if isinstance(model, EntropyDiversity):
        numbers = range(_UNIT + 1, ceil(model.l * _UNIT))
        return _find_greatest(loaded, [replace(model, l=Fraction(n, _UNIT)) for n in numbers])
    if isinstance(model, DistinctDiversity | RecursiveDiversity):
        most = min(model.l, loaded.sizes.private_rows + 1)
        return _find_greatest(loaded, [replace(model, l=n) for n in range(2, most)])
    return None


def _find_greatest(loaded: Loaded, ascending: list[SensitiveModel]) -> SensitiveModel | None:
    """Return the last of the models, each stricter than the one before, that holds; or None."""
    counted = loaded.engine, loaded.lattice, loaded.tables

    def fails(model: SensitiveModel) -> bool:
        return bool(find_failing_values(*counted, (model,), loaded.sizes.private_rows))

    holding = bisect_right(ascending, False, key=fails)
    return ascending[holding - 1] if holding else None
