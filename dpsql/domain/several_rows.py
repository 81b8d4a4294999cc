"""Whether an identifier may name people who have several rows of P each, and what is then asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.column_words import calls_person, find_kind, is_identifier
from dpsql.domain.numbered_words import names_group
from dpsql.domain.plurals import join_names, name_count, with_article
from dpsql.faces import name_page

#: Of few people, or of a name that groups may have: more rows share a hospital or a town.
_MOST_ROWS_EACH = 20
#: A row for each day of a year, and some more.
_MOST_ROWS_OF_PANEL, _FEWEST_PEOPLE = 400, 20
#: Of columns that rows of people have in common, so many are named.
_MOST_SHOWN = 4
#: So many rows share each value of a column that describes people, and names none of them.
_ROWS_OF_DESCRIBED = 10
#: How people are called, or reached.
_CALLED = ("name", "contact")
ASK_OF_PEOPLE = "is P one row per person? The bound does not hold for people with several rows"
_TOLD = "no bound holds for people with several rows"
_MENDED = f"keep one row of each, as {name_page('panels')} shows"


@dataclass(frozen=True)
class RepeatingColumn:
    """A column of P that may name people, and how many rows repeat the value of another there."""

    name: str
    rows: int


def tell_matched(key: str, rows: int, people: int) -> str:
    """Say what follows once a key names T's people as P's: of so many `rows` of T, so many people.

    >>> tell_matched("it", 41, 41)
    'T is matched by it'
    >>> print(tell_matched("code", 99, 41))
    keep one row of each in T: T is then matched by code, and 41 people are in T, not 99
    """
    if people == rows:
        return f"T is matched by {key}"
    told = name_count(people, "person is", "people are")
    return f"keep one row of each in T: T is then matched by {key}, and {told} in T, not {rows:,}"


@dataclass(frozen=True)
class Renamed:
    """An identifier of T under another name than P's: rows with a value, and distinct values.

    `known`: those of them that `public`, a column of P, has, too.
    """

    public: str
    private: str
    rows: int
    distinct: int
    known: int

    @property
    def other_names(self) -> dict[str, str]:
        """The column of T by P's name."""
        return {self.public: self.private}

    @property
    def repeats(self) -> bool:
        """Whether several rows of T have one value."""
        return self.distinct < self.rows

    @property
    def is_left(self) -> bool:
        """Whether P lacks some values of T."""
        return self.known < self.distinct

    def ask(self) -> str:
        """Ask whether both columns name the same people, and say what follows.

        >>> print(Renamed("person_id", "pid", 71, 71, 70).ask())
        pid of T has values of person_id in P (70 of 71): do both name the same people? If so, name\
 it person_id in T, too, and T is matched by it
        >>> print(Renamed("person_id", "pid", 99, 71, 71).ask().partition("? ")[2])
        If so, name it person_id in T, too, and keep one row of each in T: T is then matched by it,\
 and 71 people are in T, not 99
        """
        asked = (
            f"{self.private} of T has values of {self.public} in P ({self.known:,} of"
            f" {self.distinct:,}): do both name the same people? If so, name it {self.public} in T,"
            " too, and"
        )
        return f"{asked} {tell_matched('it', self.rows, self.distinct)}"


@dataclass(frozen=True)
class LackingPeople:
    """Rows of T whose people P lacks, by the column `name`, which names those of several rows of P.

    `said`: the way to write both in which P has `written` of them; empty if there is none. `alike`:
    of several columns that name people together, those that are to be written so.
    """

    name: str
    rows: int
    said: str = ""
    written: int = 0
    alike: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are written alike in P and T, if any are."""
        return self.alike or (self.name,)

    @property
    def is_left(self) -> bool:
        """Whether P lacks people of T in all writings."""
        return self.written < self.rows

    def tell(self) -> str:
        """Say how many rows these are, and what statements for one row of each make of them.

        >>> print(LackingPeople("pid", 30, "in lower case", 29).tell())
        30 rows of T have a pid that P lacks; 29 of them are in P in lower case: if these are the\
 same people, the statements write both alike
        >>> LackingPeople("pid", 1).tell()
        '1 row of T has a pid that P lacks; T must be a subset of P'
        """
        rows = name_count(self.rows, "row of T has", "rows of T have")
        told = f"{rows} {with_article(self.name)} that P lacks"
        if not self.said:
            return f"{told}; T must be a subset of P"
        are = "1 of them is" if self.written == 1 else f"{self.written:,} of them are"
        return (
            f"{told}; {are} in P {self.said}: if these are the same people, the statements write"
            " both alike"
        )


@dataclass(frozen=True)
class OwnRepeats:
    """An identifier that T alone has, its rows, and how many distinct values it has.

    `group`: a column of T in each of whose groups numbers may start anew; empty if none is.
    `within`: the distinct values of both.
    """

    name: str
    rows: int
    distinct: int
    group: str = ""
    within: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """What may name people who have several rows: with the group, if that leaves several."""
        return (self.group, self.name) if self.group and self.within < self.rows else (self.name,)

    @property
    def people(self) -> int:
        """How many people `names` has."""
        return self.within if len(self.names) > 1 else self.distinct

    def ask(self) -> str:
        """Ask whether rows of T are people, where no key tells it.

        >>> print(OwnRepeats("patient_id", 354, 177).ask().replace("; ", ";|").split("|")[0])
        177 rows of T repeat the patient_id of another, and P has no such column: does it name\
 people? Then 177 are in T, and not 354;
        >>> told = OwnRepeats("number", 92, 9, "centre", 23).ask()
        >>> told.partition(": ")[2].partition(";")[0]
        'does it name people by itself, or in each centre? Then 9 or 23 are in T, and 92 rows'
        >>> told = OwnRepeats("number", 816, 3, "centre", 43).ask()
        >>> told.partition(": ")[2].partition(";")[0]
        'does it name people in each centre? Then 43 are in T, and 816 rows'
        """
        repeat = name_count(self.rows - self.distinct, "row of T repeats", "rows of T repeat")
        asked = f"does it name people? Then {self.distinct:,} are in T, and not {self.rows:,}"
        if self.group and not may_repeat_people(self.name, self.rows, self.distinct):
            asked = (
                f"does it name people in each {self.group}? Then {self.within:,} are in T, and"
                f" {self.rows:,} rows"
            )
        elif self.group:
            asked = (
                f"does it name people by itself, or in each {self.group}? Then {self.distinct:,} or"
                f" {self.within:,} are in T, and {self.rows:,} rows"
            )
        return (
            f"{repeat} the {self.name} of another, and P has no such column: {asked}; keep one row"
            " of each, and if P has the same values under another name, rename one: T is then"
            " matched by them"
        )


@dataclass(frozen=True)
class OwnMoment:
    """Columns of T with a moment and what describes people, its rows, and their distinct tuples."""

    names: tuple[str, ...]
    rows: int
    people: int

    def ask(self) -> str:
        """Ask whether rows of T are people, where nothing names them.

        >>> OwnMoment(("sex", "age", "seen_at"), 90, 60).ask().partition("? ")[0]
        '30 rows of T repeat the sex, age and seen_at of another: does somebody have several'
        """
        repeat = name_count(self.rows - self.people, "row of T repeats", "rows of T repeat")
        return (
            f"{repeat} the {join_names(self.names)} of another: does somebody have several? Then"
            f" fewer people than rows ({self.rows:,}) are in T: keep one row of each"
        )


def may_repeat_people(name: str, present: int, distinct: int) -> bool:
    """Whether an identifier could name people with several rows each, and no group of people.

    A panel may have a row for each week or item; but those of a hospital or a town are its people.

    >>> may_repeat_people("patient", 7200, 300), may_repeat_people("hospital_nr", 7200, 300)
    (True, False)
    >>> may_repeat_people("id", 7200, 3), may_repeat_people("id", 30, 15)
    (False, True)
    """
    if distinct >= _FEWEST_PEOPLE and not names_group(name):
        return distinct < present <= _MOST_ROWS_OF_PANEL * distinct
    return distinct < present <= _MOST_ROWS_EACH * distinct


def names_nobody(name: str, rows: int, distinct: int) -> bool:
    """Whether so many rows share the values of a column that these hardly are people.

    A column that is called as what names people may have a row of somebody for each day, and so may
    one of any name, unless its values are few.

    >>> names_nobody("age", 1629, 49), names_nobody("pid", 1629, 49), names_nobody("who", 1629, 49)
    (True, False, False)
    >>> names_nobody("age", 90, 49), names_nobody("group", 1629, 3)
    (False, True)
    """
    kind = find_kind(name)
    may_be = is_identifier(name) or calls_person(name) or kind in _CALLED
    is_open = not kind and distinct >= _FEWEST_PEOPLE
    return _ROWS_OF_DESCRIBED * distinct < rows and not (may_be or is_open)


def tell_names_nobody(name: str, rows: int, distinct: int, word: str) -> str:
    """Say that a column is no key of people, and what to write in the job at `word`.

    >>> tell_names_nobody("age", 1629, 49, "key").partition(": ")[2].partition(":")[0]
    'age is no key of people, as 1,629 rows have 49 values of it'
    """
    values = name_count(distinct, "value", "values")
    return (
        f"P: {name} is no key of people, as {rows:,} rows have {values} of it: drop {word}, or name"
        " a column with one value per person"
    )


def tell_repeats(rows: int, name: str) -> str:
    """Say that people have several rows of P, of which so many repeat the column that names them.

    >>> tell_repeats(1, "pid").partition(":")[0]
    '1 row of P repeats the pid of another'
    """
    return f"{_count_repeats(rows, name)}: {_TOLD}; {_MENDED}"


def refuse_repeats(rows: int, names: Sequence[str]) -> str:
    """Say that people, whom several columns name together, have several rows of P.

    >>> told = refuse_repeats(2, ("name", "birth"))
    >>> told.partition(";")[0]
    '2 rows of P repeat the name and birth of another, which together name people'
    >>> told.partition("shows, ")[2]
    'and write person: [name, birth], or remove person if they name none'
    """
    return (
        f"{_count_repeats(rows, join_names(names))}, which together name people; {_MENDED}, and"
        f" write person: [{', '.join(names)}], or remove person if they name none"
    )


def ask_of_people(rows: int, name: str) -> str:
    """Ask whether P has a row per person, where so many rows of it repeat an identifier."""
    return f"{_count_repeats(rows, name)}: {ASK_OF_PEOPLE}"


def tell_answer(names: str, *, is_one: bool = True) -> str:
    """Say how the question of `ask_of_people` is answered, where such columns name no people.

    >>> tell_answer("employer_id").partition(",")[0]
    'If employer_id names no people'
    """
    verb = "names" if is_one else "name"
    return (
        f"If {names} {verb} no people, P may stay as it is; person: with the columns that do, or"
        " person: [] if none does, answers the question for all commands"
    )


def ask_of_occasions(name: str) -> str:
    """Ask whether P has a row per person, where a column names what a person may have several of.

    >>> ask_of_occasions("case_no").partition(":")[0]
    'case_no may number visits, orders or the like, and not people'
    """
    return f"{name} may number visits, orders or the like, and not people: {ASK_OF_PEOPLE}"


def ask_of_repeated_occasions(rows: int, name: str) -> str:
    """Ask whether rows are people's, where they repeat the number of an order, a case or the like.

    >>> ask_of_repeated_occasions(9, "order_id").partition(":")[0]
    '9 rows of P repeat the order_id of another, which may number visits, orders or the like'
    """
    return (
        f"{_count_repeats(rows, name)}, which may number visits, orders or the like:"
        f" {ASK_OF_PEOPLE}. If somebody has several, give P the column that names people, and run"
        " init again; if nobody has, person: [] in the job says so"
    )


def tell_lost(rows: int) -> str:
    """Say how many rows of P name nobody, and are in no copy with one row of each; empty if none.

    >>> tell_lost(1)
    '1 row of P names nobody there, and would be lost, in T too: who are they?'
    """
    if not rows:
        return ""
    names = name_count(rows, "row of P names", "rows of P name")
    return f"{names} nobody there, and would be lost, in T too: who are they?"


def ask_of_waves(time: str, lasting: Sequence[str]) -> str:
    """Ask whether rows of several times are the same people's, where no column names people.

    >>> ask_of_waves("year", ["educ", "race"]).partition(":")[0]
    'rows of one year and of the next are as alike in educ and race as the same people are'
    """
    shown = [*lasting[:_MOST_SHOWN], *(["others"] if len(lasting) > _MOST_SHOWN else [])]
    return (
        f"rows of one {time} and of the next are as alike in {join_names(shown)} as the same people"
        f" are: {ASK_OF_PEOPLE}. If somebody has several, add the column that names people to P,"
        " and run init again; if nobody has, person: [] in the job says so"
    )


def tell_assumed(time: str) -> str:
    """Say that rows of P of several times are taken for other people, as nothing names these.

    >>> tell_assumed("season").partition(":")[0]
    'no column names people, and rows of P have a season'
    """
    return (
        f"no column names people, and rows of P have {with_article(time)}: that each is another"
        " person is an assumption, as person: [] in the job says"
    )


def ask_of_private_waves(time: str, lasting: Sequence[str], rows: int) -> str:
    """Ask whether rows of T are the same people's at several times, where nothing names these.

    >>> ask_of_private_waves("year", ["educ", "race"], 225).partition(":")[0]
    'rows of T of one year and of the next are as alike in educ and race as the same people are'
    """
    shown = [*lasting[:_MOST_SHOWN], *(["others"] if len(lasting) > _MOST_SHOWN else [])]
    return (
        f"rows of T of one {time} and of the next are as alike in {join_names(shown)} as the same"
        f" people are: does somebody have several rows of T? Then fewer people than rows ({rows:,})"
        " are in T: keep one row of each, by a column that names them"
    )


def ask_of_alike(values: int, name: str) -> str:
    """Ask whether values of P that differ in case and spaces around name one person.

    >>> ask_of_alike(2, "email").partition(":")[0]
    '2 values of email in P differ from others only in case or spaces around them'
    """
    are = "1 value of" if values == 1 else f"{values:,} values of"
    differ, it = ("differs from another", "it") if values == 1 else ("differ from others", "them")
    return (
        f"{are} {name} in P {differ} only in case or spaces around {it}: one person each? The bound"
        " does not hold for people with several rows; then write them alike"
    )


def _count_repeats(rows: int, name: str) -> str:
    repeat = name_count(rows, "row of P repeats", "rows of P repeat")
    return f"{repeat} the {name} of another"
