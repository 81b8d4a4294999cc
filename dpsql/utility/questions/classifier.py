"""How well a plain classifier predicts rows that it did not learn from.

Logistic regression over indicators, for T and for a release alike: what counts is the difference.
The rows of T are dealt into five parts, once for all; each part is predicted by what the other
four teach, as they are in T or as the release has them. Nothing is left to chance: the same rows
have the same accuracy.
"""

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

#: Parts that rows are dealt into, and with which seed.
PARTS, _SEED = 5, 0
_MOST_ROUNDS = 300


def has_models() -> bool:
    """Whether the extra is installed."""
    try:
        return find_spec("sklearn") is not None
    except ValueError:  # A module that stands for a missing one has no spec.
        return False


def deal(rows: int) -> list[tuple[Any, Any]]:
    """Deal numbers of rows into parts; return for each what is learned from, and what is held out.

    >>> [len(held_out) for _, held_out in deal(12)]
    [3, 3, 2, 2, 2]
    """
    parts = np.array_split(np.random.RandomState(_SEED).permutation(rows), PARTS)
    return [(np.setdiff1d(np.arange(rows), held_out), held_out) for held_out in parts]


def guess(learned: Any, asked: Any, classes: Sequence[str]) -> list[str]:
    """Predict the class of each row of `asked` by the other parts of `learned`.

    Both are tables of indicators with a row for the same people; `classes` are those to learn.
    """
    target = np.array(classes, dtype=object)
    guessed = target.copy()
    for others, held_out in deal(len(target)):
        known = set(target[others])
        if len(known) > 1:
            found = _predict(learned[others], target[others], asked[held_out])
            guessed[held_out] = found
        else:
            guessed[held_out] = known.pop()
    return list(guessed.tolist())


def _predict(indicators: Any, target: Any, held_out: Any) -> Any:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    model = LogisticRegression(max_iter=_MOST_ROUNDS)
    # Products this small take longer on several threads than on one.
    with threadpool_limits(1), warnings.catch_warnings():
        # What has not converged after so many rounds still predicts, for both tables alike.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(indicators, target.astype(str)).predict(held_out)
