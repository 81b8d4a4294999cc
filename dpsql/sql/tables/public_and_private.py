"""P and T as the job names them: registered with the engine, their columns and types compared.

Quasi-identifiers are matched by name and read as text: integers, dates, booleans and decimals in
their plain spelling. Types must agree in P and T; 1234 is not 01234.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.names import find_same
from dpsql.domain.sections.public_columns import (
    find_public_columns,
    refuse_joinable,
    refuse_public_mark,
)
from dpsql.engines.base import ColumnType, Engine
from dpsql.errors import ConfigError, InputError
from dpsql.inputs.places import Place
from dpsql.sql.tables.column_types import (
    TEXT_FAMILIES,
    UNKNOWN,
    check_kept,
    check_type,
    refuse_differing_types,
    take_unknown_types,
)
from dpsql.sql.tables.copies import name_originals
from dpsql.sql.tables.keys import check_key
from dpsql.sql.tables.named_people import check_person
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import (
    PRIVATE,
    PUBLIC,
    PrivateRows,
    marked_by_key,
    marked_by_predicate,
)
from dpsql.sql.tables.required_columns import require_column, require_key
from dpsql.sql.templates import column, identifier, render

#: What T needs that has no key, behind a column that it lacks.
_OR_A_KEY = "; T needs all quasi-identifiers, or a key that P has, too: private: {table: …, key: …}"


@dataclass(frozen=True)
class Tables:
    """The columns of P and T, for later statements.

    `quasi_identifiers` are in the order of the job; `keep` maps the published columns of T to the
    table that contains them; `types` are those of P, and of published columns, empty if nothing is
    run; `public_columns` are the columns of P that anyone may know. If rows of P stand for several
    people, `people` is the column with their number; `private_people` is that of T's own table.
    `release_count` is the column of the release with the rows of T that a released row stands for;
    None: each is released.
    """

    quasi_identifiers: tuple[str, ...]
    private_rows: PrivateRows
    keep: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, ColumnType] = field(default_factory=dict)
    public_columns: tuple[str, ...] = ()
    people: PeopleColumn | None = None
    private_people: PeopleColumn | None = None
    release_count: str | None = None

    @property
    def named_count(self) -> exp.Identifier | None:
        """The name of the released column of counts, if there is one."""
        return identifier(self.release_count) if self.release_count is not None else None

    def text(self, name: str, table: str) -> exp.Expr:
        """The value of a quasi-identifier as text."""
        type_ = self.types.get(name)
        value = self._plain(name, table)
        return value if type_ and type_.name == "VARCHAR" else exp.cast(value, "VARCHAR")

    def value(self, name: str, table: str) -> exp.Expr:
        """The value of a quasi-identifier to group by: equal where its text is equal.

        Only floating-point numbers have equal values of different texts (0 and -0), or the reverse.
        """
        return self._plain(name, table) if self.is_plain(name) else self.text(name, table)

    def is_plain(self, name: str) -> bool:
        """Whether equal values of the column have equal texts, and the reverse."""
        type_ = self.types.get(name)
        return type_ is not None and type_.family in TEXT_FAMILIES

    def restore(self, name: str, value: exp.Expr) -> exp.Expr:
        """The value of the column, from a `value` that was grouped by."""
        type_ = self.types.get(name)
        if type_ is None or type_.family in TEXT_FAMILIES:
            return exp.cast(value, "VARCHAR") if self.is_text(name) else value
        return exp.cast(value, type_.name)

    def is_text(self, name: str) -> bool:
        """Whether the column holds texts."""
        type_ = self.types.get(name)
        return type_ is not None and type_.name == "VARCHAR"

    def select_private_rows(self) -> exp.Select:
        """The rows of T: quasi-identifiers and kept columns by their names."""
        columns: list[exp.Expr] = [
            exp.alias_(self._plain(name, self.private_rows.home), name, quoted=True)
            for name in self.quasi_identifiers
        ]
        columns += [column(name, table) for name, table in self.keep.items()]
        return self.private_rows.select(columns)

    def name_plain_type(self, name: str) -> str:
        """Name the type in which the values of a quasi-identifier are released as they are."""
        return self._name_wider(name) or self.types[name].name

    def _plain(self, name: str, table: str) -> exp.Expr:
        """The value itself; a decimal without a digit before the point gets one (.5 is 0.5)."""
        wider = self._name_wider(name)
        return exp.cast(column(name, table), wider) if wider else column(name, table)

    def _name_wider(self, name: str) -> str | None:
        type_ = self.types.get(name)
        below_one = type_ and re.fullmatch(r"DECIMAL\((\d+),\s*(\1)\)", type_.name)
        if not below_one:
            return None
        digits = int(below_one[1])
        return f"DECIMAL({min(digits + 1, 38)}, {digits})"


def read_tables(engine: Engine, job: Job, public: Place, private: Place | None) -> Tables:
    """Register P and T and compare their columns.

    Raises:
        SchemaError: a column is missing. TypeMismatch: types differ. DuplicateKey, SubsetError: the
            key does not name one person each. InputError: a column cannot be used.
    """
    engine.register(PUBLIC, public)
    of_public = engine.columns(PUBLIC)
    of_private: dict[str, ColumnType] = {}
    if private is not None:
        engine.register(PRIVATE, private)
        of_private = engine.columns(PRIVATE)
        is_unknown = any(type_.name == UNKNOWN for type_ in of_private.values())
        if is_unknown and not count_rows(engine, PRIVATE, exp.true()):
            of_private = take_unknown_types(of_private, of_public)
    names = tuple(job.quasi_identifiers)
    for name in names:
        with job.origin.naming("quasi_identifiers", name):
            require_column(name, of_public, PUBLIC, _list_expected(job), place=public)
    for name in job.public_columns or ():
        with job.origin.naming("public_columns"):
            require_column(name, of_public, PUBLIC, _list_expected(job), place=public)
    for name in job.person or ():
        with job.origin.naming("person"):
            require_column(name, of_public, PUBLIC, _list_expected(job), place=public)
    rows = _find_private_rows(engine, job, (public, private), of_public, of_private)
    for name in names:
        check_type(name, of_public[name], job, public)
    public_columns = _name_public_columns(job, rows, of_public)
    places = {PUBLIC: of_public, PRIVATE: of_private}
    keep = {name: rows.place(name, of_private) for name in job.keep}
    for name, table in keep.items():
        with job.origin.locating("keep"):
            if name == job.private.key:
                raise ConfigError(
                    f"keep: {name!r} is the key that T is matched by; published, it tells who is in"
                    " T: drop it"
                )
            # By key P is joined, but what is kept must be T's: P's columns are no hint.
            lacking = PRIVATE if rows.key is not None and name not in places[table] else table
            home = private if lacking == PRIVATE else public
        with job.origin.naming("keep"):
            require_column(name, places[lacking], lacking, _list_expected(job), place=home)
        with job.origin.locating("keep"):
            check_kept(name, places[table][name], job)
    refuse_kept_of_public(job, of_public)
    types = {name: of_public[name] for name in names}
    types |= {name: places[table][name] for name, table in keep.items()}
    people, private_people = _find_people(job, of_public, of_private)
    return Tables(
        names, rows, keep, types, public_columns, people, private_people, job.release_count
    )


def _find_people(
    job: Job,
    of_public: Mapping[str, ColumnType] | None,
    of_private: Mapping[str, ColumnType] | None,
) -> tuple[PeopleColumn | None, PeopleColumn | None]:
    """Return the columns with the people of rows of P and of T; None for a row per person.

    The columns of the tables are None if nothing is run.
    """
    found: list[PeopleColumn | None] = []
    for key, name, table, columns in (
        ("public", job.public_count, PUBLIC, of_public),
        ("private", job.private.count, PRIVATE, of_private),
    ):
        if name is None or columns is None:
            found.append(None if name is None else PeopleColumn(name, table))
            continue
        with job.origin.naming(key, "count"):
            require_column(name, columns, table, _list_expected(job))
        found.append(PeopleColumn(name, table, columns[name]))
    return found[0], found[1]


def _name_public_columns(job: Job, rows: PrivateRows, columns: Iterable[str]) -> tuple[str, ...]:
    """Return those of P's `columns` that anyone may know.

    Raises:
        ConfigError: the public columns of the job show who is in T.
    """
    count = job.public_count
    if count is not None and find_same(count, rows.marking):
        raise ConfigError(
            f"private.where: {count!r} counts the people of a row of P; T is whole rows, told by"
            " other columns"
        )
    # A predicate over quasi-identifiers is a rule that an outsider need not know.
    marking = [name for name in rows.marking if name not in job.quasi_identifiers]
    with job.origin.locating("public_columns"):
        refuse_public_mark(marking, job.public_columns)
    counting = [name for name in (count, job.private.count) if name is not None]
    return find_public_columns(job.public_columns, columns, [*marking, *counting])


def refuse_kept_of_public(job: Job, columns: Iterable[str]) -> None:
    """Raise ConfigError if the job keeps a public column; `columns` are those of P."""
    with job.origin.locating("keep"):
        refuse_joinable(job.keep, job.public_columns, columns)


def _find_private_rows(
    engine: Engine,
    job: Job,
    places: tuple[Place, Place | None],
    public: Mapping[str, ColumnType],
    private: Mapping[str, ColumnType],
) -> PrivateRows:
    """Find out which form T has, and check that the columns it needs exist."""
    if job.private.where is not None:
        with job.origin.locating("private", "where"):
            rows = marked_by_predicate(job.private.where, public, job.public)
            check_demands(engine, rows)
        return rows
    if job.private.key is not None:
        key = job.private.key
        with job.origin.naming("private", "key"):
            require_key(job, places, public, private, _list_expected(job))
        with job.origin.locating("private", "key"):
            refuse_differing_types(key, public[key], private[key], places)
        check_key(engine, key, name_originals(places, engine.dialect))
        return marked_by_key(key)
    for name in job.quasi_identifiers:
        with job.origin.naming("quasi_identifiers", name):
            require_column(name, private, PRIVATE, _list_expected(job), _OR_A_KEY, place=places[1])
    for name in job.quasi_identifiers:
        refuse_differing_types(name, public[name], private[name], places)
    return PrivateRows()


def check_people_of_rows(engine: Engine, job: Job) -> None:
    """Check that P has one row per person, if the job says which columns name a person.

    Tables are as `read_tables` left them, which has checked a key.

    Raises:
        DuplicateKey, InputError: as `check_person`.
    """
    if job.person and job.person != (job.private.key,):
        check_person(engine, job.person)


def describe_tables(job: Job) -> Tables:
    """Describe the tables without looking at them, to print SQL that is not run."""
    if job.private.where is not None:
        rows = marked_by_predicate(job.private.where, None)
    else:
        rows = marked_by_key(job.private.key) if job.private.key else PrivateRows()
    home = PUBLIC if job.private.where is not None else PRIVATE
    keep = dict.fromkeys(job.keep, home)
    public_columns = _name_public_columns(job, rows, ())
    people = _find_people(job, None, None)
    names = tuple(job.quasi_identifiers)
    return Tables(names, rows, keep, {}, public_columns, *people, job.release_count)


def _list_expected(job: Job) -> tuple[str, ...]:
    """The columns that a job names."""
    others = (job.private.key, *(job.person or ()), job.public_count)
    return (*job.quasi_identifiers, *(one for one in others if one is not None), *job.keep)


def count_rows(engine: Engine, table: str, condition: exp.Expr) -> int:
    """Count the rows of a logical table that meet a condition."""
    return int(engine.fetch(render("count_rows", source=_table(table), condition=condition))[0][0])


def check_demands(engine: Engine, rows: PrivateRows) -> None:
    """Check what P must satisfy before rows are marked; raise InputError if it does not."""
    for demand in (*rows.demands, *(rows.spellings if engine.reads_texts_its_own_way else ())):
        strange = count_rows(engine, PUBLIC, demand.strange)
        if strange:
            fitting = (
                mend.said
                for mend in demand.mends
                if mend.fits(count_rows(engine, PUBLIC, mend.condition))
            )
            raise InputError(f"private.where: {demand.tell(strange, next(fitting, ''))}")


def _table(name: str) -> exp.Table:
    return exp.Table(this=exp.to_identifier(name, quoted=True))
