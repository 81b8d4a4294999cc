"""Rows of T, found in P by their keys, whose own values are not those of P: counts only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dpsql.domain.plurals import name_count


@dataclass(frozen=True)
class DifferingRows:
    """How many rows of T differ from P in any column that both have, and how many in each.

    `columns` are those in which some row differs. `kept`: those of them that are published with T's
    values. `types`: of columns whose types differ, that in P and that in T.
    """

    rows: int
    columns: Mapping[str, int] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    types: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {"rows": self.rows, "columns": dict(self.columns)}

    def tell(self) -> str:
        """Return the warning: in which columns, in how many rows, and whose values count.

        >>> print(DifferingRows(12, {"age": 7, "lab": 5}, ("lab",)).tell())
        12 rows of T differ from P in age (7 rows), lab (5); P's values are counted and released,\
 of kept columns (lab) T's; mend the table that is wrong
        """
        rows = "1 row of T differs" if self.rows == 1 else f"{self.rows:,} rows of T differ"
        named = self._name_columns()
        kept = f", of kept columns ({', '.join(self.kept)}) T's" if self.kept else ""
        return (
            f"{rows} from P in {named}; P's values are counted and released{kept}; mend the table"
            " that is wrong"
        )

    def doubt(self, key: str) -> str:
        """Ask whether a key names the same people in both tables.

        >>> print(DifferingRows(250, {"born": 250, "town": 208}).doubt("id"))
        250 rows of T differ from P's of the same id in born (250 rows), town (208): is it the same\
 number in both? If not, drop key: id
        """
        return f"{self.refute(key)}: is it the same number in both? If not, drop key: {key}"

    def respell(self, key: str) -> str:
        """Say that a key names the same people, whose values are written in another way.

        >>> print(DifferingRows(40, {"sex": 40}).respell("id"))
        40 rows of T differ from P's of the same id in sex (40 rows), but values of both\
 correspond: the same people, written in another way; write them alike in both
        """
        return (
            f"{self.refute(key)}, but values of both correspond: the same people, written in"
            " another way; write them alike in both"
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
            f" that is wrong; if not, drop key: {key}"
        )

    def refute(self, key: str) -> str:
        """Say what differs, where that shows that a column is no key.

        >>> print(DifferingRows(250, {"born": 250, "town": 208}).refute("id"))
        250 rows of T differ from P's of the same id in born (250 rows), town (208)
        """
        differ = name_count(self.rows, "row of T differs", "rows of T differ")
        return f"{differ} from P's of the same {key} in {self._name_columns()}"

    def _name_columns(self) -> str:
        return ", ".join(self._name(name, i == 0) for i, name in enumerate(self.columns))

    def _name(self, name: str, is_first: bool) -> str:
        count = self.columns[name]
        noun = f" row{'s' * (count != 1)}" if is_first else ""
        types = ""
        if name in self.types:
            of_public, of_private = self.types[name]
            types = f"; {of_public} in P, {of_private} in T"
        return f"{name} ({count:,}{noun}{types})"
