"""The states of the USA by the regions and divisions of its Census Bureau."""

from collections.abc import Collection, Iterator

_DIVISIONS = {
    ("Northeast", "New England"): {
        **{"CT": "Connecticut", "MA": "Massachusetts", "ME": "Maine"},
        **{"NH": "New Hampshire", "RI": "Rhode Island", "VT": "Vermont"},
    },
    ("Northeast", "Middle Atlantic"): {
        **{"NJ": "New Jersey", "NY": "New York", "PA": "Pennsylvania"},
    },
    ("Midwest", "East North Central"): {
        **{"IL": "Illinois", "IN": "Indiana", "MI": "Michigan", "OH": "Ohio", "WI": "Wisconsin"},
    },
    ("Midwest", "West North Central"): {
        **{"IA": "Iowa", "KS": "Kansas", "MN": "Minnesota", "MO": "Missouri", "NE": "Nebraska"},
        **{"ND": "North Dakota", "SD": "South Dakota"},
    },
    ("South", "South Atlantic"): {
        **{"DC": "District of Columbia", "DE": "Delaware", "FL": "Florida", "GA": "Georgia"},
        **{"MD": "Maryland", "NC": "North Carolina", "SC": "South Carolina", "VA": "Virginia"},
        **{"WV": "West Virginia"},
    },
    ("South", "East South Central"): {
        **{"AL": "Alabama", "KY": "Kentucky", "MS": "Mississippi", "TN": "Tennessee"},
    },
    ("South", "West South Central"): {
        **{"AR": "Arkansas", "LA": "Louisiana", "OK": "Oklahoma", "TX": "Texas"},
    },
    ("West", "Mountain"): {
        **{"AZ": "Arizona", "CO": "Colorado", "ID": "Idaho", "MT": "Montana", "NM": "New Mexico"},
        **{"NV": "Nevada", "UT": "Utah", "WY": "Wyoming"},
    },
    ("West", "Pacific"): {
        **{"AK": "Alaska", "CA": "California", "HI": "Hawaii", "OR": "Oregon", "WA": "Washington"},
    },
}
#: How tables write the district, in letters.
_DISTRICT = ("dc", "distofcolumbia", "distcolumbia", "washingtondc", "districtcolumbia")
_OTHER = "no state"


def _list_names() -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name and abbreviation of a state in small letters, with its region and division.

    >>> dict(_list_names())["tx"], dict(_list_names())["newyork"]
    (('South', 'West South Central'), ('Northeast', 'Middle Atlantic'))
    """
    for place, states in _DIVISIONS.items():
        for short, name in states.items():
            yield _fold(short), place
            yield _fold(name), place
            if short == "DC":
                yield from ((one, place) for one in _DISTRICT)


def _fold(value: str) -> str:
    """Return the letters of a value, small; all of one with digits, which is no state.

    >>> _fold(" N.Y. "), _fold("Dist. of Columbia"), _fold("IN2")
    ('ny', 'distofcolumbia', 'IN2')
    """
    if any(map(str.isdigit, value)):
        return value
    return "".join(filter(str.isalpha, value)).lower()


_PLACES = dict(_list_names())
#: So many are no chance; codes of countries and languages have others, too. Territories and the
#: like may be beside them, one of so many.
_LEAST_STATES, _ONE_OF = 10, 6


def group_states(values: Collection[str]) -> dict[str, dict[str, list[str]]]:
    """Return values by region and division; empty unless nearly all are states, and many.

    >>> group_states(["Texas", "Ohio"]), group_states("AR CA CO DE GA IL IN KY LA MA ES FR".split())
    ({}, {})
    >>> grouped = group_states([*"CT DE FL GA HI ID IL IN IA KS PR".split()])
    >>> grouped["South"], grouped["no state"]
    ({'South Atlantic': ['DE', 'FL', 'GA']}, {'no state': ['PR']})

    >>> group_states([*"AL FL GA HI ID IL IN IA KS".split(), "Dist of Columbia"])["South"]
    {'South Atlantic': ['FL', 'GA', 'Dist of Columbia'], 'East South Central': ['AL']}

    A value that is a label as well would be read as that:

    >>> group_states([*"CT DE FL GA HI ID IL IN IA KS South".split()])
    {}
    """
    places = {value: _PLACES.get(_fold(value)) for value in values}
    known = [value for value, place in places.items() if place is not None]
    others = len(places) - len(known)
    labels = {_OTHER, *(label for place in _DIVISIONS for label in place)}
    if labels.intersection(values):
        return {}
    if len(known) < _LEAST_STATES or others > len(known) // _ONE_OF:
        return {}
    tree: dict[str, dict[str, list[str]]] = {}
    in_order = sorted(places, key=lambda value: _number(places[value]))
    for value in in_order:
        region, division = places[value] or (_OTHER, _OTHER)
        tree.setdefault(region, {}).setdefault(division, []).append(value)
    return tree


def _number(place: tuple[str, str] | None) -> int:
    return len(_DIVISIONS) if place is None else [*_DIVISIONS].index(place)
