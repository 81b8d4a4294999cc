"""Tells what kind of column one is: by its name, else by its few texts, and not against them."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from os.path import commonprefix
from string import digits

from dpsql.domain.column_words import (
    LETTERS_OF_RELATIVES,
    find_kind,
    find_kind_of_few,
    is_identifier,
    is_known_less,
    is_of_relative,
    may_number,
    names_place,
    split_name,
)
from dpsql.domain.numbered_words import is_visited, names_code, names_number
from dpsql.domain.series import find_stem
from dpsql.domain.table_language import find_kind_beside, is_english_beside
from dpsql.domain.words.kinds import DEMOGRAPHIC, NOMINAL
from dpsql.domain.words.values import find_kind_of_values
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile, may_be_codes
from dpsql.first_job.profile import Profile
from dpsql.first_job.roles import MOST_KNOWN
from dpsql.first_job.rules.hierarchies import MOST_CODES

#: A code of less is none, as cp is of pain and not of a place.
_SHORTEST_POSTCODE = 3
#: Years of schooling; with more values and some people each they are numbers of schools.
_MOST_SCHOOLED, _LEAST_PEOPLE = 30, 2
#: The greatest grades that tables of schooling have.
_GRADES_OF_SCHOOLS = range(6, 21)
#: Beside relatives, a teacher.
_LETTERS_OF_OTHERS = LETTERS_OF_RELATIVES | {"t"}
#: Numbers of a flag: no, yes, not known.
_MOST_OF_FLAG = 3
_FLAG = 2
#: Things that a table tells of a person, each with the same letter in front.
_LEAST_KINDS = 3
#: Columns of no kind with the same texts as another, which are answers to questions.
_LEAST_ANSWERS = 3
#: Columns of no kind with one first word and the same numbers as another, which are such answers.
_LEAST_ALIKE = 2
#: From which on a number may stand for no answer.
_MISSING_GRADE = "7"
#: Of which the last letter may be of a wave.
_LONG_NAME = 5
#: A code of fewer people each may name them.
_EACH_CODE = 5


def name_kind(one: ColumnProfile, found: Profile) -> str:
    """Return the kind of a column by its name, by what is its own in it, or by its groups."""
    kind = _name_own_kind(one, found)
    return kind or (found.levels[one.name].kind if one.name in found.levels else "")


def _name_own_kind(one: ColumnProfile, found: Profile) -> str:
    others = tuple(other.name for other in found.public)
    short = one.name.removeprefix(_find_prefix(others))
    find = find_kind_of_few if _may_be_flag(one) else find_kind
    kind = find(one.name) or find(short) or find(_find_relative(one.name, found))
    kind = kind or find(find_stem(one.name, others)) or find_kind_beside(one.name, others)
    if is_english_beside(one.name, others):
        kind = ""
    elif not kind and one.name[:1].lower() in _find_letters(others):
        kind = find(one.name[1:])
    if kind in ("", "studied") and one.type.family == "text":
        kind = find_kind_of_values([value for value in one.values if value is not None]) or kind
    if kind == "household" and _is_of_battery(one, found):
        return ""
    if kind in DEMOGRAPHIC and _is_of_scale(one, kind, found):
        return ""
    kind = _doubt_kind(one, kind) or ("education" if _is_school_grade(one) else "")
    if kind == "language" and one.reads_as_number and one.distinct > MOST_CODES:
        # Of a test of language.
        return ""
    if kind == "" and split_name(one.name) == ("title",) and one.distinct > MOST_CODES:
        # Of jobs: those before a name are few.
        return "occupation"
    if one.distinct <= MOST_KNOWN or kind not in ("", "occupation"):
        return kind
    is_whole = one.reads_as_number and one.codes == one.present
    names = is_identifier(one.name) or (not kind and is_whole and may_number(one.name))
    if names_code(one.name) and _EACH_CODE * one.distinct <= one.present:
        # Of what many people have in common.
        names = False
    return "identifier" if names else kind


def _is_of_battery(one: ColumnProfile, found: Profile) -> bool:
    """Whether several columns of which no word says anything have the same texts: of answers.

    So are switch_seats_family and unruly_child among questions that all have No, Somewhat, Very.
    """
    if one.type.family != "text" or one.is_flag or not one.values:
        return False
    alike = [other for other in found.public if other.values == one.values]
    return sum(not find_kind(other.name) for other in alike) >= _LEAST_ANSWERS


def _is_of_scale(one: ColumnProfile, kind: str, found: Profile) -> bool:
    """Whether columns of the same first word have the same few numbers: of answers to questions.

    So is spend_race, from -1 to 1, beside spend_welfare and spend_aid. patient_race is not, though
    patient_smoker has its numbers, as patient_age is of a demographic with others; nor is the only
    column of its kind.
    """
    words = split_name(one.name)
    sizes = [value.removesuffix(".0").lstrip("-") for value in one.values if value is not None]
    is_scale = sum(len(size) == 1 and size < _MISSING_GRADE for size in sizes) > _FLAG
    if len(words) < 2 or not one.reads_as_number or not is_scale:
        return False
    numbers = {*one.values, None}
    alike, known = 0, set()
    for other in found.public:
        other_kind = find_kind_of_few(other.name)
        is_led = split_name(other.name)[:1] == words[:1]
        is_alike = {*other.values, None} == numbers
        alike += is_led and is_alike and not other_kind
        if other_kind in DEMOGRAPHIC and not is_alike:
            if is_led:
                return False
            known.add(other_kind)
    return alike >= _LEAST_ALIKE and kind in known


def _may_be_flag(one: ColumnProfile) -> bool:
    """Whether a word of flags says what a column is: self, but not in self_rating from 1 to 7."""
    is_scale = one.reads_as_number and one.distinct > _MOST_OF_FLAG
    return one.distinct <= MOST_KNOWN and not (is_scale and len(split_name(one.name)) > 1)


def is_less_known(name: str, found: Profile) -> bool:
    """Whether a demographic is less known than others of its kind, as that of a relative."""
    stem = find_stem(name, tuple(one.name for one in found.public)) or name
    return is_known_less(stem) or bool(_find_relative(name, found))


def is_of_another(name: str, found: Profile) -> bool:
    """Whether a demographic is of a relative or a teacher, or a second one, as occ2 beside occ1."""
    relative = _find_relative(name, found)
    # A wage is no age of a wife.
    is_relative = bool(relative) and find_kind(name) in ("", find_kind(relative))
    return is_relative or is_of_relative(name) or _is_second(name, found)


def _is_second(name: str, found: Profile) -> bool:
    """Whether a name has a number, and an earlier wave or person the same with a smaller one.

    So is school1 beside schoolk, of which the last letter is that of a wave; but no flag of one
    column in several.
    """
    stem = name.rstrip(digits)
    number = name[len(stem) :]
    if not number or not stem.strip("_.") or name in found.dummies:
        return False
    names = [one.name for one in found.public]
    others = [other[len(stem) :] for other in names if other.startswith(stem)]
    usual = _find_usual_number(tuple(names))
    if usual and (number == usual or usual in others):
        return number != usual
    if _are_two_people(names, number, usual):
        # What only the second has is no column of the first.
        return True
    if any(not other or (other.isdecimal() and int(other) < int(number)) for other in others):
        return True
    earlier = [other[len(stem) :] for other in names[: names.index(name)] if other.startswith(stem)]
    return len(stem) >= _LONG_NAME and any(len(other) == 1 for other in earlier)


@lru_cache(maxsize=8)
def _find_usual_number(names: tuple[str, ...]) -> str:
    """Return the number at the end of most names, of the wave or the person that P is of.

    The lowest of several numbers is, unless it has half as many names as another at most: a spouse
    may have one column more.

    >>> _find_usual_number(("age76", "south76", "smsa66", "smsa76", "exp76"))
    '76'
    >>> _find_usual_number(("occ1", "occ2", "q1", "q2", "sex"))
    ''
    >>> _find_usual_number(("age1", "sex1", "race1", "age2", "sex2", "race2", "occ2"))
    '1'
    """
    counts = Counter(name[len(name.rstrip(digits)) :] for name in names)
    del counts[""]
    most = max(counts.values(), default=0)
    usual = [number for number, rows in counts.items() if 2 * rows > most]
    if most < _LEAST_KINDS or [*counts.values()].count(most) > 1:
        return ""
    return min(usual, key=int)


def _are_two_people(names: Collection[str], number: str, usual: str) -> bool:
    """Whether two digits at the end of names tell the same things of two people, or visits."""
    if not usual or len(number) > 1 or len(usual) > 1:
        return False
    first, second = ({name[:-1] for name in names if name.endswith(one)} for one in (usual, number))
    return len({one for one in first & second if find_kind(one) in DEMOGRAPHIC}) >= _LEAST_KINDS


def _is_school_grade(one: ColumnProfile) -> bool:
    """Whether a grade is that of a school: of tumors and loans they are fewer, or letters."""
    is_named = "grade" in split_name(one.name) and one.reads_as_number
    return is_named and one.greatest is not None and one.greatest in _GRADES_OF_SCHOOLS


def _find_prefix(names: tuple[str, ...]) -> str:
    """Return what all names of columns begin with, as in iage, irace, isex."""
    return commonprefix(names) if len(names) > 2 else ""  # noqa: RUF071 - no paths


@lru_cache(maxsize=8)
def _find_letters(names: tuple[str, ...]) -> frozenset[str]:
    """Return the letters that stand for a person before the names of three things of hers.

    So does i of iage, irace and isex, beside columns of the accident that she had.

    >>> _find_letters(("iage", "irace", "isex", "make", "model"))
    frozenset({'i'})
    >>> _find_letters(("page", "prate", "price")), _find_letters(("mage", "mrace", "msex"))
    (frozenset(), frozenset())
    """
    kinds: dict[str, set[str]] = {}
    for name in names:
        kind = find_kind(name[1:]) if not find_kind(name) else ""
        if kind in DEMOGRAPHIC and name[:1].lower() not in _LETTERS_OF_OTHERS:
            kinds.setdefault(name[:1].lower(), set()).add(kind)
    return frozenset(letter for letter, ones in kinds.items() if len(ones) >= _LEAST_KINDS)


def _find_relative(name: str, found: Profile) -> str:
    """Return the column that tells of a person what this tells of a relative: age for dage.

    Its name has one letter more in front.
    """
    others = {one.name.lower() for one in found.public}
    rest = name[1:].lower()
    if name[:1].lower() not in _LETTERS_OF_OTHERS or len(rest) < 2:
        return ""
    # tethnicityk, of a teacher in kindergarten.
    wave = rest[:-1] if len(rest) > _LONG_NAME else rest
    return next((one for one in (rest, wave) if one in others), "")


def _doubt_kind(one: ColumnProfile, kind: str) -> str:
    """Return the kind, or none where the values are none of it."""
    is_number = one.reads_as_number and not one.is_flag
    is_own = 2 * one.distinct > one.rows and may_number(one.name)
    if is_own and kind in DEMOGRAPHIC and kind not in ("place", "postcode"):
        # The number of a birth.
        return "identifier"
    if kind == "name" and is_number:
        # Years with a manager.
        return ""
    if kind == "birth" and one.type.family == "text" and not one.dates + one.numbers:
        # The outcome of a birth.
        return kind if not one.values or any(map(_has_digit, one.values)) else ""
    if kind == "address" and one.distinct <= MOST_LISTED and "state" in split_name(one.name):
        return "place"
    if kind == "postcode" and one.longest < _SHORTEST_POSTCODE:
        return ""
    if kind in ("", "identifier", "education", "text") and _may_number_place(one):
        return "place"
    is_text = one.type.family == "text" and not one.reads_as_number
    is_shared = _FLAG < one.distinct <= one.present / _LEAST_PEOPLE
    if kind == "" and is_text and is_shared and is_visited(one.name):
        return "place"
    if kind in NOMINAL and is_number and one.distinct > MOST_LISTED and not may_be_codes(one):
        # The area of a cell.
        return ""
    return kind


def _may_number_place(one: ColumnProfile) -> bool:
    """Whether a column has numbers of schools and the like, with several people in each."""
    is_code = one.codes == one.present or (one.reads_as_number and may_be_codes(one))
    is_many = one.distinct <= one.present / _LEAST_PEOPLE
    # A school of few values may be years of schooling, and a class one of passengers.
    least = _FLAG if names_number(one.name) else _MOST_SCHOOLED
    return is_code and least < one.distinct and is_many and names_place(one.name)


def _has_digit(value: str | None) -> bool:
    return value is not None and any(map(str.isdigit, value))
