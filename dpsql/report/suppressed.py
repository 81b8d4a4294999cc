"""What is said of columns that a search suppressed wholly, and what may keep some of each."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dpsql.domain.mends import Mends
from dpsql.domain.plurals import name_count
from dpsql.faces import name_function
from dpsql.report.sentences import as_job_text

NameColumns = Callable[[Sequence[str]], str]


def tell_forcing_nulls(name: str, people: int) -> str:
    """Say that NULL alone forces a level of a column, and how it gets a label that others have.

    `people`: those of P who have no value.
    """
    without = name_count(people, "person of P has", "people of P have")
    return (
        f"NULL alone forces this: {without} no {name}. Write another value there in P and T; or"
        " give NULL a label that others have, on a level below the last: in a CSV hierarchy, a row"
        " with an empty first field, in place of nulls: own_leaf."
    )


@dataclass(frozen=True)
class Suppressed:
    """The columns, what may help them, and what is released.

    `columns`: how many quasi-identifiers there are. `in_parts`: whether parts are released in place
    of levels; `is_uncut`: whether there is only one of them, as no cut is admissible.
    """

    names: tuple[str, ...]
    mends: Mends
    columns: int
    is_pooled: bool
    in_parts: bool
    is_uncut: bool

    def tell(self, name: NameColumns = ", ".join) -> str:
        """Return the sentences, none without such columns; `name` lists columns."""
        if not self.names:
            return ""
        told = f"Wholly suppressed, one label for everybody: {name(self.names)}."
        return f"{told} {self.tell_mends(name)}".rstrip()

    def tell_to_compare(self) -> str:
        """Say how many columns are lost, and how to see what other algorithms would lose.

        That is where most are lost, or where people climbed: the columns at the end of their path
        are lost to all of these, while cuts may keep them for many. Otherwise nothing is said.
        """
        compared, lost = self.mends.to_compare, len(self.names)
        if self.is_uncut or not lost or not compared:
            return ""
        if not self.is_pooled and 2 * lost <= self.columns:
            return ""
        flags = " ".join(f"--algorithm {shlex.quote(as_job_text(one))}" for one in compared)
        compare = name_function("compare", f"JOB {flags}", f"job, algorithms={[*compared]}")
        return (
            f"This loses {lost} of {name_count(self.columns, 'column')}. Other algorithms may lose"
            f" less; that was not counted. To see it: {compare}"
        )

    def tell_mends(self, name: NameColumns = ", ".join) -> str:
        """Return what may keep some of the columns, and what cannot; empty if nothing is known."""
        names, needed = self.names, [one for one in self.names if one in self.mends.needed]
        told = []
        if needed:
            them = "it" if len(needed) == 1 else "them"
            which = "these" if 1 < len(needed) == len(names) else name(needed)
            told.append(
                f"The job holds only with {which} suppressed, whatever the other columns have:"
                f" neither most_level nor weight keeps any of {them}."
            )
        told += self._tell_limits(name)
        told += [tell_forcing_nulls(*one) for one in self.mends.forced_by_null.items()]
        it = "it" if len(names) == 1 else "them"
        if self.is_uncut:
            # The first cut fails whichever column it is of, and so would any level or step.
            told.append(f"No cut satisfies the job, so that no weight keeps any of {it}.")
            mends = [*self._list_finer(name), "a wider delta or weaker constraints"]
        else:
            mends = [*self._list_steering(name), *self._list_finer(name), *self._list_algorithms()]
        if mends:
            told.append(f"What may keep some of {it}: {', '.join(mends)}.")
        return " ".join(told)

    def _tell_limits(self, name: NameColumns) -> Iterator[str]:
        """Yield a sentence on columns that the limits of others suppress."""
        beyond = [one for one in self.names if one in self.mends.beyond_limits]
        if beyond:
            which = name(beyond)
            if len(beyond) == len(self.names):
                which = "it" if len(beyond) == 1 else "them"
            yield (
                "Within the job's limits of the other columns, neither most_level nor weight keeps"
                f" any of {which}."
            )

    def _list_steering(self, name: NameColumns) -> Iterator[str]:
        """Yield what the job could say, nothing that it would refuse or that cannot help."""
        mends = self.mends
        beyond = [one for one in self.names if one in mends.beyond_limits]
        free = [one for one in self.names if one not in (*mends.needed, *beyond)]
        if free:
            whose = "" if free == [*self.names] else f" for {name(free)}"
            # Of people who climb it bounds the start. Parts observe no limit above.
            limit = "" if self.in_parts else "most_level or "
            yield f"{limit}a greater weight{whose} (other columns may then lose more)"
        if beyond:
            whose = "" if beyond == [*self.names] else f" for {name(beyond)}"
            yield f"a greater most_level of {name(mends.capped)}{whose}"
        if (free or beyond) and self.columns > 1:
            yield "fewer other columns"

    def _list_finer(self, name: NameColumns) -> Iterator[str]:
        """Yield which labels on lower levels may help."""
        mends = self.mends
        if tails := [one for one in self.names if mends.finer.get(one) == "tails"]:
            tries = ""
            if mends.explains and not (self.is_pooled or self.in_parts):
                tries = f" ({name_function('explain')} tries some)"
            yield f"tails of {name(tails)}{tries}"
        if groups := [one for one in self.names if mends.finer.get(one) == "groups"]:
            yield f"groups of values in the tree of {name(groups)}"

    def _list_algorithms(self) -> Iterator[str]:
        if self.mends.algorithms:
            yield f"algorithm: {' or '.join(self.mends.algorithms)}"
