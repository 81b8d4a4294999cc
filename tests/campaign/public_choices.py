"""The product's own choice from P, on the tables of the minimality attack, against the oracle's.

The attack is run on the oracle, and what it finds holds of the product as far as both choose the
same levels, whatever T is. Taken are those T first for which the optimum is another node: a choice
that looked at T would show there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, count, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest import mock

import pyarrow as pa

import dpsql
from dpsql.generalize import from_public as choice
from dpsql.generalize.chosen import ChosenLevels
from dpsql.privacy.margin import find_least_class
from tests.oracle.models.presence import holds
from tests.oracle.search.choice import choose_node
from tests.oracle.search.minimality import draw_instance, take_optimum
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Ladder, Node, Row

#: With the product's margin of 4 a class of ten people is hardly ever enough.
_MARGINS = (0, 1, 4)
#: T per instance.
_TABLES = 3


def run(instances: int) -> dict[str, object]:
    """Let the product choose for some T of so many instances; tell where it chose otherwise."""
    told: Counter[str] = Counter({"released": 0, "refused": 0})
    other = []
    for seed, margin, node in islice(_find_instances(), instances):
        instance = draw_instance(seed)
        least = partial(find_least_class, deviations=margin)
        with mock.patch.object(choice, "find_least_class", least):
            if (announced := _announce(instance)) != node:
                other.append(f"instance {seed}, margin {margin}: {announced} for {node}, announced")
            for private in islice(_telling_tables(instance, node, seed), _TABLES):
                end, chosen = _choose(instance, private)
                told[end] += 1
                expected = (
                    "released" if holds(replace(instance, private=private), node) else "refused"
                )
                if (end, chosen) != (expected, node):
                    other.append(f"instance {seed}, margin {margin}: {chosen} for {node}, {end}")
    return {"instances": instances, "tables": told.total(), **told, "chosen_otherwise": other}


def _find_instances() -> Iterator[tuple[int, int, Node]]:
    """Seeds and margins with the oracle's choice; few where that is total suppression."""
    for seed in count():
        margin = _MARGINS[seed % len(_MARGINS)]
        instance = draw_instance(seed)
        node = choose_node(instance, margin)
        if node != instance.root or seed % 8 == 0:
            yield seed, margin, node


def _telling_tables(instance: Instance, node: Node, seed: int) -> Iterator[tuple[Row, ...]]:
    """Different T: by turns one whose optimum is another node, and any."""
    tables = sorted(set(combinations(instance.public, len(instance.private))))
    Random(seed).shuffle(tables)
    telling = [
        private
        for private in tables
        if take_optimum(replace(instance, private=private)) not in (None, node)
    ]
    yield from dict.fromkeys(chain(*zip(telling, tables, strict=False), tables))


def _announce(instance: Instance) -> Node:
    """What `choose` tells of a number of rows, whichever T the job names."""
    with TemporaryDirectory(prefix="choice-") as folder:
        job = _make_job(instance, instance.public, Path(folder))
        return _node(dpsql.choose(job, len(instance.private)))


def _choose(instance: Instance, private: tuple[Row, ...]) -> tuple[str, Node]:
    """How `anonymize` ends, and the levels that it took; `choose` tells those of a refusal."""
    with TemporaryDirectory(prefix="choice-") as folder:
        job = _make_job(instance, private, Path(folder))
        try:
            return "released", _node(dpsql.anonymize(job))
        except dpsql.NoSafeRelease:
            return "refused", _node(dpsql.choose(job))


def _make_job(instance: Instance, private: tuple[Row, ...], folder: Path) -> dpsql.Job:
    names = [f"column {number}" for number in range(len(instance.ladders))]
    low, high = instance.models.delta or (0, 1)
    return dpsql.Job(
        public=_make_table(names, instance.public),
        private=_make_table(names, private),
        quasi_identifiers={
            name: str(_write_ladder(folder / f"{name}.csv", ladder))
            for name, ladder in zip(names, instance.ladders, strict=True)
        },
        delta={"min": str(low), "max": str(high)},
        metric=instance.metric,
        choose="from_public",
        engine={"duckdb": {"threads": "1"}},
        release=str(folder / "release.csv"),
    )


def _make_table(names: list[str], rows: tuple[Row, ...]) -> pa.Table:
    return pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))


def _write_ladder(path: Path, ladder: Ladder) -> Path:
    lines = (",".join(map(str, labels)) for labels in ladder.values())
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _node(found: dpsql.Outcome | ChosenLevels) -> Node:
    return tuple(found.levels.values())
