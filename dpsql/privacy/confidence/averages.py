"""Figures beside the criterion: estimated and expected presence, and the share a class needs."""

from fractions import Fraction

import numpy as np

from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.law import C, Law
from dpsql.privacy.confidence.needs import least_others
from dpsql.privacy.special import load_special

#: Step and range of the rule below, in units of the logarithm of s.
_STEP, _FROM, _TO = 0.25, -38.0, 5.0
#: Classes at once: they bound the memory.
_BLOCK = 2_000


def estimate_presence(law: Law[C], classes: C) -> Shares:
    """Return min(1, t/n̂) of each class, shape (K,); n̂ = t + mean of B. 0 of a class without T.

    n̂ is N θ if the statistics count T's people, and t + M θ if not. May prune: merged classes
    lie between their parts.
    """
    people = np.maximum(classes.members + law.expect(classes), classes.members)
    return np.where(classes.members > 0, classes.members / np.maximum(people, 1), 0.0)


def expected_presence(law: IndependentLaw, classes: SharedClasses) -> Shares:
    """Return E[t/(t + B)] of each class, shape (K,); 0 of a class without people of T.

    1/(t + B) is the integral of e^(−s (t + B)) over s ≥ 0, and the mean of e^(−sB) is
    (1 − p + p e^(−s))^M. With u = s t:

    E[t/(t + B)] = ∫ e^(−u) (1 − p + p e^(−u/t))^M du.

    In ln u the integrand is analytic and at most 1 in the strip |Im| < π/2, and falls quickly on
    both sides; the trapezoidal rule of step h then has an error of about e^(−π²/h), 1e-17 here.
    """
    if len(classes.members) > _BLOCK:
        blocks = np.split(
            np.arange(len(classes.members)), range(_BLOCK, len(classes.members), _BLOCK)
        )
        return np.concatenate([expected_presence(law, classes.take(block)) for block in blocks])
    t = np.maximum(classes.members, 1)[:, None]
    p = law.find_chances(classes)[:, None]
    # Where e^(−u) and the mean of e^(−sB) fall together.
    scale = 1 + law.others * p / t
    u = np.exp(np.arange(_FROM, _TO, _STEP)) / scale
    with np.errstate(divide="ignore"):
        # −inf where all others are in the class and u is large.
        power = law.others * np.log1p(p * np.expm1(-u / t)) if law.others else 0.0
    found = _STEP * (u * np.exp(power - u)).sum(axis=1)
    return np.where(classes.members > 0, np.minimum(found, 1.0), 0.0)


def critical_shares(
    law: IndependentLaw, members: Counts, maximum: Fraction, asked: Fraction
) -> Shares:
    """Return the least θ with which a class alone satisfies δmax with the confidence; (K,).

    A class below it has f > 1 − c, so that B fails whatever the other classes are. `inf` if no
    share is enough. Pr[B < L] is 1 − I_p(L, M − L + 1), and I has an inverse in p.
    """
    least = least_others(members, maximum)
    found = np.where(least > 0, np.inf, 0.0)
    some = (least > 0) & (least <= law.others)
    k = least[some].astype(float)
    found[some] = load_special().betaincinv(k, law.others - k + 1, float(asked))
    if law.members_included:
        enough = np.isfinite(found)
        found[enough] = (members[enough] + law.others * found[enough]) / max(law.size, 1)
    return found
