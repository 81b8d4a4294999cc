"""A column of T with what two columns of P name people by, as one text: 12-3 for 12 and 3."""

from dataclasses import dataclass

from dpsql.domain.plurals import join_names
from dpsql.domain.several_rows import tell_matched


@dataclass(frozen=True)
class TextOfPair:
    """The column `name` of T, and those of P in its order, with a sign between.

    `rows` with a value, `distinct` values, and `known`: those of them that P has.
    """

    name: str
    names: tuple[str, str]
    sign: str
    rows: int
    distinct: int
    known: int

    def ask(self) -> str:
        """Ask whether both name the same people, and say what follows.

        >>> print(TextOfPair("code", ("household", "member"), "-", 41, 41, 41).ask())
        code of T has household and member of P as one text, with - between (41 of 41): do both\
 name the same people? If so, write them so in P, too, and T is matched by code
        >>> told = TextOfPair("code", ("household", "member"), "-", 99, 41, 41).ask()
        >>> print(told.partition("? ")[2])
        If so, write them so in P, too, and keep one row of each in T: T is then matched by code,\
 and 41 people are in T, not 99
        """
        asked = (
            f"{self.name} of T has {join_names(self.names)} of P as one text, with"
            f" {self.sign} between ({self.known:,} of {self.distinct:,}): do both name the same"
            " people? If so, write them so in P, too, and"
        )
        return f"{asked} {tell_matched(self.name, self.rows, self.distinct)}"
