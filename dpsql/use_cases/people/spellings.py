"""Finds values of what names people that differ in case and spaces alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.job import Job
from dpsql.domain.numbered_words import reaches_people
from dpsql.domain.several_rows import ask_of_alike
from dpsql.engines.base import Engine
from dpsql.first_job.people.alike import count_alike, recount
from dpsql.first_job.people.panels import Panel
from dpsql.session.repeated_people import list_checked
from dpsql.sql.tables.copies import Original
from dpsql.sql.tables.key_writings import count_merged, list_alike
from dpsql.sql.tables.private_table import PUBLIC


@dataclass(frozen=True)
class Alike:
    """A column of P that names people, and how many values are others but for case and spaces."""

    name: str
    values: int

    def ask(self) -> str:
        """Ask whether these are one person each."""
        return ask_of_alike(self.values, self.name)


def find_spellings(engine: Engine, job: Job, first: int | None = None) -> Alike | None:
    """Return what names people in P with values that differ in case and spaces alone.

    `first`: look at so many rows only.
    """
    columns = engine.columns(PUBLIC)
    for name in dict.fromkeys(list_checked(job) or filter(reaches_people, columns)):
        if name not in columns or columns[name].family != "text":
            continue
        if values := count_merged(engine, name, first=first):
            return Alike(name, values)
    return None


def tell_alike(alike: Alike, job: Job, originals: Sequence[Original]) -> list[str]:
    """Ask whether such values name one person each, and say how they are written alike."""
    tables = 1 + (alike.name == job.private.key)
    copies = [*list_alike(originals[:tables], alike.name)]
    return [alike.ask() + ", as DuckDB does by" * bool(copies), *copies]


def settle_alike(engine: Engine, panel: Panel, spelled: Alike | None) -> tuple[Panel, list[Alike]]:
    """Return the panel with its people, and all of its columns whose values are alike.

    Of one column that names people, what was found before stays.
    """
    if not panel.within:
        return panel, [] if spelled is None else [spelled]
    counted = count_alike(engine, panel, engine.columns(PUBLIC))
    found = [Alike(name, values) for name, values in counted.items()]
    return (recount(engine, panel, [*counted]) if found else panel), found
