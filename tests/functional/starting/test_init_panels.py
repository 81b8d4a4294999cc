"""``dpsql init`` on tables with several rows per person: P must have one row of each."""

import re
from datetime import date

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later

PEOPLE = 120
#: Each of them has 2 to 5 rows, but none of these in the same year.
ROWS = [(person, year) for person in range(PEOPLE) for year in range(2 + person % 4)]


def _write(name: str = "who", **others) -> pyarrow.Table:
    """Write P: people by number, sex and birth, in another ward each year; T's rows are marked."""
    columns = {
        name: [100 + person for person, _ in ROWS],
        "year": [2020 + year for _, year in ROWS],
        "sex": ["fm"[person * person % 7 % 2] for person, _ in ROWS],
        "born": [1940 + person * 11 % 60 for person, _ in ROWS],
        "ward": [(person + year) % 5 for person, year in ROWS],
        "in_trial": [person % 6 == 0 for person, _ in ROWS],
    }
    table = pyarrow.table(columns | others)
    parquet.write_table(table, "p.parquet")
    return table


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _read(folder) -> tuple[str, dict]:
    text = (folder / "job.yaml").read_text()
    return text, yaml.safe_load(text)


@pytest.mark.parametrize("name", [later("patient"), later("USUBJID"), "who", "household"])
def test_people_with_several_rows_are_found_by_their_name_or_by_their_rows(folder, run, name):
    _write(name)
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"] == {"column": name, "people": PEOPLE, "rows": len(ROWS)}
    assert f"rows of P repeat the {name} of another: no bound holds" in ended.stderr
    text, job = _read(folder)
    assert job["person"] == name and name not in job["quasi_identifiers"]
    assert "It runs once P is mended" in text and "20 of 120 people are in T" in text
    assert "rows of P share these values" in text and "people of P share" not in text
    for command in ("check", "risks", "anonymize"):
        assert run(command, "job.yaml", "--quiet").exit_code == 3


@pytest.mark.parametrize("is_kept", [True, False])
def test_people_of_whose_rows_only_the_race_is_one_are_asked_about(folder, run, is_kept):
    """Without sex, birth or time; rows of a school have several races."""
    of_rows = [person if is_kept else person + year for person, year in ROWS]
    numbers = [500 + person for person, _ in ROWS]
    wage = [i * 37 % 101 for i, _ in enumerate(ROWS)]
    table = {"zz": numbers, "race": ["ab"[one % 2] for one in of_rows], "wage": wage}
    marked = [person % 6 == 0 for person, _ in ROWS]
    parquet.write_table(pyarrow.table(table | {"in_trial": marked}), "p.parquet")
    told = run("init", "p.parquet", "--where", "in_trial").stderr
    assert ("rows of P repeat the zz of another: is P one row per person?" in told) == is_kept


def test_numbers_of_people_of_which_a_few_have_a_letter_name_them(folder, run):
    _write("subject", subject=[f"{p}{'a' * (p % 20 == 0)}" for p, _ in ROWS])
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"]["column"] == "subject"


def test_the_number_of_a_case_beside_one_of_each_row_is_asked_about(folder, run):
    """Controls may be matched to it: to keep one row of each case would drop people."""
    none = {name: [1] * len(ROWS) for name in ("year", "sex", "born")}
    _write("case_id", id=[*range(len(ROWS))], **none)
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert "rows of P repeat the case_id of another, which may number visits" in ended.stderr
    assert "COPY" not in (folder / "job.yaml").read_text()
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("seen", [None, "seen_on"])
def test_a_date_that_all_rows_of_somebody_have_is_no_time(folder, run, seen):
    """By the day on which somebody entered, all rows would be the last."""
    days = {"entered_on": [date(2019, 1 + p % 12, 1) for p, _ in ROWS]}
    if seen:
        # Most rows have one of their own, but some share one.
        days |= {seen: [date(2020 + year // 2 * 2, 1 + p % 12, 1) for p, year in ROWS]}
    _write(year=[1] * len(ROWS), **days)
    run("init", "p.parquet", "--where", "in_trial", "--quiet")
    text, _ = _read(folder)
    assert "by entered_on" not in text
    assert ("by seen_on" in text) == (seen is not None)
    assert ("no column is known to order" in text) == (seen is None)


def test_the_statement_in_the_job_keeps_one_row_of_each_person(folder, run):
    """The last by year; then the column names people in each run."""
    _write()
    run("init", "p.parquet", "--where", "in_trial")
    statement = re.search(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE)[1]
    duckdb.sql(statement)
    kept = parquet.read_table("p-people.parquet")
    last = {100 + person: 2020 + year for person, year in ROWS}
    assert dict(zip(*(kept[one].to_pylist() for one in ("who", "year")), strict=True)) == last
    ended = run("init", "p-people.parquet", "--where", "in_trial", "--overwrite", "--json")
    assert ended.found["repeated_people"] is None
    assert run("anonymize", "job.yaml", "--time-limit", "1", "--quiet").exit_code == 0


def test_texts_with_a_number_are_ordered_by_it(folder, run):
    """Text would have Wave 10 before Wave 9."""
    _write(year=[f"Wave {year + 8}" for _, year in ROWS])
    run("init", "p.parquet", "--where", "in_trial")
    duckdb.sql(re.search(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE)[1])
    kept = parquet.read_table("p-people.parquet")
    last = {100 + person: f"Wave {year + 8}" for person, year in ROWS}
    assert dict(zip(*(kept[one].to_pylist() for one in ("who", "year")), strict=True)) == last


def test_the_statement_for_a_csv_keeps_zeros_and_orders_numbers(folder, run):
    table = _write()
    months = pyarrow.array([9 + year for _, year in ROWS])
    table = table.set_column(1, "month", months).append_column(
        "plz", [[f"0{1000 + person}" for person, _ in ROWS]]
    )
    duckdb.from_arrow(table).write_csv("p.csv")
    run("init", "p.csv", "--where", "in_trial")
    duckdb.sql(re.search(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE)[1])
    kept = parquet.read_table("p-people.parquet").to_pylist()
    assert {(row["month"], row["plz"][:2]) for row in kept} <= {
        (f"{9 + last}", "01") for last in range(1, 5)
    }


def test_a_table_of_t_is_counted_by_its_people(folder, run):
    """With the column, T has 20 people; without it, init counts rows, and says so."""
    table = _write()
    members = table.filter(table["in_trial"]).drop_columns(["in_trial"])
    parquet.write_table(table.drop_columns(["in_trial"]), "p.parquet")
    parquet.write_table(members, "t.parquet")
    run("init", "p.parquet", "t.parquet")
    assert "20 of 120 people are in T" in _read(folder)[0]
    parquet.write_table(members.drop_columns(["who"]), "t.parquet")
    run("init", "p.parquet", "t.parquet", "--overwrite")
    told = f"{len(members)} of {len(ROWS)} rows are in T, which does not name people"
    assert told in _read(folder)[0]
    # P has one row of each; T's others repeat a key.
    people = table.filter(pyarrow.compute.equal(table["year"], 2020)).drop_columns(["in_trial"])
    parquet.write_table(people, "p.parquet")
    parquet.write_table(members, "t.parquet")
    run("init", "p.parquet", "t.parquet", "--overwrite")
    text, job = _read(folder)
    assert "It runs once T is mended" in text and "20 of 120 people are in T" in text
    assert job["delta"]["max"] <= 0.5


def test_a_number_that_several_people_share_names_nobody(folder, run):
    """Of a household, members differ in sex or birth, whatever the column is called."""
    sexes = ["fm"[(person + year) % 2] for person, year in ROWS]
    births = [1940 + (person * 11 + year * 17) % 60 for person, year in ROWS]
    for name in ("hh_id", "id", "who"):
        table = _write(name, sex=sexes, born=births)
        if name == "who":
            # By what a flag is called, too.
            flags = [[sex == "f" for sex in sexes]]
            flagged = table.drop_columns(["sex", "born"]).append_column("female", flags)
            parquet.write_table(flagged, "p.parquet")
        ended = run("init", "p.parquet", "--where", "in_trial", "--overwrite", "--json")
        assert ended.found["repeated_people"] is None
        assert "several rows" not in ended.stderr
    job = _read(folder)[1]
    assert "person" not in job


def test_what_groups_may_share_is_asked_about(folder, run):
    """No column tells whether rows of a hospital number are one person's: the job runs."""
    table = _write("hospital_nr").select(["hospital_nr", "ward", "in_trial"])
    parquet.write_table(
        table.append_column("age", [[i * 7 % 60 for i in range(len(ROWS))]]), "p.parquet"
    )
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert "rows of P repeat the hospital_nr of another: is P one row per person?" in ended.stderr
    assert ended.found["repeated_people"] is None and "person" not in _read(folder)[1]
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_design_of_as_many_rows_each_is_a_panel(folder, run):
    """Without sex and birth: eight rows of each number, one per week, and a group that lasts."""
    rows = [(person, week) for person in range(40) for week in range(8)]
    table = pyarrow.table(
        {
            "who": [person for person, _ in rows],
            "week": [week for _, week in rows],
            "grp": [person % 3 for person, _ in rows],
            "mood": [(person * 5 + week * week) % 7 for person, week in rows],
            "in_trial": [person < 6 for person, _ in rows],
        }
    )
    parquet.write_table(table, "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"] == {"column": "who", "people": 40, "rows": 320}
    # A shuffled number of the week repeats within people: no panel.
    parquet.write_table(
        table.set_column(1, "week", [[person * week % 5 for person, week in rows]]), "p.parquet"
    )
    ended = run("init", "p.parquet", "--where", "in_trial", "--overwrite", "--json")
    assert ended.found["repeated_people"] is None


def test_rows_that_are_certain_of_some_of_t_are_no_secret_of_a_panel(folder, run):
    """All rows of some people: what is constant in these is no secret, and stays public."""
    table = _write("patient")
    incomes = [[7 * person for person in table["patient"].to_pylist()]]
    table = table.append_column("income", incomes)
    parquet.write_table(table.drop_columns(["in_trial"]), "p.parquet")
    members = table.filter(pyarrow.compute.less(table["patient"], 106))
    parquet.write_table(members.drop_columns(["in_trial"]), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "alone" not in told and "rows of P repeat" in told


@pytest.mark.parametrize("name", ["id", "Kennwert"])
def test_numbers_with_a_point_name_people_too(folder, run, name):
    """As pandas makes of integers where one is missing; these rows are told, and would be lost."""
    numbers = [None if i < 3 else 100.0 + person for i, (person, _) in enumerate(ROWS)]
    _write(name, **{name: pyarrow.array(numbers, "float64")})
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"]["rows"] == len(ROWS) - 3
    text, job = _read(folder)
    assert job["person"] == name and "3 rows of P name nobody there, and would be lost" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 3


def test_two_visits_on_a_day_are_a_panel_still(folder, run):
    """Times may repeat in a few people; without any time, sex and birth show a person."""
    table = _write()
    years = table["year"].to_pylist()
    years[1] = years[0]
    people = table.set_column(1, "year", [years])
    female = people.drop_columns(["sex", "born"]).append_column(
        "female", [[sex == "f" for sex in people["sex"].to_pylist()]]
    )
    for columns in (people, people.drop_columns(["year"]), female):
        parquet.write_table(columns, "p.parquet")
        ended = run("init", "p.parquet", "--where", "in_trial", "--json", "--overwrite")
        assert ended.found["repeated_people"]["column"] == "who"


@pytest.mark.parametrize("form", ["%d.%m.%Y", "%m/%d/%Y"])
@pytest.mark.parametrize("is_of_both", [True, False])
def test_days_of_t_are_ordered_as_it_writes_them(folder, run, form, is_of_both):
    """Where T alone has them, and where P has days of another form; as text 31.1. is the last."""
    table = _write(day=[date(2020, 1 + year, 31 - 3 * year) for _, year in ROWS])
    table = table.drop_columns(["year"])
    days = [day.strftime(form) for day in table["day"].to_pylist()]
    written = table.drop_columns(["day", "in_trial"]).append_column("day", [days])
    members = written.append_column("lab", [days]).filter(table["in_trial"])
    public = table.drop_columns(["in_trial"])
    if not is_of_both:
        members = members.rename_columns(["who", "sex", "born", "ward", "visit_date", "lab"])
    parquet.write_table(members, "t.parquet")
    parquet.write_table(public, "p.parquet")
    run("init", "p.parquet", "t.parquet")
    for statement in re.findall(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE):
        duckdb.sql(statement)
    kept = parquet.read_table("t-people.parquet")
    last = {
        100 + person: date(2020, 1 + year, 31 - 3 * year).strftime(form)
        for person, year in ROWS
        if person % 6 == 0
    }
    assert dict(zip(*(kept[one].to_pylist() for one in ("who", "lab")), strict=True)) == last


def test_several_rows_in_t_get_a_statement_of_their_own(folder, run):
    """With what T alone has, and its time: its last row of somebody may be another than P's."""
    table = _write()
    members = table.filter(table["in_trial"]).drop_columns(["in_trial"])
    members = members.filter(pyarrow.compute.less(members["year"], 2023))
    lab = pyarrow.array(range(len(members)))
    parquet.write_table(members.append_column("lab", lab), "t.parquet")
    parquet.write_table(table.drop_columns(["in_trial"]), "p.parquet")
    run("init", "p.parquet", "t.parquet")
    for statement in re.findall(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE):
        duckdb.sql(statement)
    assert parquet.read_table("t-people.parquet").column_names == ["who", "year", "lab"]
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite", "--json")
    # Of 20 people, half have a row of 2023 or later.
    told = "10 rows of T have another year than P's rows: quasi-identifiers are released as P has"
    assert told in ended.stderr and "outcome" not in ended.stderr
    assert (ended.found["repeated_people"], ended.found["key_faults"]) == (None, [])
    assert {*_read(folder)[1]["quasi_identifiers"]} == {"sex", "born", "ward"}
    assert run("check", "job.yaml", "--quiet").stderr == ""
    with (folder / "job.yaml").open("a") as job:
        job.write("keep: [lab]\n")
    ended = run("check", "job.yaml", "--quiet")
    assert told in ended.stderr and ended.exit_code == 0


def test_a_t_of_the_time_of_p_s_rows_is_not_warned_of(folder, run):
    """Its last row is P's, so that nothing is said of times."""
    table = _write()
    members = table.filter(table["in_trial"]).drop_columns(["in_trial"])
    lab = pyarrow.array(range(len(members)))
    parquet.write_table(members.append_column("lab", lab), "t.parquet")
    parquet.write_table(table.drop_columns(["in_trial"]), "p.parquet")
    run("init", "p.parquet", "t.parquet")
    for statement in re.findall(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE):
        duckdb.sql(statement)
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    assert "year" not in ended.stderr
    assert run("check", "job.yaml", "--quiet").stderr == ""


@pytest.mark.parametrize("name", ["id\ndelta: {max: 1}", "id '\" nr", later("#id"), later("id: x")])
def test_a_hostile_name_ends_no_comment(folder, run, name):
    """The job is read as it was meant, and names the column."""
    _write(name)
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"]["column"] == name
    text, job = _read(folder)
    assert (job["person"], job["delta"]["min"]) == (name, 0)
    assert run("check", "job.yaml", "--quiet").exit_code == 3
    statements = re.findall(r"^#  (COPY .*)$", text, re.MULTILINE)
    for statement in statements:
        duckdb.sql(statement)
    assert bool(statements) is name.isprintable()


@pytest.mark.parametrize("name", ["name", later("patient_name"), "email", later("phone")])
def test_people_are_found_by_how_they_are_called(folder, run, name):
    """By one sex and one birth of each; without these, a name is asked about."""
    table = _write(name)
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"] == {"column": name, "people": PEOPLE, "rows": len(ROWS)}
    assert _read(folder)[1]["person"] == name
    parquet.write_table(table.drop_columns(["sex", "born"]), "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_trial", "--json", "--overwrite")
    asked = f"rows of P repeat the {name} of another: is P one row per person?"
    assert asked in ended.stderr and ended.found["repeated_people"] is None
    assert asked in _read(folder)[0] and "person" not in _read(folder)[1]


@pytest.mark.parametrize("name", [later("first_name"), "surname", later("name"), "phone"])
def test_people_who_share_a_name_are_not_taken_for_one(folder, run, name):
    births = [1940 + (person * 11 + year * 17) % 60 for person, year in ROWS]
    table = _write(name, born=births)
    ended = run("init", "p.parquet", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"] is None and "of another" not in ended.stderr
    if name in ("first_name", "surname"):
        # Nor by their sex, which goes with a first name.
        parquet.write_table(table.drop_columns(["born"]), "p.parquet")
        ended = run("init", "p.parquet", "--where", "in_trial", "--json", "--overwrite")
        assert ended.found["repeated_people"] is None and "of another" not in ended.stderr


def test_days_as_texts_are_ordered_as_days_and_check_asks_of_emails(folder, run):
    days = [f"{1 + person % 28:02}.{12 - 2 * year:02}.{2020 + year}" for person, year in ROWS]
    mails = [f"p{person}@example.org" for person, _ in ROWS]
    _write("email", email=mails, year=[0 for _ in ROWS], visited=days)
    run("init", "p.parquet", "--where", "in_trial")
    text, _ = _read(folder)
    assert "the last row of each by visited" in text
    duckdb.sql(re.search(r"^#  (COPY .*)$", text, re.MULTILINE)[1])
    kept = parquet.read_table("p-people.parquet").to_pydict()
    last = dict(zip(mails, days, strict=True))
    assert dict(zip(kept["email"], kept["visited"], strict=True)) == last
    # As a job of before, when each had one row.
    (folder / "job.yaml").write_text(re.sub(r"(?m)^person: .*\n", "", text))
    ended = run("check", "job.yaml")
    asked = f"{len(ROWS) - PEOPLE} rows of P repeat the email of another: is P one row per person?"
    assert (ended.exit_code, asked in ended.stderr) == (0, True)


#: Each of them in 2 to 5 rows; surnames and first names alone are those of many.
NAMES = {
    "surname": [f"Ln{person * 7 % 20}" for person, _ in ROWS],
    "first_name": [f"Fn{person // 20 * 5 + person % 5}" for person, _ in ROWS],
    "birth_date": [f"{1940 + person * 11 % 60}-0{1 + person % 9}-11" for person, _ in ROWS],
}


def _write_names(**others) -> pyarrow.Table:
    table = _write("surname", **(NAMES | others)).drop_columns(["born"])
    parquet.write_table(table, "p.parquet")
    return table


@pytest.mark.parametrize("suffix", [later("parquet"), "csv"])
def test_people_are_found_by_first_name_surname_and_birth(folder, run, suffix):
    """The statement gives each person kept a column of its own, which each run then checks."""
    table = _write_names()
    duckdb.from_arrow(table).write_csv("p.csv")
    ended = run("init", f"p.{suffix}", "--where", "in_trial", "--json")
    assert ended.found["repeated_people"] == {
        "column": "surname",
        "within": ["first_name", "birth_date"],
        "people": PEOPLE,
        "rows": len(ROWS),
    }
    said = f"{len(ROWS) - PEOPLE} rows of P repeat the first_name, birth_date and surname of"
    assert said in ended.stderr and run("check", "job.yaml", "--quiet").exit_code == 3
    assert _read(folder)[1]["person"] == ["first_name", "birth_date", "surname"]
    duckdb.sql(re.search(r"^#  (COPY .*)$", _read(folder)[0], re.MULTILINE)[1])
    kept = parquet.read_table("p-people.parquet")
    assert len(kept) == len(set(kept["person"].to_pylist())) == PEOPLE
    ended = run("init", "p-people.parquet", "--where", "in_trial", "--overwrite", "--json")
    assert (ended.found["repeated_people"], ended.stderr) == (None, "")
    assert _read(folder)[1]["person"] == "person"
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_namesakes_and_a_few_people_who_are_there_twice(folder, run):
    """Namesakes with other births are others; of a register with few repeats init asks."""
    births = [f"{1930 + i * 7 % 70}-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(len(ROWS))]
    _write_names(birth_date=births)
    ended = run("init", "p.parquet", "--where", "in_trial")
    assert ended.stderr == ""
    table = parquet.read_table("p.parquet")
    parquet.write_table(pyarrow.concat_tables([table, table.slice(0, 9)]), "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_trial", "--overwrite", "--json")
    asked = "9 rows of P repeat the first_name, birth_date and surname of another: is P one row per"
    assert ended.found["repeated_people"] is None and asked in ended.stderr
    # Beside a number of each, they are not asked about; many would be.
    numbered = parquet.read_table("p.parquet")
    numbers = [f"x{i}" for i in range(len(numbered))]
    parquet.write_table(numbered.append_column("patient_id", [numbers]), "p.parquet")
    ended = run("init", "p.parquet", "--where", "in_trial", "--overwrite")
    assert "of another" not in ended.stderr
    parquet.write_table(
        _write_names().append_column("patient_id", [numbers[: len(ROWS)]]), "p.parquet"
    )
    ended = run("init", "p.parquet", "--where", "in_trial", "--overwrite")
    assert "surname of another: is P one row per person?" in ended.stderr


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("who", "csv"), later("email", "csv"), later("who", "parquet"), ("email", "parquet")],
)
def test_a_list_of_keys_of_a_panel_gets_the_statement(folder, run, name, suffix):
    """Without a job, the error has it; keys that T has twice are kept once."""
    people = [f"p{person:05}" for person, _ in ROWS]
    public = _write(name, **{name: people}).drop_columns(["in_trial"])
    for times in (1, 2):
        private = pyarrow.table({name: sorted({*people})[:20] * times})
        for file, table in (("p", public), ("t", private)):
            parquet.write_table(table, f"{file}.parquet")
            duckdb.from_arrow(table).write_csv(f"{file}.csv")
        ended = run("init", f"p.{suffix}", f"t.{suffix}", "--overwrite")
        told = f"{name} is no key: {len(ROWS) - PEOPLE} rows of P repeat it"
        assert (ended.exit_code, told in ended.complaint) == (3, True)
        statements = re.findall("COPY .*?;", ended.complaint)
        assert len(statements) == times
        for statement in statements:
            duckdb.sql(statement)
        kept = "t-people.parquet" if times == 2 else f"t.{suffix}"
        ended = run("init", "p-people.parquet", kept, "--overwrite")
        assert (ended.exit_code, ended.stderr) == (0, "")
        assert _read(folder)[1]["private"]["key"] == name
        assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize(
    ("by", "suffix"),
    [("where", "csv"), later("key", "csv"), later("where", "parquet"), ("key", "parquet")],
)
def test_emails_that_differ_in_case_and_spaces_are_asked_about(folder, run, suffix, by):
    """By init and by check; the statement writes them alike, and then they repeat."""
    mails = [f"p{person}@example.org" for person, _ in ROWS]
    for i in range(len(ROWS)):
        # Each person's rows differ in this only.
        mails[i] = " " * (ROWS[i][1] % 2) + (mails[i].upper() if ROWS[i][1] > 1 else mails[i])
    mails = [f"{mail} " if year == 4 else mail for mail, (_, year) in zip(mails, ROWS, strict=True)]
    table = _write("email", email=mails)
    members = table.filter(table["in_trial"]).drop_columns(["in_trial"])
    for name, one in (("p", table), ("t", members)):
        parquet.write_table(one, f"{name}.parquet")
        duckdb.from_arrow(one).write_csv(f"{name}.csv")
    words = ("--where", "in_trial") if by == "where" else (f"t.{suffix}",)
    ended = run("init", f"p.{suffix}", *words)
    asked = f"{len(ROWS) - PEOPLE} values of email in P differ from others only in case or spaces"
    text = _read(folder)[0]
    assert asked in ended.stderr and asked in text
    ended = run("check", "job.yaml")
    assert (ended.exit_code, asked in ended.stderr) == (0, True)
    number = 1 if by == "where" else 2
    for statements in (text, ended.stderr):
        found = re.findall("COPY .*?;", statements)
        assert len(found) == number
        for statement in found:
            duckdb.sql(statement)
    words = ("--where", "in_trial") if by == "where" else ("t-alike.parquet",)
    ended = run("init", "p-alike.parquet", *words, "--overwrite", "--json")
    assert ended.found["repeated_people"]["people"] == PEOPLE and "values of" not in ended.stderr


def test_check_asks_what_repeats_beside_a_number_of_orders(folder, run):
    """A key or a person that may number orders is no answer; one of people is."""
    orders = [f"o{i}" for i in range(len(ROWS))]
    table = _write("customer_no", order_id=orders, pid=orders).drop_columns(["sex", "born"])
    parquet.write_table(table.filter(table["in_trial"]), "t.parquet")
    asked = "rows of P repeat the customer_no of another: is P one row per person?"
    for name, asks in (("order_id", True), ("pid", False)):
        for private in (f"{{table: t.parquet, key: {name}}}", "{where: in_trial}"):
            person = "" if "key" in private else f"person: {name}\n"
            (folder / "job.yaml").write_text(
                f"public: p.parquet\nprivate: {private}\n{person}release: r.parquet\n"
                "public_columns: [customer_no, order_id, pid, year, ward]\n"
                "quasi_identifiers: {ward: {widths: [5]}}\ndelta: {max: 1/2}\n"
            )
            ended = run("check", "job.yaml")
            assert (ended.exit_code, asked in ended.stderr) == (0, asks)
