"""Draws the noise with OpenDP, whose generator is made for that purpose; Python's own is not."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, cast

from dpsql.errors import ConfigError, name_extra
from dpsql.noise.law import DiscreteLaplace


class Noise:
    """Adds noise to counts of which one person changes one, by one.

    Raises:
        ConfigError: the extra with OpenDP is not installed.
    """

    def __init__(self, epsilon: Fraction) -> None:
        self.epsilon = epsilon
        scale = float(1 / epsilon)
        self._measurement = _measurement(scale)
        # OpenDP rounds the ε of a scale up: of the next doubles, one is within what is asked.
        while Fraction(self._measurement.map(1)) > epsilon:
            scale = math.nextafter(scale, math.inf)
            self._measurement = _measurement(scale)
        self.law = DiscreteLaplace(scale)

    def add_to(self, counts: Sequence[int]) -> list[int]:
        """Return the counts, each with noise of its own."""
        return cast("list[int]", self._measurement(list(counts))) if counts else []

    def draw_excesses(self, number: int) -> list[int]:
        """Return so many draws of Z, given Z ≥ 0.

        The law forgets: given Z ≥ c, the excess Z - c has the same law for every c from 0 up, since
        P(Z = c + k) / P(Z ≥ c) = (1 - a) * a^k. At 0 at least every second draw is one, at 1 hardly
        any where ε is large.
        """
        excesses: list[int] = []
        while missing := number - len(excesses):
            drawn = self.add_to([0] * (2 * missing))
            excesses += [one for one in drawn if one >= 0][:missing]
        return excesses


def _measurement(scale: float) -> Any:
    try:
        # Its prelude would import scikit-learn, which takes seconds.
        from opendp.domains import atom_domain, vector_domain
        from opendp.measurements import make_laplace
        from opendp.metrics import l1_distance
        from opendp.mod import enable_features
    except ImportError:
        raise ConfigError(f"counts needs {name_extra('dp')}") from None
    enable_features("contrib")
    return make_laplace(vector_domain(atom_domain(T="i64")), l1_distance(T="i64"), scale)
