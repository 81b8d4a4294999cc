"""Each example of a value that an error shows is one that a job takes."""

import pytest
import yaml

from dpsql import Job
from dpsql.domain.fits import usual_values

TABLE = {"path": "age.csv", "columns": ["age"], "count": "people"}
CASES = [*usual_values._MAPPINGS.items(), *usual_values._LISTS.items()]
#: What a * of a path stands for: a column, or the first of a list.
NAMES = {"quasi_identifiers": "age", "constraints": "occupation"}


def put(keys, value):
    """The value of the first of these keys, with `value` at the end of the path."""
    if len(keys) == 1:
        return value
    below = put([keys[0], *keys[2:]], value)
    if keys[1] != "*":
        return {keys[1]: below}
    return {NAMES[keys[0]]: below} if keys[0] in NAMES else [below]


@pytest.mark.parametrize(("place", "example"), CASES, ids=[place for place, _ in CASES])
def test_an_example_is_valid(place, example):
    keys = place.split(".")
    made = put(keys, yaml.load(example, yaml.BaseLoader))
    words = {"public": "p.csv", "quasi_identifiers": {"age": {"widths": [5]}}}
    words["delta"] = {"max": "1/5"}
    match keys[0]:
        case "constraints":
            words["keep"] = ["occupation"]
        case "population":
            others = {"size": 9} if keys[-1] == "sample" else {"size": 9, "tables": [TABLE]}
            made = made if len(keys) == 1 else others | made
            words |= {"public": None, "confidence": "95%"}
    if keys[-1] == "columns":
        made["age"]["table"] = "dim"
    Job(private="t.csv", **words | {keys[0]: made})
