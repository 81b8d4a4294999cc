"""Numbers of things, and their names, as a sentence has them."""

from collections.abc import Sequence


def name_count(number: int, noun: str, nouns: str = "") -> str:
    """Return a number of things with their noun; `nouns`: the plural, if it has another ending.

    A verb may stand with the noun.

    >>> name_count(1, "part"), name_count(2000, "part"), name_count(0, "person", "people")
    ('1 part', '2,000 parts', '0 people')
    >>> name_count(1, "row has", "rows have"), name_count(2, "row has", "rows have")
    ('1 row has', '2 rows have')
    """
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def spell_names(names: Sequence[str]) -> str | list[str]:
    """Return names as a job file has them, and the JSON: one, or a list of several or none.

    >>> spell_names(("pid",)), spell_names(("centre", "number"))
    ('pid', ['centre', 'number'])
    """
    return names[0] if len(names) == 1 else [*names]


def read_names(told: str | Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the names that `spell_names` told; None of None."""
    if told is None:
        return None
    return (told,) if isinstance(told, str) else tuple(told)


def join_names(names: Sequence[str]) -> str:
    """Return names as a sentence lists them.

    >>> join_names(["levels"]), join_names(["levels", "cuts", "boxes"])
    ('levels', 'levels, cuts and boxes')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def with_article(name: str) -> str:
    """Return a name as it is told of one.

    >>> [with_article(name) for name in ("int", "id", "pid", "user_id")]
    ['an int', 'an id', 'a pid', 'a user_id']
    """
    return f"{'an' if name[:1].lower() in (*'aeio',) else 'a'} {name}"
