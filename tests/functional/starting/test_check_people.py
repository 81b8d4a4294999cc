"""``dpsql check`` asks of people with several rows as init does, and says how to mend P."""

import re
from fractions import Fraction

import duckdb
import pandas as pd
import pyarrow
import pytest
from pyarrow import parquet

import dpsql
from tests.tiers import later

PEOPLE = 120
#: Each of them has 2 to 5 rows, but none of these in the same year.
ROWS = [(person, year) for person in range(PEOPLE) for year in range(2 + person % 4)]
ASKS = "is P one row per person?"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(**columns) -> None:
    """Write P: the columns, of people by sex and birth, in another ward each year."""
    others = {
        "year": [2020 + year for _, year in ROWS],
        "sex": ["fm"[person * person % 7 % 2] for person, _ in ROWS],
        "born": [1940 + person * 11 % 60 for person, _ in ROWS],
        "ward": [(person + year) % 5 for person, year in ROWS],
        "in_trial": [person % 6 == 0 for person, _ in ROWS],
    }
    table = pyarrow.table({**columns, **others, **columns})
    parquet.write_table(table, "p.parquet")
    duckdb.from_arrow(table).write_csv("p.csv")


def _write_job(folder, public: str, more: str = "") -> None:
    """Write a job by hand, which names no person unless `more` does."""
    (folder / "job.yaml").write_text(
        f"public: {public}\nprivate: {{where: in_trial}}\nrelease: r.parquet\n{more}"
        "quasi_identifiers: {ward: {widths: [2]}}\ndelta: {max: 1/2}\n"
    )


THREE = "first_name, born and surname"
#: What names the people of the rows: by rows alone, by an e-mail, by three columns together.
NAMING = {
    "who": {"who": [f"p{person:04}" for person, _ in ROWS]},
    "email": {"email": [f"p{person}@example.org" for person, _ in ROWS]},
    THREE: {
        "surname": [f"Ln{person * 7 % 20}" for person, _ in ROWS],
        "first_name": [f"Fn{person // 20 * 5 + person % 5}" for person, _ in ROWS],
    },
}


@pytest.mark.parametrize(
    ("named", "suffix"),
    [
        ("who", "parquet"),
        (THREE, "csv"),
        later("email", "csv"),
        later("who", "csv"),
        later("email", "parquet"),
        later(THREE, "parquet"),
    ],
)
def test_a_job_by_hand_is_asked_as_init_asks(folder, run, named, suffix):
    """With the statement: of the file that it writes, nothing is asked."""
    _write(**NAMING[named])
    _write_job(folder, f"p.{suffix}")
    ended = run("check", "job.yaml")
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the {named} of another: {ASKS}"
    assert (ended.exit_code, asked in ended.stderr) == (0, True)
    assert "of P, the last row of each by year" in ended.stderr
    assert "no people, P may stay as it is; person: with the columns" in ended.stderr
    (statement,) = re.findall("COPY .*?;", ended.stderr)
    duckdb.sql(statement)
    kept = parquet.read_table("p-people.parquet")
    # Whoever says that none of them names people is asked no more.
    _write_job(folder, f"p.{suffix}", "person: []\n")
    for command in ("check", "measure"):
        ended = run(command, "job.yaml", "--json")
        assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.found["person"] == []
    assert len(kept) == PEOPLE and ("person" in kept.column_names) == (" and " in named)
    _write_job(folder, "p-people.parquet")
    ended = run("check", "job.yaml")
    assert (ended.exit_code, ended.stderr) == (0, "")


@pytest.mark.parametrize("named", ["who", later("email"), THREE])
def test_a_person_with_several_rows_is_refused_with_the_statement(folder, run, named):
    """A column that names people with others gets the statement for all of them."""
    _write(**NAMING[named])
    name = named.rpartition(" ")[2]
    _write_job(folder, "p.parquet", f"person: {name}\n")
    ended = run("check", "job.yaml")
    told = "which together name people" if " and " in named else "though person: "
    assert ended.exit_code == 3 and f"repeat the {named} of another, {told}" in ended.complaint
    (statement,) = re.findall("COPY .*?;", ended.complaint)
    duckdb.sql(statement)
    person = "person" if " and " in named else name
    _write_job(folder, "p-people.parquet", f"person: {person}\n")
    ended = run("check", "job.yaml")
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert run("anonymize", "job.yaml", "--quiet", "--time-limit", "1").exit_code == 0


@pytest.mark.parametrize("suffix", ["csv", later("parquet")])
def test_a_list_of_columns_is_refused_with_the_statement_and_then_holds(folder, run, suffix):
    """By its own columns in its own order; of one too few, all are named."""
    _write(**NAMING[THREE])
    for written, told in (
        ("[surname, first_name, born]", "though person: [surname, first_name, born] says that"),
        ("[first_name, born]", "and write person: [first_name, born, surname], or remove person"),
    ):
        _write_job(folder, f"p.{suffix}", f"person: {written}\n")
        ended = run("check", "job.yaml")
        assert ended.exit_code == 3 and told in ended.complaint
        assert f"{len(ROWS) - PEOPLE} rows" in ended.complaint
        (statement,) = re.findall("COPY .*?;", ended.complaint)
    duckdb.sql(statement)
    _write_job(folder, "p-people.parquet", "person: [first_name, born, surname]\n")
    ended = run("check", "job.yaml")
    assert (ended.exit_code, ended.stderr) == (0, "")
    ended = run("anonymize", "job.yaml", "--quiet", "--time-limit", "1", "--json")
    assert ended.found["person"] == ["first_name", "born", "surname"]


@pytest.mark.parametrize("more", ["year", later("visit_no"), "order_id"])
def test_a_list_that_tells_rows_of_people_apart_is_no_answer(folder, run, more):
    """What names people beside it is still asked about; a number in a centre is an answer."""
    times = {more: [2020 + year for _, year in ROWS]}
    _write(pid=[f"p{person:04}" for person, _ in ROWS], **times)
    _write_job(folder, "p.parquet", f"person: [pid, {more}]\n")
    for command in ("check", "measure"):
        ended = run(command, "job.yaml")
        asked = f"{len(ROWS) - PEOPLE} rows of P repeat the pid of another: {ASKS}"
        assert (ended.exit_code, asked in ended.stderr) == (0, True)
    _write(pid=[f"p{person:04}" for person, _ in ROWS], centre=[*range(len(ROWS))])
    _write_job(folder, "p.parquet", "person: [centre, pid]\n")
    ended = run("check", "job.yaml")
    assert (ended.exit_code, ASKS in ended.stderr) == (0, False)


@pytest.mark.parametrize("name", ["hh_id", later("manager_id"), "mother_id"])
def test_what_several_people_share_is_not_asked_about(folder, run, name):
    """Members of a household differ in sex or birth; whoever leads people is another person."""
    births = [1940 + (person * 11 + year * 17) % 60 for person, year in ROWS]
    sexes = ["fm"[(person + year) % 2] for person, year in ROWS]
    shared = [1000 + person for person, _ in ROWS]
    _write(**{name: shared, "born": births, "sex": sexes})
    _write_job(folder, "p.parquet")
    for command in ("check", "risks"):
        ended = run(command, "job.yaml")
        assert (ended.exit_code, ASKS in ended.stderr) == (0, False)
    pids = [f"x{i}" for i in range(len(ROWS))]
    _write(**{"pid": pids, name: shared, "born": births, "sex": sexes})
    ended = run("init", "p.parquet", "--where", "in_trial", "--overwrite")
    text = (folder / "job.yaml").read_text()
    assert ASKS not in ended.stderr and "\nperson: pid" in text


def test_what_is_only_asked_about_gets_a_statement_too(folder, run):
    """By the moment of the row, where most have one of their own; T is mended as well."""
    names = [f"u{person}" for person, _ in ROWS]
    moments = [
        f"{2020 + year}-03-{1 + person % 28:02} 08:{i % 60:02}:11"
        for i, (person, year) in enumerate(ROWS)
    ]
    table = pyarrow.table(
        {
            "username": names,
            "seen_at": moments,
            "device": [("ios", "web", "app")[i * i % 3] for i in range(len(ROWS))],
            "country": [("DE", "FR")[person % 2] for person, _ in ROWS],
        }
    )
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.slice(0, 200), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the username of another: {ASKS}"
    assert (ended.exit_code, asked in ended.stderr) == (0, True)
    text = (folder / "job.yaml").read_text()
    told = "If username may name people with several rows, this keeps one row of each person"
    assert told in text
    duckdb.sql(re.search(r"^#  (COPY .*)$", text, re.MULTILINE)[1])
    kept = parquet.read_table("p-people.parquet").to_pydict()
    last = dict(zip(names, moments, strict=True))
    assert dict(zip(kept["username"], kept["seen_at"], strict=True)) == last
    for rows, place in ((200, "complaint"), (90, "job")):
        parquet.write_table(table.slice(0, rows), "t.parquet")
        ended = run("init", "p-people.parquet", "t.parquet", "--overwrite")
        said = ended.complaint if place == "complaint" else (folder / "job.yaml").read_text()
        (statement,) = re.findall("COPY .*?;", said)
        duckdb.sql(statement)
        ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite", "--json")
        assert (ended.exit_code, ended.found["key_faults"]) == (0, [])


@pytest.mark.parametrize("suffix", ["csv", later("parquet")])
def test_people_who_are_marked_in_some_rows_stay_in_t_by_the_statement_of_check(
    folder, run, suffix
):
    """Their last row is not marked, and would take them out of T."""
    marks = [person % 6 == 0 and year == 0 for person, year in ROWS]
    _write(**NAMING["who"], in_trial=marks)
    for more, exit_code in (("", 0), ("person: who\n", 3)):
        _write_job(folder, f"p.{suffix}", more)
        ended = run("check", "job.yaml")
        told = "the row is marked if any row of somebody is marked"
        assert (ended.exit_code, told in ended.stderr) == (exit_code, True)
        (statement,) = re.findall("COPY .*?;", ended.stderr)
        duckdb.sql(statement)
        kept = parquet.read_table("p-people.parquet").to_pydict()
        assert len(kept["who"]) == PEOPLE
        assert sum(str(mark).lower() == "true" for mark in kept["in_trial"]) == 20


ORDERS = [7000 + i for i in range(len(ROWS))]
#: The first order of every sixth person, which is none of those that P keeps.
OF_T = [i for i, (person, year) in enumerate(ROWS) if person % 6 == 0 and year == 0]


def _write_orders(key: str, **named) -> None:
    """Write P with orders, and T: a key of these, the named columns of which it has, and a dose."""
    _write(order_no=ORDERS, **named)
    table = pyarrow.table({key: ORDERS, "dose": [i % 7 for i in range(len(ROWS))]} | named)
    names = [key, "dose"] if key == "order_no" else [*named, "dose"]
    duckdb.from_arrow(table.select(names).take(OF_T)).write_csv("t.csv")
    parquet.write_table(table.select(names).take(OF_T), "t.parquet")


def _write_job_by_key(folder, suffix: str, key: str, more: str = "") -> None:
    (folder / "job.yaml").write_text(
        f"public: p{suffix}\nprivate: {{path: t{suffix}, key: {key}}}\nkeep: [dose]\n{more}"
        "quasi_identifiers: {ward: {widths: [2]}, sex: {tree: {any: [f, m]}}}\n"
        "public_columns: [sex, ward, born, year]\ndelta: {max: 1/2}\nrelease: r.parquet\n"
    )


@pytest.mark.parametrize(
    ("named", "suffix", "says_person"),
    [
        ("who", ".csv", True),
        (THREE, ".parquet", True),
        (THREE, ".csv", False),
        later("email", ".parquet", False),
        later("who", ".csv", False),
        later("email", ".csv", True),
    ],
)
def test_a_t_of_orders_gets_a_statement_too(folder, run, named, suffix, says_person):
    """By P's statement alone it would lose people: the error names the file that has them."""
    _write_orders("order_no", **NAMING[named])
    name = named.rpartition(" ")[2]
    public = f"public_columns: {sorted({'born', 'sex', 'ward', *NAMING[named]})}"
    _write_job_by_key(folder, suffix, "order_no", f"person: {name}\n" if says_person else "")
    text = re.sub("public_columns.*", public, (folder / "job.yaml").read_text())
    (folder / "job.yaml").write_text(text)
    ended = run("check", "job.yaml")
    person = "person" if " and " in named else name
    # An order is a key, and no answer to whose it is.
    assert ended.exit_code == (3 if says_person else 0)
    told = ended.complaint if says_person else ended.stderr
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the {named} of another"
    if not says_person or " and " in named:
        assert asked in told
    assert f"or name them in the job with key: {person}:" in told
    of_public, of_private = re.findall("COPY .*?;", told)
    duckdb.sql(of_public)
    _write_job_by_key(folder, suffix, "order_no")
    text = (folder / "job.yaml").read_text().replace(f"p{suffix}", "p-people.parquet")
    (folder / "job.yaml").write_text(text)
    assert f"P keeps one row of each person of p{'.parquet'}" in run("check", "job.yaml").complaint
    ended = run("init", "p-people.parquet", f"t{suffix}", "-o", "other.yaml")
    assert "if T names other rows of it, run init for" in ended.complaint
    duckdb.sql(of_private)
    _write_job_by_key(folder, "-people.parquet", person)
    ended = run("check", "job.yaml")
    # These orders are their first ones, and P has the last.
    assert ended.exit_code == 0 and ended.stderr.count("\n") == 1
    assert f"{len(OF_T)} rows of T have another year than P's rows" in ended.stderr
    assert parquet.read_table("t-people.parquet").num_rows == len(OF_T)
    assert run("anonymize", "job.yaml", "--quiet", "--time-limit", "1").exit_code == 0


@pytest.mark.parametrize("command", ["anonymize", "measure"])
def test_people_are_counted_by_all_columns_that_name_them(folder, run, command):
    """Surnames are fewer than people, so that more rows repeat one."""
    _write(**NAMING[THREE])
    _write_job(folder, "p.parquet", "person: surname\n")
    ended = run(command, "job.yaml")
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the first_name, born and surname of another"
    assert (ended.exit_code, asked in ended.complaint) == (3, True)
    assert f"{len(ROWS) - 20} rows" not in ended.complaint and "COPY" in ended.complaint


@pytest.mark.parametrize("command", ["check", "init"])
def test_one_statement_keeps_one_row_and_writes_names_alike(folder, run, command):
    """The other way round, a person of two spellings would still have two rows."""
    emails = [
        f"p{person}@example.org" if year or person % 5 else f" P{person}@Example.org"
        for person, year in ROWS
    ]
    _write_orders("email", email=emails)
    _write_job_by_key(folder, ".parquet", "order_no")
    if command == "init":
        ended = run("init", "p.parquet", "t.parquet", "--overwrite")
        told = ended.complaint
    else:
        text = (folder / "job.yaml").read_text()
        (folder / "job.yaml").write_text(
            re.sub("private: .*", "private: t2.parquet", text).replace(
                "public_columns: [", "public_columns: [email, "
            )
        )
        duckdb.sql(
            "COPY (SELECT t.*, p.sex, p.ward FROM 't.parquet' t JOIN 'p.parquet' p USING"
            " (email) QUALIFY row_number() OVER (PARTITION BY email) = 1)"
            " TO 't2.parquet'"
        )
        ended = run("check", "job.yaml")
        told = ended.stderr
    assert (
        "values of email in P differ from others only in case or spaces around them" in ended.stderr
    )
    assert "- email in lower case without spaces around." in told
    of_public, of_private = re.findall("COPY .*?;", told)
    duckdb.sql(of_public)
    duckdb.sql(of_private)
    kept = parquet.read_table("p-people.parquet")
    assert len({*kept["email"].to_pylist()}) == len(kept) == PEOPLE
    private = "t-people.parquet" if command == "init" else "t2-people.parquet"
    ended = run("init", "p-people.parquet", private, "--overwrite", "--json")
    assert (ended.exit_code, ended.found["key_faults"]) == (0, [])
    ended = run("check", "job.yaml")
    assert (ended.exit_code, "case and spaces" in ended.stderr) == (0, False)


@pytest.mark.parametrize("command", ["risks", "anonymize", "sign-off"])
def test_whatever_says_people_asks_of_two_spellings_of_a_name(folder, run, command):
    """The person of the job is unique as a text; two of its values are others in capitals."""
    names = [f"p{person}@x.org" for person in range(PEOPLE)]
    names += ["P3@x.org", " p4@x.org"]
    of_rows = {"ward": [row % 9 for row, _ in enumerate(names)]}
    of_rows["in_trial"] = [row % 4 == 0 for row, _ in enumerate(names)]
    parquet.write_table(pyarrow.table({"email": names, **of_rows}), "p.parquet")
    _write_job(folder, "p.parquet", "person: email\n")
    words = [command, "job.yaml"]
    if command == "sign-off":
        run("anonymize", "job.yaml", "--quiet")
        words = ["report", "job.yaml", "--sign-off", "-o", "sign.html"]
    ended = run(*words)
    asked = "2 values of email in P differ from others only in case or spaces around them"
    assert (ended.exit_code, ended.stderr.count(asked)) == (0, 1)


@pytest.mark.parametrize("command", ["risks", "measure", "explain", "lattice", "compare", "report"])
def test_whatever_says_people_asks_whether_rows_are_people(folder, run, command):
    """Once; and not where the job names a person, which is checked."""
    _write(pid=[f"p{person:04}" for person, _ in ROWS])
    _write_job(folder, "p.parquet")
    words = ["-o", "page.html"] if command == "report" else []
    ended = run(command, "job.yaml", *words)
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the pid of another: {ASKS}"
    assert (ended.exit_code, ended.stderr.count(asked)) == (0, 1)
    if command == "report":
        run("anonymize", "job.yaml", "--quiet")
        ended = run("report", "job.yaml", "--sign-off", "-o", "sign.html")
        assert (ended.exit_code, ended.stderr.count(asked)) == (0, 1)


@pytest.mark.parametrize("name", ["mrn", "email"])
def test_a_name_that_others_do_not_know_still_names_people(folder, run, name):
    """Whoever knows somebody at two times finds both rows without it."""
    _write(**{name: [f"p{person:04}@example.org" for person, _ in ROWS]})
    _write_job(folder, "p.parquet", "public_columns: [ward]\n")
    for command in ("check", "measure"):
        ended = run(command, "job.yaml")
        asked = f"{len(ROWS) - PEOPLE} rows of P repeat the {name} of another: {ASKS}"
        assert (ended.exit_code, asked in ended.stderr) == (0, True)


@pytest.mark.parametrize("name", ["employer_id", later("plant_nr")])
def test_what_the_rows_deny_is_asked_about_by_no_command(folder, run, name):
    """Those of an employer are of both sexes, and of many births."""
    births = [1940 + (person * 11 + year * 17) % 60 for person, year in ROWS]
    sexes = ["fm"[(person + year) % 2] for person, year in ROWS]
    _write(**{name: [1000 + person for person, _ in ROWS], "born": births, "sex": sexes})
    _write_job(folder, "p.parquet")
    for command in ("check", "measure", "anonymize"):
        ended = run(command, "job.yaml", "--quiet")
        assert (ended.exit_code, ASKS in ended.stderr) == (0, False)


@pytest.mark.parametrize(
    ("name", "is_asked"), [("patient_id", True), ("household_id", False), ("visit_id", False)]
)
def test_rows_of_t_that_repeat_an_identifier_of_its_own_are_asked_about(
    folder, run, name, is_asked
):
    """P has one row of each of 120 people, and T two rows of 30, under a number that P lacks."""
    people = {
        "born": [1940 + i * 11 % 60 for i in range(PEOPLE)],
        "sex": ["fm"[i % 2] for i in range(PEOPLE)],
    }
    parquet.write_table(pyarrow.table(people), "p.parquet")
    rows = [i for i in range(0, PEOPLE, 4) for _ in range(2)]
    private = {column: [values[i] for i in rows] for column, values in people.items()}
    parquet.write_table(pyarrow.table({name: [f"k{i}" for i in rows], **private}), "t.parquet")
    (folder / "job.yaml").write_text(
        "public: p.parquet\nprivate: t.parquet\ndelta: {max: 1}\nrelease: r.parquet\n"
        "quasi_identifiers: {born: {widths: [10, 60]}, sex: {tree: {'*': [f, m]}}}\n"
    )
    asks = f"30 rows of T repeat the {name} of another, and P has no such column"
    assert (asks in run("check", "job.yaml").stderr) is is_asked
    assert (asks in run("anonymize", "job.yaml").stderr) is is_asked
    (folder / "job.yaml").write_text(f"person: []\n{(folder / 'job.yaml').read_text()}")
    assert asks not in run("check", "job.yaml").stderr, "the job says that nothing names people"
    told = run("init", "p.parquet", "t.parquet", "-o", "first.yaml").stderr
    assert (asks in told) is is_asked
    written = (folder / "first.yaml").read_text()
    by_rows = f"60 of 120 are in T, by its rows; if {name} names people, 30 are"
    assert (by_rows in written) is is_asked


def test_a_p_of_nothing_but_what_marks_t_names_nobody():
    words = {"quasi_identifiers": {"age": {"widths": [5]}}, "delta": {"max": "9/10"}}
    people = pd.DataFrame({"age": [1, 2, 3, 4]})
    job = dpsql.Job(public=people, private={"where": "age > 2"}, **words)
    assert dpsql.check(job).private_rows == 2
    assert dpsql.measure(job, {"age": 1}).presence.maximum == Fraction(1, 2)


@pytest.mark.parametrize("has_many", [False, True])
def test_the_release_and_the_page_to_sign_ask_what_check_asks(folder, run, monkeypatch, has_many):
    """Of names that say nothing, too; of a P that is too large to look at, the release says so."""
    monkeypatch.setattr("dpsql.use_cases.people.first_rows.FIRST", 50 if has_many else 5000)
    _write(**NAMING["who"])
    _write_job(folder, "p.parquet")
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the who of another"
    ended = run("anonymize", "job.yaml")
    assert (f"{asked}: {ASKS}" in ended.stderr) is not has_many
    assert ("looks whether somebody has several of them" in ended.stderr) is has_many
    ended = run("report", "job.yaml", "--sign-off", "--output", "sign.html")
    assert f"{asked}: {ASKS}" in ended.stderr
    assert f"This holds for rows: {asked}." in (folder / "sign.html").read_text()
    # Whoever says that none of them names people is asked no more.
    _write_job(folder, "p.parquet", "person: []\n")
    ended = run("anonymize", "job.yaml", "--overwrite", "--quiet")
    assert (ended.exit_code, ended.stderr) == (0, "")
