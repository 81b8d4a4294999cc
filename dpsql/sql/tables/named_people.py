"""Whether each row of P is another person, by the columns that the job says name a person.

Rows are of one person if they agree in all of these columns. A row with a NULL in any of them names
nobody: it could be anybody's, and is refused.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpsql.domain.plurals import join_names, name_count
from dpsql.domain.several_rows import names_nobody, tell_names_nobody
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey, InputError
from dpsql.faces import name_page
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PUBLIC

_ONE_ROW = f"keep one row of each, as {name_page('panels')} shows"


@dataclass(frozen=True)
class NamedPeople:
    """The rows of P, those without a NULL in the columns `names`, and the people that these name.

    >>> people = NamedPeople(("centre", "number"), rows=9, named=8, people=8)
    >>> [str(one) for one in people.find_faults()]
    ['P: 1 row has no centre or no number, which together name a person; fill or drop it']
    """

    names: tuple[str, ...]
    rows: int
    named: int
    people: int

    def find_faults(self) -> Iterator[InputError]:
        """Yield why rows of P are not one person each."""
        if len(self.names) == 1 and names_nobody(self.names[0], self.named, self.people):
            told = tell_names_nobody(self.names[0], self.named, self.people, "person")
            yield InputError(told)
        elif self.people < self.named:
            repeat = name_count(self.named - self.people, "row repeats", "rows repeat")
            yield DuplicateKey(
                f"P: {repeat} the {join_names(self.names)} of another, though person:"
                f" {self._written} says that each is another person; {_ONE_ROW}, {self._mend}"
            )
        if self.named < self.rows:
            have = name_count(self.rows - self.named, "row has", "rows have")
            each = "names" if len(self.names) == 1 else "together name"
            lacking = " or no ".join(self.names)
            yield InputError(f"P: {have} no {lacking}, which {each} a person; fill or drop it")

    @property
    def _written(self) -> str:
        """The columns as the job has them."""
        return self.names[0] if len(self.names) == 1 else f"[{', '.join(self.names)}]"

    @property
    def _mend(self) -> str:
        if len(self.names) > 1:
            return "or remove person if these name no people"
        return "list all columns if several name people together, or remove person if none does"


def check_person(engine: Engine, names: Sequence[str]) -> None:
    """Check that no two rows of P agree in all columns that name a person.

    Values are compared as keys are.

    Raises:
        DuplicateKey, InputError: rows agree, or have a NULL there.
    """
    counts = map(int, engine.fetch(keys_query(names, PUBLIC))[0])
    for fault in NamedPeople((*names,), *counts).find_faults():
        raise fault
