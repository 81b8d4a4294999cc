"""Presence in overlapping boxes: in closed form, by counting, or not certified.

Rows that stand for anybody are suppressed ones. If rows were suppressed at random, they are boxes
around all of P like any other. But tools suppress whole classes; who knows this takes them to stand
for people of the classes that are not shown: of kept classes with t of n people each, presence is
t/n, and everybody else is in T with s/(N − Σ n). Either may be right, so both must keep to δ.
"""

from fractions import Fraction

from dpsql.domain.found.overlap import Ends, OverlapFound, OverlapMethod, SuppressedRows
from dpsql.privacy.overlap import assignments, laminar
from dpsql.privacy.overlap.boxes import Overlap
from dpsql.privacy.overlap.matching import count_forced

_UNKNOWN: Ends = Fraction(0), Fraction(1)
_NOBODY: Ends = Fraction(0), Fraction(0)
#: The ends of presence of each type, by the boxes that cover it.
_EndsOf = dict[frozenset[int], Ends]


def judge(overlap: Overlap, uncovered: int) -> OverlapFound:
    """Judge everybody's presence; `uncovered` people of P are in no box, and not in T.

    Every row has somebody of its box for itself: the caller has matched them.
    """
    ends: _EndsOf = {}
    methods: set[OverlapMethod] = set()
    forced = 0
    for component in overlap.split():
        method, found = _judge_component(component)
        methods.add(method)
        ends |= found
        forced += count_forced(component)
    suppressed = [] if uncovered else _list_suppressed(overlap)
    told = None
    if suppressed:
        rows = sum(overlap.rows[box] for box in suppressed)
        if any(len(one.boxes) > len(suppressed) + 1 for one in overlap.types):
            # Classes that overlap are no classes of which whole ones could be suppressed.
            methods.add("not_certified")
            ends = dict.fromkeys(ends, _UNKNOWN)
        else:
            other = _read_whole_classes(overlap, set(suppressed), rows)
            told = SuppressedRows(rows, _join(ends), _join(other) if other else None)
            ends = {boxes: _widest(one, other.get(boxes, one)) for boxes, one in ends.items()}
    groups = [(one.people, ends[one.boxes]) for one in overlap.types]
    groups += [(uncovered, _NOBODY)] if uncovered else []
    method = next((one for one in ("not_certified", "states") if one in methods), "laminar")
    return OverlapFound(method, forced, tuple(groups), told)


def _judge_component(component: Overlap) -> tuple[OverlapMethod, _EndsOf]:
    method: OverlapMethod = "laminar"
    found = laminar.find_presences(component)
    if found is None:
        method, found = "states", assignments.find_presences(component)
    if found is None:
        return "not_certified", {one.boxes: _UNKNOWN for one in component.types}
    pairs = zip(component.types, found, strict=True)
    return method, {one.boxes: (presence, presence) for one, presence in pairs}


def _list_suppressed(overlap: Overlap) -> list[int]:
    """Return the boxes around everybody, if there are others."""
    found = [box for box, covered in overlap.covers.items() if len(covered) == len(overlap.types)]
    return found if len(found) < len(overlap.rows) else []


def _read_whole_classes(overlap: Overlap, suppressed: set[int], rows: int) -> _EndsOf:
    """Return the ends if the suppressed rows are of classes not shown; none if they cannot be."""
    outside = sum(one.people for one in overlap.types if one.boxes <= suppressed)
    if rows > outside:
        return {}
    ends = {}
    for one in overlap.types:
        kept = one.boxes - suppressed
        presence = Fraction(rows, outside)
        if kept:
            (box,) = kept
            presence = Fraction(overlap.rows[box], overlap.count_people(box))
        ends[one.boxes] = presence, presence
    return ends


def _join(ends: _EndsOf) -> Ends:
    return min(low for low, _ in ends.values()), max(high for _, high in ends.values())


def _widest(one: Ends, other: Ends) -> Ends:
    return min(one[0], other[0]), max(one[1], other[1])
