"""Whether a column that numbers the rows of P says, by its name, that these are people."""

from dpsql.domain.column_words import calls_person, is_identifier, split_name
from dpsql.domain.numbered_words import (
    names_number_alone,
    names_occasion,
    names_role,
    reaches_people,
)
from dpsql.domain.words.kinds import CALLED, PEOPLE, WORDS

#: Words of numbers that are given to people; and of numbers of whatever else, or of nothing.
_GIVEN = frozenset(WORDS["identifier"].split()) - {
    *("id", "ids", "nr", "no", "num", "number", "uuid", "guid", "key", "nummer", "numero", "hadm"),
    *("account", "konto", "kontonummer", "cuenta", "license", "licence", "vin", "plate", "barcode"),
}
#: What people are called, if it is long enough to be a part of a word, as in Patientennummer.
_LEAST_STEM = 4
_NO_STEMS = frozenset(("case", "user", "mann", "frau", "eine"))
_MORE = frozenset(
    (
        *("personal", "personnel", "staff", "national", "social", "tax", "survey", "study", "seq"),
        *("matrikel", "ausweis", "passport", "record", "kund", "versichert", "mitglied", "pseudo"),
    )
)
_STEMS = (*(one for one in PEOPLE | CALLED if len(one) >= _LEAST_STEM and one not in _NO_STEMS),)


def says_people(name: str) -> bool:
    """Whether a name says whom a number names, or nothing else than that it is a number.

    A number of something unknown may be one of stays, orders or the like.

    >>> [says_people(name) for name in ("patient_id", "Kundennr", "id", "mrn", "person_no")]
    [True, True, True, True, True]
    >>> [says_people(name) for name in ("los_id", "csn", "spell_id", "order_id")]
    [False, False, False, False]
    """
    if names_number_alone(name) or reaches_people(name):
        return True
    if calls_person(name) or names_role(name) or "".join(split_name(name)) in PEOPLE:
        return True
    words = split_name(name)
    is_given = bool(_GIVEN.intersection(words)) or any(
        stem in word for word in words for stem in (*_STEMS, *_MORE)
    )
    return is_identifier(name) and not names_occasion(name) and is_given
