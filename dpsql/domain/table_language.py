"""What short words of a name say where other names of its table are of the same language.

Alone, eta_anni may be of arrivals; beside cittadinanza it is an age.
"""

from collections.abc import Iterable

from dpsql.domain.column_words import split_name
from dpsql.domain.words.kinds import WHOLE_NAMES
from dpsql.domain.words.languages import LANGUAGES, may_be_english


def find_kind_beside(name: str, names: Iterable[str]) -> str:
    """Return the kind of a column by a short word of the language of other names; else empty.

    >>> find_kind_beside("eta_anni", ["eta_anni", "cittadinanza"])
    'age'
    >>> find_kind_beside("eta_minutes", ["eta_minutes", "race", "cap"])
    ''
    """
    short = [word for word in split_name(name) if word in WHOLE_NAMES]
    if not short:
        return ""
    beside = {word for other in names if other != name for word in split_name(other)}
    for kinds in LANGUAGES.values():
        known = {word: kind for kind, words in kinds.items() for word in words.split()}
        own = next((known[word] for word in short if word in known), "")
        if own and any(word in known and not may_be_english(word) for word in beside):
            return own
    return ""
