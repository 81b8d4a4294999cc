"""What does not know pooled releases says so, and names another way."""

import pytest

import dpsql

POOLED = {"delta": {"max": "2/3"}, "algorithm": "pooled"}


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (dpsql.least_k, "least-k does not try pooled"),
        (dpsql.script, "who climbs with pooled follows from counts"),
    ],
)
def test_what_does_not_know_pooled_releases_says_so(bench, paper_job, ask, told):
    with pytest.raises(dpsql.ConfigError, match=told):
        ask(paper_job(**POOLED))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"path": ["zip", "age"]}, "path lists each quasi-identifier once"),
        ({"path": ["zip", "zip", "age"]}, "path lists each quasi-identifier once"),
        ({"path": "rows"}, "path: write columns, root, or a list of all quasi-identifiers"),
        ({"least": 0}, "least: write auto, a number of people"),
        ({"least": [2, "many"]}, "least: write auto, a number of people"),
        ({"least": []}, "least: write auto, a number of people"),
    ],
)
def test_paths_and_numbers_that_mean_nothing_are_refused(bench, paper_job, words, told):
    with pytest.raises(dpsql.ConfigError, match=told):
        paper_job(**POOLED | {"algorithm": {"pooled": words}})


def test_sensitive_columns_are_refused(bench, paper_job):
    words = POOLED | {"constraints": {"l_diversity": {"name": {"distinct": 2}}}, "keep": ["name"]}
    with pytest.raises(dpsql.ConfigError, match="pooled does not judge sensitive columns"):
        paper_job(**words, public_columns=["zip", "age", "nationality"])
