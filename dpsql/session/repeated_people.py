"""Asks whether P has a row per person, where an identifier or an e-mail, by its name, repeats."""

from collections.abc import Sequence
from typing import Protocol

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_identifier, is_time, names_household
from dpsql.domain.job import Job
from dpsql.domain.numbered_words import names_occasion, names_other_person
from dpsql.domain.several_rows import RepeatingColumn, may_repeat_people
from dpsql.engines.base import Engine
from dpsql.errors import DuplicateKey
from dpsql.inputs.places import Place
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier

#: In a smaller table values may be equal by chance, whatever the column is called.
_LEAST_PEOPLE = 20
#: The values of all rows cost half as much as a run. Several rows of each of a million people are
#: seen in these, unless each wave of a panel is longer and stands together.
FIRST = 50_000


class LooksAtPeople(Protocol):
    """How a command looks for people with several rows of P."""

    def ask(self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]) -> None:
        """Log a warning if somebody may have several rows; `places` are those of P and T."""

    def ask_of_private(
        self, engine: Engine, job: Job, tables: Tables, places: Sequence[Place | None]
    ) -> None:
        """Log a warning that asks who the people of a T are that has an identifier of its own.

        None if it has none, or `ask` has asked it.
        """

    def tell_refused(
        self,
        engine: Engine,
        job: Job,
        names: Sequence[str],
        rows: PrivateRows,
        places: Sequence[Place | None],
        error: DuplicateKey,
    ) -> Sequence[str]:
        """Say what is wrong with the columns that name people, and how to keep one row of each.

        In pieces, such as statements. `names`: these columns, or the key by which `rows` of T are
        found in P.
        """


def find_repeating(engine: Engine, job: Job, tables: Tables) -> RepeatingColumn | None:
    """Return an identifier of P that repeats; of a large table, only if the first rows show it."""
    if is_answered(job, tables):
        return None
    # Households have several members, as a rule.
    names = [one for one in list_naming(engine, job, tables) if not names_household(one)]
    if names:
        first = count_present(engine, names, FIRST)
        names = [name for name, (present, distinct) in first.items() if distinct < present]
    for name, (present, distinct) in count_repeating(engine, names).items():
        return RepeatingColumn(name, present - distinct)
    return None


def has_more_rows(engine: Engine, most: int) -> bool:
    """Whether P has more rows than that; no more of them are read."""
    one = exp.alias_(exp.Literal.number(1), "one")
    rows = exp.select(one).from_(exp.Table(this=identifier(PUBLIC))).limit(most + 1)
    count = exp.select(exp.Count(this=exp.Star())).from_(rows.subquery("first_rows"))
    return int(engine.fetch(count)[0][0]) > most


def has_no_names(job: Job, tables: Tables) -> bool:
    """Whether no column of P names people: rows are groups of people, or the job says so."""
    return job.is_estimated or tables.people is not None or job.person == ()


def is_answered(job: Job, tables: Tables) -> bool:
    """Whether each run checks that no two rows are one person's, or rows are none.

    A key, or the columns that the job names as those of persons, answer it unless they may number
    visits, or people at several times. So does a job that says that none names people.
    """
    if has_no_names(job, tables):
        return True
    key = job.private.key
    return (key is not None and not names_occasion(key)) or _names_people(job.person or ())


def _names_people(person: Sequence[str]) -> bool:
    """Whether columns name people together, by their names, and not visits or years of people."""
    if len(person) == 1:
        return not names_occasion(person[0])
    return bool(person) and not any(names_occasion(one) or is_time(one) for one in person)


def list_checked(job: Job) -> list[str]:
    """Return the columns that each have another value in every row, as each run checks."""
    person = job.person or ()
    alone = person if len(person) == 1 else ()
    return [*alone, *([job.private.key] if job.private.key is not None else [])]


def list_naming(engine: Engine, job: Job, tables: Tables) -> list[str]:
    """Return the columns of P that may name people by their names, but for those of the job.

    Others need not know such a name: whoever knows somebody at two times finds both rows without.
    """
    apart = [*list_checked(job), *tables.private_rows.marking]
    return [
        one
        for one in engine.columns(PUBLIC)
        if one not in apart
        and not names_other_person(one)
        and (is_identifier(one) or find_kind(one) == "contact")
    ]


def count_repeating(engine: Engine, names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return, of columns that may name people with several rows, the values and distinct ones.

    One scan of these columns. Not of a column that many people share.
    """
    if not names:
        return {}
    return {
        name: (present, distinct)
        for name, (present, distinct) in count_present(engine, names).items()
        if may_repeat_people(name, present, distinct) and present >= _LEAST_PEOPLE
    }


def count_present(
    engine: Engine, names: Sequence[str], first: int | None = None
) -> dict[str, tuple[int, int]]:
    """Return how many values, and distinct ones, each column of P has, or has in its first rows."""
    rows = exp.select(*map(column, names)).from_(exp.Table(this=identifier(PUBLIC)))
    if first is not None:
        rows = rows.limit(first)
    counts = [count for name in names for count in _count_values(column(name))]
    found = [*map(int, engine.fetch(exp.select(*counts).from_(rows.subquery("looked_at")))[0])]
    return dict(zip(names, zip(found[::2], found[1::2], strict=True), strict=True))


def _count_values(value: exp.Expr) -> tuple[exp.Expr, exp.Expr]:
    distinct = exp.Distinct(expressions=[value.copy()])
    return exp.Count(this=value), exp.Count(this=distinct)
