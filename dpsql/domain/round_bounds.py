"""Round δmax, as people write them."""

from fractions import Fraction

_PER_MILLE = (1, 2, 5, 10, 20, 50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 750, 800, 850, 900)
#: From 0.1 % up. At 100 % everybody may be certain, and nothing need be lost.
ROUND_BOUNDS = tuple(Fraction(n, 1000) for n in (*_PER_MILLE, 950, 990, 1000))
