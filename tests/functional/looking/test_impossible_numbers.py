"""``check`` and ``anonymize`` warn if more people are to settle together than P has."""

import pytest

import dpsql

SUPPRESSES = "everybody climbs to the root, one label for all"


@pytest.mark.parametrize(
    ("least", "told"),
    [
        ("auto", ""),
        (9, ""),
        (2000, f"least 2,000 is more than the 9 people of P: {SUPPRESSES}; write a smaller number"),
        ([2, 10], f"least 10 is more than the 9 people of P: with it {SUPPRESSES}; leave it out"),
        ([10, 11], f"least 10 and 11 are each more than the 9 people of P: {SUPPRESSES}; write"),
        ([2, 10, 11], f"each more than the 9 people of P: with them {SUPPRESSES}; leave them out"),
    ],
)
def test_more_people_than_p_has_are_warned_of(paper_job, caplog, least, told):
    job = paper_job(delta={"max": "2/3"}, algorithm={"pooled": {"least": least}})
    for ask in (dpsql.check, dpsql.anonymize):
        caplog.clear()
        ask(job)
        assert told in caplog.text
        assert caplog.text.count("people of P:") == bool(told)
