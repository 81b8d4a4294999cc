"""The parts of a release that was cut along the hierarchies, from the cuts of its manifest.

A cut sends the people of a part to a child for each of some labels one level down, and all others
to the rest, if it has one. Whoever has none of the labels of a cut without a rest is in no part.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dpsql.domain.levels.cut_tree import CutTree, HierarchyCut, Label, number_sides
from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.errors import ConfigError

#: A script has a line for each part, or several, and is parsed again as a whole.
MOST_PARTS = 20_000


@dataclass(frozen=True)
class ReleasedParts:
    """The cuts of a release; `name`: that of its file."""

    name: str
    cuts: CutTree


@dataclass(frozen=True)
class PlacedCut:
    """A cut: the position of its column, the level of its labels, and the number of its first side.

    `rest`: the number of the rest, None without one.
    """

    axis: int
    level: int
    labels: tuple[Label, ...]
    first: int
    rest: int | None


@dataclass(frozen=True)
class Rule:
    """Whoever has these labels, by axis and level, and is not met by an earlier rule is in `part`.

    Of each axis the lowest level is listed, which implies those above. `part`: None for nobody's.
    """

    labels: Mapping[int, tuple[int, Label]]
    part: int | None


@dataclass(frozen=True)
class CutParts:
    """The cuts by the part that they divide, and the levels of the labels of each final part.

    `wholes`: by axis, what stands for all values.
    """

    name: str
    cuts: Mapping[int, PlacedCut]
    nodes: Mapping[int, tuple[int, ...]]
    wholes: tuple[Leaf, ...]

    def list_levels(self, axis: int) -> list[int]:
        """Return the levels of an axis whose labels people are told apart by."""
        ruled = (rule.labels[axis][0] for rule in self.rules if axis in rule.labels)
        return sorted({*ruled})

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that lead to the final parts; a rest comes after its siblings."""
        return tuple(self._list_rules())

    def _list_rules(self) -> Iterator[Rule]:
        leaks = self._find_leaks()
        left = [Rule({}, 0)]
        while left:
            rule = left.pop()
            cut = None if rule.part is None else self.cuts.get(rule.part)
            if cut is None:
                yield rule
                continue
            sides = [
                Rule({**rule.labels, cut.axis: (cut.level, label)}, number)
                for number, label in enumerate(cut.labels, cut.first)
            ]
            if cut.rest is not None:
                # Whom a child's own cuts leave without a part must not come to the rest.
                sides += [Rule(side.labels, None) for side in sides if side.part in leaks]
                sides.append(Rule(rule.labels, cut.rest))
            left += reversed(sides)

    def _find_leaks(self) -> set[int]:
        """Return the parts below which some cut has no rest."""
        leaks: set[int] = set()
        for part, cut in sorted(self.cuts.items(), reverse=True):
            sides = range(cut.first, cut.first + len(cut.labels) + (cut.rest is not None))
            if cut.rest is None or not leaks.isdisjoint(sides):
                leaks.add(part)
        return leaks


def read_parts(
    released: ReleasedParts,
    hierarchies: Mapping[str, Hierarchy],
    unread: Mapping[str, Sequence[str]],
) -> CutParts:
    """Return the parts that cuts make.

    `unread`: columns whose hierarchy is not known here, with the columns of its mapping table.

    Raises:
        ConfigError: the cuts are none of these hierarchies, or too many.
    """
    heights = tuple(one.height for one in hierarchies.values())
    nodes = {0: heights}
    cuts: dict[int, PlacedCut] = {}
    names = [*hierarchies]
    for cut, first in number_sides(released.cuts):
        node = nodes.pop(cut.part, None)
        axis = names.index(cut.column) if cut.column in names else None
        if node is None or axis is None or not cut.labels or not node[axis]:
            raise ConfigError(
                "manifest: its cuts are not those of the job's hierarchies; name the manifest of a"
                " release of this job"
            )
        if cut.column in unread:
            columns = ", ".join(unread[cut.column])
            raise ConfigError(
                f"sql: the release is cut by {cut.column}, whose levels follow from a mapping table"
                f" that is not read here; write its columns {columns} to a CSV without a header and"
                f" name that as hierarchy of {cut.column} in the job: the manifest stays good"
            )
        below = (*node[:axis], node[axis] - 1, *node[axis + 1 :])
        cuts[cut.part] = _place(cut, first, axis, below[axis])
        nodes |= dict.fromkeys(range(first, first + len(cut.labels)), below)
        if (rest := cuts[cut.part].rest) is not None:
            nodes[rest] = node
    if len(nodes) > MOST_PARTS:
        raise ConfigError(
            f"{released.name}: it has more than {MOST_PARTS} parts, too many for a script, which"
            " has a line for each; ask for larger ones, such as k_anonymity: 20, or release levels"
        )
    wholes = tuple(one.whole for one in hierarchies.values())
    return CutParts(released.name, cuts, nodes, wholes)


def _place(cut: HierarchyCut, first: int, axis: int, level: int) -> PlacedCut:
    rest = first + len(cut.labels) if cut.has_rest else None
    return PlacedCut(axis, level, cut.labels, first, rest)
