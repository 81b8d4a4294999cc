"""The cells of a table of counts, which stand before anybody looks at T."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.lattice import Node, node_at_levels
from dpsql.domain.names import find_same, suggest
from dpsql.errors import ConfigError, ResourceError
from dpsql.faces import name_option
from dpsql.hierarchies.listed_labels import list_labels
from dpsql.noise.budget import Stratum
from dpsql.session.load import Loaded
from dpsql.sql.counting.labelled_counts import list_labelled_counts

#: Which cells there are: all combinations of labels, or those that P has.
Cells = Literal["declared", "public"]
#: Cells whose counts stand in memory, and labels of a column.
MOST_CELLS = 1_000_000

Cell = tuple[Leaf, ...]


@dataclass(frozen=True)
class Domain:
    """All combinations of the `labels` of each column, or only those that are `listed`."""

    labels: tuple[tuple[Leaf, ...], ...]
    listed: tuple[Cell, ...] | None = None

    @property
    def size(self) -> int:
        """How many cells there are."""
        return prod(map(len, self.labels)) if self.listed is None else len(self.listed)

    def __iter__(self) -> Iterator[Cell]:
        """The cells, in the order of their places."""
        return iter(product(*self.labels) if self.listed is None else self.listed)

    @cached_property
    def _places(self) -> tuple[dict[Leaf, int], ...]:
        return tuple({label: i for i, label in enumerate(column)} for column in self.labels)

    def place(self, cell: Cell) -> int:
        """Return the place of a cell among all combinations, from 0 on.

        Raises:
            KeyError: a label is not of the domain.
        """
        place = 0
        for label, places in zip(cell, self._places, strict=True):
            place = place * len(places) + places[label]
        return place

    def cell_at(self, place: int) -> Cell:
        """Return the cell at a place among all combinations."""
        cell: list[Leaf] = []
        for column in reversed(self.labels):
            place, number = divmod(place, len(column))
            cell.append(column[number])
        return tuple(reversed(cell))


def find_node(loaded: Loaded, by: Sequence[str], levels: Mapping[str, int]) -> Node:
    """Return the node of the cells: columns that do not tell them apart are at their last level.

    Raises:
        ConfigError: a name is no quasi-identifier, or stands in `levels` alone.
    """
    if unknown := [name for name in by if name not in loaded.heights]:
        hint = suggest(unknown[0], loaded.heights)
        raise ConfigError(
            f"{name_option('by')}: {unknown[0]!r} is not a quasi-identifier of the job{hint}"
        )
    if strangers := [name for name in levels if name not in by]:
        raise ConfigError(
            f"{name_option('levels')}: {strangers[0]} is not among the columns of"
            f" {name_option('by')}; add it there"
        )
    if repeated := [name for i, name in enumerate(by) if name in by[:i]]:
        raise ConfigError(f"{name_option('by')}: {repeated[0]} stands twice; keep one")
    node_at_levels({name: levels.get(name, 0) for name in by}, loaded.heights)
    rest = {name: height for name, height in loaded.heights.items() if name not in by}
    return node_at_levels({**rest, **levels}, loaded.heights)


def find_domain(
    loaded: Loaded, by: Sequence[str], node: Node, cells: Cells, stratum: Stratum | None
) -> Domain:
    """Return the cells: of hierarchies, and of P where one is a rule or `cells` says so.

    Raises:
        ConfigError: the label of the `stratum` is none of its column. ResourceError: P has too many
            labels.
    """
    numbers = {name: j for j, name in enumerate(loaded.hierarchies)}
    labels = tuple(_list_labels(loaded, name, numbers[name], node) for name in by)
    if stratum is not None:
        labels = _keep_stratum(labels, by, stratum)
    if cells == "declared":
        return Domain(labels)
    numbered = [numbers[name] for name in by]
    found = list_labelled_counts(
        loaded.engine, loaded.hierarchies, node, numbered, of_public=True, most=MOST_CELLS
    )
    if found is None:
        raise _too_many("the cells of P")
    listed = sorted((cell for cell, _ in found), key=_order)
    if stratum is not None:
        at = by.index(stratum.column)
        listed = [cell for cell in listed if cell[at] == stratum.label]
    return Domain(labels, tuple(listed))


def _keep_stratum(
    labels: tuple[tuple[Leaf, ...], ...], by: Sequence[str], stratum: Stratum
) -> tuple[tuple[Leaf, ...], ...]:
    at = by.index(stratum.column)
    if stratum.label not in labels[at]:
        # Whoever knows a label in another case knows it.
        same = find_same(stratum.label or "", (one for one in labels[at] if one is not None))
        hint = f"; did you mean {same[0]!r}?" if same else ""
        raise ConfigError(
            f"{name_option('stratum')}: {stratum.column} has no such label at level"
            f" {stratum.level};"
            f" its labels are those of the hierarchy, at level 0 the values{hint}"
        )
    return (*labels[:at], (stratum.label,), *labels[at + 1 :])


def _list_labels(loaded: Loaded, name: str, j: int, node: Node) -> tuple[Leaf, ...]:
    """Return the labels of a column; of a rule, those of the values of P, which is public."""
    listed = list_labels(loaded.hierarchies[name], node.levels[j])
    if listed is not None:
        return listed
    alone = Node(
        tuple(
            level if i == j else height
            for i, (level, height) in enumerate(
                zip(node.levels, loaded.lattice.heights, strict=True)
            )
        )
    )
    found = list_labelled_counts(
        loaded.engine, loaded.hierarchies, alone, [j], of_public=True, most=MOST_CELLS
    )
    if found is None:
        raise _too_many(f"the labels of {name}")
    return tuple(sorted((label for (label,), _ in found), key=lambda label: _order((label,))))


def _order(cell: Cell) -> tuple[tuple[bool, str], ...]:
    """Sort by text, NULL first."""
    return tuple((label is not None, label or "") for label in cell)


def _too_many(what: str) -> ResourceError:
    return ResourceError(
        f"counts: {what} are more than {MOST_CELLS:,}; name coarser {name_option('levels')}, or"
        " fewer columns"
    )
