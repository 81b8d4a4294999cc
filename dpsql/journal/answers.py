"""A checker's answers about nodes, and their form in a record: levels and counts, no values."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Node


@dataclass
class Answers:
    """Answers by question.

    `refuted`: whether a node was refuted by less than a count, by the node and whether it was
    checked thoroughly. `above`: ancestors that were counted from the classes of a descendant, None
    if these do not decide them. `has_classes`: whether the classes of a node were at hand for that.
    """

    counted: dict[Node, NodeStatistics] = field(default_factory=dict)
    private: dict[Node, PrivateClasses] = field(default_factory=dict)
    refuted: dict[tuple[Node, bool], bool] = field(default_factory=dict)
    above: dict[Node, NodeStatistics | None] = field(default_factory=dict)
    has_classes: dict[Node, bool] = field(default_factory=dict)

    def __bool__(self) -> bool:
        kinds = (self.counted, self.private, self.refuted, self.above, self.has_classes)
        return any(kinds)

    def learn(self, others: "Answers") -> None:
        """Add answers to these."""
        self.counted |= others.counted
        self.private |= others.private
        self.refuted |= others.refuted
        self.above |= others.above
        self.has_classes |= others.has_classes

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
        words |= {
            "above": [
                (*node, one.violating_classes, *_spell(one.private)) if one else (*node, None)
                for node, one in self.above.items()
            ],
            "has_classes": [(*node, int(has)) for node, has in self.has_classes.items()],
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
        for levels, violating, *classes in words.get("above", ()):
            is_decided = violating is not None
            counts = NodeStatistics(violating, PrivateClasses(*classes)) if is_decided else None
            found.above[_node(levels)] = counts
        for levels, has in words.get("has_classes", ()):
            found.has_classes[_node(levels)] = bool(has)
    return found


def _spell(classes: PrivateClasses) -> tuple[int, int]:
    return classes.count, classes.squared_private_counts


def _node(levels: list[int]) -> Node:
    return Node(tuple(levels))
