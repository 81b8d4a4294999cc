"""Texts that may stand for missing values, and the statement that makes them NULL."""

import pytest

from dpsql.first_job.texts.missing_texts import find_missing_texts, tell_missing_texts
from tests.unit.starting.test_columns_together import texts


@pytest.mark.parametrize(
    "answers",
    [
        ("none", "primary", "secondary", "tertiary", "1"),
        ("+", "-"),
        ("++", "+", "-"),
        ("accepted", "declined"),
        ("Approved", "Refused"),
    ],
)
def test_an_answer_beside_its_opposite_is_not_missing(answers):
    assert find_missing_texts(answers) == []


def test_codes_and_words_beside_others_may_be_missing():
    words = ("single", "married", "widowed")
    for code in ("-1", "9", "-9", "99.0", "declined", "-"):
        assert find_missing_texts([*words, code]) == [code]


@pytest.mark.parametrize("code", ["9\n", "9\t", "9  "])
def test_a_text_that_is_written_otherwise_where_it_is_told_gets_no_statement(code):
    """A blank stood for the end of the line, and the statement matched nothing."""
    told = tell_missing_texts(texts("marital", "single", "married", "widowed", code))
    assert told == f"{code!r} may stand for missing: make it NULL in P and T; then run init"
    told = tell_missing_texts(texts("marital", "single", "married", "widowed", "9 "))
    assert "as NULLIF(\"marital\", '9 ') does" in told
