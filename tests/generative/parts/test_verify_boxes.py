"""The verifier of boxes accepts what the oracle accepts, measures the same, and refuses the rest.

P, T, orders and partitions are random; the release is written by plain Python, and then spoiled.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import dpsql
from dpsql.domain.sections.strategy import ColumnRule, ValueRule
from dpsql.errors import IntegrityError, NotSatisfied
from tests.generative.budget import share_of_profile
from tests.generative.instances.box_releases import sort_rows, spell, verify, write_csv
from tests.oracle.search import boxes, partitions
from tests.oracle.search.boxes import Box
from tests.oracle.search.partitions import Part, find_partition, satisfies
from tests.oracle.tables import orders
from tests.oracle.tables.instance import Models
from tests.oracle.tables.table import Row, Value

#: Leaves, each under its parent; they sort differently by code point.
TREE = {"north": ["b", "Z", "é"], "south": ["a", "10"], "west": ["9", "B"]}
LEAVES = [leaf for leaves in TREE.values() for leaf in leaves]
LADDER = {
    **{leaf: (leaf, parent, "*") for parent, leaves in TREE.items() for leaf in leaves},
    None: (None, None, "*"),
}
LISTED = ["B", "a", "é", "10", "b", "9", "Z"]
NULLS = {"nulls": "own_leaf"}
TRUTH = {leaf: (leaf, "*") for leaf in (True, False, None)}
STRANGE = ["", "NULL", "a..b", "[x", "..", "...", "'q", "=f", "b]", "[a..b]", "a", "b", "-"]


#: An error, or the least and the greatest presence.
Found = type[Exception] | tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Kind:
    """A column: values that it may hold but NULL, words of the job, the oracle's order."""

    values: tuple[Value, ...]
    type: pa.DataType
    words: dict[str, object]
    order: Callable[[list[Value]], orders.ColumnOrder]


def _text(values, words, order):
    return Kind(tuple(values), pa.string(), {**NULLS, **words}, order)


BY_TREE = {"tree": TREE}
DAYS = tuple(date(year, 12, 31 - year % 7) for year in (1, 999, 1999, 2000, 2024))
KINDS = (
    _text(
        ["7", "-3", "2.5", "07", "12"],
        {"widths": ["10"], "order": "number"},
        orders.order_by_number,
    ),
    _text(["7", "-3", "2.5", "07", "12"], {"widths": ["10"]}, orders.order_by_number),
    _text(LEAVES, BY_TREE, lambda values: orders.order_by_hierarchy(values, LADDER)),
    _text(LEAVES, {**BY_TREE, "order": "alpha"}, orders.order_by_alpha),
    _text(LEAVES, {**BY_TREE, "order": "frequency"}, orders.order_by_frequency),
    _text(LEAVES, {**BY_TREE, "order": LISTED}, lambda v: orders.order_by_list(v, LISTED)),
    _text(STRANGE, {"prefix": [1]}, orders.order_by_alpha),
    _text(STRANGE, {"prefix": [1], "order": "frequency"}, orders.order_by_frequency),
    _text(
        ["2024-01-31", "1999-12-31", "2024-01-03"],
        {"dates": ["year"], "order": "number"},
        orders.order_by_number,
    ),
    Kind((-10, -9, 2, 10, 9), pa.int32(), {**NULLS, "widths": ["5"]}, orders.order_by_number),
    Kind(
        (-10, 2, 10, 9),
        pa.int64(),
        {**NULLS, "prefix": [1], "order": "alpha"},
        orders.order_by_alpha,
    ),
    Kind(
        (-10, -9, 2, 10, 9),
        pa.int16(),
        {**NULLS, "prefix": [1], "order": "frequency"},
        orders.order_by_frequency,
    ),
    Kind(
        (-10, 2, 10),
        pa.int16(),
        {**NULLS, "prefix": [1], "order": "hierarchy"},
        orders.order_by_number,
    ),
    Kind(DAYS, pa.date32(), {**NULLS, "dates": ["year"]}, orders.order_by_number),
    Kind(
        DAYS,
        pa.date32(),
        {**NULLS, "dates": ["year"], "order": "frequency"},
        orders.order_by_frequency,
    ),
    Kind((-1.5, 0.25, 10.0, 9.0), pa.float64(), {**NULLS, "widths": ["5"]}, orders.order_by_number),
    Kind(
        (True, False),
        pa.bool_(),
        {**NULLS, "tree": {"*": ["true", "false"]}},
        lambda values: orders.order_by_hierarchy(values, TRUTH),
    ),
    Kind(
        (True, False),
        pa.bool_(),
        {**NULLS, "tree": {"*": ["true", "false"]}, "order": "number"},
        orders.order_by_number,
    ),
)


@dataclass(frozen=True)
class Question:
    """P row by row with its members, δ, the kinds of its columns, a strategy of MPALM."""

    public: tuple[Row, ...]
    members: tuple[bool, ...]
    delta: tuple[Fraction, Fraction]
    kinds: tuple[Kind, ...]
    strategy: partitions.Strategy
    own_table: bool
    suffix: str
    quoted: bool

    @property
    def private(self) -> tuple[Row, ...]:
        return tuple(row for row, member in zip(self.public, self.members, strict=True) if member)

    @property
    def orders(self) -> tuple[orders.ColumnOrder, ...]:
        columns = zip(*self.public, strict=True)
        return tuple(
            kind.order(list(column)) for kind, column in zip(self.kinds, columns, strict=True)
        )


@st.composite
def questions(draw):
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    cells = [st.sampled_from([*kind.values, None]) for kind in kinds]
    public = tuple(draw(st.lists(st.tuples(*cells), min_size=1, max_size=14)))
    members = draw(st.lists(st.booleans(), min_size=len(public), max_size=len(public)))
    delta = Fraction(draw(st.integers(0, 2)), 6), Fraction(draw(st.integers(3, 6)), 6)
    rules = draw(st.sampled_from(get_args(ColumnRule))), draw(st.sampled_from(get_args(ValueRule)))
    suffix = draw(st.sampled_from(["parquet", "csv"])) if len(kinds) > 1 else "parquet"
    return Question(
        public,
        tuple(members),
        delta,
        tuple(kinds),
        partitions.Strategy(*rules, delta=delta),
        draw(st.booleans()),
        suffix,
        suffix == "csv" and draw(st.booleans()),
    )


def find_fault(question: Question, release: list[Box]) -> Found:
    """What is wrong with these released rows; if nothing, the least and greatest presence."""
    by, counts = question.orders, Counter(release)
    for j, order in enumerate(by):
        for cell in {_spell(*box[j]) for box in release}:
            readings = [
                (low, high)
                for place, low in enumerate(order.values)
                for high in order.values[place:]
                if _spell(low, high) == cell
            ]
            if len(readings) != 1:
                return IntegrityError
    rows = [row for row in question.private for box in counts if boxes.lies_inside(row, box, by)]
    if not boxes.are_disjoint(counts, question.public, by) or len(rows) != len(question.private):
        return IntegrityError
    for box, count in counts.items():
        if len(boxes.list_inside(box, question.private, by)) != count:
            return IntegrityError
    least, greatest = boxes.find_presence_range(counts, question.public, by)
    holds = question.delta[0] <= least and greatest <= question.delta[1]
    return (least, greatest) if holds else NotSatisfied


def _text_of(value: Value) -> str | None:
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value)


def _spell(low: Value, high: Value) -> str | None:
    return spell(_text_of(low), _text_of(high))


def _quote(cell: str | None) -> str | None:
    number = r"[+-]?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?"
    runs = cell and cell[0] in "=+-@|\t\r\n" and not re.fullmatch(number, cell)
    return f"'{cell}" if runs or (cell and cell[0] == "'") else cell


def make_job(question: Question, folder: Path) -> dpsql.Job:
    """Write P and T to the folder."""
    names = [f"c{j}" for j in range(len(question.kinds))]

    def write(file, rows, **more):
        columns = list(zip(*rows, strict=True)) or [()] * len(names)
        arrays = {
            name: pa.array(column, kind.type)
            for name, column, kind in zip(names, columns, question.kinds, strict=True)
        }
        parquet.write_table(pa.table({**arrays, **more}), folder / file)

    write("p.parquet", question.public, m=pa.array(question.members, pa.bool_()))
    write("t.parquet", question.private)
    return dpsql.Job(
        public="p.parquet",
        private="t.parquet" if question.own_table else {"where": "m"},
        quasi_identifiers={
            name: kind.words for name, kind in zip(names, question.kinds, strict=True)
        },
        delta=dict(zip(("min", "max"), map(str, question.delta), strict=True)),
        folder=folder,
    )


def run(question: Question, job: dpsql.Job, release: list[Box]) -> Found:
    """What the verifier finds."""
    rows = [tuple(_spell(low, high) for low, high in box) for box in release]
    if question.quoted:
        rows = [tuple(map(_quote, row)) for row in rows]
    rows = sort_rows(rows)
    names = list(job.quasi_identifiers)
    file = job.folder / f"r.{question.suffix}"
    if question.suffix == "csv":
        write_csv(file, names, rows)
    else:
        columns = list(zip(*rows, strict=True)) or [()] * len(names)
        arrays = [pa.array(column, pa.string()) for column in columns]
        parquet.write_table(pa.table(dict(zip(names, arrays, strict=True))), file)
    try:
        found = verify(job, file, "quote" if question.quoted else "refuse")
    except (IntegrityError, NotSatisfied) as error:
        return type(error)
    assert (found.rows, found.public_rows) == (len(release), len(question.public))
    return found.minimum, found.maximum


def list_rows(found: boxes.Boxes) -> list[Box]:
    return [box for box, count in found.items() for _ in range(count)]


@share_of_profile(4)
@given(questions(), st.data())
def test_releases_right_and_spoiled(question, data):
    by, accepts = question.orders, satisfies(Models(question.delta))
    whole = Part(question.public, question.private)
    found = find_partition(whole, by, question.strategy, accepts)
    parts = found[0] if found else [whole]
    release = list_rows(boxes.find_public_boxes(parts, by))
    with TemporaryDirectory() as folder:
        job = make_job(question, Path(folder))

        def agree(rows):
            expected = find_fault(question, rows)
            assert run(question, job, rows) == expected
            return expected

        expected = agree(release)
        assert expected is IntegrityError or (found is None) == (expected is NotSatisfied)
        agree(list_rows(boxes.find_private_boxes(parts, by)))
        if release:
            agree(data.draw(spoiled(release, by)))


@st.composite
def spoiled(draw, release, by):
    """A row dropped, added or moved to another box; or an end of a box at another value."""
    rows = list(release)
    place = draw(st.integers(0, len(rows) - 1))
    way = draw(st.sampled_from(["drop", "add", "move", "bend"]))
    if way == "drop":
        del rows[place]
    if way == "add":
        rows.append(rows[place])
    if way == "move":
        rows[place] = draw(st.sampled_from(rows))
    if way == "bend":
        j = draw(st.integers(0, len(by) - 1))
        ends = draw(st.lists(st.sampled_from(by[j].values), min_size=2, max_size=2))
        bent = tuple(sorted(ends, key=by[j].positions.__getitem__))
        changed = (*rows[place][:j], bent, *rows[place][j + 1 :])
        rows = [changed if row == rows[place] else row for row in rows]
    return rows
