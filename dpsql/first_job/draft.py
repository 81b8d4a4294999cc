"""Drafts a first job: looks at the tables, proposes columns, and recommends an algorithm."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.domain.column_words import says_when
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.leaning_columns import LeaningColumn
from dpsql.domain.found.telling_columns import (
    FEWEST,
    TellingColumn,
    join_limits,
    join_ranges,
    list_showing,
    name_deciding,
    name_likely,
    tell_showing,
)
from dpsql.errors import InputError
from dpsql.first_job.choosing import name_further
from dpsql.first_job.columns import with_bulks
from dpsql.first_job.dependent.dummies import with_dummies
from dpsql.first_job.dependent.followers import with_followers
from dpsql.first_job.dependent.outcome_nulls import with_outcome_nulls
from dpsql.first_job.dependent.parents import list_groups, with_parents, without_groups
from dpsql.first_job.dependent.row_times import with_row_times
from dpsql.first_job.dependent.sums import with_sums
from dpsql.first_job.joined_names import with_renamed_pair
from dpsql.first_job.nothing_left import tell_nothing
from dpsql.first_job.people.answers import with_people
from dpsql.first_job.people.keys import (
    Key,
    doubt_key,
    list_only_public,
    settle_key,
)
from dpsql.first_job.people.outcomes import are_outcomes
from dpsql.first_job.people.panel_keys import with_panel_keys
from dpsql.first_job.people.people import People, count_people, tell_panel
from dpsql.first_job.people.renamed_ids import with_renamed
from dpsql.first_job.people.rivals import settle_rivals
from dpsql.first_job.people.rows_of_private import (
    find_own_time,
    find_panel_of_private,
    find_panel_of_renamed,
)
from dpsql.first_job.people.sizes import refuse_more_people_than_public
from dpsql.first_job.people.spellings import with_alike
from dpsql.first_job.people.together.same_moments import with_private_moment
from dpsql.first_job.people.waves import with_private_waves, with_waves
from dpsql.first_job.profile import Profile, profile
from dpsql.first_job.proposal import Proposal
from dpsql.first_job.proposals import propose
from dpsql.first_job.readable_texts import with_readable_texts
from dpsql.first_job.roles import NUMBERS_ROWS
from dpsql.first_job.rules.formed import with_forms
from dpsql.first_job.tables import Asked, OpenTables, open_tables
from dpsql.first_job.telling_columns import Shown, TellingColumns, find_keepable
from dpsql.inputs.csv_header import INDEX
from dpsql.inputs.places import Files
from dpsql.sql.tables.key_writings import count_unknown
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.tables.unmatched_rows import Unmatched, count_unmatched, find_unmatched
from dpsql.sql.templates import column, render

#: Who shares all values with fewer people than this, himself included, is rare.
FEW = 20
#: One row of so many that repeats a key is one of many.
_MANY = 10

_NAMELESS = (
    "the first column has no name, as pandas writes its index: write the frame with index=False, or"
    " name the column to use it"
)


@dataclass(frozen=True)
class Rarity:
    """Distinct combinations of the chosen columns in P, and the people whose own is rare."""

    combinations: int
    everybody: int
    rare: int


@dataclass(frozen=True)
class Draft:
    """What a first job says of the tables; `key` is the column that T is matched by.

    `unmatched`: rows of T that P lacks, or has less often, if there is no key. `telling`: columns
    that alone show who is in T, and `leaning` those that tell much of it. `kept`: columns that T
    alone has. `further`: columns that P alone has, which a job by key could use, too. `people`: how
    many P and T have.
    """

    found: Profile
    people: People
    proposals: Sequence[Proposal]
    rarity: Rarity
    key: Key | None
    unmatched: Unmatched
    telling: tuple[TellingColumn, ...] = ()
    leaning: tuple[LeaningColumn, ...] = ()
    kept: tuple[KeptColumn, ...] = ()
    further: tuple[str, ...] = ()

    @property
    def chosen(self) -> list[Proposal]:
        """The columns that the job uses."""
        return [one for one in self.proposals if one.chosen]

    @property
    def left_out(self) -> list[Proposal]:
        """The columns of P and T that the job does not use."""
        return [one for one in self.proposals if not one.chosen]

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong in P or T, and to be mended before the job runs."""
        return (*filter(None, (tell_panel(self.found),)), *self.faults_of_private)

    @property
    def faults_of_private(self) -> tuple[str, ...]:
        """What is wrong in T: with its key, or with rows that P lacks."""
        if self.key is not None:
            return self.key.faults
        return self.unmatched.list_faults()

    @property
    def indexes(self) -> tuple[str, ...]:
        """What is said of columns that are pandas' index."""
        return tuple(one.reason for one in self.left_out if one.reason in (NUMBERS_ROWS, _NAMELESS))

    @property
    def deciding(self) -> list[str]:
        """The columns that alone decide who is in T; the job does not use them."""
        return name_deciding(self.telling)

    @property
    def likely(self) -> list[str]:
        """The columns of P alone that may decide it; the job does not call them public."""
        return name_likely(self.telling)

    @property
    def showing(self) -> list[str]:
        """The unused columns that show much of T; the job does not call them public."""
        used = [one.name for one in self.chosen]
        showing = list_showing(self.telling, self.found.private_rows)
        return [one.name for one in showing if one.name not in used]


def draft(asked: Asked) -> Draft:
    """Look at the tables and draft a job for them.

    Raises:
        InputError: no column could be a quasi-identifier. The errors of opening and profiling the
            tables.
    """
    with open_tables(asked) as tables:
        found = profile(tables, asked.where)
        refuse_more_people_than_public(tables.engine, found, tables.name_original(PRIVATE))
        found = replace(found, public=with_forms(tables.engine, found.public))
        found = with_readable_texts(tables.engine, found)
        found = with_people(tables.engine, found, asked.person, asked.answer)
        found = with_parents(tables.engine, with_followers(tables.engine, found))
        found = with_row_times(tables.engine, with_dummies(tables.engine, found))
        found = with_outcome_nulls(tables.engine, with_sums(tables.engine, found))
        found, key, proposals, (telling, leaning) = _settle(tables, found, asked)
        found = with_waves(tables.engine, with_alike(tables.engine, found, key), key)
        name = None if key is None else key.name
        if key is None and not found.is_marked and found.private_count is None:
            found = with_renamed_pair(tables.engine, with_renamed(tables.engine, found))
            found = with_private_waves(tables.engine, found)
            found = with_private_moment(tables.engine, found)
            found = with_panel_keys(tables.engine, found)
        chosen = [one.name for one in proposals if one.chosen]
        search = TellingColumns(tables, found, name, asked.where)
        telling += search.find_likely(chosen)
        kept = find_keepable(tables, found, chosen, name)
        showing = list_showing(telling, found.private_rows)
        told = {one.name: tell_showing(one, found.private_rows) for one in showing}
        unfit = {*name_deciding(telling), *told}
        known = {*unfit, *name_likely(telling)}
        leaning = [one for one in leaning if one.name not in known]
        told |= {one.name: one.tell() for one in leaning}
        proposals = [_tell(one, told.get(one.name, "")) for one in proposals]
        further = [one for one in name_further(found, name, chosen) if one not in unfit]
        rarity = _count_rare(tables, chosen, found)
        # Rows that stand for several people are compared by check.
        is_counted = found.public_count is not None or found.private_count is not None
        finds_all = found.is_marked or is_counted or key is not None
        unmatched = Unmatched(0) if finds_all else find_unmatched(tables.engine, chosen)
        if found.private_waves is not None:
            unmatched = replace(unmatched, time=found.private_waves.time)
        proposals += [Proposal(name, {}, "", _tell_index(tables, name)) for name in tables.indexes]
        people = count_people(tables.engine, found, key, search.rows)
        if found.renamed is not None and found.renamed.repeats and found.panel is None:
            of_private = find_panel_of_renamed(
                tables.engine, found.renamed, found.public, found.own
            )
            people = replace(people, of_private=of_private)
        if key is None and found.panel is None and found.written and found.renamed is None:
            name, writing = next(iter(found.written.items()))
            if 2 * count_unknown(tables.engine, name, writing) <= found.private_rows:
                of_private = find_panel_of_private(tables.engine, name, found.public, found.own)
                people = replace(people, of_private=of_private)
        if not found.is_marked and (found.panel is not None or people.of_private is not None):
            panel = found.panel or people.of_private
            people = replace(people, own_time=find_own_time(tables.engine, panel))
        told_of = telling, tuple(leaning), kept, (*further,)
        return Draft(found, people, proposals, rarity, key, unmatched, *told_of)


def _tell(one: Proposal, said: str) -> Proposal:
    """Return what is proposed with what its column shows of T, which no other reason plays down."""
    if not said:
        return one
    if one.chosen:
        return replace(one, remark=f"{one.remark}; {said}" if one.remark else said)
    return replace(one, reason=said)


def _tell_index(tables: OpenTables, name: str) -> str:
    """Say what a column is that has the name of pandas' index."""
    is_nameless = name == INDEX and any(
        isinstance(place, Files) and place.columns[:1] == (INDEX,)
        for place in tables.places.values()
    )
    return _NAMELESS if is_nameless else NUMBERS_ROWS


def _settle(
    tables: OpenTables, found: Profile, asked: Asked
) -> tuple[Profile, Key | None, list[Proposal], Shown]:
    """Return the profile, the key if there is one, what is proposed, and what shows who is in T.

    A key that values of T refute is none, if T is found in P without it.

    Raises:
        InputError: no column could be a quasi-identifier.
    """
    while True:
        found, key = settle_rivals(tables.engine, *settle_key(tables.engine, found))
        name = None if key is None else key.name
        found = replace(found, public=with_bulks(tables.engine, found.public, name))
        of_both = found
        proposals, shown = _propose_without_telling(tables, found, key, asked.where)
        shared = [one.name for one in proposals if one.chosen]
        described = [one for one in shared if not says_when(one)]
        if name is not None and (not described or are_outcomes(found, name, shared)):
            found = _join(found, name, described)
            proposals, shown = _propose_without_telling(tables, found, key, asked.where)
        chosen = [one.name for one in proposals if one.chosen]
        if not chosen:
            pieces = tell_nothing(tables, found, name_deciding(shown[0]), asked)
            raise InputError(pieces=pieces)
        if key is None:
            return found, None, proposals, shown
        key = doubt_key(tables.engine, found, key, shared or chosen)
        if key.people < found.private_rows:
            # P has one row of whoever has several in T, which differ.
            key = replace(key, doubt="")
        if not key.refuted or any(count_unmatched(tables.engine, shared or chosen)):
            return found, key, proposals, shown
        found = replace(of_both, foreign={**found.foreign, key.name: key.refuted})


def _join(found: Profile, key: str, shared: Sequence[str]) -> Profile:
    """Return the profile of a T that takes the columns to generalize from P, by key.

    `shared`: what both have, and T may have measured.
    """
    joined = {one.name: one.type for one in list_only_public(found, key)}
    private = {**found.private, **joined}
    return replace(found, private=private, joined=tuple(joined), outcomes=tuple(shared))


def _propose_without_telling(
    tables: OpenTables, found: Profile, key: Key | None, where: str | None
) -> tuple[list[Proposal], Shown]:
    """Propose columns until none that is proposed alone decides who is in T.

    Those that show much of it, or likely are the secret, make no levels either: their values would
    be published. Also return all columns that show who is in T: of those with a value that many may
    have, by value; of all, by what is NULL or zero, and by a limit. Without a key, T must have a
    column to compare. Where people have several rows, a value of one of them is no value of many;
    where many rows of T repeat the key, they count people several times: nothing is told until T is
    mended.
    """
    name = None if key is None else key.name
    if key is not None and _MANY * (found.private_rows - key.people) > found.private_rows:
        return propose(found, name), ((), [])
    search = TellingColumns(tables, found, name, where)
    shared = [one.name for one in found.public if one.distinct <= found.public_rows - FEWEST]
    people = found.public_rows if found.panel is None else found.panel.people
    own = {
        one.name
        for one in found.public
        if people < found.public_rows and FEWEST * one.distinct > people
    }
    looked_at: list[str] = []
    telling, leaning = search.find_by_content()
    ranges, (by_limit, leaning_by_limit) = search.find_by_range(), search.find_by_limit()
    while True:
        judged = join_limits(join_ranges(telling, ranges), by_limit)
        deciding = name_deciding(judged)
        showing = [one.name for one in list_showing(judged, found.private_rows)]
        found = without_groups(found, {*deciding, *showing})
        proposals = propose(found, name, deciding, showing)
        wanted = dict.fromkeys([*shared, *(one.name for one in proposals if one.chosen)])
        known = [name for name in search.comparable if name not in own]
        new = [name for name in wanted if name not in looked_at and name in known]
        if not new:
            chosen = [one.name for one in proposals if one.chosen]
            # P alone has these, so that only what is chosen tells whether they are likely.
            groups = list_groups(chosen, found).keys() - {*search.comparable}
            if groups and groups.intersection(likely := name_likely(search.find_likely(chosen))):
                found = without_groups(found, likely)
                continue
            return proposals, (judged, [*join_limits(leaning, leaning_by_limit)])
        looked_at += new
        more = search.find(new)
        telling = (*(one for one in telling if one.name not in new), *more[0])
        leaning = [*(one for one in leaning if one.name not in new), *more[1]]


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
