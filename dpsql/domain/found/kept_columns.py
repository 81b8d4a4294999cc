"""Kept columns that identify people: by their own values, or by those of a public column.

A kept column is published as it is. Whoever knows a value that one row has finds this row; whoever
has P joins on a kept column that repeats a public one, or goes with it, and presence bounds
nothing. All of this is said to the data holder only: it depends on T.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dpsql.domain.column_words import find_kind
from dpsql.domain.found.linked_columns import Link
from dpsql.domain.found.nearly_all import MANY, OF_SO_MANY
from dpsql.domain.found.other_names import Shared, is_known, tell_shared
from dpsql.domain.numbered_words import may_be_answers

#: With fewer rows, values differ, or agree, by chance.
LEAST_ROWS = 20
#: One value for everybody tells nothing.
LEAST_VALUES = 2
#: Kinds of `column_words` that name or reach a person, with what they are called.
_TELLING_KINDS = {
    "name": "it names a person",
    "contact": "it is how to reach a person",
    "address": "it locates a household",
    "identifier": "it is an identifier",
}


@dataclass(frozen=True)
class KeptColumn:
    """A kept column: its rows with a value in T, and how many values they have.

    `public_column`: the column of P that the public has, and whose values these are in `same` of
    the rows `compared`; empty if there is none. `link`: the public column with which its values go.
    `alike`: the public column that it looks like, where no row of P stands beside one of T.
    `days`: its rows whose value is a day.
    """

    name: str
    rows: int
    distinct: int
    public_column: str = ""
    same: int = 0
    compared: int = 0
    link: Link | None = None
    alike: Shared | None = None
    days: int = 0

    @property
    def is_unique(self) -> bool:
        """Whether nearly every row has a value of its own.

        >>> KeptColumn("lab", 100, 95).is_unique, KeptColumn("lab", 100, 94).is_unique
        (True, False)
        """
        return self.rows >= LEAST_ROWS and OF_SO_MANY * self.distinct >= MANY * self.rows

    @property
    def alone(self) -> int:
        """How many rows, at least, have a value that no other row has.

        Each other value has two rows or more.

        >>> KeptColumn("lab", 100, 100).alone, KeptColumn("lab", 100, 80).alone
        (100, 60)
        """
        return max(0, 2 * self.distinct - self.rows)

    @property
    def singles_out(self) -> bool:
        """Whether half of the rows or more have a value that no other row has.

        >>> KeptColumn("lab", 100, 75).singles_out, KeptColumn("lab", 100, 74).singles_out
        (True, False)
        """
        return self.rows >= LEAST_ROWS and 2 * self.alone >= self.rows

    @property
    def is_day(self) -> bool:
        """Whether nearly all its values are days, of which others may know when it was."""
        return self.distinct >= LEAST_VALUES and OF_SO_MANY * self.days >= MANY * self.rows

    @property
    def kind(self) -> str:
        """What its name says that it tells of a person; empty if nothing.

        >>> KeptColumn("number", 480, 7).kind, KeptColumn("number", 480, 400).kind
        ('', 'it is an identifier')
        """
        told = _TELLING_KINDS.get(find_kind(self.name), "")
        if may_be_answers(self.name, self.rows, self.distinct):
            return ""
        # A flag names nobody: has_email, id_checked.
        return told if self.distinct > 2 else ""

    @property
    def is_known(self) -> bool:
        """Whether others know it of a person: a day, or by its name; and nothing worse is found."""
        others = self.public_column or self.link or self.alike or self.kind
        by_name = self.distinct >= LEAST_VALUES and is_known(self.name)
        return not others and (by_name or self.is_day)

    @property
    def is_known_as_day(self) -> bool:
        """Whether others know it as it is a day, and not by its name."""
        return self.is_known and self.is_day and not is_known(self.name)

    @property
    def identifies(self) -> bool:
        """Whether it identifies people, as far as its values and its name show."""
        told = self.public_column or self.kind or self.link or self.alike
        return bool(told or self.singles_out or self.is_known)

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {"name": self.name, "rows": self.rows, "values": self.distinct}
        if self.public_column:
            told["public_column"] = self.public_column
        if self.is_day:
            told["is_day"] = True
        for found in (self.link, self.alike):
            told |= found.to_dict() if found else {}
        return told


def repeats(rows: int, distinct: int, same: int) -> bool:
    """Whether a kept column repeats a public one, whose value `same` of its rows have.

    Equal flags may agree in most rows by chance, but hardly in all.

    >>> repeats(160, 160, 155), repeats(160, 2, 155), repeats(160, 2, 160), repeats(160, 1, 160)
    (True, False, True, False)
    """
    if rows < LEAST_ROWS or distinct < LEAST_VALUES:
        return False
    return same == rows or (distinct >= LEAST_ROWS and OF_SO_MANY * same >= MANY * rows)


def tell_kept_columns(columns: Iterable[KeptColumn]) -> list[str]:
    """Return the warnings about kept columns, one line for each kind.

    >>> subject = KeptColumn("subject", 160, 160, "person_id", 160, 160)
    >>> lab = KeptColumn("lab", 160, 158)
    >>> for line in tell_kept_columns([subject, lab, KeptColumn("email", 160, 40)]): print(line)
    keep: subject has the values of P's public column person_id (in 160 of 160 rows compared):\
 whoever has P joins on it, and presence bounds nothing; drop subject, or take person_id out of\
 public_columns if the public does not have it
    keep: lab (158 values in 160 rows): nearly every row has a value of its own; whoever knows this\
 value of a person finds the row: drop it, or round or group its values
    keep: email: by its name, it is how to reach a person; drop it, or make sure that it identifies\
 nobody
    """
    found = [one for one in columns if one.identifies]
    lines = [
        f"keep: {one.name} has the values of P's public column {one.public_column} (in"
        f" {one.same:,} of {one.compared:,} rows compared): whoever has P joins on it, and presence"
        f" bounds nothing; drop {one.name}, or take {one.public_column} out of public_columns if"
        " the public does not have it"
        for one in found
        if one.public_column
    ]
    lines += [_tell_link(one.link) for one in found if one.link]
    lines += [tell_shared(one.alike) for one in found if one.alike]
    others = [one for one in found if not one.public_column]
    if single := [one for one in others if one.singles_out]:
        lines.append(_tell_single(single))
    lines += [
        f"keep: {one.name}: by its name, {one.kind}; drop it, or make sure that it identifies"
        " nobody"
        for one in others
        if one.kind and not one.singles_out
    ]
    lines += [_tell_known(one) for one in others if one.is_known]
    return lines


def _tell_single(columns: Sequence[KeptColumn]) -> str:
    """Say that columns single out rows, each with how many values it has in how many rows."""
    named = ", ".join(
        f"{one.name} ({one.distinct:,} values in {one.rows:,} rows)" for one in columns
    )
    nearly = "nearly every row has a value of its own"
    half = "half of the rows or more have a value of their own"
    how = nearly if all(one.is_unique for one in columns) else half
    it, its = ("it", "its") if len(columns) == 1 else ("them", "their")
    return (
        f"keep: {named}: {how}; whoever knows this value of a person finds the row: drop {it}, or"
        f" round or group {its} values"
    )


def _tell_known(one: KeptColumn) -> str:
    """Say that others may know a column of a person, by its name or as it is a day.

    >>> print(_tell_known(KeptColumn("admitted", 90, 30, days=90)))
    keep: admitted: others may know this day of a person, and presence does not bound what it tells\
 them; keep its year alone, drop it, or have it in P and list it under quasi_identifiers
    """
    bounds = "and presence does not bound what it tells them"
    use = "drop it, or have it in P and list it under quasi_identifiers"
    if one.is_known_as_day:
        return (
            f"keep: {one.name}: others may know this day of a person, {bounds}; keep its year"
            f" alone, {use}"
        )
    return f"keep: {one.name}: by its name, others know it of a person, {bounds}; {use}"


def _tell_link(link: Link) -> str:
    """Say how a kept column narrows down who a row is.

    >>> from dpsql.domain.found.linked_columns import Side
    >>> print(_tell_link(Link("meters", "peak", 100, Side(4, 30, 100), Side(4, 30, 100))))
    keep: meters tells P's public column peak: each of its values goes with one of peak (in 100 of\
 100 rows), whatever level peak has; drop or group meters, or take peak out of public_columns if\
 nobody has it
    >>> print(_tell_link(Link("region", "zip", 100, Side(2, 60, 45), Side(20, 9, 99))))
    keep: region follows from P's public column zip (in 99 of 100 rows): it may say more of zip\
 than the released label; drop or group region, or take zip out of public_columns if nobody has it
    """
    kept, public = link.kept, link.public
    agreeing = link.of_kept.agreeing if link.tells else link.of_public.agreeing
    counted = f"(in {agreeing:,} of {link.rows:,} rows)"
    mend = f"drop or group {kept}, or take {public} out of public_columns if nobody has it"
    if link.tells:
        return (
            f"keep: {kept} tells P's public column {public}: each of its values goes with one of"
            f" {public} {counted}, whatever level {public} has; {mend}"
        )
    return (
        f"keep: {kept} follows from P's public column {public} {counted}: it may say more of"
        f" {public} than the released label; {mend}"
    )
