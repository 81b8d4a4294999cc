"""Where rows are not people, they count for no warning of people, and refusals have lines."""

from random import Random

import pytest

from tests.panel_tables import write_rows

PEOPLE, YEARS = 300, range(2018, 2024)


def _make_panel(*, is_panel):
    """Rows of each person and year, or one of each; a flag that as many have as T has rows."""
    drawn = Random(4)
    rows = [
        {"pid": f"P{number:04}", "ward": number % 7, "year": year}
        for number in range(PEOPLE)
        for year in (YEARS if is_panel else [drawn.choice(YEARS)])
    ]
    members = [{"year": row["year"], "dose": i % 3} for i, row in enumerate(rows) if i % 7 == 0]
    flagged = {*drawn.sample(range(len(rows)), len(members))}
    if not is_panel:
        flagged = {*range(3, len(rows), 10)}
    return [row | {"arm": "ab"[i in flagged]} for i, row in enumerate(rows)], members


@pytest.mark.parametrize("is_panel", [True, False])
def test_rows_of_people_are_no_sign_of_a_secret(folder, run, is_panel):
    """Nor is the column called public until it is known."""
    public, members = _make_panel(is_panel=is_panel)
    if not is_panel:
        members = [{"year": row["year"], "dose": 1} for row in public if row["arm"] == "b"]
    write_rows("P.csv", public)
    write_rows("T.csv", members)
    told = run("init", "P.csv", "T.csv", "--quiet").stderr
    assert ("may be the secret" in told) != is_panel
    (listed,) = [
        line
        for line in (folder / "job.yaml").read_text().splitlines()
        if line.startswith("public_columns:")
    ]
    assert "arm" not in listed


def _write_several_of_t():
    """A group that T has many rows of, though few of its people."""
    people = [{"pid": f"P{number:04}", "age": 20 + number % 50} for number in range(PEOPLE)]
    people = [row | {"ward": f"W{i // 22:02}"} for i, row in enumerate(people)]
    members = [*people[3:8], *people[30:300:17]]
    rows = [
        {"pid": row["pid"], "dose": year}
        for row in members
        for year in range(5 if row["ward"] == "W00" else 2)
    ]
    write_rows("P.csv", people)
    write_rows("T.csv", rows)


def test_rows_of_t_that_repeat_a_key_show_nobody(run):
    _write_several_of_t()
    told = run("init", "P.csv", "T.csv", "--quiet").stderr
    assert "rows repeat the pid of another" in told
    assert "hardly anybody outside of T" not in told and "nobody outside of T" not in told


def test_a_refusal_has_its_statement_on_a_line_of_its_own(run):
    _write_several_of_t()
    run("init", "P.csv", "T.csv", "--quiet")
    ended = run("check", "job.yaml", "--json")
    first, *others = ended.stderr.splitlines()
    assert ended.exit_code == 3 and first.endswith("is another person;")
    assert others[0] == "  keep one row of each, or name another key."
    assert others[1].startswith("  This keeps") and others[1].endswith(":")
    *listed, statement, last = others[2:]
    assert [one[:9] for one in listed] == ["  - of T,", "  - lost:", "  - then "]
    assert statement.startswith("  COPY (SELECT") and statement.endswith(";")
    assert last == "  Until then all commands end with code 3"
    # For machines it is one line.
    said = " ".join([first, *map(str.strip, others)])
    assert ended.found["error"]["message"] == said.removeprefix("dpsql: ")
