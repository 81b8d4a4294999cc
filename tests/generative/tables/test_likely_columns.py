"""Columns of P alone that are likely the secret are those that plain Python finds by tuples."""

from collections import Counter
from pathlib import Path
from random import Random

import pyarrow
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.connect import connect
from dpsql.inputs.places import MemoryTable
from dpsql.sql.counting.likely_columns import find_likely, list_partings
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from tests.generative.budget import share_of_profile

_VALUES = (None, "", "0", "a", "b")


def _count_shown(rows: list[tuple[str | None, ...]], members: int, place: int) -> int:
    """Return the most rows of T that a part of a column, or the rest of P, can be; 0 if few."""
    of_t = Counter(row[:2] for row in rows[:members])
    somebody = {None: None, "": "zero", "0": "zero"}
    by_content = [somebody.get(row[place], "something") for row in rows]
    most = 0
    for cells in ([row[place] for row in rows], by_content):
        for value in {*cells}:
            for inside in (True, False):
                part = Counter(
                    row[:2]
                    for row, cell in zip(rows, cells, strict=True)
                    if (cell == value) is inside
                )
                allowed, people = sum((part & of_t).values()), part.total()
                if 20 * allowed >= 19 * people and 20 * allowed >= 19 * members:
                    most = max(most, allowed)
    return most


@share_of_profile(4)
@given(st.integers(0, 10**9), st.sampled_from([1, 2, 20]), st.integers(0, 9))
def test_likely_columns_are_those_that_python_finds(seed: int, kinds: int, moved: int) -> None:
    random = Random(seed)
    members, everybody = random.randint(20, 60), random.randint(90, 200)
    rows = []
    for i in range(everybody):
        own = random.choice(_VALUES) if random.random() < moved / 40 else None
        place = str(random.randrange(kinds)) if random.random() < 0.9 else None
        in_t, out = random.choice(("ab", "a")), random.choice((None, "", "0"))
        rows.append(
            (
                place,
                random.choice("fm"),
                own or ("a" if i < members else "b"),
                random.choice(in_t) if i < members else own or out,
                "a" if random.random() < members / everybody else "b",
            )
        )
    names = ["town", "sex", "mark", "filled", "chance"]
    tables = {
        PUBLIC: pyarrow.table({one: [row[j] for row in rows] for j, one in enumerate(names)}),
        PRIVATE: pyarrow.table(
            {one: [row[j] for row in rows[:members]] for j, one in enumerate(names[:2])}
        ),
    }
    with connect(EngineOptions(), Path()) as engine:
        for name, table in tables.items():
            engine.register(name, MemoryTable(table))
        types = {name: engine.columns(PUBLIC)[name] for name in names[2:]}
        one = exp.Literal.number(1)
        sizes = everybody, members
        partings = list_partings(types, names[2:])
        found = find_likely(engine, partings, names[:2], (one, one), sizes)
    expected = {name: _count_shown(rows, members, j) for j, name in enumerate(names) if j > 1}
    assert {each.name: each.rows for each in found} == {k: n for k, n in expected.items() if n}
