"""What short words of a name say where other names of its table are of its language, or English.

Alone, eta_anni may be of arrivals; beside cittadinanza it is an age. Alone, cap is a postcode;
beside sex and income it is none.
"""

from collections.abc import Collection, Iterable

from dpsql.domain.column_words import split_name
from dpsql.domain.words.kinds import WHOLE_NAMES
from dpsql.domain.words.languages import ENGLISH_NAMES, LANGUAGES, may_be_english


def find_kind_beside(name: str, names: Collection[str]) -> str:
    """Return the kind of a column by a short word of the language of other names; else empty.

    >>> find_kind_beside("eta_anni", ["eta_anni", "cittadinanza"])
    'age'
    >>> find_kind_beside("eta_minutes", ["eta_minutes", "race", "cap"])
    ''
    """
    short = [word for word in split_name(name) if word in WHOLE_NAMES]
    if not short:
        return ""
    beside = _list_beside(name, names)
    for kinds in LANGUAGES.values():
        known = {word: kind for kind, words in kinds.items() for word in words.split()}
        own = next((known[word] for word in short if word in known), "")
        if own and any(word in known and not may_be_english(word) for word in beside):
            return own
    return ""


def is_english_beside(name: str, names: Collection[str]) -> bool:
    """Whether a name that is a short word of a language means something else beside English names.

    It does not where a name of its own language stands there, too, or where it has an accent.

    >>> [is_english_beside("cap", ["cap", *other.split()]) for other in ("sex income", "sesso")]
    [True, False]
    >>> is_english_beside("cap", ["sex", "cognome"]), is_english_beside("län", ["sex"])
    (False, False)
    """
    words = split_name(name)
    if len(words) != 1 or words[0] not in WHOLE_NAMES or not name.isascii():
        return False
    is_english = not _list_beside(name, names).isdisjoint(ENGLISH_NAMES)
    return is_english and not find_kind_beside(name, names)


def _list_beside(name: str, names: Iterable[str]) -> set[str]:
    return {word for other in names if other != name for word in split_name(other)}
