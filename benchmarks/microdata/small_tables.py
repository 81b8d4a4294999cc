"""What a choice tells where every T can be tried: twelve people of P, two columns, three in T.

``dpsql audit`` knows levels only. Here each method is run on all T of as many rows, as the
reference of the tests states it (`tests/oracle`, which dpsql agrees with in its generative tests).
As there, `share` is the share of the sets of people with as many rows in each released class for
which the method releases the same. `breached`: of the T that have a release, those whose release
lets the posterior of somebody who runs the method on all T leave δ.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np

from benchmarks.microdata.grid import LEVELS
from benchmarks.microdata.people import Column, People
from benchmarks.microdata.results import SmallRow
from tests.oracle.search.boxes import find_box
from tests.oracle.search.minimality import Published, take_optimum, take_pooling
from tests.oracle.search.partitions import Part, Strategy, find_partition, satisfies
from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.orders import order_by_default
from tests.oracle.tables.table import Ladder, Row, generalize

#: The data that small tables are drawn from.
DATA = ("adult", "fars")
PUBLIC, PRIVATE, COLUMNS = 12, 3, 2
DELTA = (Fraction(0), Fraction(1, 2))
_SEED = 20_261_126


def audit_small_tables(people: People, draws: int) -> Iterator[SmallRow]:
    """Yield what each method tells on so many draws of people and columns."""
    for number in range(draws):
        instance = draw_instance(people, number)
        for method, publish in METHODS.items():
            yield audit_all(people.name, number, method, instance, publish)


def draw_instance(people: People, number: int) -> Instance:
    """Draw people of P, and two of the columns that the public knows."""
    random = np.random.default_rng([_SEED, number])
    chosen = random.choice(len(people.columns), COLUMNS, replace=False)
    columns = [people.columns[j] for j in np.sort(chosen)]
    rows = people.known[random.choice(people.size, PUBLIC, replace=False)][:, np.sort(chosen)]
    ladders = tuple(map(_make_ladder, columns))
    values = [list(ladder) for ladder in ladders]
    public = sorted(tuple(values[j][code] for j, code in enumerate(row)) for row in rows)
    return Instance(ladders, tuple(public), tuple(public[:PRIVATE]), Models(delta=DELTA))


def _make_ladder(column: Column) -> Ladder:
    """Return the hierarchy of a column; numbers are numbers, so that boxes order them as such."""
    is_number = column.numbers is not None
    return make_explicit_ladder(
        (int(row[0]) if is_number else row[0], *row[1:]) for row in column.labels
    )


def publish_levels(instance: Instance) -> Published | None:
    """Release the optimal levels."""
    node = take_optimum(instance)
    if node is None:
        return None
    labels = {row: generalize(row, instance.ladders, node) for row in instance.public}
    return Published(node, labels)


def publish_boxes(instance: Instance) -> Published | None:
    """Release boxes around people of P, as the benchmark's job has them; parts without T none."""
    columns = zip(*instance.public, strict=True)
    orders = tuple(map(order_by_default, columns, instance.ladders))
    strategy = Strategy("any", "loss", delta=instance.models.delta)
    whole = Part(instance.public, instance.private)
    found = find_partition(whole, orders, strategy, satisfies(instance.models))
    if found is None:
        return None
    boxes = {part: find_box(part.public, orders) for part in found[0] if part.private}
    labels: dict[Row, Row] = {
        row: tuple(f"{low} to {high}" for low, high in box)
        for part, box in boxes.items()
        for row in part.public
    }
    return Published(frozenset(boxes.values()), labels)


Publish = Callable[[Instance], Published | None]
METHODS: dict[str, Publish] = {
    LEVELS: publish_levels,
    "pooled": take_pooling("columns"),  # type: ignore[dict-item]  # it releases no bare nodes
    "boxes": publish_boxes,
}


def audit_all(data: str, draw: int, method: str, instance: Instance, publish: Publish) -> SmallRow:
    """Run a method on every T of an instance; people in no released class are surely not in T."""
    everyone = list(combinations(range(len(instance.public)), len(instance.private)))
    known: dict[tuple[Row, ...], Published | None] = {}
    behind: dict[Hashable, list[tuple[int, ...]]] = defaultdict(list)
    matching: dict[Hashable, int] = {}
    for members in everyone:
        private = tuple(instance.public[person] for person in members)
        if private not in known:
            known[private] = publish(replace(instance, private=private))
        published = known[private]
        if published is None:
            continue
        rows = Counter(published.labels[row] for row in private)
        release = published.how, frozenset(rows.items())
        behind[release].append(members)
        sizes = Counter(published.labels.get(row) for row in instance.public)
        matching[release] = prod(comb(sizes[label], number) for label, number in rows.items())
    released = sum(map(len, behind.values()))
    shares = [Fraction(len(sets) ** 2, matching[release]) for release, sets in behind.items()]
    breached = sum(len(sets) for sets in behind.values() if not _holds(sets, instance))
    return SmallRow(
        *(data, draw, method, len(everyone), released, len(behind)),
        share=float(sum(shares) / released) if released else 1.0,
        breached=breached / released if released else 0.0,
    )


def _holds(sets: list[tuple[int, ...]], instance: Instance) -> bool:
    """Whether everybody's share of the sets lies in δ."""
    inside = Counter(person for members in sets for person in members)
    low, high = DELTA
    people = range(len(instance.public))
    return all(low <= Fraction(inside[person], len(sets)) <= high for person in people)
