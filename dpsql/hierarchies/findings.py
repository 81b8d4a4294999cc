"""Finds probable mistakes in a hierarchy; they stop no job by themselves."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dpsql.domain.levels.hierarchy import LabelHierarchy, Leaf
from dpsql.domain.plurals import name_count

#: The most labels that a finding names.
_MOST_NAMED = 3
#: With so few leaves, a hierarchy needs no level between them and the root.
_FEW_LEAVES = 8


@dataclass(frozen=True)
class Finding:
    """A problem and its repair; `blocks`: a job on the table would refuse the hierarchy."""

    message: str
    blocks: bool = False


def find_oddities(
    hierarchy: LabelHierarchy, rows: Mapping[Leaf, int] | None = None
) -> list[Finding]:
    """Return probable mistakes; `rows`: rows of P by value, if there is a table to compare."""
    found = [
        *_find_look_alikes(hierarchy),
        *_find_idle_levels(hierarchy),
        *_find_repeated_labels(hierarchy),
        *_find_uneven_labels(hierarchy),
    ]
    if rows is not None:
        found += _compare_with_values(hierarchy, rows)
    return found


def _find_look_alikes(hierarchy: LabelHierarchy) -> Iterator[Finding]:
    """Find labels of a level that differ only in case, spaces or the encoding of accents."""
    for level in range(hierarchy.height + 1):
        alike: dict[str, set[str]] = defaultdict(set)
        for label in {hierarchy.label(leaf, level) for leaf in hierarchy.paths}:
            if label is not None:
                plain = " ".join(unicodedata.normalize("NFKC", label).split()).casefold()
                alike[plain].add(label)
        for labels in alike.values():
            if len(labels) > 1:
                yield Finding(
                    f"level {level}: {_name(sorted(labels))} look alike and are different labels;"
                    " spell them alike, or keep them apart"
                )


def _find_idle_levels(hierarchy: LabelHierarchy) -> Iterator[Finding]:
    sizes = [len(hierarchy.leaf_counts(level)) for level in range(hierarchy.height + 1)]
    for level in range(1, hierarchy.height + 1):
        if sizes[level] == sizes[level - 1]:
            yield Finding(
                f"level {level} merges nothing: it has the {sizes[level]} labels of level"
                f" {level - 1}; drop the column"
            )
    if hierarchy.height == 1 and sizes[0] > _FEW_LEAVES:
        yield Finding(
            f"there is no level between the {sizes[0]} leaves and the root: a release shows all of"
            " the column or nothing; add a level"
        )


def _find_repeated_labels(hierarchy: LabelHierarchy) -> Iterator[Finding]:
    """Find labels that represent different leaves on two levels."""
    seen: dict[str, tuple[int, frozenset[Leaf]]] = {}
    repeated: set[str] = set()
    for level in range(hierarchy.height + 1):
        members: dict[str, set[Leaf]] = defaultdict(set)
        for leaf in hierarchy.paths:
            label = hierarchy.label(leaf, level)
            if label is not None:
                members[label].add(leaf)
        for label, leaves in members.items():
            known = seen.setdefault(label, (level, frozenset(leaves)))
            if known[1] != leaves:
                repeated.add(label)
    if repeated:
        yield Finding(
            f"{_name(sorted(repeated))} stand for other leaves on another level: who reads a"
            " release cannot tell which; name them apart"
        )


def _find_uneven_labels(hierarchy: LabelHierarchy) -> Iterator[Finding]:
    """Find levels that hardly help: their largest label has nearly all leaves."""
    for level in range(1, hierarchy.height):
        counts = hierarchy.leaf_counts(level)
        largest, leaves = counts.most_common(1)[0]
        if len(counts) > 1 and leaves * 10 >= len(hierarchy.paths) * 9 > 9:
            yield Finding(
                f"level {level}: {_name([str(largest)])} has {leaves} of {len(hierarchy.paths)}"
                " leaves; split it, or the level loses nearly all there is"
            )


def _compare_with_values(hierarchy: LabelHierarchy, rows: Mapping[Leaf, int]) -> Iterator[Finding]:
    missing = [value for value in rows if not hierarchy.covers(value)]
    if missing:
        count = sum(rows[value] for value in missing)
        named = _name(["NULL" if value is None else value for value in missing])
        values, have, them = (
            ("value", "has", "it") if len(missing) == 1 else ("values", "have", "them")
        )
        yield Finding(
            f"{named}: {len(missing):,} {values} of the column ({name_count(count, 'row')}) {have}"
            f" no row in the hierarchy; add {them}",
            blocks=True,
        )
    unused = [leaf for leaf in hierarchy.paths if leaf not in rows]
    if unused:
        named = _name(["NULL" if leaf is None else leaf for leaf in unused])
        leaves, them, they = (
            ("leaf occurs", "it", "it") if len(unused) == 1 else ("leaves occur", "them", "they")
        )
        yield Finding(
            f"{named}: {len(unused):,} {leaves} in no row of the table; loss counts {them} all the"
            f" same (keep {them} only if {they} could occur)"
        )


def _name(labels: list[str]) -> str:
    shown = ", ".join(repr(label) for label in labels[:_MOST_NAMED])
    return shown if len(labels) <= _MOST_NAMED else f"{shown}, …"
