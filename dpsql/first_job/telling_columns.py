"""Finds columns that show who is in T, to warn of them, and columns of T that could be kept.

Those that decide who is in T are left out of a job; of those to keep it is told which identify
people.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from sqlglot import exp

from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.leaning_columns import LeaningColumn
from dpsql.domain.found.telling_columns import Parts, TellingColumn, find_least_people
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.profile import Profile
from dpsql.first_job.proposals import name_others
from dpsql.first_job.tables import OpenTables
from dpsql.sql.counting.column_values import column_values_query
from dpsql.sql.counting.counted_limits import LimitCounts
from dpsql.sql.counting.filled_cells import count_filled
from dpsql.sql.counting.likely_columns import find_likely, list_partings
from dpsql.sql.counting.limits_of_rows import count_rows_by_limits
from dpsql.sql.counting.ordered_values import list_ordered
from dpsql.sql.counting.telling_limits import find_by_limits
from dpsql.sql.counting.telling_ranges import find_telling_ranges
from dpsql.sql.counting.telling_values import find_telling_and_leaning
from dpsql.sql.kept_columns.kept_values import find_kept_columns
from dpsql.sql.kept_columns.linked_columns import find_link
from dpsql.sql.tables.people import PeopleColumn, count_of_rows
from dpsql.sql.tables.private_table import (
    PRIVATE,
    PUBLIC,
    PrivateRows,
    marked_by_key,
    marked_by_predicate,
)
from dpsql.sql.tables.public_and_private import Tables

#: Columns that show who is in T, and those that tell much of it.
Shown = tuple[tuple[TellingColumn, ...], list[LeaningColumn]]


@dataclass(frozen=True)
class TellingColumns:
    """Finds columns that alone show rows of T, which are found by key or by `where`."""

    tables: OpenTables
    found: Profile
    key: str | None
    where: str | None

    def find_by_content(self) -> Shown:
        """Return those columns, of all, of which T alone has any value, or one that is not zero."""
        return self._find({}, self._filled)

    def find_by_range(self) -> tuple[TellingColumn, ...]:
        """Return those that decide who is in T by a limit, or by two."""
        given = self._ordered, self.tables.types, self.rows, self._sizes
        return find_telling_ranges(self.tables.engine, *given, self._by_limits)

    def find_by_limit(self) -> Shown:
        """Return those of which a part below or above a limit shows rows of T."""
        telling, leaning = find_by_limits(self._by_limits, self._sizes)
        return telling, [*leaning]

    @cached_property
    def _by_limits(self) -> dict[str, LimitCounts]:
        """The people by limits of each column with an order; none where nothing could be told."""
        if find_least_people(*self._sizes) is None:
            return {}
        return count_rows_by_limits(self.tables.engine, self._ordered, self.tables.types, self.rows)

    @cached_property
    def _ordered(self) -> list[str]:
        """The columns of numbers and moments.

        None where rows stand for several people, or people have several rows of one value.
        """
        found = self.found
        is_counted = found.public_count is not None or found.private_count is not None
        if is_counted or found.panel is not None:
            return []
        texts = [one.name for one in found.public if _may_be_ordered(one)]
        # What is no key numbers T's own rows.
        names = [name for name in self.comparable if name not in found.foreign]
        return list_ordered(names, texts, self.tables.types, self.rows)

    @property
    def _sizes(self) -> tuple[int, int]:
        return self.found.public_rows, self.found.private_rows

    def find(self, names: Sequence[str]) -> Shown:
        """Return those of some columns that show rows of T by a value, or as `find_by_content`."""
        values: dict[str, exp.Expr] = {
            name: column_values_query(name, self.rows, *self._people).subquery("counted")
            for name in names
        }
        return self._find(values, {name: self._filled.get(name, []) for name in names})

    def _find(self, values: dict[str, exp.Expr], filled: dict[str, list[Parts]]) -> Shown:
        """Return the columns; none is leaning where people have several rows of one value."""
        found = self.found
        given = values, filled, *self._sizes
        telling, leaning = find_telling_and_leaning(self.tables.engine, *given)
        names = {} if found.panel is not None else {one.name: one for one in leaning}
        return telling, [one for name, one in names.items() if name not in found.foreign]

    def find_likely(self, chosen: Sequence[str]) -> tuple[TellingColumn, ...]:
        """Return the columns of P alone that are likely the secret, if T is matched on `chosen`."""
        found = self.found
        others = [one for one in found.public if one.name not in self.comparable]
        types = {one.name: self.tables.types[PUBLIC][one.name] for one in others}
        few = [one.name for one in others if one.distinct <= MOST_LISTED]
        partings = list_partings(types, few) if self.key is None and not found.is_marked else []
        return find_likely(self.tables.engine, partings, chosen, self._people, self._sizes)

    @cached_property
    def comparable(self) -> list[str]:
        """The columns of P whose values in T are known: all, or, without a key, those T has."""
        found = self.found
        compared = found.is_marked or self.key is not None
        names = [one.name for one in found.public if one.name != self.key]
        return [name for name in names if compared or name in found.private]

    @cached_property
    def _filled(self) -> dict[str, list[Parts]]:
        tables, found = self.tables, self.found
        if find_least_people(found.public_rows, found.private_rows) is None:
            return {}
        given = self.comparable, tables.types, self.rows, *self._people
        return count_filled(tables.engine, *given)

    @cached_property
    def rows(self) -> PrivateRows:
        """How T is found in P."""
        if self.where is not None:
            return marked_by_predicate(self.where, self.tables.types[PUBLIC])
        return PrivateRows() if self.key is None else marked_by_key(self.key)

    @cached_property
    def _people(self) -> tuple[exp.Expr, exp.Expr]:
        counts = ((PUBLIC, self.found.public_count), (PRIVATE, self.found.private_count))
        public, private = (
            None if name is None else PeopleColumn(name, table, self.tables.types[table][name])
            for table, name in counts
        )
        return count_of_rows(public, private, self.rows)


def _without_people(
    one: KeptColumn, tables: OpenTables, described: Tables, people: Collection[str | None]
) -> KeptColumn:
    """Return it without that it follows from who a person is, where people have several rows.

    What is the same in all rows of somebody does; of one row each nothing follows. It may follow
    from another column beside. `people`: the columns that name people.
    """
    link = one.link
    if link is None or link.public not in people or link.tells:
        return one
    private = tables.types[PRIVATE]
    others = [name for name in described.public_columns if name in private and name not in people]
    return replace(one, link=find_link(tables.engine, described, one.name, one.rows, others))


def _may_be_ordered(one: ColumnProfile) -> bool:
    """Whether most of its texts are numbers or days."""
    form = one.form or one.unlisted
    are_read = form is not None and form.kind in ("dates", "numbers")
    return one.has_mixed_dates or are_read or 10 * (one.numbers + one.dates) >= 9 * one.present


def find_keepable(
    tables: OpenTables, found: Profile, chosen: Sequence[str], key: str | None
) -> tuple[KeptColumn, ...]:
    """Return the columns that T alone has, with what they tell of people.

    `chosen`: the quasi-identifiers. None where T is rows of P, or rows that stand for several
    people.
    """
    names = name_others(found, [*chosen, *([key] if key is not None else [])])
    if not names or found.is_marked or found.private_count is not None:
        return ()
    described = Tables(
        tuple(chosen),
        PrivateRows() if key is None else marked_by_key(key),
        dict.fromkeys(names, PRIVATE),
        {name: tables.types[PUBLIC][name] for name in chosen}
        | {name: tables.types[PRIVATE][name] for name in names},
        tuple(one.name for one in found.public),
    )
    kept = find_kept_columns(tables.engine, described)
    people = {key, *(() if found.panel is None else found.panel.names)}
    kept = tuple(_without_people(one, tables, described, people) for one in kept)
    given = {private: public for public, private in found.names_in_private.items()}
    return tuple(replace(one, public_column=given.get(one.name, one.public_column)) for one in kept)
