"""The types of arrays of numbers of people and of shares; one element per class."""

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Shares = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: A number of people that no class has; twice it is still an integer of 64 bits.
UNBOUNDED = 2**61
