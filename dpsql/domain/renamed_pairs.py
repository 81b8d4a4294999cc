"""Columns of T that name people together, as those of P do, perhaps under other names."""

from collections.abc import Mapping
from dataclasses import dataclass

from dpsql.domain.plurals import join_names, name_count
from dpsql.domain.several_rows import tell_matched

#: A group, and a number in it.
A_PAIR = 2


@dataclass(frozen=True)
class RenamedColumns:
    """The columns of T by the names of P's, of which any may be the same; rows with all of them.

    Two, or as many as a job lists where T calls all as P does. `distinct`: people, by all of them;
    `known`: those of them that P has, too. `namesakes`: rows of P that agree in all with another.
    """

    names: Mapping[str, str]
    rows: int
    distinct: int
    known: int
    namesakes: int = 0

    @property
    def other_names(self) -> dict[str, str]:
        """Those that P calls otherwise, by P's names."""
        return {public: private for public, private in self.names.items() if public != private}

    @property
    def repeats(self) -> bool:
        """Whether several rows of T name one person."""
        return self.distinct < self.rows

    def ask(self) -> str:
        """Ask whether both name the same people, and say what follows.

        >>> names = {"household": "hh", "member": "person_no"}
        >>> print(RenamedColumns(names, 41, 41, 40).ask().partition("? ")[0])
        hh and person_no of T have values of household and member in P (40 of 41): do both name the\
 same people
        >>> same = {"school": "school", "pupil": "pupil"}
        >>> print(RenamedColumns(same, 99, 41, 41).ask().partition("? ")[0])
        school and pupil together differ in all rows of P, and 58 rows of T repeat those of\
 another: do they name people
        >>> print(RenamedColumns(names, 99, 41, 41).ask().partition("? ")[2])
        If so, write one column of both in P and in T, and keep one row of each in T: T is then\
 matched by it, and 41 people are in T, not 99
        """
        of_all = "both" if len(self.names) == A_PAIR else "them"
        asked = f"{self._ask()}? If so, write one column of {of_all} in P and in T, and"
        told = f"{asked} {tell_matched('it', self.rows, self.distinct)}"
        if not self.namesakes:
            return told
        rows = name_count(self.namesakes, "row of P has", "rows of P have")
        return f"{told}; {rows} the names and birth of another: tell these apart by hand first"

    def _tell_rows(self) -> str:
        return f"all but {self.namesakes:,} rows" if self.namesakes else "all rows"

    def _ask(self) -> str:
        named = join_names([*self.names])
        if not self.other_names:
            repeat = name_count(self.rows - self.distinct, "row of T repeats", "rows of T repeat")
            return (
                f"{named} together differ in {self._tell_rows()} of P, and {repeat} those of"
                " another: do they name people"
            )
        return (
            f"{join_names([*self.names.values()])} of T have values of {named} in P"
            f" ({self.known:,} of {self.distinct:,}): do both name the same people"
        )
