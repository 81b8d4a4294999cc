"""Says which δ total suppression satisfies under a prior: bounds that hold for certain.

A posterior is known to 1e-9. A bound is its value rounded away from δ, to six digits, and one unit
more, so that it holds whatever the rest is.
"""

from fractions import Fraction
from math import ceil

from dpsql.domain.found.posterior import Posterior
from dpsql.faces import name_function

#: Units of a bound.
_UNIT = 10**6


def write_holding_max(posterior: Posterior) -> str:
    """Return a δmax that everybody's posterior keeps.

    >>> write_holding_max(Posterior(0.1, 0.545454545, None)), write_holding_max(
    ...     Posterior(0.1, 0.9999999, None))
    ('0.545456', '1')
    """
    return _write(min(Fraction(1), Fraction(ceil(posterior.maximum * _UNIT) + 1, _UNIT)))


def write_holding_min(posterior: Posterior) -> str:
    """Return a δmin that everybody's posterior keeps.

    >>> write_holding_min(Posterior(0.25, 0.5, None)), write_holding_min(Posterior(0, 0.5, None))
    ('0.249999', '0')
    """
    return _write(max(Fraction(0), Fraction(int(posterior.minimum * _UNIT) - 1, _UNIT)))


def tell_trial(asked: Fraction, posterior: Posterior) -> str:
    """Say what finds out whether finer levels satisfy a smaller δmax than total suppression.

    >>> tell_trial(Fraction(17, 50), Posterior(0.1, 6 / 11, None)).partition(", as ")[2]
    "dpsql.compare(job, deltas=['0.443']) does for 0.443"
    """
    trial = f"{float(asked + Fraction(posterior.maximum)) / 2:.3g}"
    tries = name_function("compare", f"JOB --delta {trial}", f"job, deltas=['{trial}']")
    told = "only a search tells whether finer levels satisfy a smaller one"
    return f"{told}, as {tries} does for {trial}"


def _write(bound: Fraction) -> str:
    return f"{float(bound):.6f}".rstrip("0").rstrip(".")
