"""Gives rows to people: whether T can be the released rows, and who is in T whatever T is."""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from dpsql.privacy.overlap.boxes import Overlap

#: How many rows of a box a type has, by box and type.
Flow = dict[tuple[int, int], int]


def match(overlap: Overlap, most: Sequence[int]) -> Flow | None:
    """Give every row a person of its box, at most so many of each type; None if that is impossible.

    Boxes are filled one by one, those of fewest types first: where any two are nested or disjoint,
    that succeeds. What is left over finds its place by augmenting paths (Ford and Fulkerson).
    """
    flow: Flow = {}
    taken = [0] * len(overlap.types)
    for box in sorted(overlap.rows, key=lambda box: len(overlap.covers[box])):
        left = _fill(overlap, flow, taken, most, box)
        while left:
            path = _find_path(overlap, flow, taken, most, box)
            if path is None:
                return None
            last = path[-1][1]
            size = min(
                [left, most[last] - taken[last]]
                + [flow[other, number] for (_, number), (other, _) in pairwise(path)]
            )
            for one, number in path:
                flow[one, number] = flow.get((one, number), 0) + size
            for (_, number), (other, _) in pairwise(path):
                flow[other, number] -= size
            taken[last] += size
            left -= size
    return flow


def _fill(overlap: Overlap, flow: Flow, taken: list[int], most: Sequence[int], box: int) -> int:
    """Give the rows of a box to types with room; return how many are left over."""
    left = overlap.rows[box]
    for number in overlap.covers[box]:
        if not left:
            break
        size = min(left, most[number] - taken[number])
        if size:
            flow[box, number] = size
            taken[number] += size
            left -= size
    return left


def _find_path(
    overlap: Overlap, flow: Flow, taken: Sequence[int], most: Sequence[int], start: int
) -> list[tuple[int, int]] | None:
    """Find the shortest path from a box to a type with room; each step is a box and a type."""
    came: dict[int, tuple[int, int]] = {}
    reached = {start}
    waiting = deque([start])
    holders: dict[int, list[int]] = {}
    for (box, number), rows in flow.items():
        if rows:
            holders.setdefault(number, []).append(box)
    origin: dict[int, int] = {}
    while waiting:
        box = waiting.popleft()
        for number in overlap.covers[box]:
            if number in came:
                continue
            came[number] = box, origin.get(box, -1)
            if taken[number] < most[number]:
                path = []
                while number >= 0:
                    of_box, before = came[number]
                    path.append((of_box, number))
                    number = before
                return path[::-1]
            for other in holders.get(number, ()):
                if other not in reached:
                    reached.add(other)
                    origin[other] = number
                    waiting.append(other)
    return None


def count_forced(overlap: Overlap) -> int:
    """Count the people who have a row in every assignment, and so are in T for certain.

    A type can spare a person if not all of it is taken, or if one of its rows can move to a type
    that can.

    Raises:
        ValueError: there is no assignment at all.
    """
    people = [one.people for one in overlap.types]
    flow = match(overlap, people)
    if flow is None:
        raise ValueError("there are more rows than people for them")
    taken = [0] * len(people)
    for (_, number), rows in flow.items():
        taken[number] += rows
    spares = {number for number, count in enumerate(people) if taken[number] < count}
    waiting = deque(spares)
    # A box with a type that can spare somebody is looked at once.
    done: set[int] = set()
    while waiting:
        number = waiting.popleft()
        for box in overlap.types[number].boxes - done:
            done.add(box)
            for other in overlap.covers[box]:
                if other not in spares and flow.get((box, other), 0):
                    spares.add(other)
                    waiting.append(other)
    return sum(count for number, count in enumerate(people) if number not in spares)
