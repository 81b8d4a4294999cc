"""Which columns name a person: one, or a list of those that do so together."""

from pathlib import Path

import pytest

from dpsql.domain.job import Job
from dpsql.errors import ConfigError
from dpsql.job_files.read import parse_job

WORDS = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": {"prefix": [2]}}}


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("pid", ("pid",)),
        ("[pid]", ("pid",)),
        ("[]", ()),
        ("[first_name, surname, born]", ("first_name", "surname", "born")),
        ("\n- a, b\n- '[c]'", ("a, b", "[c]")),
    ],
)
def test_a_person_is_one_column_or_a_list(written, names):
    text = f"public: p.csv\nprivate: t.csv\nperson: {written}\nquasi_identifiers: {{zip: z.csv}}\n"
    job = parse_job(text.encode(), "job.yaml", Path())
    assert job.person == names
    assert job.replace().person == names and job.replace(person=None).person is None


def test_without_one_none_is_named():
    assert Job(**WORDS).person is None
    assert Job(**WORDS, person="pid").person == ("pid",)


@pytest.mark.parametrize(
    ("person", "told"),
    [
        (["pid", ""], "person: write a name or text here"),
        (["pid", ["nr"]], "person: write a name or text here"),
        ({"pid": "nr"}, "person: write a name or text here"),
        (["pid", "PID"], "person: a column stands twice"),
        (["pid", "pid"], "person: a column stands twice"),
    ],
)
def test_what_names_no_columns_is_refused(person, told):
    with pytest.raises(ConfigError, match=told):
        Job(**WORDS, person=person)
