"""Columns that alone show who is in T: values that all, or nearly all, of T have and nobody else.

That a value of many people has no outsider is hardly chance. Then the column is the secret itself,
or follows from it. So it is if T alone has any value there, or one that is not zero, however many
values those are. Where T has no key, a column of P alone is judged by the tuples of T and
how many people have a value: it is likely the secret. This is said to the data holder only: it
depends on T.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor
from typing import Any, Protocol, TypeVar

#: The share of a value's people that are in T, and of T's rows with such values, from which on the
#: column decides.
NEARLY_ALL = Fraction(19, 20)
#: A larger part of P says little if all people of a value are in it.
_LARGE = Fraction(4, 5)
#: The share of T's rows from which on a column that shows some of them is not taken for harmless.
_SIZEABLE = Fraction(1, 5)
#: How improbable it is that all people of a value are in T by chance; and the fewest people.
_CHANCE, FEWEST = 10**9, 20
_NOUN, _NEARLY = " rows of T", "nearly certain"
#: The people of P and of T in each part of a column's cells.
Parts = tuple[tuple[int, int], ...]
#: What the cells of these parts are, as `part_by_content` parts them.
NULL = "NULL"
_CONTENTS = ((NULL, "not NULL"), (NULL, "zero or empty", "neither NULL, zero nor empty"))


#: What T's values are in a column that decides by a limit.
RANGE = "within one range"


@dataclass(frozen=True)
class TellingColumn:
    """A column, and how many rows of T its values show; `decides`: nearly all.

    `is_certain`: nobody outside of T has these values. `content`: what their cells are, where not
    one value shows that but what is NULL, zero or empty; otherwise empty. `is_likely`: tuples
    allow that it decides, and counts suggest it; `rows` are then the most that it can show.
    `least`: the people of P that a value has which is counted; 0 where no values are. `by_limit`:
    what is counted lies below, or above, one limit.
    """

    name: str
    rows: int
    decides: bool
    is_certain: bool = True
    content: str = ""
    is_likely: bool = False
    least: int = 0
    by_limit: bool = False

    @property
    def counted(self) -> str:
        """What of a column that does not decide is counted, so that an analyst can count it."""
        if self.content:
            return ""
        share = Fraction(1) if self.is_certain else NEARLY_ALL
        return tell_counted(self.least, int(100 * share), by_limit=self.by_limit)

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        decides = self.decides or self.is_likely
        return {"name": self.name, "private_rows": self.rows, "decides": decides}


def tell_counted(least: int, percent: int, *, by_limit: bool = False) -> str:
    """Say which people are counted, in half a sentence; empty if no least number of them is known.

    >>> print(tell_counted(20, 95))
    ; a value counts if 20 people of P or more have it, and 95 % of them or more are in T
    >>> print(tell_counted(20, 100, by_limit=True))
    ; a limit counts if all people of P below it, or all above it, are in T
    """
    if not least:
        return ""
    if by_limit:
        share = "all" if percent == 100 else f"{percent} % or more of the"
        rest = "all" if percent == 100 else "of those"
        return f"; a limit counts if {share} people of P below it, or {rest} above it, are in T"
    share = "all of them" if percent == 100 else f"{percent} % of them or more"
    return f"; a value counts if {least:,} people of P or more have it, and {share} are in T"


class _Shows(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def rows(self) -> int: ...


_Shown = TypeVar("_Shown", bound=_Shows)


def find_least_people(public_rows: int, private_rows: int) -> int | None:
    """Return how many people a value needs to tell something; None if none does.

    >>> find_least_people(1000, 500), find_least_people(1000, 10), find_least_people(10, 9)
    (30, 20, None)
    """
    if not private_rows or private_rows > _LARGE * public_rows:
        return None
    return next(n for n in count(FEWEST) if private_rows**n * _CHANCE <= public_rows**n)


def part_by_content(public: Sequence[int], private: Sequence[int]) -> list[Parts]:
    """Return the parts of a column by NULL or not, and by NULL, zero or empty, and something else.

    `public`, `private`: the people of P and of T; those of them whose cell is not NULL; those whose
    cell is neither zero nor empty.

    >>> part_by_content((400, 150, 90), (100, 100, 90))
    [((250, 0), (150, 100)), ((250, 0), (60, 10), (90, 90))]
    """
    everybody, filled, something = zip(public, private, strict=True)
    missing, zero = _subtract(everybody, filled), _subtract(filled, something)
    return [(missing, filled), (missing, zero, something)]


def _subtract(some: tuple[int, int], others: tuple[int, int]) -> tuple[int, int]:
    return some[0] - others[0], some[1] - others[1]


def count_telling(parts: Parts, least: int) -> tuple[int, int]:
    """Count T's rows in parts that hardly anybody, and nobody, outside of T is in.

    Parts of fewer people of P than `least` are left.

    >>> count_telling(((250, 0), (60, 10), (90, 90), (19, 19)), 20)
    (90, 90)
    """
    large = [(public, private) for public, private in parts if public >= least]
    telling = sum(t for p, t in large if t >= NEARLY_ALL * p)
    return telling, sum(t for p, t in large if t == p)


def count_by_content(parts: Sequence[Parts], least: int) -> tuple[int, int, str]:
    """Count as `count_telling`, by the parts that show most, and say what the cells of most are.

    `parts`: as `part_by_content` returns them.

    >>> count_by_content(part_by_content((400, 150, 90), (100, 100, 90)), 20)
    (90, 90, 'neither NULL, zero nor empty')
    >>> count_by_content(part_by_content((400, 100, 90), (100, 100, 90)), 20)
    (100, 100, 'not NULL')
    """
    found = []
    for one, contents in zip(parts, _CONTENTS, strict=True):
        # Of what shows as many rows, the last is something, and not its absence.
        alone = [count_telling((part,), least) for part in one]
        shown = max(range(len(one)), key=lambda i: (alone[i], i))
        found.append((*count_telling(one, least), contents[shown]))
    return max(found, key=lambda one: one[:2])


def judge_column(
    name: str, telling: int, certain: int, private_rows: int, content: str = ""
) -> TellingColumn | None:
    """Judge a column by the rows of T whose values have hardly anybody, or nobody, outside of T.

    None: it tells nothing of the kind.

    >>> judge_column("balance", 454, 0, 625)
    TellingColumn(name='balance', rows=454, decides=False, is_certain=False, content='',\
 is_likely=False, least=0, by_limit=False)
    """
    if telling >= NEARLY_ALL * private_rows:
        return TellingColumn(name, telling, decides=True, content=content)
    return TellingColumn(name, telling, False, telling == certain, content) if telling else None


def bound_like_t(private_rows: int) -> tuple[int, int]:
    """Return the fewest and the most people of P that a part of a column has if it is T's.

    >>> bound_like_t(160), bound_like_t(19)
    ((152, 168), (19, 20))
    """
    return ceil(NEARLY_ALL * private_rows), floor(private_rows / NEARLY_ALL)


def judge_likely(
    name: str, parts: Sequence[tuple[int, int]], private_rows: int
) -> TellingColumn | None:
    """Judge a column of P alone by its parts: their people, and how many of them T's tuples allow.

    None if no part can be nearly T.

    >>> judge_likely("in_t", [(300, 90), (100, 96)], 100).rows
    96
    >>> judge_likely("left", [(100, 90)], 100)
    """
    rows = max(
        (t for p, t in parts if t >= NEARLY_ALL * p and t >= NEARLY_ALL * private_rows), default=0
    )
    return TellingColumn(name, rows, False, is_likely=True) if rows else None


def name_likely(columns: Sequence[TellingColumn]) -> list[str]:
    """Return the names of those that are likely the secret."""
    return [one.name for one in columns if one.is_likely]


def name_deciding(columns: Sequence[TellingColumn]) -> list[str]:
    """Return the names of those that decide who is in T."""
    return [one.name for one in columns if one.decides]


def list_showing(columns: Sequence[TellingColumn], private_rows: int) -> tuple[TellingColumn, ...]:
    """Return those that show a fifth of T's rows or more, and do not decide.

    >>> two = TellingColumn("diagnosis", 20, False), TellingColumn("town", 19, False)
    >>> [one.name for one in list_showing(two, 100)]
    ['diagnosis']
    """
    least = _SIZEABLE * private_rows
    return tuple(
        one for one in columns if not one.decides and not one.is_likely and one.rows >= least
    )


def tell_showing(one: TellingColumn, private_rows: int) -> str:
    """Say what a column shows that does not decide, for where its name stands already.

    >>> print(tell_showing(TellingColumn("diagnosis", 450, False), 507))
    nobody outside of T has some of its values (450 of 507 rows of T): who knows them is certain
    >>> print(tell_showing(TellingColumn("visits", 59, False, False, content="not NULL"), 100))
    hardly anybody outside of T has a value there (59 of 100 rows of T): who knows that is nearly\
 certain
    """
    whom, how = ("nobody", "certain") if one.is_certain else ("hardly anybody", _NEARLY)
    shown = f"({one.rows:,} of {private_rows:,}{_NOUN})"
    if one.content:
        has = _has_content(one.content)
        return f"{whom} outside of T {has} there {shown}: who knows that is {how}"
    said = f"{whom} outside of T has some of its values {shown}: who knows them is {how}"
    return said + one.counted


def join_ranges(
    telling: Sequence[TellingColumn], ranges: Sequence[TellingColumn]
) -> tuple[TellingColumn, ...]:
    """Return what values or cells tell, and what ranges do of columns that do not decide so."""
    deciding = name_deciding(telling)
    others = {one.name: one for one in ranges if one.name not in deciding}
    return (*(one for one in telling if one.name not in others), *others.values())


def join_limits(shown: Sequence[_Shown], by_limit: Sequence[_Shown]) -> tuple[_Shown, ...]:
    """Return what values or cells show, or what a limit does of columns of which it shows more."""
    rows = {one.name: one.rows for one in shown}
    others = {one.name: one for one in by_limit if one.rows > rows.get(one.name, 0)}
    return (*(one for one in shown if one.name not in others), *others.values())


def tell_columns(
    columns: Sequence[TellingColumn], private_rows: int, *, left_out: bool = False
) -> list[str]:
    """Return the warnings about these columns, one for each kind.

    `left_out`: the job that is spoken of has no column that decides.

    >>> one, two = TellingColumn("cited", 70, True), TellingColumn("paid", 30, False)
    >>> for line in tell_columns([one, two], 71): print(line)
    cited alone decides who is in T (at least 70 of the 71 rows of T have values that hardly\
 anybody else has); it is the secret itself: leave it out of quasi_identifiers and public_columns,\
 or, if others know it, generalize it wholly
    nobody outside of T has some values of paid (30 rows of T): who knows them is certain
    >>> filled = TellingColumn("cited_on", 71, True, content="not NULL")
    >>> for line in tell_columns([filled], 71, left_out=True): print(line)
    cited_on alone decides who is in T (all 71 rows of T are not NULL there, and hardly any\
 others); it is the secret itself: the job leaves it out; if others know it, list it and generalize\
 it wholly
    """
    by_content: dict[str, list[TellingColumn]] = {}
    for one in columns:
        if not one.is_likely:
            by_content.setdefault(one.content, []).append(one)
    lines = [
        line
        for content, some in by_content.items()
        for line in _tell_some(some, content, private_rows, left_out=left_out)
    ]
    return lines + [_tell_likely(names, left_out) for names in [name_likely(columns)] if names]


def _tell_likely(names: Sequence[str], left_out: bool) -> str:
    """Return the warning about columns of P alone that are likely the secret.

    >>> print(_tell_likely(["in_trial"], False))
    in_trial may be the secret itself: one of its values, or all but one, has about as many people\
 of P as T has rows, with the quasi-identifiers of T; leave it out of public_columns unless that is\
 chance
    """
    many = len(names) > 1
    what, its, it = (
        ("secrets themselves", "their", "them") if many else ("secret itself", "its", "it")
    )
    advice = (
        f"the job leaves {it} out of public_columns; list {it} if that is chance"
        if left_out
        else f"leave {it} out of public_columns unless that is chance"
    )
    return (
        f"{', '.join(names)} may be the {what}: one of {its} values, or all but one, has about as"
        f" many people of P as T has rows, with the quasi-identifiers of T; {advice}"
    )


def _tell_some(
    columns: Sequence[TellingColumn], content: str, private_rows: int, *, left_out: bool
) -> Iterator[str]:
    """Yield the warnings about columns that show rows of T by a value, or by the same content."""
    if deciding := [one for one in columns if one.decides]:
        many = len(deciding) > 1
        each, it, is_it = (
            ("each alone decide", "them", "they are") if many else ("alone decides", "it", "it is")
        )
        most = max(one.rows for one in deciding)
        all_rows = "all" if most == private_rows else f"at least {most:,} of the"
        why = f"{all_rows} {private_rows:,} rows of T have values that hardly anybody else has"
        if content:
            why = (
                f"{all_rows} {private_rows:,} rows of T are {content} there, and hardly any others"
            )
        yield (
            f"{', '.join(name_deciding(columns))} {each} who is in T ({why}); {is_it} the secret"
            f" itself: {_advise(it, left_out)}"
        )
    others = [one for one in columns if not one.decides]
    for is_certain, whom, how in ((True, "nobody", "certain"), (False, "hardly anybody", _NEARLY)):
        if not (some := [one for one in others if one.is_certain == is_certain]):
            continue
        if content:
            has = _has_content(content)
            yield f"{whom} outside of T {has} in {_name(some)}: who knows that is {how}"
        else:
            for told in dict.fromkeys(one.counted for one in some):
                named = _name([one for one in some if one.counted == told])
                said = f"{whom} outside of T has some values of {named}: who knows them is {how}"
                yield said + told


def _has_content(content: str) -> str:
    """Return the rest of a sentence about somebody whose cells are so.

    >>> _has_content("not NULL"), _has_content("zero or empty")
    ('has a value', 'is zero or empty')
    """
    return "has a value" if content == _CONTENTS[0][1] else f"is {content}"


def _name(columns: Sequence[TellingColumn]) -> str:
    return ", ".join(
        f"{one.name} ({one.rows:,}{_NOUN if i == 0 else ''})" for i, one in enumerate(columns)
    )


def _advise(it: str, left_out: bool) -> str:
    if left_out:
        return f"the job leaves {it} out; if others know {it}, list {it} and generalize {it} wholly"
    return (
        f"leave {it} out of quasi_identifiers and public_columns, or, if others know {it},"
        f" generalize {it} wholly"
    )
