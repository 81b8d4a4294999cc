"""People are named by their part in a case: one row of each would leave out the others of it."""

import random
import re

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later

CASES, CHARGES = 240, 2


def _write(case, part, most=2, charges=CHARGES):
    """Write P of people of cases, and T of every fourth, with several charges; count T's people."""
    drawn = random.Random(5)
    numbers = [
        dict(zip(case, ((i,) if len(case) == 1 else (2012 + i % 4, 10_000 + i // 4)), strict=True))
        for i in range(CASES)
    ]
    people = [
        number
        | {part: one}
        | {
            "sex": drawn.choice("fm"),
            "zip": drawn.randint(33101, 33140),
            "priors": drawn.randint(0, 9),
        }
        for number in numbers
        for one in range(1, 1 + drawn.randint(1, most))
    ]
    own = [
        {name: value for name, value in row.items() if name not in ("zip", "priors")}
        | {"charge": charge, "score": drawn.randint(1, 10)}
        for row in people[::4]
        for charge in range(charges)
    ]
    for name, rows in (("p", people), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(rows), f"{name}.parquet")
    return len(people), len(people[::4])


@pytest.mark.parametrize("most", [2, later(6)])
@pytest.mark.parametrize(
    ("case", "part"),
    [
        (("incident_id",), "person_no"),
        (("docket_year", "docket_no"), "def_no"),
        (("court_file",), "party_no"),
        (("incident_id",), "nr"),
        later(("case_no",), "defendant"),
        later(("crash",), "person"),
        later(("case_no",), "party"),
        later(("incident",), "victim_no"),
    ],
    ids=str,
)
def test_people_of_cases_are_asked_about_together(folder, run, case, part, most):
    people, members = _write(case, part, most)
    told = f"{members} people are in T, not {CHARGES * members}"
    ended = run("init", "p.parquet", "t.parquet")
    assert told in ended.stderr
    assert "keep one row of each, as the page" not in ended.stderr
    text = (folder / "job.yaml").read_text()
    assert f"# person: [{', '.join((*case, part))}]" in text
    assert ("agree in both." in text) is (len(case) == 1)
    assert "person" not in yaml.safe_load(text)
    checked = run("check", "job.yaml", "--quiet").stderr
    assert told in checked
    for statement in re.findall("COPY .*?;", checked):
        duckdb.sql(statement)
    assert run("init", "p-named.parquet", "t-people.parquet", "--overwrite").exit_code == 0
    text = (folder / "job.yaml").read_text()
    made = "person_key" if "person" in (*case, part) else "person"
    assert yaml.safe_load(text)["private"]["key"] == made
    assert f"{members} of {people} people are in T" in text


def test_a_number_of_somebody_is_none_in_a_case(folder, run):
    """Somebody has one number in all visits, more than a visit has people."""
    drawn = random.Random(6)
    rows = [
        {"visit_id": visit, "person": person, "sex": "fm"[person % 2], "birth_year": 1940 + person}
        for visit in range(200)
        for person in drawn.sample(range(60), 2)
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows[::9]), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "visit_id and person together differ" not in told


@pytest.mark.parametrize("named", [{"pid": 1}, {}], ids=["named", "one person each"])
def test_a_number_of_people_or_cases_of_one_are_asked_nothing(folder, run, named):
    """Where somebody is numbered, or each case has one person, cases do not name people."""
    most = 2 if named else 1
    _write(("incident_id",), "person_no", most, charges=1)
    rows = parquet.read_table("p.parquet").to_pylist()
    rows = [row | dict.fromkeys(named, 7000 + 3 * i) for i, row in enumerate(rows)]
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    stderr = run("init", "p.parquet", "t.parquet").stderr
    stderr += run("check", "job.yaml", "--quiet").stderr
    assert "differ in all rows of P" not in stderr


def _write_charges(case, part, charge, most=3, called=(), share=1.0):
    """Write P with a row for each charge of a person of a case; count the people.

    `called`: names of people, in place of a number in each case. `share`: of those who may have
    several charges.
    """
    drawn = random.Random(7)
    rows, people = [], 0
    for number in range(CASES):
        for one in range(1, 1 + drawn.randint(1, 3)):
            people += 1
            person = {case: f"CR-{20_000 + 7 * number}", part: one}
            if called:
                person[part] = f"{drawn.choice(called)} {drawn.choice(called)}{one}"
            person |= {"sex": drawn.choice("fm"), "age": drawn.randint(18, 70)}
            acts = drawn.randint(1, most) if drawn.random() < share else 1
            for act in range(1, 1 + acts):
                named = ("theft", "fraud", "drugs")[act - 1] if charge == "offence" else act
                rows.append(person | {"state": "MD" if number % 3 else "VA", charge: named})
    drawn.shuffle(rows)
    own = [
        {n: v for n, v in row.items() if n != "state"} | {"jail": i % 2}
        for i, row in enumerate(rows[::6])
    ]
    for name, written in (("p", rows), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{name}.parquet")
    return people, len(rows)


@pytest.mark.parametrize(
    ("case", "part", "charge"),
    [
        ("case_no", "party", "offence"),
        ("case_id", "defendant_no", "charge_no"),
        ("file_no", "party", "count"),
        later("case_no", "def_no", "tat"),
        later("claim_no", "claimant", "line_no"),
    ],
    ids=str,
)
def test_charges_of_people_of_cases_are_rows_of_these(folder, run, case, part, charge):
    people, rows = _write_charges(case, part, charge)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"{rows - people:,} rows of P repeat the {case} and {part} of another" in told
    assert f"{charge} and {part}" not in told
    assert "differ in all rows" not in told
    assert "no bound holds" not in told


@pytest.mark.parametrize(
    ("part", "called"),
    [("party", ()), ("defendant", ("Adler", "Bauer", "Cohn", "Dorn", "Ebert", "Fuchs", "Graf"))],
    ids=["numbered", "called"],
)
def test_few_with_several_charges_are_asked_about(folder, run, part, called):
    """One in five may have several; a running number of a case is none of people."""
    people, rows = _write_charges("case_no", part, "number", called=called, share=0.2)
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"{rows - people} rows of P repeat the case_no and {part} of another" in told
    assert "no bound holds" not in told


@pytest.mark.parametrize("named", ["customer_no", None])
def test_an_order_is_no_person(folder, run, named):
    """Somebody has several, each with several lines: one row of each is not one of each person."""
    drawn, rows = random.Random(9), []
    for order in range(CASES):
        person = order // 3
        ward = {"ward": str(drawn.randint(1, 20)), "zip": 10_000 + person % 40}
        who = {named: 7000 + 3 * person, **ward} if named else ward
        rows += [
            {"order_id": 900 + order, "line_no": line, "item": drawn.choice("abc")} | who
            for line in range(1, 1 + drawn.randint(1, 4))
        ]
    own = [{n: row[n] for n in row if n != "item"} | {"late": i % 2} for i, row in enumerate(rows)]
    for name, written in (("p", rows), ("t", own[: len(own) // 8])):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{name}.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    text = (folder / "job.yaml").read_text()
    assert yaml.safe_load(text).get("person") == named
    if named is None:
        asked = "rows of P repeat the order_id of another, which may number visits, orders"
        assert asked in told and "COPY" not in text
        checked = run("check", "job.yaml", "--quiet")
        assert checked.exit_code == 0 and asked in checked.stderr and "COPY" not in checked.stderr


@pytest.mark.parametrize("fault", ["", "other age", "nobody", "own numbers"])
def test_a_number_by_which_t_contradicts_p_gives_nobody(folder, run, fault):
    """T's own numbers are those of others, and a row of T whose order is nobody's would be lost."""
    rows = [
        {"order_id": 900 + i, "customer_no": 7000 + i // 3, "age": 20 + i // 3 % 60, "line": line}
        for i in range(CASES)
        for line in range(2)
    ]
    own = [{"order_id": row["order_id"], "age": row["age"], "late": 1} for row in rows[:80:2]]
    if fault == "own numbers":
        own = [row | {"order_id": 900 + i} for i, row in enumerate(own[20:])]
    if fault == "other age":
        own[7]["age"] += 1
    if fault == "nobody":
        rows[14]["customer_no"] = rows[15]["customer_no"] = None
    for name, written in (("p", rows), ("t", own)):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{name}.parquet")
    run("init", "p.parquet", "t.parquet")
    text = (folder / "job.yaml").read_text()
    is_given = "its statement gives it this column of P, by order_id" in text
    assert is_given == (fault == "")
    assert ("T has no customer_no: give it this column, too" in text) == (fault != "")


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_t_of_orders_gets_its_people_from_p(folder, run, is_shared):
    """By the number of the order, unless orders of several people have one."""
    drawn, rows = random.Random(9), []
    for order in range(CASES):
        who = {"customer_no": 7000 + order // 3, "sex": "fm"[order // 3 % 2]}
        number = {"order_id": 900 + (order // 4 if is_shared else order)}
        rows += [number | {"line_no": line} | who for line in range(1, 1 + drawn.randint(1, 4))]
    own = [{n: row[n] for n in ("order_id", "line_no")} | {"late": 1} for row in rows]
    for name, written in (("p", rows), ("t", own[: len(own) // 8])):
        parquet.write_table(pyarrow.Table.from_pylist(written), f"{name}.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    text = (folder / "job.yaml").read_text()
    told = "T has no customer_no: its statement gives it this column of P, by order_id"
    assert (told in text) is not is_shared
    assert ("T has no customer_no: give it this column, too" in text) is is_shared
    if not is_shared:
        assert "rows_of_t" in run("check", "job.yaml", "--quiet").complaint
        for statement in re.findall("^#  (COPY .*)$", text, re.MULTILINE):
            duckdb.sql(statement)
        kept = parquet.read_table("t-people.parquet").to_pydict()["customer_no"]
        assert sorted(kept) == sorted({row["customer_no"] for row in rows[: len(own) // 8]})


def test_charges_beside_a_number_of_people_are_none_of_cases(folder, run):
    """Who has a number of their own, has rows with several roles: they are one person's."""
    drawn = random.Random(8)
    people = [(7000 + 3 * i, drawn.choice("fm"), 1940 + i % 60) for i in range(CASES)]
    rows = [
        {"patient_id": number, "seat": seat, "visit_no": visit, "sex": sex, "birth_year": born}
        for number, sex, born in people
        for visit, seat in enumerate(drawn.choices((1, 2, 3), k=4), 1)
    ]
    parquet.write_table(pyarrow.Table.from_pylist(rows), "p.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows[::9]), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"{len(rows) - CASES} rows of P repeat the patient_id of another" in told
