"""A text on several levels joins classes of several steps only if it stands for other values."""

import numpy as np
import pytest

from dpsql.domain.levels.lattice import Lattice
from dpsql.search.pooled.settling import Settling
from dpsql.sql.pooling.labels import Labels

#: Four values; on level 1 the codes of their labels; level 2 is the root.
PARENTS = np.array([0, 0, 1, 2])


def label(texts):
    """Labels with these numbers of texts; nothing else of them matters here."""
    ones = np.ones(len(texts), dtype=np.int64)
    return Labels(ones, ones, np.array(texts))


def settle(*levels):
    def codes_above(j, below, above):
        assert (j, below, above) == (0, 0, 1)
        return PARENTS

    return Settling(Lattice((2,)), "columns", codes_above, [[*map(label, levels)]], (), None, None)


@pytest.mark.parametrize(
    ("raw", "middle", "root", "shared"),
    [
        ([0, 1, 2, 3], [4, 5, 6], [7], False),
        # The third value and the fourth, NULL say, keep their own labels.
        ([0, 1, 2, 3], [4, 2, 3], [7], False),
        # The label of the first two has the text of the first.
        ([0, 1, 2, 3], [0, 5, 6], [7], True),
        # Or of another value.
        ([0, 1, 2, 3], [4, 3, 6], [7], True),
        ([0, 1, 2, 3], [4, 5, 6], [4], True),
        ([0, 1, 2, 3], [4, 5, 6], [3], True),
    ],
)
def test_a_text_is_shared_if_it_stands_for_other_values(raw, middle, root, shared):
    assert settle(raw, middle, root).texts_are_shared is shared
