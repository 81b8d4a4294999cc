"""The first sentence states what holds for those who know what the job says outsiders know."""

from typing import Any

import pytest

from dpsql.report.first_sentence import sum_up, tell_presence

ABSENT = [{"name": "known_absent", "asked": "3", "holds": True, "broken_classes": 0}]
ASKED = {"min": "1/4", "max": "3/4"}
LINKS = "Whoever links the release with the public table and"


def found(low: str, high: str, **words: Any) -> dict[str, Any]:
    """The JSON of a release, as far as the sentence reads it."""
    presence = {"presence": {"min": low, "max": high}}
    return {"release": {"path": "r.csv"}, "levels": {"zip": 1}, "models": [], **presence} | words


def together(method: str, low: str, high: str, **words: Any) -> dict[str, Any]:
    ends = {"presence": {"min": low, "max": high}}
    return {"together": {"method": method, "releases": 1, "of_other_tables": 0, **ends} | words}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            found("1/40", "1/12", posterior={"min": 0.0073, "max": 0.1359, "rate": "1/10"}),
            f"{LINKS} knows the rates of the prior can place nobody in the private table with a"
            " probability above ≈ 13.6 %; the least that anybody has is 0.73 %. Without the rates,"
            " presence is between 2.5 % and ≈ 8.3 %.",
        ),
        (
            found("1/40", "1/12", posterior={"min": 1e-12, "max": 0.25, "rate": "1/10"}),
            f"{LINKS} knows the rates of the prior can place nobody in the private table with a"
            " probability above 25 %, but may know of some people that they are not in it."
            " Without the rates, presence is between 2.5 % and ≈ 8.3 %.",
        ),
        (
            found("1/4", "1/2", **together("exact", "1/4", "7/12")),
            f"{LINKS} has 1 earlier release of the private table can place nobody in it with a"
            " probability above 7/12 (≈ 58.3 %); the least that anybody has is 25 %. Without"
            " that release,"
            " presence is between 25 % and 50 %.",
        ),
        (
            found("1/4", "1/2", **together("exact", "2/5", "2/5")),
            f"{LINKS} has 1 earlier release of the private table can place everybody in it with"
            " one probability, 40 %. Without that release,"
            " presence is between 25 % and 50 %.",
        ),
        (
            found("1/4", "1/2", **together("nested", "1/4", "1/2", releases=2), delta=ASKED),
            f"{LINKS} has 2 earlier releases of the private table can place nobody in it with a"
            " probability above 50 % or below 25 %. Without them,"
            " presence is the same.",
        ),
        (
            found("1/4", "1/2", **together("bounds", "0", "1")),
            f"{LINKS} has 1 earlier release of the private table may know for certain of some"
            " person that they are in the private table, and perhaps of another that they are not."
            " Without that release, presence is between 25 % and 50 %.",
        ),
        (
            found("1/4", "1/2", **together("refused", "0", "1", reason="e.csv is of another P")),
            "How surely whoever links the release with the public table and has the earlier"
            " releases can place people is not known: e.csv is of another P. Without them,"
            " presence is between 25 % and 50 %.",
        ),
        (
            found("0", "1/14", models=ABSENT, presence_if_absent={"max": "34/473"}),
            f"{LINKS} knows of 3 people of a class that they are not in the private table can place"
            " nobody else in it with a probability above 34/473 (≈ 7.2 %), but knows of some people"
            " that they are not in it. Without that, presence is between 0 % and ≈ 7.1 %.",
        ),
        (
            found("1/4", "1/2", models=ABSENT, presence_if_absent={"max": "1"}),
            f"{LINKS} knows of 3 people of a class that they are not in the private table knows for"
            " certain of at least one other person that they are in the private table, and can"
            " place nobody else there with a probability below 25 %. Without that,"
            " presence is between 25 % and 50 %.",
        ),
    ],
)
def test_the_bound_against_what_outsiders_know_comes_first(words: dict[str, Any], told: str):
    assert sum_up(words).replace("\xa0", " ") == told


def test_a_release_of_another_table_tells_nothing_of_this_one():
    other = together("nested", "1/4", "1/2", releases=0, of_other_tables=1)
    assert sum_up(found("1/4", "1/2", **other)) == sum_up(found("1/4", "1/2"))


def test_the_terminal_says_the_same():
    told = tell_presence(
        found("1/4", "1/2", **together("exact", "1/4", "7/12")), "town, age", ("is", "lies")
    )
    assert told.replace("\xa0", " ") == (
        "lies between 25 % and ≈ 58.3 %, by all T that the releases allow, for an outsider who"
        " knows town, age and has 1 earlier release of T. Without that release, it is between"
        " 25 % and 50 %."
    )
