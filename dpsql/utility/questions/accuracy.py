"""How often predictions are right: shares of rows, beside that of the most frequent class."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any

from dpsql.utility.meanings import Meanings

#: Standard errors of an accuracy within which a model may be right by chance.
_ERRORS = 2


@dataclass(frozen=True)
class Accuracy:
    """Shares of rows predicted rightly, by models that learned before and after.

    `most_frequent`: the share of the most frequent class, by one who knows it and says no other.
    """

    before: float
    after: float
    most_frequent: float

    def to_dict(self) -> dict[str, float]:
        """As the JSON has it."""
        return {
            "before": round(self.before, 6),
            "after": round(self.after, 6),
            "most_frequent": round(self.most_frequent, 6),
        }


@dataclass(frozen=True)
class Predicted:
    """How well a column is predicted before and after; `left_out`: why it is not.

    `of_labels`: the same of the labels of the release, where these stand for several values.
    """

    question: str
    column: str
    predictors: tuple[str, ...]
    rows: int = 0
    accuracy: Accuracy | None = None
    of_labels: Accuracy | None = None
    left_out: str = ""

    @property
    def is_learned(self) -> bool:
        """Whether a model of T beats the most frequent class by more than two standard errors."""
        if self.accuracy is None:
            return False
        share = self.accuracy.most_frequent
        error = sqrt(share * (1 - share) / self.rows)
        return self.accuracy.before > share + _ERRORS * error

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {
            "question": self.question,
            "predict": self.column,
            "from": list(self.predictors),
        }
        if self.accuracy is None:
            return told | {"left_out": self.left_out}
        told |= {"rows": self.rows, "accuracy": self.accuracy.to_dict()}
        return told if self.of_labels is None else told | {"labels": self.of_labels.to_dict()}


@dataclass(frozen=True)
class Guesses:
    """Of each row its class, and what the model predicts."""

    truth: Sequence[str]
    model: Sequence[str]

    def score(self, worth: Mapping[tuple[str, str], float] | None = None) -> float:
        """Return the share of rows that the model predicts rightly.

        `worth`: the share that a predicted class counts for beside a true one; default: 1 if equal.
        """
        pairs = zip(self.model, self.truth, strict=True)
        if worth is None:
            return sum(one == other for one, other in pairs) / len(self.truth)
        return fsum(worth.get(pair, 0.0) for pair in pairs) / len(self.truth)

    def score_usual(self) -> float:
        """Return the share of rows of the most frequent class."""
        return max(Counter(self.truth).values()) / len(self.truth)


def find_worth(meanings: Meanings, labels: Iterable[str]) -> dict[tuple[str, str], float]:
    """Return how often a value of a predicted label, picked evenly, is the true one.

    >>> find_worth(Meanings(("a", "b", "c"), {"a": [0], "bc": [1, 2]}), ["a", "bc"])
    {('a', 'a'): 1.0, ('bc', 'b'): 0.5, ('bc', 'c'): 0.5}
    """
    return {
        (label, str(meanings.values[place])): 1 / len(meanings.by_label[label])
        for label in sorted(labels)
        for place in meanings.by_label[label]
    }
