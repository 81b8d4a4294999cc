"""Rows of P or T that stand for several people: the column of their counts, read and checked.

A row counts as if it stood there as many times; one that counts nobody, as if it were not there.
"""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.plurals import name_count
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import InputError, TypeMismatch
from dpsql.sql.tables.private_table import PRIVATE, PrivateRows
from dpsql.sql.templates import column, identifier, render

#: The most people of a table: more than have ever lived. All later sums and products fit.
MOST_PEOPLE = 10**12
#: A count that is stored as text: digits, and at most two zeros after the point: 12.000 may be
#: twelve thousand.
_WHOLE = r"^0{0,6}[0-9]{1,13}([.]0{1,2})?$"
#: Digits after a point that are not all zeros. Those of 1.5E7 are followed by others.
_FRACTION = "[.][0-9]*[1-9][0-9]*$"
#: Holds every such number, on every engine.
_NUMBER = "DECIMAL(38, 9)"
_FAMILIES = ("text", "integer", "decimal", "float")


@dataclass(frozen=True)
class PeopleColumn:
    """The column of a logical table with the people of each row; `type` is None if nothing is run.

    `whose`: the table, for errors; None: P or T, by the name of the logical table.

    Its expressions assume counts that `check_people` has found to be whole numbers.
    """

    name: str
    table: str
    type: ColumnType | None = None
    whose: str | None = None

    @property
    def of_row(self) -> exp.Expr:
        """The people of a row, as BIGINT."""
        plain = self.type is not None and self.type.family != "text"
        return exp.cast(self._value if plain else exp.cast(self._value, _NUMBER), "BIGINT")

    @property
    def of_rows(self) -> exp.Expr:
        """The aggregate that sums the people of rows."""
        return exp.cast(exp.Sum(this=self.of_row), "BIGINT")

    @property
    def is_somebody(self) -> exp.Expr:
        """Whether a row stands for anybody."""
        return self.of_row > exp.Literal.number(0)

    @property
    def is_empty(self) -> exp.Expr:
        """Whether a row has no count."""
        return self._value.is_(exp.null())

    @property
    def fits(self) -> exp.Expr:
        """Whether a count that is there is a whole number from 0 to `MOST_PEOPLE`."""
        value = self._value
        if self.type is None or self.type.family == "text":
            number: exp.Expr = exp.cast(value, _NUMBER)
        else:
            number = value.copy()
        zero, most = exp.Literal.number(0), exp.Literal.number(MOST_PEOPLE)
        fits: exp.Expr = exp.Between(this=number, low=zero, high=most)
        if self.type is None or self.type.family in ("decimal", "float"):
            # Casts of numbers out of range are errors.
            is_whole: exp.Expr = number.eq(exp.cast(number.copy(), "BIGINT"))
            if self.type is None:
                is_whole = exp.and_(is_whole, self._is_not_rounded)
            fits = exp.Case(ifs=[exp.If(this=fits, true=is_whole)], default=exp.false())
        if self.type is None or self.type.family != "text":
            return fits
        # The cast of another text is an error, or is read by each engine in its own way.
        spelled = exp.RegexpLike(this=value.copy(), expression=exp.Literal.string(_WHOLE))
        return exp.Case(ifs=[exp.If(this=spelled, true=fits)], default=exp.false())

    @property
    def _is_not_rounded(self) -> exp.Expr:
        """Whether a count of any type is the number that it is cast to.

        A cast to decimals rounds. Texts and decimals show their digits; of a floating-point number
        that is shown with an exponent, the double has them all.
        """
        text, pattern = exp.cast(self._value, "VARCHAR"), exp.Literal.string(_FRACTION)
        double = exp.cast(exp.cast(self._value, _NUMBER), "DOUBLE")
        has_fraction = exp.RegexpLike(this=text, expression=pattern)
        return exp.and_(exp.cast(self._value, "DOUBLE").eq(double), has_fraction.not_())

    @property
    def _value(self) -> exp.Expr:
        return column(self.name, self.table)


def check_people(engine: Engine, *columns: PeopleColumn | None) -> None:
    """Check the counts of tables; None stands for a table whose rows are single people.

    Raises:
        InputError: a count is missing or no whole number of at least 0, or there are too many
            people; states how many rows. TypeMismatch: the column holds no numbers.
    """
    for counts in columns:
        if counts is not None:
            _check_counts(engine, counts)


def _check_counts(engine: Engine, counts: PeopleColumn) -> None:
    whose = counts.whose or ("T" if counts.table == PRIVATE else "P")
    title = f"{whose}: count: column {counts.name!r}"
    if counts.type is not None and counts.type.family not in _FAMILIES:
        raise TypeMismatch(
            f"{title} is {counts.type.title}, and no number of people; name another, or store whole"
            " numbers in it"
        )
    empty, strange, people = engine.fetch(check_people_query(counts))[0]
    if empty:
        raise InputError(
            f"{title} is empty in {name_count(empty, 'row')}; write how many people each stands for"
        )
    if strange:
        raise InputError(
            f"{title}: {name_count(strange, 'row has', 'rows have')} no whole number from 0 to"
            f" {MOST_PEOPLE:,}; write digits alone, without a sign, a fraction or separators of"
            " thousands"
        )
    if people > MOST_PEOPLE:
        raise InputError(
            f"{title}: its counts sum to more than {MOST_PEOPLE:,} people; does each person count"
            " once?"
        )


def check_people_query(counts: PeopleColumn) -> exp.Query:
    """The statement that finds what is wrong with the counts of a table, in one pass over it."""
    return render(
        "check_people",
        source=identifier(counts.table),
        is_empty=counts.is_empty,
        fits=counts.fits,
        people=counts.of_row,
    )


def count_of_rows(
    public: PeopleColumn | None, private: PeopleColumn | None, rows: PrivateRows
) -> tuple[exp.Expr, exp.Expr]:
    """Return the expressions for the people of a row of P, and of T; one where no column says.

    Where T is rows of P, these say how many people they are.
    """
    of_public, of_private = (
        exp.Literal.number(1) if one is None else one.of_row for one in (public, private)
    )
    return of_public, of_private if rows.mark is None else of_public
