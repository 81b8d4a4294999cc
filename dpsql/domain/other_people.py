"""Whether two columns may be of one person, by their names: a spouse's sex is not a person's own.

Nor are the town of a clinic, the number of who referred her, or the year in which her child was
born, whatever values they share with the column of the person.
"""

from dpsql.domain.column_words import find_kind, is_of_relative, split_name
from dpsql.domain.numbered_words import names_other_person
from dpsql.domain.words.kinds import DEMOGRAPHIC, INSTITUTIONS
from dpsql.domain.words.other_people import RELATIVES, THEN

#: Of work, where a word of a place or a number stands beside.
_WORK = frozenset(("work", "job", "working", "employment", "arbeit", "travail", "trabajo"))
#: What a house has as a person has it. A class is none.
_OF_HOUSES = frozenset(("place", "postcode", "address", "identifier"))
_CLASSES = frozenset(("class", "klasse", "klas", "klass", "klasa", "classe", "clase", "turma"))
_HOUSES = (INSTITUTIONS - _CLASSES) | _WORK
#: Where a person lives, in words or digits.
_LIVING = frozenset(("place", "postcode"))


def may_be_of_one(name: str, other: str) -> bool:
    """Whether nothing in two names of columns says that they are of different people or times.

    >>> [may_be_of_one(*pair.split()) for pair in ("sex gender_cd", "spouse_sex gender_cd")]
    [True, False]
    >>> [may_be_of_one(one, "town") for one in ("city", "village", "clinic_town", "birthplace")]
    [True, True, False, False]
    >>> may_be_of_one("referred_by", "member_no"), may_be_of_one("yob_of_child", "yob")
    (False, False)
    >>> may_be_of_one("sex_of_spouse", "spouse_gender"), may_be_of_one("hospital_id", "hospital")
    (True, True)
    """
    kinds = {find_kind(name), find_kind(other)}
    are_two = len(kinds) > 1 and kinds <= {*DEMOGRAPHIC} and kinds != _LIVING
    words, others = split_name(name), split_name(other)
    return not (are_two or _list_others(name).difference(others)) and not (
        _list_others(other).difference(words)
    )


def _list_others(name: str) -> set[str]:
    """Return the words of a name that say of whom or when a column is, if not of a person now."""
    words, kind = split_name(name), find_kind(name)
    told = {word for word in words if word in RELATIVES or names_other_person(word)}
    if words[-1:] == ("by",):
        told.add("by")
    if is_of_relative(name):
        told.add(words[0])
    if kind in DEMOGRAPHIC and kind != "birth":
        told |= THEN.intersection(words)
    if kind in _OF_HOUSES and not _HOUSES.issuperset(words):
        # A district is a place itself.
        told |= {word for word in words if word in _HOUSES and find_kind(word) != "place"}
    return told
