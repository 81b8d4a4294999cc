"""Drafts a first job: looks at the tables, proposes columns, and recommends an algorithm."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.telling_columns import FEWEST, TellingColumn, name_deciding
from dpsql.errors import InputError
from dpsql.first_job.casts import tell_casts
from dpsql.first_job.columns import with_bulks
from dpsql.first_job.formed import with_forms
from dpsql.first_job.kept_columns import find_keepable
from dpsql.first_job.profile import Profile, profile
from dpsql.first_job.proposals import Proposal, find_key, propose
from dpsql.first_job.tables import Asked, OpenTables, open_tables
from dpsql.first_job.telling_columns import TellingColumns
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, render

#: Who shares all values with fewer people than this, himself included, is rare.
FEW = 20


@dataclass(frozen=True)
class Rarity:
    """Distinct combinations of the chosen columns in P, and the people whose own is rare."""

    combinations: int
    everybody: int
    rare: int


@dataclass(frozen=True)
class Draft:
    """What a first job says of the tables; `key` is the column that T is matched by.

    `telling`: columns that alone show who is in T. `kept`: columns that T alone has.
    """

    found: Profile
    proposals: Sequence[Proposal]
    rarity: Rarity
    key: str | None
    telling: tuple[TellingColumn, ...] = ()
    kept: tuple[KeptColumn, ...] = ()

    @property
    def chosen(self) -> list[Proposal]:
        """The columns that the job uses."""
        return [one for one in self.proposals if one.chosen]

    @property
    def left_out(self) -> list[Proposal]:
        """The columns of P and T that the job does not use."""
        return [one for one in self.proposals if not one.chosen]

    @property
    def deciding(self) -> list[str]:
        """The columns that alone decide who is in T; the job does not use them."""
        return name_deciding(self.telling)


def draft(asked: Asked) -> Draft:
    """Look at the tables and draft a job for them.

    Raises:
        InputError: the tables share no column that could be a quasi-identifier. The errors of
            opening and profiling the tables.
    """
    with open_tables(asked) as tables:
        found = profile(tables, asked.where)
        found = replace(found, public=with_forms(tables.engine, found.public))
        key = find_key(found)
        found = replace(found, public=with_bulks(tables.engine, found.public, key))
        proposals, telling = _propose_without_telling(tables, found, key, asked.where)
        chosen = [one.name for one in proposals if one.chosen]
        if not chosen:
            deciding = name_deciding(telling)
            beside = (
                f" (and none that alone decides who is in T, as {deciding[0]} does)"
                if deciding
                else ""
            )
            raise InputError(
                "the tables share no column that could be a quasi-identifier; it needs the same"
                f" name and type in both, more than one value, and may name nobody{beside}"
                + (_tell_key(key) if key is not None else "")
                + "".join(f". {one}" for one in tell_casts(asked, found))
            )
        kept = find_keepable(tables, found, chosen, key)
        return Draft(found, proposals, _count_rare(tables, chosen, found), key, telling, kept)


def _tell_key(key: str) -> str:
    """Say how a T that has a key and no other column of P is released."""
    return (
        f". By its key, {key}, T can be released with columns of P: write a job with private:"
        " {table: T, key: …} and these columns as quasi_identifiers"
    )


def _propose_without_telling(
    tables: OpenTables, found: Profile, key: str | None, where: str | None
) -> tuple[list[Proposal], tuple[TellingColumn, ...]]:
    """Propose columns until none that is proposed alone decides who is in T.

    Also return all columns that show who is in T: of those with a value that many may have, by
    value; of all, by what is NULL or zero. Without a key, T must have a column to compare.
    """
    search = TellingColumns(tables, found, key, where)
    shared = [one.name for one in found.public if one.distinct <= found.public_rows - FEWEST]
    looked_at: list[str] = []
    telling = search.find_by_content()
    while True:
        proposals = propose(found, name_deciding(telling))
        wanted = dict.fromkeys([*shared, *(one.name for one in proposals if one.chosen)])
        new = [name for name in wanted if name not in looked_at and name in search.comparable]
        if not new:
            return proposals, telling
        looked_at += new
        telling = (*(one for one in telling if one.name not in new), *search.find(new))


def _count_rare(tables: OpenTables, names: Sequence[str], found: Profile) -> Rarity:
    people: exp.Expr = exp.Count(this=exp.Star())
    if found.public_count is not None:
        types = tables.types[PUBLIC]
        people = PeopleColumn(found.public_count, PUBLIC, types[found.public_count]).of_rows
    rows = tables.engine.fetch(rare_query(names, people))
    return Rarity(*(int(number or 0) for number in rows[0]))


def rare_query(names: Sequence[str], people: exp.Expr) -> exp.Query:
    """Return the query that counts people of P whose values in some columns few share."""
    return render(
        "count_rare",
        columns=[column(name) for name in names],
        people=people,
        few=exp.Literal.number(FEW),
    )
