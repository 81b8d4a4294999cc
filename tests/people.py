"""People with values of every kind, and hierarchies over them: for scripts and dbt projects."""

import random

ZIPS = {"*": {f"{i}*": [f"{i}{k:02}" for k in range(12)] for i in range(1, 6)}}
SAID = {"*": {"it's": ["a \\ b", "${x}", "'; --"], "x": ["{{ y }}", "line\nbreak", "a "]}}
KINDS = {
    "zip": {"tree": ZIPS},
    "size": {"widths": ["2.5", 5]},
    "born": {"dates": ["month", "quarter", "decade"], "nulls": "own_leaf"},
    "code": {"prefix": [3, 1]},
    "said": {"tree": SAID, "nulls": "own_leaf"},
}
COLUMNS = (*KINDS, "lab", "id", "sick")


def draw_people(count=60):
    """People with values of every kind, a third of them in T."""
    chance = random.Random(7)
    zips, said = (
        [leaf for leaves in tree["*"].values() for leaf in leaves] for tree in (ZIPS, SAID)
    )
    return [
        (
            chance.choice(zips),
            chance.choice(["-3", "0.5", "2.50", "7", "12.25"]),
            chance.choice([None, "1999-12-31", "2000-01-01", "2000-05-17"]),
            chance.choice(["abcd", "abxy", "zz"]),
            chance.choice([*said, None]),
            f"lab {chance.randrange(3)}",
            f"id {number}",
            str(number % 3 == 0).lower(),
        )
        for number in range(count)
    ]
