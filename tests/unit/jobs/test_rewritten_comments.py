"""The text of a first job after a change: comments stay only while they are known to be true."""

import pytest

from dpsql.domain.written_job import rewrite

TEXT = """\
# A first job, made by dpsql.init. It runs once T is mended: dpsql.check(job),
# dpsql.anonymize(job). What is shown here tells of T.
public: P
# public: {table: P, count: n}  # in place of that, if each row stands for so many people
private: {table: T, key: id}
#  id is unique in P
#  By this key, columns that P alone has could be quasi-identifiers, too:
#  [street]
# person: id  # 3 of 9 people
quasi_identifiers:  # what others may know
  "a # b": {prefix: [1]}  # 7 values
  age: {widths: [5]}  # 9 values
# Columns of both P and T that are left out, and so are not published:
#   town: {prefix: [2]}  # 6 values
delta: {min: 0, max: 0.5}  # 3 of 9 people are in T
#  max: twice that share
algorithm: pooled  # coarser labels
# Why: only who would break the bound gets coarser labels. At the values themselves
# nobody is rare (each has 19 others beside): spalm may keep as much.
# Which keeps more of T: dpsql.compare(job)
# algorithm: spalm  # one level for each column
# Columns of P that the public knows. Remove private ones:
public_columns: [age, id]
# Not among them, as hardly anybody outside of T has some of their values; who knows
# those needs no release to know much of T. Add those that the public knows:
# [ward]
# Of these, each alone tells much of who is in T, as most people with some of its
# values are in T. If others know them, list them above: so they are generalized:
# [id]
# Columns of T to publish as they are; they must not identify a person:
# keep: [lab]
release: r.parquet
"""


@pytest.mark.parametrize(
    ("key", "value", "gone"),
    [
        ("delta", {"max": "1/3"}, ["twice", "3 of 9 people are"]),
        ("algorithm", "spalm", ["# Why", "nobody is rare"]),
        ("person", "id", ["# Why", "nobody is rare", "3 of 9 people\n"]),
        (
            "quasi_identifiers",
            {"age": {"widths": [9]}},
            [
                "By this key",
                "street",
                "values\n",
                "left out",
                "town",
                "# Why",
                "nobody",
                "# Of these",
                "values are in T",
                "[id]",
            ],
        ),
        (
            "public_columns",
            ["age"],
            ["# Not", "those needs", "[ward]", "# Of these", "values are in", "[id]"],
        ),
        ("release", "other.parquet", []),
        ("keep", ["lab"], []),
    ],
)
def test_what_follows_from_a_key_goes_with_it(key, value, gone):
    text = rewrite(TEXT, {key: value})
    assert all(one in TEXT for one in gone)
    assert [one for one in gone if one in text] == []
    lines = set(TEXT.splitlines()) - set(text.splitlines())
    others = [one for one in lines if not any(part.strip() in one for part in gone)]
    assert [one for one in others if not one.lstrip("# ").startswith((key, "age:", '"a #'))] == []


@pytest.mark.parametrize("key", ["public", "private"])
def test_with_other_tables_all_that_was_counted_goes(key):
    text = rewrite(TEXT, {key: "other"})
    there = {"public": "P", "private": "{table: T, key: id}", key: "other"}
    assert (
        text
        == f"""\
# A first job, made by dpsql.init. It had other tables. What is shown here tells of T.
public: {there["public"]}
private: {there["private"]}
quasi_identifiers:  # what others may know
  "a # b": {{prefix: [1]}}
  age: {{widths: [5]}}
delta: {{min: 0, max: 0.5}}
algorithm: pooled  # coarser labels
# Which keeps more of T: dpsql.compare(job)
# algorithm: spalm  # one level for each column
public_columns: [age, id]
release: r.parquet
"""
    )
