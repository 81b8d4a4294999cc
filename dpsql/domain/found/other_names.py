"""Kept columns that look like a public column under another name, or like what others know anyway.

Where T is matched to P on the quasi-identifiers, no row of P stands beside one of T: a sex that P
calls otherwise is then compared by its name, and by its values. A value that says nothing, as yes
or a number of few digits, makes no two columns one.
"""

from dataclasses import dataclass
from typing import Any

from dpsql.domain.column_words import find_kind, find_kind_of_few
from dpsql.domain.found.borne_out import BorneOut
from dpsql.domain.found.nearly_all import MANY, OF_SO_MANY
from dpsql.domain.names import find_written
from dpsql.domain.other_people import may_be_of_one
from dpsql.domain.words.kinds import DEMOGRAPHIC

#: Fewer texts that say something, and fewer whole numbers, may be shared by chance.
_LEAST_TEXTS, _LEAST_NUMBERS = 3, 20
#: Kinds of which others know the value of a person, whatever P has.
_KNOWN = frozenset(DEMOGRAPHIC[: DEMOGRAPHIC.index("education") + 1]) - {"place"} | {
    "religion",
    "language",
}


@dataclass(frozen=True)
class Shared:
    """How many `values` of a kept column a public one has, too: `shared`.

    `telling`: of these, texts that are no answer, and whole numbers of four digits or more.
    `texts`: of these, the former. `rows`: of T and P that bear it out, where these were compared.
    """

    kept: str
    public: str
    values: int
    shared: int
    telling: int
    texts: int
    rows: BorneOut | None = None

    @property
    def is_written_alike(self) -> bool:
        """Whether both have one name but for case, spaces and signs.

        >>> Shared("offense date", "offense_date", 90, 0, 0, 0).is_written_alike
        True
        """
        return bool(find_written(self.kept, [self.public]))

    @property
    def is_of_kind(self) -> bool:
        """Whether both are called as things of one kind are.

        >>> Shared("Gender", "gender_cd", 2, 0, 0, 0).is_of_kind
        True
        """
        kind = name_kind(self.kept)
        return kind in DEMOGRAPHIC and kind == name_kind(self.public)

    @property
    def has_values(self) -> bool:
        """Whether nearly all values of the kept column are values of the public one.

        >>> Shared("Gender", "gender_cd", 2, 2, 0, 0).has_values
        True
        """
        return OF_SO_MANY * self.shared >= MANY * self.values

    @property
    def looks_same(self) -> bool:
        """Whether they may be one column: by their names, or by values beyond chance.

        >>> Shared("Gender", "gender_cd", 2, 0, 0, 0).looks_same
        True
        >>> Shared("clinic_town", "town", 40, 40, 40, 40).looks_same
        False
        >>> [Shared("group", "pcd", 40, 40, n, n).looks_same for n in (2, 3)]
        [False, True]
        >>> [Shared("site", "pcd", 40, 40, n, 0).looks_same for n in (3, 20)]
        [False, True]
        """
        is_alike = self.is_of_kind or self._is_beyond_chance
        return self.is_written_alike or (is_alike and may_be_of_one(self.kept, self.public))

    @property
    def is_shown_by_rows(self) -> bool:
        """Whether nothing but equal rows of T and P shows that they are one column."""
        return not self.looks_same and self.rows is not None and self.rows.is_shown

    @property
    def is_of_others(self) -> bool:
        """Whether it names people of P, but by its name not that of its row.

        >>> Shared("referred_by", "member_no", 40, 40, 40, 40).is_of_others
        True
        """
        is_of_people = find_kind(self.public) == "identifier" and self._is_beyond_chance
        return is_of_people and not may_be_of_one(self.kept, self.public)

    @property
    def is_told_by_values(self) -> bool:
        """Whether its values say that it is the public column, which rows of both may refute."""
        return self.has_values and not self.is_of_others

    @property
    def _is_beyond_chance(self) -> bool:
        least = _LEAST_TEXTS if 2 * self.texts >= self.telling else _LEAST_NUMBERS
        return self.has_values and self.telling >= least

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {"has_people_of_column" if self.is_of_others else "looks_like_column": self.public}


def choose_shared(found: list[Shared]) -> Shared | None:
    """Return the public column that a kept one looks most like, or whose people it has; or None.

    >>> both = Shared("yob", "birth_year", 30, 30, 30, 0), Shared("yob", "dob", 30, 0, 0, 0)
    >>> choose_shared([*both]).public
    'birth_year'
    """
    alike = [one for one in found if one.looks_same] or [one for one in found if one.is_of_others]
    return max(alike, key=_rank) if alike else None


def _rank(found: Shared) -> tuple[bool, int, bool]:
    return found.is_written_alike, found.shared, found.is_of_kind


def name_kind(name: str) -> str:
    """Return the kind of a column by its name; a flag of men tells the sex.

    >>> name_kind("male"), name_kind("gender_cd"), name_kind("ed")
    ('sex', 'sex', '')
    """
    return find_kind(name) or ("sex" if find_kind_of_few(name) == "sex" else "")


def is_known(name: str) -> bool:
    """Whether, by its name, others know a column of a person.

    >>> [is_known(name) for name in ("marital_status", "male", "ward", "stage", "income")]
    [True, True, False, False, False]
    """
    return name_kind(name) in _KNOWN


def tell_shared(found: Shared) -> str:
    """Say that a kept column looks like a public one.

    >>> print(tell_shared(Shared("Gender", "gender_cd", 2, 2, 0, 0)))
    keep: Gender looks like P's public column gender_cd under another name (by both names; 2 of its\
 2 values are values of gender_cd): whoever has P joins on it, and presence does not bound that;\
 call it gender_cd in T, too, and list it under quasi_identifiers, or drop it
    >>> print(tell_shared(Shared("Gender", "sex", 2, 0, 0, 0)))
    keep: Gender may be P's public column sex, written otherwise (both names are of one kind, but\
 no value is shared): if so, whoever has P joins on it, and presence does not bound that; write it\
 in T as P has it, by the name sex, and list it under quasi_identifiers, or drop it
    >>> print(tell_shared(Shared("referred_by", "member_no", 40, 40, 40, 40)))
    keep: referred_by names other people than its row is of, by its name, and P has them (40 of\
 its 40 values are values of member_no): whoever has P learns who they are; drop it
    """
    kept, public = found.kept, found.public
    counted = f"{found.shared:,} of its {found.values:,} values are values of {public}"
    if found.is_of_others:
        return (
            f"keep: {kept} names other people than its row is of, by its name, and P has them"
            f" ({counted}): whoever has P learns who they are; drop it"
        )
    joins = "whoever has P joins on it, and presence does not bound that"
    use = "and list it under quasi_identifiers, or drop it"
    if not found.shared:
        names = "both have one name" if found.is_written_alike else "both names are of one kind"
        return (
            f"keep: {kept} may be P's public column {public}, written otherwise ({names}, but no"
            f" value is shared): if so, {joins}; write it in T as P has it, by the"
            f" name {public}, {use}"
        )
    reasons = ["by both names"] * (found.is_of_kind or found.is_written_alike)
    rows = found.rows
    if rows is not None and rows.is_shown:
        counted = (
            f"of the {rows.equal:,} rows of T that equal rows of P by the quasi-identifiers,"
            f" {rows.same:,} have its value there"
        )
    why = "; ".join([*reasons, counted])
    mend = f"write it in T as P has it, by the name {public},"
    if found.has_values:
        mend = f"call it {public} in T, too,"
    return (
        f"keep: {kept} looks like P's public column {public} under another name ({why}): {joins};"
        f" {mend} {use}"
    )
