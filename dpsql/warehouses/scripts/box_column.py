"""One quasi-identifier of the boxes of a release: its values, and its part of a box."""

from collections.abc import Iterator

from sqlglot import exp

from dpsql.domain.levels.rules import NUMBER_DIGITS, NUMBER_PATTERN, NUMBER_SCALE
from dpsql.sql.counting.generalization import matches
from dpsql.sql.templates import column, identifier, render
from dpsql.warehouses.scripts.box_ends import DAY_PATTERN, Axis
from dpsql.warehouses.scripts.outline import Outline
from dpsql.warehouses.scripts.step import Step

#: What people and boxes are called where the box of a value is found.
SPOTS, RANGES = "spots", "ranges"
_NUMBER = exp.DataType.build(f"DECIMAL({NUMBER_DIGITS}, {NUMBER_SCALE})")


class BoxColumn:
    """One quasi-identifier: its values among the people, and its part of a box."""

    def __init__(self, outline: Outline, name: str, axis: Axis) -> None:
        self.name, self.axis = name, axis
        self._places = {leaf: str(place) for place, leaf in enumerate(axis.places)}
        self.value, self.cell, self.low, self.high, self.spot, self.first, self.last = (
            outline.free(outline.name_table(title, name))
            for title in ("value", "range", "low", "high", axis.kind, "first", "last")
        )
        self.stored = self.cell, self.low, self.high
        table = outline.name_table("order", name)
        self._order, self._raw = outline.free(table), column(name, outline.everybody)
        self.listed: Step | None = None
        if axis.kind == "place":
            places = tuple(self._places.items())
            title = f"The values of {name} in their order."
            self.listed = Step(title, None, table, columns=("value", "place"), rows=places)
        self._table = table

    def row(self, cell: str | None) -> tuple[str | None, ...]:
        """Return the text of a box, and the ends of its range."""
        low, high = self.axis.ranges[cell]
        if self.axis.kind == "place":
            return cell, self._places[low], self._places[high]
        return cell, low, high

    @property
    def measured(self) -> exp.Expr | None:
        """What values are compared by beside their text: a place or a number."""
        if self.axis.kind == "place":
            return exp.cast(column("place", self._order), "BIGINT")
        if self.axis.kind == "number":
            is_number = matches(self._raw, NUMBER_PATTERN)
            number = exp.cast(self._raw.copy(), _NUMBER.copy())
            return exp.Case(ifs=[exp.If(this=is_number, true=number)])
        return None

    @property
    def join(self) -> dict[str, exp.Expr] | None:
        """The table of places to join."""
        if self.axis.kind != "place":
            return None
        mapping = self._table
        columns = [
            {"source": column(one, mapping), "name": identifier(one)} for one in ("value", "place")
        ]
        joined = render(
            "join_labels",
            labels=[identifier("place")],
            columns=columns,
            mapping=identifier(mapping),
        )
        same = exp.NullSafeEQ(this=self._raw.copy(), expression=column("value", self._order))
        return {"labels": joined.subquery(identifier(self._order)), "condition": same}

    @property
    def problems(self) -> Iterator[tuple[exp.Expr, str]]:
        """Yield what is wrong with values that the order does not know."""
        raw, kind = self._raw, self.axis.kind
        if kind == "place":
            count = column("label_count", self._order)
            yield count.is_(exp.null()), f"{self.name} has no place in its order"
            yield count > exp.Literal.number(1), f"{self.name} has several places in its order"
        elif kind in ("number", "date"):
            pattern = NUMBER_PATTERN if kind == "number" else DAY_PATTERN
            yield matches(raw, pattern).not_(), f"{self.name} is no plain {kind}"
        elif self.axis.has_null_ends:
            text = raw.eq(exp.Literal.string("NULL"))
            yield text, f"{self.name} is the text NULL, which ranges have for a missing value"

    @property
    def spots(self) -> Iterator[tuple[exp.Expr, str]]:
        """Yield what is read of people to find their box, with its names."""
        yield exp.cast(column(self.name), "VARCHAR"), self.value
        if self.measured is not None:
            yield column(self.spot), self.spot

    @property
    def ends(self) -> Iterator[tuple[exp.Expr, str]]:
        """Yield what is read of boxes, with its names."""
        yield exp.cast(column(self.cell), "VARCHAR"), self.cell
        for end, number in ((self.low, self.first), (self.high, self.last)):
            if self.axis.kind == "place":
                yield exp.cast(column(end), "BIGINT"), end
            else:
                yield exp.cast(column(end), "VARCHAR"), end
            if self.axis.kind == "number":
                yield exp.cast(column(end), _NUMBER.copy()), number

    @property
    def is_inside(self) -> Iterator[exp.Expr]:
        """Yield what holds of a value in a range; NULL is the least unless it has a place."""
        value, spot = column(self.value, SPOTS), column(self.spot, SPOTS)
        low, high = column(self.low, RANGES), column(self.high, RANGES)
        if self.axis.kind == "place":
            yield exp.Between(this=spot, low=low, high=high)
            return
        from_low: list[exp.Expr] = [value >= low]
        to_high: list[exp.Expr] = [value <= high]
        if self.axis.kind == "number":
            # Numbers that are equal and written in different ways are ordered by their texts.
            first, last = column(self.first, RANGES), column(self.last, RANGES)
            from_low = [spot > first, exp.and_(spot.eq(first), *from_low)]
            to_high = [spot < last, exp.and_(spot.eq(last), *to_high)]
        yield exp.or_(low.is_(exp.null()), *from_low)
        yield exp.or_(value.is_(exp.null()), *to_high)
