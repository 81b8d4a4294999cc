"""What is said of columns that a search suppressed wholly, and what may keep some of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dpsql.domain.mends import Mends
from dpsql.faces import name_function

NameColumns = Callable[[Sequence[str]], str]


@dataclass(frozen=True)
class Suppressed:
    """The columns, what may help them, and what is released.

    `columns`: how many quasi-identifiers there are. `in_boxes`: whether boxes or parts are released
    in place of levels; `may_weigh`: whether these observe weights.
    """

    names: tuple[str, ...]
    mends: Mends
    columns: int
    is_pooled: bool
    in_boxes: bool
    may_weigh: bool

    def tell(self, name: NameColumns = ", ".join) -> str:
        """Return the sentences, none without such columns; `name` lists columns."""
        names, needed = self.names, [one for one in self.names if one in self.mends.needed]
        if not names:
            return ""
        told = f"Wholly suppressed, one label for everybody: {name(names)}."
        if needed:
            verb, them = ("needs", "it") if len(needed) == 1 else ("need", "them")
            which = name(needed)
            if len(needed) == len(names):
                which = them.capitalize() if len(names) == 1 else "They"
            told += (
                f" {which} {verb} that whatever the other columns have: neither"
                f" most_level nor weight keeps any of {them}."
            )
        told += self.tell_limits(name)
        it = "it" if len(names) == 1 else "them"
        if self.in_boxes:
            # Boxes have neither limits nor weights, and cuts no most_level.
            return f"{told} A greater weight may keep some of {it}." if self.may_weigh else told
        if mends := ", ".join(self._list_mends(name)):
            told += f" What may keep some of {it}: {mends}."
        return told

    def tell_limits(self, name: NameColumns = ", ".join) -> str:
        """Return a sentence on columns that the limits of others suppress; empty without them."""
        beyond = [one for one in self.names if one in self.mends.beyond_limits]
        if not beyond:
            return ""
        which = name(beyond)
        if len(beyond) == len(self.names):
            which = "it" if len(beyond) == 1 else "them"
        return (
            " Within the job's limits of the other columns, neither most_level nor weight keeps any"
            f" of {which}."
        )

    def _list_mends(self, name: NameColumns) -> Iterator[str]:
        """Yield what the job could say, nothing that it would refuse or that cannot help."""
        mends = self.mends
        beyond = [one for one in self.names if one in mends.beyond_limits]
        free = [one for one in self.names if one not in (*mends.needed, *beyond)]
        if free:
            whose = "" if free == [*self.names] else f" for {name(free)}"
            # People who climb observe no limits.
            limit = "" if self.is_pooled else "most_level or "
            yield f"{limit}a greater weight{whose}"
        if beyond:
            whose = "" if beyond == [*self.names] else f" for {name(beyond)}"
            yield f"a greater most_level of {name(mends.capped)}{whose}"
        if (free or beyond) and self.columns > 1:
            yield "fewer other columns"
        if tails := [one for one in self.names if mends.finer.get(one) == "tails"]:
            tries = ""
            if mends.explains and not self.is_pooled:
                tries = f" ({name_function('explain')} tries some)"
            yield f"tails of {name(tails)}{tries}"
        if groups := [one for one in self.names if mends.finer.get(one) == "groups"]:
            yield f"groups of values in the tree of {name(groups)}"
        if mends.algorithms:
            yield f"algorithm: {' or '.join(mends.algorithms)}"
