"""Whether a name is that of a number of people, by what they are called: child_id, mutter_id."""

from collections.abc import Sequence

from dpsql.domain.words.kinds import CALLED, IDS, PEOPLE

_NUMBERS = frozenset(("nr", "no", "num", "number", "nummer"))
_CALLED = CALLED | PEOPLE
#: Also of several, whom another number would count, or of other people than that of the row.
_WITH_ID = _CALLED.union(
    ("children", "kids", "mother", "father", "parent", "spouse", "mutter", "vater", "mere", "pere")
)


def numbers_people(words: Sequence[str]) -> bool:
    """Whether the words of a name are those of a number of people; children_no may count them.

    >>> [numbers_people(words) for words in (("child", "id"), ("child", "no"), ("motherid",))]
    [True, True, True]
    >>> [numbers_people(words) for words in (("children", "id"), ("children", "no"), ("child",))]
    [True, False, False]
    """
    *called, end = words or ("",)
    if not called:
        return end.endswith("id") and end.removesuffix("id") in _WITH_ID
    known = _WITH_ID if end in IDS else _CALLED if end in _NUMBERS else ()
    return "".join(called) in known
