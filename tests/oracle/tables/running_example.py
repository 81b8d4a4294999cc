"""The running example of the paper (Tables 1 to 3) and the hierarchies that fit its claims.

Figure 1 is an image; these hierarchies are consistent with every table and claim of the text.
"""

from fractions import Fraction

from tests.oracle.tables.instance import Instance, Models
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.table import Row, Value

PEOPLE: dict[str, tuple[str, int, str, bool]] = {
    "Alice": ("47906", 35, "USA", False),
    "Bob": ("47903", 59, "Canada", True),
    "Christine": ("47906", 42, "USA", True),
    "Dirk": ("47630", 18, "Brazil", False),
    "Eunice": ("47630", 22, "Brazil", False),
    "Frank": ("47633", 63, "Peru", True),
    "Gail": ("48973", 33, "Spain", False),
    "Harry": ("48972", 47, "Bulgaria", True),
    "Iris": ("48970", 52, "France", True),
}
"""Name -> zip, age, nationality, and whether the person is in T."""

PUBLIC: tuple[Row, ...] = tuple(person[:3] for person in PEOPLE.values())
PRIVATE: tuple[Row, ...] = tuple(person[:3] for person in PEOPLE.values() if person[3])

REGIONS = {
    "N. America": ("America", ("USA", "Canada")),
    "S. America": ("America", ("Brazil", "Peru")),
    "Europe": ("Europe", ("Spain", "Bulgaria", "France")),
}

ZIP = make_explicit_ladder((z, f"{z[:4]}*", f"{z[:2]}*", "4*") for z, *_ in PEOPLE.values())
AGE = make_explicit_ladder(
    (age, "≤40" if age <= 40 else ">40", "*") for _, age, *_ in PEOPLE.values()
)
_COUNTRIES: list[tuple[Value, ...]] = [
    (country, region, continent, "*")
    for region, (continent, countries) in REGIONS.items()
    for country in countries
]
NATIONALITY = make_explicit_ladder(_COUNTRIES)


def make_example(
    delta: tuple[str, str] | None = None,
    metric: str = "loss",
    k_anonymity: int | None = None,
) -> Instance:
    """Return the example with these models; zip, age and nationality in that order."""
    bounds = (Fraction(delta[0]), Fraction(delta[1])) if delta else None
    return Instance(
        (ZIP, AGE, NATIONALITY), PUBLIC, PRIVATE, Models(bounds, k_anonymity=k_anonymity), metric
    )


def swap_tables(instance: Instance) -> Instance:
    """Return the instance in which P is anonymized for its own sake: T is all of P."""
    return Instance(
        instance.ladders, instance.public, instance.public, instance.models, instance.metric
    )
