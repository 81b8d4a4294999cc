"""Rows of T that differ from P by key are those that plain Python finds, however they are typed."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile

_NUMBERS = st.one_of(st.none(), st.integers(-3, 3))
_TEXTS = st.sampled_from(["a", "A", "", "1", "1.0", "-1", "abc", None])
_ARROW = {"integer": pa.int32(), "float": pa.float64(), "text": pa.string()}


def _typed(kind: str) -> st.SearchStrategy[object]:
    if kind == "text":
        return _TEXTS
    return _NUMBERS.map(lambda n: n if n is None or kind == "integer" else float(n) / 2)


def _is_same(one: object, other: object) -> bool:
    """Compare as the documentation states: texts as texts, numbers as numbers, NULL as a value."""
    if one is None or other is None:
        return one is other
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    try:
        return float(one) == float(other)  # type: ignore[arg-type]
    except ValueError:
        return False


@share_of_profile(4)
@given(st.data())
def test_differing_rows_are_those_that_python_finds(data: st.DataObject) -> None:
    kinds = st.sampled_from(["integer", "float", "text"])
    of_public = data.draw(st.lists(st.sampled_from(["integer", "text"]), min_size=1, max_size=3))
    of_private = [data.draw(kinds) for _ in of_public]
    names = [f"c{i}" for i in range(len(of_public))]
    size = data.draw(st.integers(1, 6))
    public = [[data.draw(_typed(kind)) for kind in of_public] for _ in range(size)]
    members = sorted(data.draw(st.sets(st.integers(0, size - 1))))
    private = [[data.draw(_typed(kind)) for kind in of_private] for _ in members]

    with TemporaryDirectory() as folder:
        _write(Path(folder, "p.parquet"), names, of_public, range(size), public)
        _write(Path(folder, "t.parquet"), names, of_private, members, private)
        rules = {
            name: {"widths": [2], "nulls": "own_leaf"} if kind == "integer" else {"prefix": [1]}
            for name, kind in zip(names, of_public, strict=True)
        }
        rules = {name: rule | {"nulls": "own_leaf"} for name, rule in rules.items()}
        job = dpsql.Job(
            public="p.parquet",
            private={"table": "t.parquet", "key": "id"},
            quasi_identifiers=rules,
            folder=folder,
        )
        found = dpsql.check(job).to_dict()["differing_rows"]

    differ = [
        [not _is_same(a, b) for a, b in zip(public[member], row, strict=True)]
        for member, row in zip(members, private, strict=True)
    ]
    counts = {name: sum(row[i] for row in differ) for i, name in enumerate(names)}
    assert found["rows"] == sum(map(any, differ))
    assert found["columns"] == {name: n for name, n in counts.items() if n}


def _write(path: Path, names: list[str], kinds: list[str], ids: object, rows: list) -> None:
    columns = {"id": pa.array(list(ids), pa.int64())}  # type: ignore[call-overload]
    for i, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        columns[name] = pa.array([row[i] for row in rows], _ARROW[kind])
    pq.write_table(pa.table(columns), path)
