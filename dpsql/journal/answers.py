"""A checker's answers about nodes, and their form in a record: levels and counts, no values."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from dpsql.domain.lattice import Node
from dpsql.domain.statistics import NodeStatistics, PrivateClasses


@dataclass
class Answers:
    """Answers by question.

    `refuted`: whether a node was refuted by less than a count, by the node and whether it was
    checked thoroughly.
    """

    counted: dict[Node, NodeStatistics] = field(default_factory=dict)
    private: dict[Node, PrivateClasses] = field(default_factory=dict)
    refuted: dict[tuple[Node, bool], bool] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.counted or self.private or self.refuted)

    def learn(self, others: "Answers") -> None:
        """Add answers to these."""
        self.counted |= others.counted
        self.private |= others.private
        self.refuted |= others.refuted

    def to_record(self) -> bytes:
        """Return the answers as one line of JSON."""
        words = {
            "counted": [
                (*node, one.violating_classes, *_spell(one.private))
                for node, one in self.counted.items()
            ],
            "private": [(*node, *_spell(classes)) for node, classes in self.private.items()],
            "refuted": [
                (*node, int(thoroughly), int(fails))
                for (node, thoroughly), fails in self.refuted.items()
            ],
        }
        told = {word: answers for word, answers in words.items() if answers}
        return json.dumps(told, separators=(",", ":")).encode()


def read_records(records: Iterable[bytes]) -> Answers:
    """Collect the answers of verified records."""
    found = Answers()
    for record in records:
        words = json.loads(record)
        for levels, violating, *classes in words.get("counted", ()):
            found.counted[_node(levels)] = NodeStatistics(violating, PrivateClasses(*classes))
        for levels, *classes in words.get("private", ()):
            found.private[_node(levels)] = PrivateClasses(*classes)
        for levels, thoroughly, fails in words.get("refuted", ()):
            found.refuted[_node(levels), bool(thoroughly)] = bool(fails)
    return found


def _spell(classes: PrivateClasses) -> tuple[int, int]:
    return classes.count, classes.squared_private_counts


def _node(levels: list[int]) -> Node:
    return Node(tuple(levels))
