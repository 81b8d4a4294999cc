"""Reads cells that dpsql did not write: values of P, labels of a hierarchy, ranges.

A label means all values of P below it. These must be neighbours in the order of their column, so
that they are a range. The hierarchy's Python code computes the labels again. A hierarchy may have
one label on several levels; if it has the same values of P there, this is one reading.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from dpsql.domain.levels.hierarchy import ROOT, Hierarchy, Leaf
from dpsql.domain.levels.rules import PrefixHierarchy
from dpsql.errors import HierarchyError, IntegrityError
from dpsql.faces import name_option
from dpsql.verifier.boxes.read_boxes import NULL, Range, Reader, list_readings
from dpsql.verifier.foreign.date_ranges import (
    DATE_RANGE,
    are_dates,
    find_dates,
    read_date_range,
)
from dpsql.verifier.foreign.misspelt_labels import tell_misspelt
from dpsql.verifier.foreign.number_ranges import (
    RANGE,
    are_numbers,
    find_numbers,
    read_number_range,
)
from dpsql.verifier.foreign.other_notations import tell_dates, tell_notations

#: For a label whose values are not neighbours.
_SCATTERED = None
_Ranges = dict[Leaf, set[Range | None]]


def read_labels(
    name: str, leaves: Sequence[Leaf], hierarchy: Hierarchy, level: int | None
) -> Reader:
    """Return a reader for cells of the quasi-identifier `name`; `leaves` are its sorted values.

    With a `level`, cells are labels of this level only. Otherwise cells may also be values and
    ranges ``[low..high]``, of numbers and days with any ends. ``*`` means all values, whatever the
    root's label, as ARX suppresses them. NULL may be written ``NULL``.

    Raises:
        HierarchyError: a value of P has no place in the hierarchy. The reader raises
            IntegrityError for a label whose values are not neighbours.
    """
    if not all(hierarchy.covers(leaf) for leaf in leaves):
        raise HierarchyError(f"hierarchy of {name}: a value of P has no place in it")
    levels = range(hierarchy.height + 1) if level is None else [level]
    ranges: _Ranges = {}
    for each in levels:
        for label, range_ in find_ranges(leaves, hierarchy, each).items():
            ranges.setdefault(label, set()).add(range_)
    if level is None or ROOT not in ranges:
        ranges.setdefault(ROOT, set()).add((leaves[0], leaves[-1]))
    cells = _Cells(name, leaves, hierarchy, levels, ranges, are_free=level is None)
    return Reader(cells.list_ranges, *_complain(name, level), cells.tell)


@dataclass(frozen=True)
class _Cells:
    """The cells of a column: what they can mean, by `ranges` of each label.

    `are_free`: they may also be values, and ranges of numbers and days; otherwise labels alone.
    """

    name: str
    leaves: Sequence[Leaf]
    hierarchy: Hierarchy
    levels: Sequence[int]
    ranges: _Ranges
    are_free: bool

    @cached_property
    def _numbers(self) -> Sequence[Leaf]:
        return find_numbers(self.leaves)

    @cached_property
    def _dates(self) -> Sequence[Leaf]:
        return find_dates(self.leaves)

    def list_ranges(self, cell: Leaf) -> set[Range]:
        """Return the ranges that a cell can mean; raise for a label of values that stand apart."""
        found = self.ranges.get(cell, set())
        if cell == NULL:
            found = found | self.ranges.get(None, set())
        if _SCATTERED in found:
            # Labels of prefixes of numbers are ranges only in the order of texts.
            order = "alpha" if isinstance(self.hierarchy, PrefixHierarchy) else "hierarchy"
            raise IntegrityError(
                f"release: it has labels of {self.name} whose values do not stand together in the"
                " order of the column, so they are no ranges; give the column order:"
                f" {order} in the job"
            )
        known = {range_ for range_ in found if range_ is not None}
        if not self.are_free:
            return known
        # A label means what the hierarchy says.
        between = None if found else self._read_between(cell)
        return known.union(list_readings(cell), [between] if between else [])

    def _read_between(self, cell: Leaf) -> Range | None:
        """Return the values in a range of numbers or days with any ends; None of other texts."""
        if RANGE.fullmatch(cell or ""):
            return read_number_range(cell, self._numbers)
        return read_date_range(cell, self._dates) if DATE_RANGE.fullmatch(cell or "") else None

    def tell(self, cells: Sequence[Leaf]) -> str:
        """Say how cells that mean nothing are to be written."""
        labels = _list_labels(self.leaves, self.hierarchy, self.levels)
        misspelt = tell_misspelt(cells, [*labels])
        if not self.are_free:
            return misspelt
        values = [leaf for leaf in self.leaves if leaf is not None]
        has_numbers, has_dates = bool(self._numbers), bool(self._dates)
        unsorted = bool(values) and not has_numbers and are_numbers(values)
        unsorted_dates = bool(values) and not has_dates and are_dates(values)
        notations = tell_notations(self.name, cells, has_numbers=has_numbers, unsorted=unsorted)
        return misspelt + notations + tell_dates(self.name, cells, unsorted=unsorted_dates)


def _list_labels(
    leaves: Iterable[Leaf], hierarchy: Hierarchy, levels: Iterable[int]
) -> dict[str, None]:
    """Return the labels of these levels, without raw values."""
    found = (hierarchy.label(leaf, level) for level in levels if level for leaf in leaves)
    return {label: None for label in found if label is not None}


def find_ranges(
    leaves: Sequence[Leaf], hierarchy: Hierarchy, level: int
) -> dict[Leaf, Range | None]:
    """Return the first and last value under each label of a level; None if others are between.

    >>> find_ranges(["1", "10", "2", "31", "2b"], PrefixHierarchy(False, (1,)), 1)
    {'1*': ('1', '10'), '2*': None, '3*': ('31', '31')}
    """
    ranges: dict[Leaf, Range | None] = {}
    before: Leaf = None
    for leaf in leaves:
        label = hierarchy.label(leaf, level)
        if label not in ranges:
            ranges[label] = leaf, leaf
        elif label == before:
            known = ranges[label]
            ranges[label] = known and (known[0], leaf)
        else:
            ranges[label] = _SCATTERED
        before = label
    return ranges


def _complain(name: str, level: int | None) -> tuple[str, str]:
    """Return the messages for cells without a meaning, and for cells with several."""
    if level is None:
        return (
            "no value of P, no label of its hierarchy that P has values under, and no range"
            " [low..high] that P has values in",
            "could mean different values of P, as a value, a range or a label of different levels;"
            f" say which level they have: {name_option('levels')} {name}=…",
        )
    return (
        f"no label of level {level} of its hierarchy that P has values under; name another"
        " level, or none",
        "could be the value NULL as well as the missing one; spell them apart",
    )
