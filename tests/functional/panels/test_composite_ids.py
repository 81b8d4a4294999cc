"""Households and the numbers of their members name people together, whatever they are called."""

import random
import re

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

import dpsql
from tests.tiers import later

HOUSEHOLDS, YEARS = 90, (2019, 2020, 2021)


def write(folder, names, years=YEARS, share=5):
    """Write P of members whose numbers have gaps, and T of every so many; return their numbers."""
    drawn = random.Random(4)
    group, number = names
    people = [
        {group: 100 + 7 * i, number: member, "age": drawn.randint(18, 80)}
        for i in range(HOUSEHOLDS)
        for member in drawn.sample((1, 2, 3, 4, 171, 172), drawn.randint(1, 4))
    ]
    rows = [[row | {"year": year, "kids": drawn.randint(0, 3)} for year in years] for row in people]
    private = [
        {name: row[name] for name in (group, number, "year")} | {"pay": drawn.randint(0, 999)}
        for of_one in rows[::share]
        for row in of_one
    ]
    for name, table in (("p", [row for of_one in rows for row in of_one]), ("t", private)):
        parquet.write_table(pyarrow.Table.from_pylist(table), folder / f"{name}.parquet")
    return len(people), len(people[::share])


def mend(text):
    """Run the statements of a job, or of a message."""
    statements = re.findall(r"COPY .*?\(FORMAT parquet\)", text)
    for statement in statements:
        duckdb.sql(statement)
    return statements


@pytest.mark.parametrize(
    ("names", "made"),
    [
        (("household", "person"), "person_key"),
        later(("hhid", "pid"), "person"),
        later(("family", "member"), "person"),
    ],
)
def test_statements_count_the_members_of_all_households(folder, run, names, made):
    """The number of a member alone names nobody, before and after the statements."""
    people, members = write(folder, names)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"rows of P repeat the {names[0]} and {names[1]} of another" in " ".join(told.split())
    assert len(mend((folder / "job.yaml").read_text())) == 2
    run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    job = yaml.safe_load((folder / "job.yaml").read_text())
    assert job["private"]["key"] == made and "person" not in job
    found = dpsql.check("job.yaml")
    assert (found.public_rows, found.private_rows) == (people, members)


def test_members_with_a_row_each_repeat_nobody(folder, run):
    people, _ = write(folder, ("household", "person"), years=YEARS[:1])
    told = " ".join(run("init", "p.parquet", "t.parquet").stderr.split())
    assert "household and person together differ in all rows of P" in told
    assert "no bound holds" not in told
    assert dpsql.check("job.yaml").public_rows == people


@pytest.mark.parametrize("names", [("household", "person"), later(("dwelling", "resident"))])
def test_the_statement_is_of_the_columns_that_the_job_names(folder, run, names):
    """Also of such as no name or number tells."""
    people, members = write(folder, names)
    run("init", "p.parquet", "t.parquet")
    text = (folder / "job.yaml").read_text()
    named = f"person: [{', '.join(names)}]\n"
    (folder / "job.yaml").write_text(re.sub(r"(?m)^(person:.*|# person:.*)\n", "", text) + named)
    with pytest.raises(dpsql.DpsqlError) as raised:
        dpsql.check("job.yaml")
    assert len(mend(str(raised.value))) == 2
    for name, count in (("p", people), ("t", members)):
        assert parquet.read_table(f"{name}-people.parquet").num_rows == count


def test_several_rows_of_t_are_asked_about_where_p_has_one_of_each(folder, run):
    """By columns that both call alike: T was counted by its rows without a word."""
    people, members = write(folder, ("school", "pupil"))
    rows = duckdb.sql("FROM 'p.parquet' WHERE year = 2021")
    rows.write_parquet("one.parquet")
    told = " ".join(run("init", "one.parquet", "t.parquet").stderr.split())
    asked = f"{members} people are in T, not {3 * members}"
    assert asked in told
    found = run("check", "job.yaml").stderr
    assert asked in " ".join(found.split())
    assert len(mend(found)) == 2
    run("init", "one-named.parquet", "t-people.parquet", "--overwrite")
    counted = dpsql.check("job.yaml")
    assert (counted.public_rows, counted.private_rows) == (people, members)


@pytest.mark.parametrize("is_panel", [True, False])
def test_a_text_of_both_is_written_in_p_as_well(folder, run, is_panel):
    """T has 107-3 for member 3 of household 107, and several rows of each."""
    people, members = write(folder, ("household", "member"))
    made = "household || '-' || member AS code, * EXCLUDE (household, member)"
    duckdb.sql(f"COPY (SELECT {made} FROM 't.parquet') TO 'own.parquet'")
    years = YEARS if is_panel else YEARS[-1:]
    duckdb.sql(f"COPY (FROM 'p.parquet' WHERE year IN {(*years, 0)}) TO 'all.parquet'")
    files = {"all": "all.parquet", "own": "own.parquet"}
    for _ in range(2 + is_panel):
        ended = run("init", *files.values(), "--overwrite")
        # Where nothing else is shared, there is no job yet.
        told = run("check", "job.yaml") if ended.exit_code == 0 else ended
        for statement in mend(told.stderr):
            written = re.search("TO '([^']+)'", statement)[1]
            files[written.partition("-")[0]] = written
    assert yaml.safe_load((folder / "job.yaml").read_text())["private"]["key"] == "code"
    found = dpsql.check("job.yaml")
    assert (found.public_rows, found.private_rows) == (people, members)


def test_several_rows_of_t_are_asked_about_by_three_columns_that_the_job_lists(folder, run):
    people, members = write(folder, ("household", "member"))
    for name, rows in (("p", "WHERE year = 2021"), ("t", "")):
        made = "household // 100 AS village, household % 100 AS house, * EXCLUDE (household)"
        duckdb.sql(f"COPY (SELECT {made} FROM '{name}.parquet' {rows}) TO '{name}3.parquet'")
    run("init", "p3.parquet", "t3.parquet")
    text = re.sub(r"(?m)^(# )?person:.*\n", "", (folder / "job.yaml").read_text())
    (folder / "job.yaml").write_text(f"{text}person: [village, house, member]\n")
    told = run("check", "job.yaml").stderr
    assert f"{members} people are in T, not {3 * members}" in " ".join(told.split())
    assert len(mend(told)) == 2
    run("init", "p3-named.parquet", "t3-people.parquet", "--overwrite")
    found = dpsql.check("job.yaml")
    assert (found.public_rows, found.private_rows) == (people, members)
