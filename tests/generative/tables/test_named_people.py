"""Rows of P are one person's where plain Python finds them equal in all that names people."""

from pathlib import Path

import pyarrow
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.connect import connect
from dpsql.inputs.places import MemoryTable
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PUBLIC
from tests.generative.budget import share_of_profile

#: Texts that are alike when they are joined carelessly, and NULL.
_VALUES = st.sampled_from([None, "", " ", "a", "A", "ab", "b", " | ", "a | ", "NULL", "1", "01"])
_NAMES = st.sampled_from(
    [
        "id",
        "alike_rows",
        "has_key",
        "row_count",
        "key_count",
        'o"k',
        "a, b",
        "x' --",
        "public_table",
    ]
)
_NAMED = st.lists(_NAMES, min_size=1, max_size=4, unique=True)


@share_of_profile(2)
@given(_NAMED, st.data())
def test_people_are_those_that_python_finds(names: list[str], data: st.DataObject) -> None:
    row = st.tuples(*[_VALUES] * len(names))
    rows = data.draw(st.lists(row, max_size=12))
    named = [one for one in rows if None not in one]
    expected = len(rows), len(named), len({*named})

    columns = {name: [row[j] for row in rows] for j, name in enumerate(names)}
    columns["other"] = ["x"] * len(rows)
    texts = pyarrow.schema([(name, pyarrow.string()) for name in columns])
    with connect(EngineOptions(), Path()) as engine:
        engine.register(PUBLIC, MemoryTable(pyarrow.table(columns, schema=texts)))
        (found,) = engine.fetch(keys_query(names, PUBLIC))
    assert tuple(map(int, found)) == expected
