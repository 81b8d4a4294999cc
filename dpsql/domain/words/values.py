"""What the values of a column of few texts say of it, where its name says nothing: m and f."""

import re
import unicodedata
from collections.abc import Collection

from dpsql.domain.words.us_states import group_states

#: At least two values must have one of these words each, of another pair; one may have several.
_WORDS = {
    "sex": (
        "male man men boy boys m mann hombre homme masculin masculino maennlich mannlich",
        "female woman women girl girls f frau mujer femme feminin femenino weiblich",
    ),
    "race": (
        "white caucasian cauc",
        "black african afam",
        "asian chinese",
        "hispanic latino latina hispan",
        "indian native aboriginal",
    ),
    "marital": (
        "married verheiratet casado casada marie mariee",
        "single unmarried ledig soltero soltera celibataire nevermarried",
        "divorced separated geschieden divorciado divorciada divorce divorcee",
        "widowed widow verwitwet viudo viuda veuf veuve",
    ),
    "education": (
        "bachelor bachelors college university graduate universidad universitaire universitaet",
        "highschool hs secondary gymnasium realschule abitur secundaria secondaire lycee",
        "master masters phd doctorate",
        "primary elementary hauptschule primaria primaire",
    ),
    "occupation": (
        "employed fulltime erwerbstaetig empleado salarie",
        "unemployed parttime arbeitslos desempleado chomeur chomage",
        "retired pensioner rentner pensioniert jubilado retraite pensionato gepensioneerd",
        "selfemployed housewife homemaker selbstaendig",
        # Together, as a disease is active or not.
        "active inactive terminated aktiv inaktiv actif inactif activo inactivo",
        "leave onleave beurlaubt sabbatical furlough",
    ),
    "religion": (
        "catholic katholisch catolico catholique",
        "protestant evangelisch protestante",
        "jewish muslim islam hindu buddhist juif judio juedisch musulman",
    ),
    "place": (
        "urban urbano urbain",
        "rural rurale",
        "suburban suburb suburbs",
        "north nord norte",
        "south sud sued",
        "east ost",
        "west ouest oeste midwest",
    ),
}
_KIND_OF = {
    word: (kind, number)
    for kind, pairs in _WORDS.items()
    for number, words in enumerate(pairs)
    for word in words.split()
}
#: One letter is a word only where it is the whole value.
_LETTERS = frozenset("mf")


def find_kind_of_values(values: Collection[str]) -> str:
    """Return the kind of a column by its texts; empty if they say nothing.

    >>> find_kind_of_values(["M", "F", "?"]), find_kind_of_values(["White", "Black", "Other"])
    ('sex', 'race')
    >>> find_kind_of_values(["active", "inactive"]), find_kind_of_values(["ACTIVE", "retired"])
    ('', 'occupation')
    >>> find_kind_of_values(["yes", "no"]), find_kind_of_values(["never married", "married"])
    ('', 'marital')
    """
    if group_states(values):
        return "place"
    found: dict[str, set[int]] = {}
    said: dict[str, int] = {}
    for value in values:
        told = {_KIND_OF[word] for word in _split(value) if word in _KIND_OF}
        for kind, number in told:
            found.setdefault(kind, set()).add(number)
        for kind in {kind for kind, _ in told}:
            said[kind] = said.get(kind, 0) + 1
    for kind, numbers in found.items():
        # Of two values both must say it; of more, most.
        if len(numbers) > 1 and 2 * said[kind] > len(values):
            return kind
    return ""


def _split(value: str) -> tuple[str, ...]:
    """Return the words of a value in small letters without accents; letters alone if it is one."""
    plain = unicodedata.normalize("NFKD", value).encode("ascii", "ignore").decode().lower()
    words = tuple(re.findall("[a-z]+", plain))
    if len(words) == 1:
        return words
    return (*(word for word in words if word not in _LETTERS), "".join(words))
