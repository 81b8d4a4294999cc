"""Names of people that one table has as one text, and the other as a first and a last name."""

from dataclasses import dataclass

from dpsql.domain.plurals import join_names


@dataclass(frozen=True)
class PartsOfNames:
    """The column `whole` of P, or of T, and the `parts` that the other has, in the order of it.

    `sign`: what stands between. `distinct`: names of T, and `known`: those of them that P has.
    """

    whole: str
    parts: tuple[str, str]
    sign: str
    distinct: int
    known: int
    is_whole_in_public: bool

    def tell(self) -> str:
        """Say what both tables have, and what makes them agree.

        >>> print(PartsOfNames("full_name", ("first", "last"), " ", 160, 159, True).tell())
        full_name of P has first and last of T as one text (159 of 160 names of T are in P): if\
 both name the same people, write full_name in T, too; with a birth in both, T is matched by them
        """
        one, other = ("P", "T") if self.is_whole_in_public else ("T", "P")
        return (
            f"{self.whole} of {one} has {join_names(self.parts)} of {other} as one text"
            f" ({self.known:,} of {self.distinct:,} names of T are in P): if both name the same"
            f" people, write {self.whole} in {other}, too; with a birth in both, T is matched by"
            " them"
        )
