"""The few classes that a report shows, and values of P that have their labels; some rows each."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine, Row
from dpsql.sql.axes import order_name
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET
from dpsql.sql.partition.boxes import BOXES, high_name, low_name
from dpsql.sql.published_classes import PUBLISHED, text_name
from dpsql.sql.templates import identifier, render

_CODED = "coded_classes"
_COUNTS = ("public_count", "private_count")

#: Requested labels: codes or positions, by the number of their quasi-identifier.
Codes = Mapping[int, set[int]]


def list_extreme_classes(engine: Engine, codes: Sequence[exp.Identifier], most: int) -> list[Row]:
    """List classes of greatest and of least presence, up to `most` of each.

    A row has the `codes` of the frequency set that distinguish classes, and the rows of P and T.
    """
    engine.materialize(_CODED, coded_classes_query(codes))
    found = engine.fetch(shown_classes_query(_CODED, codes, most))
    engine.drop(_CODED)
    return list(found)


def list_extreme_boxes(engine: Engine, columns: int, most: int) -> list[Row]:
    """List boxes in the same way; a row has the ends of each range, as positions, and counts."""
    ends = [name(j) for j in range(columns) for name in (low_name, high_name)]
    return list(engine.fetch(shown_classes_query(BOXES, ends, most)))


def list_extreme_published(engine: Engine, columns: int, most: int) -> list[Row]:
    """List published classes in the same way; a row has their texts and counts."""
    texts = [text_name(j) for j in range(columns)]
    return list(engine.fetch(shown_classes_query(PUBLISHED, texts, most)))


def count_people_in_boxes(engine: Engine) -> int:
    """Count the people of P in boxes."""
    people = exp.Coalesce(
        this=exp.Sum(this=exp.column("public_count")), expressions=[exp.Literal.number(0)]
    )
    query = exp.select(exp.cast(people, "BIGINT")).from_(exp.Table(this=identifier(BOXES)))
    return int(engine.fetch(query)[0][0])


def boxes_query() -> exp.Query:
    """The statement that lists the boxes by their counts; people outside of them are no class."""
    counts = [identifier(name) for name in _COUNTS]
    return exp.select(*counts).from_(exp.Table(this=identifier(BOXES)))


def list_values_with_codes(engine: Engine, levels: Sequence[int], codes: Codes) -> list[Row]:
    """List ``(j, code, leaf)``: a value of P for each code of quasi-identifier `j` at its level."""
    names = {j: (leaves_name(j), identifier(f"code_{levels[j]}")) for j in codes}
    return _list_values(engine, names, codes)


def list_values_at(engine: Engine, positions: Codes) -> list[Row]:
    """List ``(j, position, leaf)``: the value of `j` at each position in its order."""
    names = {j: (order_name(j), identifier("position")) for j in positions}
    return _list_values(engine, names, positions)


def list_samples(engine: Engine, tails: Sequence[exp.Expr | None], most: int) -> list[Row]:
    """List ``(j, leaf, rows of P)`` of the most frequent values in P, in no order.

    `tails`: for each quasi-identifier whether a `leaf` is in a tail, if it has any; such a value is
    listed only if there are too few others.
    """
    return list(engine.fetch(sample_values_query(tails, most)))


def list_people(engine: Engine, columns: int, tuples: int, most: int) -> list[Row]:
    """List the values, as text, of up to `most` of so many tuples, evenly spaced in their order."""
    places = sorted({(2 * i + 1) * tuples // (2 * most) + 1 for i in range(min(most, tuples))})
    return list(engine.fetch(people_query(columns, places)))


def people_query(columns: int, places: Sequence[int]) -> exp.Query:
    """The statement that lists the tuples at these places of their order, from 1 on."""
    wanted = [exp.Literal.number(place) for place in places]
    return render(
        "list_people",
        values=[value_name(j) for j in range(columns)],
        wanted=exp.In(this=exp.column("place"), expressions=wanted),
    )


def coded_classes_query(codes: Sequence[exp.Identifier]) -> exp.Query:
    """The statement that lists the classes with their codes."""
    return render("code_classes", frequency_set=identifier(FREQUENCY_SET), codes=list(codes))


def shown_classes_query(classes: str, columns: Sequence[exp.Identifier], most: int) -> exp.Query:
    """The statement that picks the classes of greatest and of least presence."""
    public, private = (exp.cast(exp.column(name), "DOUBLE") for name in _COUNTS)
    presence = exp.Div(this=private, expression=public)
    return render(
        "list_shown_classes",
        classes=identifier(classes),
        columns=columns,
        most=exp.Literal.number(most),
        ends=[
            {"name": identifier("greatest"), "order": exp.Ordered(this=presence, desc=True)},
            {"name": identifier("least"), "order": exp.Ordered(this=presence.copy())},
        ],
    )


def labelled_values_query(
    names: Mapping[int, tuple[str, exp.Identifier]], codes: Codes
) -> exp.Query:
    """The statement that finds a value for each code; `names`: the tables and columns of codes."""
    return render(
        "list_labelled_values",
        columns=[
            {
                "number": exp.Literal.number(j),
                "leaves": identifier(table),
                "code": exp.Column(this=code),
                "wanted": exp.In(
                    this=exp.Column(this=code.copy()),
                    expressions=[exp.Literal.number(one) for one in sorted(codes[j])],
                ),
            }
            for j, (table, code) in names.items()
        ],
    )


def sample_values_query(tails: Sequence[exp.Expr | None], most: int) -> exp.Query:
    """The statement that lists the most frequent values of each quasi-identifier."""
    return render(
        "list_sample_values",
        most=exp.Literal.number(most),
        columns=[
            {
                "number": exp.Literal.number(j),
                "leaves": identifier(leaves_name(j)),
                "name": identifier(f"most_{j}"),
                "is_in_tail": is_in_tail,
            }
            for j, is_in_tail in enumerate(tails)
        ],
    )


def _list_values(
    engine: Engine, names: Mapping[int, tuple[str, exp.Identifier]], codes: Codes
) -> list[Row]:
    return list(engine.fetch(labelled_values_query(names, codes))) if names else []
