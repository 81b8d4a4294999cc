"""What cuts along the hierarchies do not know, and words that mean nothing with them."""

import pytest

import dpsql

CUTS = {"delta": {"max": "2/3"}, "algorithm": {"mpalm": {"cuts": "hierarchy"}}}


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (dpsql.script, "its parts are not known before it is run; give the manifest"),
        (lambda job: dpsql.anonymize(job, gap=0.1), "parts have no optimum to come near"),
        (lambda job: dpsql.choose(job, time_limit=9), "needs the whole search"),
    ],
)
def test_what_does_not_know_these_cuts_says_so(bench, paper_job, ask, told):
    with pytest.raises(dpsql.ConfigError, match=told):
        ask(paper_job(**CUTS))


def test_least_k_tries_no_such_cuts(bench, paper_job):
    words = {"delta": {"max": "2/3"}, "algorithm": {"mondrian": {"cuts": "hierarchy"}}}
    with pytest.raises(dpsql.ConfigError, match="does not try cuts along hierarchies"):
        dpsql.least_k(paper_job(**words))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"mpalm": {"cuts": "labels"}}, "cuts: "),
        ({"mpalm": {"rest": "kept"}}, "rest is for 'cuts': 'hierarchy'"),
        ({"mpalm": {"cuts": "hierarchy", "rest": "some"}}, "rest: "),
        ({"mpalm": {"cuts": "hierarchy", "values": "first"}}, "values is for 'cuts': 'order'"),
        ({"mpalm": {"cuts": "hierarchy", "box": "T_checked"}}, "box is for 'cuts': 'order'"),
        ({"mondrian": {"cuts": "hierarchy", "box": "T"}}, "box is for 'cuts': 'order'"),
        ({"mondrian": {"cuts": "hierarchy", "values": "median"}}, "values is for 'cuts': 'order'"),
        (
            {"mpalm": {"cuts": "hierarchy", "priority": ["zip"]}},
            "priority is for 'columns': 'priority'",
        ),
    ],
)
def test_words_that_mean_nothing_are_refused(bench, paper_job, words, told):
    with pytest.raises(dpsql.ConfigError, match=told):
        paper_job(**CUTS | {"algorithm": words})


def test_boxes_cannot_be_chosen_before_t_is_seen(bench, paper_job):
    with pytest.raises(dpsql.ConfigError, match="write 'cuts': 'hierarchy'"):
        paper_job(**CUTS | {"algorithm": "mpalm"}, choose="from_public")


def test_nothing_is_released_where_all_of_p_fails(bench, paper_job):
    with pytest.raises(dpsql.NoSafeRelease, match="P has fewer than 10 people, so weak_k"):
        bench.anonymize(paper_job(**CUTS | {"constraints": {"weak_k_anonymity": 10}}))


def test_cutting_may_end_early(bench, paper_job):
    """What is there at any time holds, all of P as one part to begin with."""
    said = bench.anonymize(paper_job(**CUTS), time_limit=1e-9).to_dict()
    assert said["search"] == {"parts": 1, "rounds": 0, "maximal": False, "optimal": False}
    assert said["metrics"]["loss"] == 1
    assert said["rest"] == "kept"


def test_what_a_terminal_and_a_notebook_show(bench, paper_job):
    job = paper_job(**CUTS, choose="from_public")
    chosen = dpsql.choose(job, 5)
    assert "part" in chosen._repr_html_()
    assert "5 of T" in repr(chosen)
