"""What a job may say of tables whose rows stand for several people."""

import pyarrow as pa
import pytest

from dpsql.domain.job import Job
from dpsql.errors import ConfigError

P = {"path": "census.csv", "count": "people"}
T = {"path": "cases.csv", "count": "cases"}
WORDS = {"public": P, "private": T, "quasi_identifiers": {"zip": {"prefix": [2]}}}


def test_a_job_names_the_columns_of_people():
    job = Job(**WORDS)
    assert (job.public.count, job.private.count) == ("people", "cases")
    plain = Job(**WORDS | {"public": "p.csv", "private": {"where": "sick"}})
    assert (plain.public.count, plain.private.count) == (None, None)


def test_tables_of_an_engine_and_in_memory_are_counted():
    table = pa.table({"zip": ["1"], "people": [2]})
    words = {"public": {"table": table, "count": "people"}, "private": {"table": "t", "count": "n"}}
    job = Job(**WORDS | words)
    assert (job.public.memory.table, job.public.count) == (table, "people")
    assert (job.private.source.table, job.private.count) == ("t", "n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"private": {"path": "t.csv", "key": "id"}}, "private: a key names one person"),
        ({"private": T | {"key": "id"}}, "private: a key names one person"),
        ({"keep": ["lab"]}, "keep: T is given as counts"),
        (
            {"private": {"where": "sick"}, "keep": ["lab"], "public_columns": ["zip"]},
            "keep: T is given as counts",
        ),
        ({"public_columns": ["zip", "People"]}, "public: count: 'people' counts people"),
        ({"quasi_identifiers": {"people": {"widths": [5]}}}, "public: count: 'people' counts"),
        ({"quasi_identifiers": {"CASES": {"widths": [5]}}}, "private: count: 'cases' counts"),
        ({"private": "t.csv", "keep": ["people"], "public_columns": ["zip"]}, "drop it from keep"),
        (
            {"private": "t.csv", "keep": ["lab"], "release": {"path": "r.csv", "count": "n"}},
            "release: kept columns are released row by row",
        ),
        ({"release": {"path": "r.csv", "count": "ZIP"}}, "release: count: 'ZIP' counts people"),
        ({"person": "zip"}, "person: a row of P stands for as many people as its people says"),
        (
            {
                "public": None,
                "private": "t.csv",
                "person": "zip",
                "confidence": "0.9",
                "population": {
                    "size": 9,
                    "tables": [{"path": "z.csv", "columns": ["zip"], "share": "f"}],
                },
            },
            "person: statistics have no rows that could each be a person",
        ),
        ({"release": {"count": "n"}}, "release: give one of: path, table"),
        ({"public": {"path": "p.csv", "count": ""}}, "public.count"),
        ({"public": {"path": "p.csv", "counts": "n"}}, "public.counts: is not a key of the job"),
        (
            {"private": {"path": "t.csv", "kye": "n"}},
            "private.kye: is not a key of the job file; did you mean 'key'",
        ),
        (
            {"quasi_identifiers": {"zip": {"table": T, "columns": ["zip"]}}},
            "quasi_identifiers.zip.table.count: is not a key of the job",
        ),
    ],
)
def test_what_counts_do_not_go_with_is_refused(words, told):
    with pytest.raises(ConfigError, match=told):
        Job(**WORDS | words)
