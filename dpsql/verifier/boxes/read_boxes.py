"""Reads the boxes of a release: each cell is one value of P, or a range ``[low..high]``.

A cell must have exactly one reading. Every split at ``..`` is tried, also if a value itself
contains two dots; ``NULL`` as an end is the missing value, or a value with that text. In a reading,
both ends are values of P and the first is less, or the whole cell is a value of P. So a cell is
ambiguous if it is a value of P and also a range, or a range in two ways.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import name_count
from dpsql.engines.base import Engine
from dpsql.errors import IntegrityError
from dpsql.release.formulas import quote_formula
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import column, identifier, render
from dpsql.verifier.boxes.axes import BOXES, Axis
from dpsql.verifier.recount import fetch_chunks
from dpsql.verifier.released_rows import RELEASE

_CELLS, _READINGS = "verified_cells", "given_readings"
_OPEN, _BETWEEN, _CLOSE, NULL = "[", "..", "]", "NULL"
#: Cells whose notation is looked at.
_MOST_LOOKED_AT = 10_000
#: The least and the greatest value of a range.
Range = tuple[Leaf, Leaf]


@dataclass(frozen=True)
class Reader:
    """The possible readings of cells of one column: distinct ranges, whose ends need not be in P.

    A range with an end that is not in P does not count. `nothing`, `several`: the error messages
    for cells without a reading, and with more than one.
    """

    list_readings: Callable[[Leaf], Iterable[Range]]
    nothing: str
    several: str
    #: The rest of a sentence about cells without a reading: how they are to be written.
    tell: Callable[[Sequence[Leaf]], str] = lambda _: ""


def list_readings(cell: Leaf) -> list[Range]:
    """List the readings of a cell: the value as both ends, or two different ends.

    >>> list_readings("a"), list_readings("[a...b]")
    ([('a', 'a')], [('[a...b]', '[a...b]'), ('a', '.b'), ('a.', 'b')])
    """
    readings = [(cell, cell)]
    if cell is None or not (cell.startswith(_OPEN) and cell.endswith(_CLOSE)):
        return readings
    inner = cell[len(_OPEN) : -len(_CLOSE)]
    split = inner.find(_BETWEEN)
    while split >= 0:
        ends = inner[:split], inner[split + len(_BETWEEN) :]
        lows, highs = ([end, None] if end == NULL else [end] for end in ends)
        readings += [(low, high) for low in lows for high in highs if low != high]
        split = inner.find(_BETWEEN, split + 1)
    return readings


#: Reads cells that dpsql writes.
BOXES_OF_DPSQL = Reader(
    list_readings,
    "neither a value of P nor a range of two of them",
    "can be read in several ways",
)


def build_boxes(engine: Engine, columns: Sequence[tuple[Axis, str]], rows_of_all: exp.Expr) -> None:
    """Build the table of boxes from the `columns` of the release, whose cells are already read.

    `rows_of_all`: how many rows of T released rows stand for, an aggregate.
    """
    query = render(
        "verify_boxes",
        columns=[
            {
                "released": _text_of(name),
                "cell": axis.cell,
                "low": axis.low,
                "high": axis.high,
                "ranges": identifier(axis.ranges),
                "intervals": identifier(axis.intervals),
                "lows": identifier(f"lows_{axis.number}"),
                "highs": identifier(f"highs_{axis.number}"),
                "condition": exp.NullSafeEQ(
                    this=exp.Column(this=axis.cell, table=identifier("released_boxes")),
                    expression=column("cell", axis.ranges),
                ),
            }
            for axis, name in columns
        ],
        rows_of_all=rows_of_all,
    )
    engine.materialize(BOXES, query)


def read_cells(
    engine: Engine, axis: Axis, name: str, reader: Reader, file_format: ReleaseFormat
) -> list[str]:
    """Build the table of ranges of one column of the release; positions are already stored.

    Returns what is wrong with cells that have no reading, or several.

    Raises:
        IntegrityError: formulas are not quoted.
    """
    cell = column("cell", "distinct_cells")
    text = _unquote(cell) if file_format.quotes_formulas else cell
    engine.materialize(_CELLS, render("verify_cells", cell=_text_of(name), text=text))
    if file_format.quotes_formulas:
        _refuse_other_quotes(engine, name)
    types = {"cell_number": "BIGINT", "low": "VARCHAR", "high": "VARCHAR"}
    engine.upload(_READINGS, types, _list_all_readings(engine, reader))
    conditions = {
        f"{end}_condition": exp.NullSafeEQ(
            this=column("leaf", f"{end}s"), expression=column(end, _READINGS)
        )
        for end in ("low", "high")
    }
    query = render("verify_ranges", positions=identifier(axis.positions), **conditions)
    engine.materialize(axis.ranges, query)
    engine.drop(_READINGS)
    engine.drop(_CELLS)
    return list(_find_unclear_cells(engine, axis, name, reader))


def build_intervals(engine: Engine, axis: Axis) -> int:
    """Build the table of intervals of one column, whose cells are read; return their number.

    An interval consists of neighbouring values that are in the same ranges. No box distinguishes
    them, so spots and boxes are counted by intervals, of which there are far fewer.
    """
    tables = {"positions": identifier(axis.positions), "ranges": identifier(axis.ranges)}
    engine.materialize(axis.intervals, render("verify_intervals", **tables))
    engine.drop(axis.positions)
    query = render("count_intervals", intervals=identifier(axis.intervals))
    return int(engine.fetch(query)[0][0])


def _list_all_readings(engine: Engine, reader: Reader) -> Iterator[tuple[int, Leaf, Leaf]]:
    for number, cell in fetch_chunks(engine, "list_cells_between"):
        for low, high in reader.list_readings(cell):
            yield number, low, high


def _text_of(name: str) -> exp.Expr:
    return exp.cast(column(name, RELEASE), "VARCHAR")


def _unquote(cell: exp.Expr) -> exp.Expr:
    """Return the value of a CSV cell: without an apostrophe at its start."""
    quoted = exp.RegexpLike(this=cell.copy(), expression=exp.Literal.string("^'"))
    rest = exp.Substring(this=cell.copy(), start=exp.Literal.number(2))
    return exp.Case(ifs=[exp.If(this=quoted, true=rest)], default=cell.copy())


def _refuse_other_quotes(engine: Engine, name: str) -> None:
    """Raise IntegrityError unless formulas have an apostrophe, and other cells have none."""
    same = exp.NullSafeEQ(this=quote_formula(column("text")), expression=column("cell"))
    other = count_rows(engine, _CELLS, exp.Paren(this=same).not_())
    if other:
        raise IntegrityError(
            f"release: {other} distinct cells of {name} are not quoted as formulas are"
        )


def _find_unclear_cells(engine: Engine, axis: Axis, name: str, reader: Reader) -> Iterator[str]:
    readings, one = column("reading_count"), exp.Literal.number(1)
    none = count_rows(engine, axis.ranges, readings < one)
    if none:
        query = exp.select(column("cell")).from_(exp.to_table(axis.ranges)).where(readings < one)
        cells = [
            row[0] for row in engine.fetch(query.order_by(column("cell")).limit(_MOST_LOOKED_AT))
        ]
        named = name_count(none, f"distinct cell of {name} is", f"distinct cells of {name} are")
        yield f"{named} {reader.nothing}{reader.tell(cells)}"
    several = count_rows(engine, axis.ranges, readings > one)
    if several:
        yield f"{name_count(several, 'distinct cell')} of {name} {reader.several}"
