"""What stands for missing values decides nothing: a town that is not stated lies in every state."""

import pytest

from dpsql.first_job.dependent.decided import find_decided, is_missing

_TOWNS = [("Fargo", "ND", 300), ("Minot", "ND", 200), ("Ames", "IA", 300)]


@pytest.mark.parametrize("text", ["Not stated", "unknown", "k.A.", "None", "missing "])
def test_a_text_that_stands_for_missing_contradicts_no_state(text):
    found = find_decided([*_TOWNS, (text, "ND", 40), (text, "IA", 40), ("Ames", text, 20)])
    assert found is not None
    assert (found.labels, found.rows) == ({"Fargo": "ND", "Minot": "ND", "Ames": "IA"}, 0)


def test_a_town_of_several_states_does():
    assert find_decided([*_TOWNS, ("Springfield", "ND", 40), ("Springfield", "IA", 40)]) is None


def test_north_dakota_is_not_missing():
    assert [is_missing(one) for one in ("ND", "N.D.", "nd ", "SD")] == [False] * 4
