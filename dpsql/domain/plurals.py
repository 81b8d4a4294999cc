"""Numbers of things, as a sentence has them."""


def name_count(number: int, noun: str, nouns: str = "") -> str:
    """Return a number of things with their noun; `nouns`: the plural, if it has another ending.

    A verb may stand with the noun.

    >>> name_count(1, "part"), name_count(2000, "part"), name_count(0, "person", "people")
    ('1 part', '2,000 parts', '0 people')
    >>> name_count(1, "row has", "rows have"), name_count(2, "row has", "rows have")
    ('1 row has', '2 rows have')
    """
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"
