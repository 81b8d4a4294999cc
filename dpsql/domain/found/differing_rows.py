"""Rows of T, found in P by their keys, whose own values are not those of P: counts only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpsql.domain.plurals import join_names, name_count

#: Of the columns in which rows differ, how many a page to sign names.
_MOST_NAMED = 3
#: What else may be where rows have times.
_ONE_TIME = "if both are to be of one time, keep P's row of that time"
_OTHER_TIME = ". Or is P's row of another time than T's? Then neither table is wrong"


@dataclass(frozen=True)
class TimesOfRows:
    """How rows of T and those of P with their keys compare by columns that say when a row was.

    `rows`: those of T with another time than P's. `differing`: those of them that differ in any
    other column, too.
    """

    names: tuple[str, ...]
    rows: int
    differing: int

    def tell(self) -> str:
        """Say that P's rows are of another time, though nothing else that is compared differs.

        >>> print(TimesOfRows(("year",), 10, 0).tell())
        10 rows of T have another year than P's rows: quasi-identifiers are released as P has them,\
 kept columns as T has them; if both are to be of one time, keep P's row of that time
        """
        have = name_count(self.rows, "row of T has", "rows of T have")
        return (
            f"{have} another {join_names([*self.names])} than P's {_noun(self.rows)}:"
            " quasi-identifiers are released as P has them, kept columns as T has them;"
            f" {_ONE_TIME}"
        )

    def explain(self, rows: int) -> str:
        """Say of how many rows that differ in other columns another time may be the reason.

        >>> times = TimesOfRows(("year",), 10, 7)
        >>> print(times.explain(7))
        . In all of these rows, year differs, too: P's row is of another time, which may be why
        >>> print(times.explain(8))
        . In 7 of these rows, year differs, too: P's row is of another time, which may be why
        >>> print(TimesOfRows(("year",), 10, 0).explain(8))
        . These rows agree with P in year: another time is not the reason
        >>> print(TimesOfRows(("year",), 10, 0).explain(1))
        . This row agrees with P in year: another time is not the reason
        """
        names = join_names([*self.names])
        differs = "differs" if len(self.names) == 1 else "differ"
        if not self.differing:
            agree = "This row agrees" if rows == 1 else "These rows agree"
            return f". {agree} with P in {names}: another time is not the reason"
        some = "all" if self.differing == rows else f"{self.differing:,}"
        where = "In this row" if rows == 1 else f"In {some} of these rows"
        return f". {where}, {names} {differs}, too: P's row is of another time, which may be why"


def _noun(rows: int) -> str:
    return "row" if rows == 1 else "rows"


@dataclass(frozen=True)
class DifferingRows:
    """How many rows of T differ from P in any column that both have, and how many in each.

    `columns` are those in which some row differs. `kept`: those of them that are published with T's
    values. `types`: of columns whose types differ, that in P and that in T. `is_timed`: rows of the
    same people may be of several times. `times`: how these compare, where both tables have them.
    `respelled`: columns in which each value of one table has one of the other, as codes do.
    """

    rows: int
    columns: Mapping[str, int] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    types: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_timed: bool = False
    times: TimesOfRows | None = None
    respelled: tuple[str, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether there is something to warn of: other values, or another time."""
        return bool(self.rows or (self.times is not None and self.times.rows))

    @property
    def _other_time(self) -> str:
        """What is known of another time as a reason, or else the question."""
        if self.times is not None:
            return self.times.explain(self.rows)
        return _OTHER_TIME * self.is_timed

    def explain_times(self) -> str:
        """Say of how many rows that differ another time may be the reason; empty if of none."""
        is_told = self.times is not None and self.rows and self.times.differing
        return self._other_time if is_told else ""

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {"rows": self.rows, "columns": dict(self.columns)}

    def tell(self) -> str:
        """Return the warning: in which columns, in how many rows, and whose values count.

        >>> print(DifferingRows(12, {"age": 7, "lab": 5}, ("lab",)).tell())
        12 rows of T differ from P in age (7 rows), lab (5); P's values are counted and released,\
 of kept columns (lab) T's; mend the table that is wrong
        >>> print(DifferingRows(1, {"age": 1}, is_timed=True).tell())
        1 row of T differs from P in age (1 row); P's values are counted and released; mend the\
 table that is wrong. Or is P's row of another time than T's? Then neither table is wrong
        >>> print(DifferingRows(40, {"sex": 40}, respelled=("sex",)).tell())
        40 rows of T differ from P in sex (40 rows); P's values are counted and released; values\
 of both correspond in sex: most likely they are written in another way
        >>> print(DifferingRows(7, {"age": 7}, times=TimesOfRows(("year",), 7, 7)).tell())
        7 rows of T differ from P in age (7 rows); P's values are counted and released. In all of\
 these rows, year differs, too: P's row is of another time, which may be why; if both are to be of\
 one time, keep P's row of that time
        """
        if self.times is not None and self.times.rows and {*self.columns} <= {*self.times.names}:
            return self.times.tell()
        rows = "1 row of T differs" if self.rows == 1 else f"{self.rows:,} rows of T differ"
        named = self._name_columns()
        kept = f", of kept columns ({', '.join(self.kept)}) T's" if self.kept else ""
        told = f"{rows} from P in {named}; P's values are counted and released{kept}"
        if self._is_of_another_time:
            return f"{told}{self._other_time}; {_ONE_TIME}"
        if not self.respelled:
            return f"{told}; mend the table that is wrong{self._other_time}"
        written = f"{told}; values of both correspond in {join_names([*self.respelled])}"
        if {*self.columns} <= {*self.respelled}:
            return f"{written}: most likely they are written in another way{self._other_time}"
        return f"{written}; in other columns mend the table that is wrong{self._other_time}"

    @property
    def _is_of_another_time(self) -> bool:
        """Whether all rows that differ are of another time."""
        return self.times is not None and 0 < self.times.differing == self.rows

    def assume(self, key: str) -> str:
        """Return what somebody takes for granted who releases these rows.

        >>> print(DifferingRows(12, {"age": 7, "b": 5, "c": 4, "d": 2, "lab": 1}, ("lab",))\
.assume("id"))
        That the 12 rows of T that differ from P in age (7 rows), b (5), c (4) and 2 other columns\
 are of the people whose id they have: P's values are counted and released, of kept columns T's.
        >>> print(DifferingRows(1, {"age": 1}).assume("id"))
        That the row of T that differs from P in age (1 row) is of the person whose id it has: P's\
 value is counted and released.
        """
        named = self._name_columns(_MOST_NAMED)
        if (more := len(self.columns) - _MOST_NAMED) > 0:
            named += f" and {name_count(more, 'other column')}"
        rows, people = f"{self.rows:,} rows of T that differ", "are of the people whose"
        they, values = "they have", "values are"
        if self.rows == 1:
            rows, people = "row of T that differs", "is of the person whose"
            they, values = "it has", "value is" if len(self.columns) == 1 else "values are"
        kept = ", of kept columns T's" if self.kept else ""
        return (
            f"That the {rows} from P in {named} {people} {key} {they}: P's {values} counted and"
            f" released{kept}."
        )

    def doubt(self, key: str) -> str:
        """Ask whether a key names the same people in both tables.

        >>> print(DifferingRows(250, {"born": 250, "town": 208}).doubt("id"))
        250 rows of T differ from P's of the same id in born (250 rows), town (208): is it the same\
 number in both? If not, drop key: id
        """
        return (
            f"{self.refute(key)}: is it the same number in both? If not, drop key: {key}"
            f"{self._other_time}"
        )

    def respell(self, key: str) -> str:
        """Say that a key names the same people, whose values are written in another way.

        Or are of another time, as all ages are some years later then.

        >>> print(DifferingRows(40, {"sex": 40}).respell("id"))
        40 rows of T differ from P's of the same id in sex (40 rows), but values of both\
 correspond: the same people, written in another way; write them alike in both
        >>> print(DifferingRows(40, {"age": 40}, is_timed=True).respell("id"))
        40 rows of T differ from P's of the same id in age (40 rows), but values of both\
 correspond: the same people. Or is P's row of another time than T's? Then neither table is wrong.\
 If not, values are written in another way: write them alike in both
        >>> print(DifferingRows(40, {"sex": 40}, times=TimesOfRows(("year",), 5, 0)).respell("id"))
        40 rows of T differ from P's of the same id in sex (40 rows), but values of both\
 correspond: the same people, written in another way; write them alike in both
        """
        told = f"{self.refute(key)}, but values of both correspond: the same people"
        if self.is_timed if self.times is None else self.times.differing:
            return (
                f"{told}{self._other_time}. If not, values are written in another way: write them"
                " alike in both"
            )
        return f"{told}, written in another way; write them alike in both"

    def confirm(self, key: str, agreeing: Sequence[str]) -> str:
        """Say that a key names the same people, who agree in some columns as others hardly would.

        >>> times = TimesOfRows(("year",), 40, 40)
        >>> found = DifferingRows(40, {"age": 40, "kids": 3}, times=times)
        >>> print(found.confirm("id", ["sex", "kids"]))
        40 rows of T differ from P's of the same id in age (40 rows), kids (3), but agree in sex\
 and kids far more often than those of other people would: the same people; P's values are counted\
 and released. In all of these rows, year differs, too: P's row is of another time, which may be why
        """
        named = join_names([*agreeing][:_MOST_NAMED])
        return (
            f"{self.refute(key)}, but agree in {named} far more often than those of other people"
            f" would: the same people; P's values are counted and released{self._other_time}"
        )

    def round(self, key: str, units: Mapping[str, str]) -> str:
        """Say that a key names the same people, whose numbers are rounded in one table.

        >>> print(DifferingRows(40, {"age": 40}).round("id", {"age": "10 in T"}))
        40 rows of T differ from P's of the same id in age (40 rows), but by rounding only (age to\
 10 in T): the same people; P's values are counted and released
        """
        rounded = ", ".join(f"{name} to {unit}" for name, unit in units.items())
        return (
            f"{self.refute(key)}, but by rounding only ({rounded}): the same people; P's values are"
            " counted and released"
        )

    def blame(self, key: str) -> str:
        """Ask whether a key names the same people, where one column alone differs.

        >>> print(DifferingRows(40, {"age": 40}).blame("id"))
        40 rows of T differ from P's of the same id in age (40 rows) and in nothing else: if these\
 are the same people, mend the table that is wrong; if not, drop key: id
        """
        return (
            f"{self.refute(key)} and in nothing else: if these are the same people, mend the table"
            f" that is wrong; if not, drop key: {key}{self._other_time}"
        )

    def refute(self, key: str) -> str:
        """Say what differs, where that shows that a column is no key.

        >>> print(DifferingRows(250, {"born": 250, "town": 208}).refute("id"))
        250 rows of T differ from P's of the same id in born (250 rows), town (208)
        """
        differ = name_count(self.rows, "row of T differs", "rows of T differ")
        return f"{differ} from P's of the same {key} in {self._name_columns()}"

    def _name_columns(self, most: int | None = None) -> str:
        names = list(self.columns)[:most]
        return ", ".join(self._name(name, i == 0) for i, name in enumerate(names))

    def _name(self, name: str, is_first: bool) -> str:
        count = self.columns[name]
        noun = f" row{'s' * (count != 1)}" if is_first else ""
        types = ""
        if name in self.types:
            of_public, of_private = self.types[name]
            types = f"; {of_public} in P, {of_private} in T"
        return f"{name} ({count:,}{noun}{types})"
