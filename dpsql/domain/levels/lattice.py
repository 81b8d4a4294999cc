"""The generalization lattice: one node per combination of levels, ordered component-wise.

Source: Nergiz, Atzori & Clifton 2007, section 6.1. There are ∏(h_j + 1) nodes (the paper prints
∏ g_j). Arrays over the lattice have one axis per quasi-identifier of more than one level. So the
ancestors of a node are one slice, and the flat index orders nodes as their level vectors do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from numbers import Integral
from typing import NamedTuple

from dpsql.domain.arguments import name_type
from dpsql.domain.names import suggest
from dpsql.errors import ConfigError
from dpsql.faces import name_option


class Node(NamedTuple):
    """A full-domain generalization: one level per quasi-identifier, 0 = raw."""

    levels: tuple[int, ...]

    @property
    def height(self) -> int:
        """Sum of the levels."""
        return sum(self.levels)


def read_levels(levels: object) -> Mapping[str, int]:
    """Return levels by quasi-identifier as a caller of the package gives them; None: none.

    Raises:
        ConfigError: it is no mapping of names.
    """
    if levels is None:
        return {}
    if not isinstance(levels, Mapping) or not all(isinstance(name, str) for name in levels):
        option = name_option("levels")
        raise ConfigError(
            f"{option}: write a mapping by quasi-identifier, such as {{'zip': 1}}"
            f"{_suggest_option(levels)}"
        )
    # A level that was taken from a frame is a number of numpy.
    return {
        name: int(one) if isinstance(one, Integral) and not isinstance(one, bool) else one
        for name, one in levels.items()
    }


def _suggest_option(given: object) -> str:
    """Return the rest of a sentence about what was given by position, and goes by name; or nothing.

    >>> _suggest_option(True), _suggest_option("zip=1")
    ('; options go by name, as overwrite=True', '')
    """
    if isinstance(given, bool):
        return f"; options go by name, as overwrite={given}"
    is_open = any(callable(getattr(type(given), one, None)) for one in ("cursor", "newSession"))
    return "; options go by name, as connection=…" if is_open else ""


def node_at_levels(levels: Mapping[str, int], heights: Mapping[str, int]) -> Node:
    """Node at the named levels; a quasi-identifier that is left out is raw: level 0.

    This is the one rule for levels, in Python and in ``--levels`` of every command.

    Raises:
        ConfigError: a name that is no quasi-identifier, or a level that it does not have.

    >>> node_at_levels({"zip": 2}, {"zip": 3, "age": 1})
    Node(levels=(2, 0))
    """
    refuse_missing_levels(levels, heights)
    return Node(tuple(levels.get(name, 0) for name in heights))


def refuse_missing_levels(levels: Mapping[str, object], heights: Mapping[str, int | None]) -> None:
    """Raise ConfigError for the first name that is no quasi-identifier, or level that it has not.

    `heights`: None where the last level is not known yet.
    """
    option = name_option("levels")
    for name, level in levels.items():
        if name not in heights:
            # At the command line, what stands before the last = is the name.
            hint = "; put commas between them" if "=" in name else suggest(name, heights)
            raise ConfigError(f"{option}: {name!r} is not a quasi-identifier of the job{hint}")
        height = heights[name]
        if type(level) is not int or level < 0 or (height is not None and level > height):
            has = "levels from 0 up" if height is None else f"levels 0 to {height}"
            # What was passed by mistake may be a table with rows of T.
            told = (
                f"no level {level!r}"
                if isinstance(level, int)
                else f"a level is a whole number, not {name_type(level)}"
            )
            raise ConfigError(f"{option}: {name} has {has}, and {told}")


@dataclass(frozen=True)
class Lattice:
    """All nodes below the root (`heights`), in the order of the quasi-identifiers.

    A search looks at those from `lowest` to `highest`; by default these are all.
    """

    heights: tuple[int, ...]
    least: tuple[int, ...] = ()
    most: tuple[int, ...] = ()

    @cached_property
    def axes(self) -> tuple[int, ...]:
        """Quasi-identifiers with more than one level: they have an axis in arrays; at least one."""
        return tuple(j for j, height in enumerate(self.heights) if height) or (0,)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Shape of an array over all nodes: the number of levels along each axis."""
        return tuple(self.heights[j] + 1 for j in self.axes)

    @property
    def size(self) -> int:
        """Number of nodes.

        >>> Lattice((3, 2, 3)).size
        48
        """
        return prod(self.shape)

    @property
    def raw(self) -> Node:
        """No generalization: every quasi-identifier at level 0."""
        return Node((0,) * len(self.heights))

    @property
    def root(self) -> Node:
        """Total suppression: every quasi-identifier at its last level."""
        return Node(self.heights)

    @property
    def lowest(self) -> Node:
        """The node below all that are looked at."""
        return Node(self.least) if self.least else self.raw

    @property
    def highest(self) -> Node:
        """The node above all that are looked at."""
        return Node(self.most) if self.most else self.root

    @property
    def is_limited(self) -> bool:
        """Whether a search must leave some nodes out."""
        return (self.lowest, self.highest) != (self.raw, self.root)

    def looks_at(self, node: Node) -> bool:
        """Whether a node lies between `lowest` and `highest`.

        >>> lattice = Lattice((3, 3), least=(1, 0), most=(3, 2))
        >>> lattice.looks_at(Node((1, 2))), lattice.looks_at(Node((0, 2)))
        (True, False)
        """
        return self.limit(node) == node

    @property
    def looked_at(self) -> tuple[slice, ...]:
        """Slice of the nodes from `lowest` to `highest`."""
        ends = zip(self.position(self.lowest), self.position(self.highest), strict=True)
        return tuple(slice(low, high + 1) for low, high in ends)

    def limit(self, node: Node) -> Node:
        """Return the node with each level moved into the limits.

        >>> Lattice((3, 3), least=(1, 0), most=(3, 2)).limit(Node((0, 3)))
        Node(levels=(1, 2))
        """
        ends = zip(node.levels, self.lowest.levels, self.highest.levels, strict=True)
        return Node(tuple(min(max(level, low), high) for level, low, high in ends))

    def parents(self, node: Node) -> list[Node]:
        """The nodes with one level more than `node`.

        >>> Lattice((2, 1)).parents(Node((0, 1)))
        [Node(levels=(1, 1))]
        """
        found = []
        for j, (level, height) in enumerate(zip(node.levels, self.heights, strict=True)):
            if level < height:
                found.append(Node((*node.levels[:j], level + 1, *node.levels[j + 1 :])))
        return found

    def children(self, node: Node) -> list[Node]:
        """The nodes with one level less than `node`.

        >>> Lattice((2, 1)).children(Node((0, 1)))
        [Node(levels=(0, 0))]
        """
        return [
            Node((*node.levels[:j], level - 1, *node.levels[j + 1 :]))
            for j, level in enumerate(node.levels)
            if level
        ]

    def position(self, node: Node) -> tuple[int, ...]:
        """Index of a node in an array over all nodes."""
        return tuple(node.levels[j] for j in self.axes)

    def node_at(self, index: int) -> Node:
        """Node at a flat index; flat indices are in the order of level vectors.

        >>> Lattice((3, 0, 3)).node_at(5)
        Node(levels=(1, 0, 1))
        """
        levels = [0] * len(self.heights)
        for j in reversed(self.axes):
            index, levels[j] = divmod(index, self.heights[j] + 1)
        return Node(tuple(levels))

    def ancestors(self, node: Node) -> tuple[slice, ...]:
        """Slice of the nodes at least as general as `node`, itself included."""
        return tuple(slice(level, None) for level in self.position(node))

    def descendants(self, node: Node) -> tuple[slice, ...]:
        """Slice of the nodes at most as general as `node`, itself included."""
        return tuple(slice(None, level + 1) for level in self.position(node))
