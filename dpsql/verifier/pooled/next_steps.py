"""Finds the column that a pooled release raises next, once more: from who is left, in Python.

Along ``columns`` the rule is: of each column that can be raised, how far its effective number of
texts falls (1 / Σ share², with the share of the people who are left that have a text), divided by
what these people lose by it. The greatest is raised, of several the one that loses less, then the
first. What costs nothing comes before. The search computes this from codes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpsql.domain.levels.hierarchy import Hierarchy, LabelHierarchy, Leaf

#: Texts of a column now and on its next level, with the people of P who have them.
TextPairs = Iterable[tuple[Leaf, Leaf, int]]


@dataclass(frozen=True)
class LeafCounts:
    """How many leaves a text of a quasi-identifier stands for, by level; its `whole` has all."""

    whole: int
    by_level: Mapping[int, Mapping[Leaf, int]]

    @classmethod
    def of(
        cls, hierarchy: Hierarchy, levels: Sequence[int], values: Iterable[Leaf]
    ) -> "LeafCounts":
        """Count the leaves of a hierarchy; those of a rule are the `values` of P, each once."""
        leaves = hierarchy.paths if isinstance(hierarchy, LabelHierarchy) else values
        counts: dict[int, Counter[Leaf]] = {
            level: Counter() for level in levels if 0 < level < hierarchy.height
        }
        whole = 0
        # There may be millions: they come in chunks, and none is kept.
        for leaf in leaves:
            whole += 1
            for level, counted in counts.items():
                counted[hierarchy.label(leaf, level)] += 1
        return cls(whole, counts)

    def count(self, text: Leaf, level: int, height: int) -> int:
        """Count the leaves of a text on a level."""
        if level == height:
            return self.whole
        return self.by_level[level][text] if level else 1


def find_raised(
    levels: Mapping[str, int],
    heights: Mapping[str, int],
    leaves: Mapping[str, LeafCounts],
    texts: Mapping[str, TextPairs],
) -> str | None:
    """Return the column that those who are left at these levels raise; None at the root."""
    chosen, best = None, (False, Fraction(-1), Fraction(0))
    for name, height in heights.items():
        level = levels[name]
        if level == height:
            continue
        now, then = defaultdict[Leaf, int](int), defaultdict[Leaf, int](int)
        lost = 0
        for text, above, people in texts[name]:
            now[text] += people
            then[above] += people
            more = leaves[name].count(above, level + 1, height)
            lost += people * (more - leaves[name].count(text, level, height))
        people_left = sum(now.values())
        before, after = (
            Fraction(people_left**2, sum(n * n for n in one.values())) for one in (now, then)
        )
        loss = Fraction(lost, max(leaves[name].whole - 1, 1))
        found = (not loss, Fraction(0), Fraction(0))
        if loss:
            found = (False, (before - after) / loss, -loss)
        if found > best:
            chosen, best = name, found
    return chosen
