"""The risks of the paper's example, on every engine there is."""

import dpsql

LEVELS = {"zip": 2, "age": 2, "nationality": 2}


def test_the_risks_of_the_release_of_the_paper(bench, paper_job):
    """Classes of six and three people, of whom three and two are in T."""
    found = dpsql.risks(paper_job(), LEVELS, threshold="1/3", **bench.engine.options).to_dict()
    assert found["prosecutor"] == {"max": "1/2", "mean": "2/5"}
    assert found["journalist"] == {"max": "1/3", "mean": "7/30"}
    assert (found["marketer"], found["k_map"], found["above_threshold"]) == ("7/30", 3, 0)
