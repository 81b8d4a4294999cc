"""Nothing of T: a random tenth of P that is drawn again, with made-up informative values.

Guarantee: T is not looked at, so that nobody learns anything of it but its size (ε = 0). It is what
P alone is good for: a release that answers a question no better than this is no gain there for
whoever has P. It may still keep something of T, and so be better at another question.
"""

import numpy as np

from benchmarks.microdata.people import ONE_OF, People
from benchmarks.microdata.release import Release, of_codes


def release_nothing(people: People, random: np.random.Generator) -> Release:
    """Release as many people of P as T has, at random."""
    codes = people.codes[random.choice(people.size, people.size // ONE_OF, replace=False)]
    codes[:, -1] = random.integers(0, len(people.informative.values), len(codes))
    return of_codes(people, codes, origins=None)
