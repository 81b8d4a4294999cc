"""Profiles P and T for a first job.

Of T only names, types and the number of its people are used.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from sqlglot import exp

from dpsql.domain.names import find_same
from dpsql.domain.numbered_words import names_number_alone
from dpsql.domain.parts_of_names import PartsOfNames
from dpsql.domain.renamed_pairs import RenamedColumns
from dpsql.domain.several_rows import LackingPeople, OwnMoment, OwnRepeats, Renamed
from dpsql.domain.texts_of_pairs import TextOfPair
from dpsql.engines.base import ColumnType
from dpsql.errors import ConfigError, InputError, SchemaError
from dpsql.faces import name_option
from dpsql.first_job.columns import ColumnProfile, profile_columns
from dpsql.first_job.dependent.repeats import find_repeats
from dpsql.first_job.people.counts import Counts, find_count
from dpsql.first_job.people.panels import Panel, Waves
from dpsql.first_job.rules.listed_levels import ListedLevels
from dpsql.first_job.tables import OpenTables
from dpsql.inputs.places import Files, Place
from dpsql.sql.tables.copies import Original
from dpsql.sql.tables.key_writings import Writing
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, marked_by_predicate
from dpsql.sql.tables.public_and_private import check_demands, count_rows
from dpsql.sql.templates import identifier

#: One name of so many may be a value of P by chance.
_OF_NAMES = 4


@dataclass(frozen=True)
class Profile:
    """P column by column, the columns of T by type, and how many people both have.

    If rows stand for several people, `public_count` and `private_count` are the columns with their
    number, which are not among the others. `repeated`: the columns of P that say the same as
    another one, and its name; `follows`: those that a finer one of their kind decides;
    `dummies`: by flag, all flags of one factor.
    `is_marked`: T is rows of P, and needs no key. `marking`: the columns that the predicate reads,
    which are not among the others. `foreign`: of columns that name each row of P, why they are no
    key. `joined`: the columns that T takes from P, by key. `outcomes`: those that it has itself
    beside these, and that describe nobody. `panel`: the column that names people with several rows
    of P each. `pair`: columns that together differ in all rows of P, and name people: two mostly.
    `written`: of `foreign` columns, how keys of T are found in P. `alike`: the columns that
    name people, and how many values of each are others but for case and spaces.
    `may_count`: a column by whose name rows of P may stand for several people, though they differ
    as those of people do. `row_times`: when rows were collected.
    `sums`: three columns each, of which any two decide the third. `outcome_nulls`: the columns that
    are NULL exactly where an outcome has some values, and its name. `originals`: what P and T are.
    `answer`: the columns that name people, as a job that is replaced says. `waves`: a time whose
    rows may be the same people's each time, where no column names people. `unread`: tables and
    columns of texts that are not all of the type that the other table has; `missing`: which texts
    stand for missing values beside those that are; `commas`: those of numbers with a decimal comma;
    `whole`: those of whole numbers of another type than integers.
    `own_repeats`: an identifier that T alone has and that repeats, where no key tells its people.
    `renamed`: the column of T that names people as one of P does, under another name.
    `private_waves`: a time of T whose rows may be the same people's each time, where no key is.
    `private_moment`: a moment of T whose rows may be of one person each, where no key is.
    `unwritten`: of `written`, keys of which P lacks some of T's however they are written.
    `renamed_pair`: two columns of T that name people together, as two of P do under other names.
    `text_of_pair`: a column of T that has two columns of P that name people as one text.
    `pair_copies`: statements that make one column of two in P and in T, where P has one row each.
    `levels`: by column of codes or names without an order, what is above each value.
    `parts_of_names`: a name that P or T has as one text, and the other in two columns.
    `lacking`: rows of T whose people are not in the P of `panel`, or are by `panel_writing`.
    """

    public: tuple[ColumnProfile, ...]
    private: Mapping[str, ColumnType]
    public_rows: int
    private_rows: int
    public_count: str | None = None
    private_count: str | None = None
    repeated: Mapping[str, str] = field(default_factory=dict)
    follows: Mapping[str, str] = field(default_factory=dict)
    dummies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_marked: bool = False
    marking: tuple[ColumnProfile, ...] = ()
    foreign: Mapping[str, str] = field(default_factory=dict)
    joined: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    panel: Panel | None = None
    pair: tuple[str, ...] | None = None
    may_count: str | None = None
    written: Mapping[str, Writing] = field(default_factory=dict)
    alike: Mapping[str, int] = field(default_factory=dict)
    row_times: tuple[str, ...] = ()
    sums: tuple[tuple[str, ...], ...] = ()
    outcome_nulls: Mapping[str, str] = field(default_factory=dict)
    originals: tuple[Original, ...] = ()
    waves: Waves | None = None
    answer: tuple[str, ...] | None = None
    unread: frozenset[tuple[str, str]] = frozenset()
    missing: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    commas: frozenset[tuple[str, str]] = frozenset()
    whole: frozenset[tuple[str, str]] = frozenset()
    own_repeats: OwnRepeats | None = None
    renamed: Renamed | None = None
    renamed_pair: RenamedColumns | None = None
    pair_copies: tuple[str, ...] = ()
    text_of_pair: TextOfPair | None = None
    private_waves: Waves | None = None
    private_moment: OwnMoment | None = None
    unwritten: frozenset[str] = frozenset()
    lacking: LackingPeople | None = None
    panel_writing: Writing | None = None
    levels: Mapping[str, ListedLevels] = field(default_factory=dict)
    parts_of_names: PartsOfNames | None = None

    @property
    def own(self) -> tuple[str, ...]:
        """The columns that T itself has, and does not take from P."""
        return tuple(name for name in self.private if name not in self.joined)

    @property
    def called_otherwise(self) -> Renamed | RenamedColumns | TextOfPair | None:
        """What T calls by another name than P, where both may name the same people."""
        return self.renamed or self.renamed_pair or self.text_of_pair

    @property
    def has_several_rows(self) -> bool:
        """Whether rows of P or T may be several of one person: then they are no count of people."""
        named = (self.own_repeats, self.private_waves, self.private_moment, self.panel, self.waves)
        renamed = (self.renamed, self.renamed_pair)
        return any(one is not None for one in named) or any(
            one is not None and one.repeats for one in renamed
        )

    @property
    def names_in_private(self) -> Mapping[str, str]:
        """The columns of P that T may have under another name, and this."""
        renamed = self.renamed or self.renamed_pair
        return {} if renamed is None else renamed.other_names


def tell_nobody(found: Profile) -> str:
    """Say that T has no rows; empty if it has some."""
    if found.private_rows:
        return ""
    what = "condition" if found.is_marked else "table"
    return f"T has no rows: nobody is protected; is it the right {what}?"


def profile(tables: OpenTables, where: str | None = None) -> Profile:
    """Profile P and T, or P alone, of which T is the rows for which `where` is true.

    What `where` reads, a column of P or a predicate, is no column of the job.

    Raises:
        InputError: P has no rows, or one. SchemaError: a CSV has no header.
            ConfigError, SchemaError: `where` cannot be read.
    """
    types = tables.types
    rows = {name: count_rows(tables.engine, name, exp.true()) for name in types}
    if not rows[PUBLIC]:
        raise InputError("P has no rows; presence is measured against a population")
    if rows[PUBLIC] == 1:
        raise InputError("P has one row; it must list everybody who might be in T, a row each")
    if where is not None:
        return _profile_marked(tables, where, rows[PUBLIC])
    columns = profile_columns(tables.engine, PUBLIC, types[PUBLIC])
    for name, of_table in types.items():
        _refuse_rows_for_names(tables.places[name], list(of_table), columns)
    public = _find_count(tables, PUBLIC, rows[PUBLIC])
    private = _find_count(tables, PRIVATE, rows[PRIVATE])
    public_count, everybody = _take(public, rows[PUBLIC])
    if private is not None and not private.is_certain and public_count is not None:
        # T has a part of the tuples of a P that was grouped.
        is_count = private.says_people or private.name == public_count
        private = replace(private, is_certain=is_count)
    if private is not None and private.name in types[PUBLIC] and public_count is None:
        # What is no count in P is none in T, where few rows may look like one.
        private = None
    if private is not None and public_count is None and names_number_alone(private.name):
        # It may be the number of a person in a centre, of which P lists each once.
        private = None
    private_count, members = _take(private, rows[PRIVATE])
    taken = [name for name in (public_count, private_count) if name is not None]
    return Profile(
        tuple(one for one in columns if not find_same(one.name, taken)),
        {name: type_ for name, type_ in types[PRIVATE].items() if name != private_count},
        everybody,
        members,
        public_count,
        private_count,
        find_repeats(tables.engine, PUBLIC, columns),
        may_count=_name_doubtful(public),
        originals=(tables.name_original(PUBLIC), tables.name_original(PRIVATE)),
    )


def _find_count(tables: OpenTables, table: str, rows: int) -> Counts | None:
    return find_count(tables.engine, table, tables.types[table], rows)


def _take(counts: Counts | None, rows: int) -> tuple[str | None, int]:
    """Return the column with the people of rows, or None, and how many people a table has."""
    if counts is None or not counts.is_certain:
        return None, rows
    return counts.name, counts.people


def _name_doubtful(counts: Counts | None) -> str | None:
    return None if counts is None or counts.is_certain else counts.name


def _profile_marked(tables: OpenTables, where: str, all_rows: int) -> Profile:
    """Profile P, some rows of which are T's."""
    engine, types = tables.engine, tables.types[PUBLIC]
    columns = profile_columns(engine, PUBLIC, types)
    # Before the predicate is read, as the complaint of an unknown column lists the others.
    _refuse_rows_for_names(tables.places[PUBLIC], list(types), columns)
    with _naming_the_option():
        rows = marked_by_predicate(where, types)
        check_demands(engine, rows)
    assert rows.mark is not None  # noqa: S101 - a predicate marks
    counts = _find_count(tables, PUBLIC, all_rows)
    count, people = _take(counts, all_rows)
    members = count_rows(engine, PUBLIC, rows.mark)
    if count is not None:
        of_rows = PeopleColumn(count, PUBLIC, types[count]).of_rows
        query = exp.select(of_rows).from_(exp.Table(this=identifier(PUBLIC))).where(rows.mark)
        members = int(engine.fetch(query)[0][0] or 0)
    taken = [*rows.marking, *([count] if count is not None else [])]
    kept = tuple(one for one in columns if not find_same(one.name, taken))
    read = tuple(one for one in columns if one.name in rows.marking)
    return Profile(
        kept,
        {name: type_ for name, type_ in types.items() if name not in taken},
        people,
        members,
        count,
        repeated=find_repeats(engine, PUBLIC, kept),
        is_marked=True,
        marking=read,
        may_count=_name_doubtful(counts),
        originals=(tables.name_original(PUBLIC), tables.name_original(PRIVATE)),
    )


@contextmanager
def _naming_the_option() -> Iterator[None]:
    """Name the option in errors in place of the key of a job, which there is not yet."""
    try:
        yield
    except (ConfigError, InputError) as error:
        option = f"{name_option('where')}: "
        raise type(error)(str(error).replace("private.where: ", option, 1)) from None


def _refuse_rows_for_names(
    place: Place, names: Sequence[str], public: Sequence[ColumnProfile]
) -> None:
    """Raise SchemaError if a CSV's names look like a row of values, which a job must not state."""
    if not isinstance(place, Files) or place.format != "csv":
        return
    values = {value for one in public for value in one.values}
    # A column airbag may have the value airbag; where no line is a header, many names are values.
    if _OF_NAMES * sum(name in values for name in names) < len(names):
        values = set()
    for position, name in enumerate(names, 1):
        if name in values or name[:1].isdigit():
            raise SchemaError(
                f"{place.paths[0].name}: the name of column {position} looks like a value; is the"
                " first line a header? Names start with no digit, and are no values of P"
            )
