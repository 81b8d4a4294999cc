"""``dpsql init`` says what it takes for people, and asks where that may be something else."""

import re
from collections import Counter

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

from tests.tiers import later

PEOPLE = 120
P = {
    "age": [18 + i * 7 % 73 for i in range(PEOPLE)],
    "sex": ["fm"[i * 3 % 5 % 2] for i in range(PEOPLE)],
    "educ": [("low", "mid", "high")[i * i % 3] for i in range(PEOPLE)],
}
ASKS = "is P one row per person?"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(public: dict, names: list[str] | None = None, rows: list[int] | None = None) -> None:
    """Write P, and T: some of its rows and columns."""
    table = pyarrow.table(public)
    parquet.write_table(table, "p.parquet")
    members = table.take(list(range(0, len(table), 5)) if rows is None else rows)
    parquet.write_table(members if names is None else members.select(names), "t.parquet")


def _init(run, folder, *words: str) -> tuple[str, str]:
    """Return the messages of init, and its job."""
    ended = run("init", "p.parquet", *(words or ["t.parquet"]), "--overwrite")
    assert ended.exit_code == 0
    return " ".join(ended.stderr.split()), (folder / "job.yaml").read_text()


@pytest.mark.parametrize("name", ["case_no", later("visit_id"), "Fallnummer", later("order_nr")])
def test_a_number_of_visits_or_orders_is_asked_about(run, folder, name):
    numbers = [7000 + i * 37 % PEOPLE for i in range(PEOPLE)]
    _write({name: numbers} | P)
    for words in (["--where", "age > 80"], ["t.parquet"]):
        told, text = _init(run, folder, *words)
        assert f"{name} may number visits, orders or the like, and not people: {ASKS}" in told
        assert "person" not in yaml.safe_load(text)
    # Beside a number of people, it is not even asked about.
    _write({name: numbers, "pid": numbers} | P, [*P])
    told, text = _init(run, folder)
    assert ASKS not in told and yaml.safe_load(text)["person"] == "pid"


@pytest.mark.parametrize(("first", "is_asked"), [(1, False), (7000, True)])
def test_a_case_that_counts_the_rows_of_a_survey_is_no_visit(run, folder, first, is_asked):
    _write({"case": [first + i * (1 + is_asked) for i in range(PEOPLE)]} | P)
    for words in (["--where", "age > 80"], ["t.parquet"]):
        told, _ = _init(run, folder, *words)
        assert ("case may number visits, orders or the like" in told) is is_asked


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("email", {}),
        later("email", {"id": [1 + i for i in range(PEOPLE)]}),
        later("mobile_phone", {}),
        ("mobile_phone", {"id": [1 + i for i in range(PEOPLE)]}),
    ],
)
def test_how_to_reach_somebody_names_people_rather_than_orders(run, folder, name, others):
    """Nor does a number that counts the rows of P name them; T may have orders only."""
    orders = [f"o{7000 + i * 37 % PEOPLE}" for i in range(PEOPLE)]
    reached = [f"+49-{i * 7919 % 20011}" for i in range(PEOPLE)]
    _write({"order_id": orders, name: reached} | others | P, [*P])
    for words in (["--where", "age > 80"], ["t.parquet"]):
        told, text = _init(run, folder, *words)
        assert ASKS not in told and yaml.safe_load(text)["person"] == name
    for columns, key, person in (
        (["order_id", name, *P], name, None),
        (["order_id", *P], "order_id", name),
    ):
        _write({"order_id": orders, name: reached} | others | P, columns)
        told, text = _init(run, folder)
        job = yaml.safe_load(text)
        assert (job["private"]["key"], job.get("person")) == (key, person) and ASKS not in told
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize(
    ("name", "values", "asks"),
    [
        ("first_name", [f"N{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(PEOPLE)], True),
        ("income", [9000 + i * 7919 % 20011 for i in range(PEOPLE)], True),
        later("ldl", [i * 7919 % 20011 for i in range(PEOPLE)], True),
        ("who", [100 + i * 37 % PEOPLE for i in range(PEOPLE)], False),
        later("code", [f"x{i * 37 % PEOPLE}" for i in range(PEOPLE)], False),
        ("mail", [f"{i}@example.org" for i in range(PEOPLE)], False),
        ("teilnehmer", [i * 7919 % 20011 for i in range(PEOPLE)], False),
        ("x", [i * 7919 % 20011 + 1_000_000_000 for i in range(PEOPLE)], False),
    ],
)
def test_a_key_that_may_be_one_by_chance_is_asked_about(run, folder, name, values, asks):
    _write({name: values} | P)
    told, text = _init(run, folder)
    assert yaml.safe_load(text)["private"] == {"table": "./t.parquet", "key": name}
    asked = f"{name} is the key, but neither its name nor its values look like a number of people"
    assert (asked in told) == (asked in text) == asks
    assert (f"{name} is unique in P and is used as the key" in text) != asks
    if asks:
        # A T of nothing else has no quasi-identifiers to be matched by.
        _write({name: values} | P, [name])
        told, _ = _init(run, folder)
        assert "If so, give T the key of P, or the columns to match it by" in told
    # One that is a key by its name comes first, even if it counts the rows of P.
    _write({name: values, "pid": [1 + i for i in range(PEOPLE)]} | P)
    if asks:
        assert yaml.safe_load(_init(run, folder)[1])["private"]["key"] == "pid"
    _write({name: values, "pid": [f"p{i}" for i in range(PEOPLE)]} | P)
    told, text = _init(run, folder)
    expected = name if name == "teilnehmer" else "pid"
    assert yaml.safe_load(text)["private"]["key"] == expected and asked not in told


def test_a_t_of_a_key_and_outcomes_takes_what_p_has_of_people(run, folder):
    pids = {"pid": [f"p{i}" for i in range(PEOPLE)]}
    outcomes = {"resp": [i % 3 for i in range(PEOPLE)], "toxicity": [i % 4 for i in range(PEOPLE)]}
    _write(pids | P | outcomes, ["pid", *outcomes])
    told, text = _init(run, folder)
    job = yaml.safe_load(text)
    assert [*job["quasi_identifiers"]] == [*P]
    asked = "toxicity, resp of T may be outcomes, as P alone has what people know of each other"
    assert asked in told and f"#  {asked}" in text and "#   resp: {widths" in text
    assert run("anonymize", "job.yaml", "--time-limit", "1", "--quiet").exit_code == 0
    # If all are what a study looks at, one column that describes people is enough.
    died = {name: [i % 2 for i in range(PEOPLE)] for name in ("recur", "death")}
    ages = {
        "age": [20 + i % 50 for i in range(PEOPLE)],
        "case_id": [f"c{i}" for i in range(PEOPLE)],
    }
    _write(pids | ages | died, ["pid", *died])
    told, text = _init(run, folder)
    assert [*yaml.safe_load(text)["quasi_identifiers"]] == ["age"]
    assert "recur, death of T may be outcomes" in told and "values; it is the key" in text
    assert f"case_id: {PEOPLE} values; it is an identifier" in text
    # Not where T describes people itself, nor where P does not.
    _write(pids | P | outcomes, ["pid", "sex", *outcomes])
    told, text = _init(run, folder)
    assert {*yaml.safe_load(text)["quasi_identifiers"]} == {"sex", *outcomes}
    assert "outcome" not in told
    _write(pids | {"dose": [i % 5 for i in range(PEOPLE)]} | outcomes, ["pid", *outcomes])
    told, text = _init(run, folder)
    assert {*yaml.safe_load(text)["quasi_identifiers"]} == {*outcomes} and "outcome" not in told


def test_outcomes_still_tell_that_the_key_is_another_number(run, folder):
    """Rows of T are those of other people by it; without it T is found in P."""
    numbers = {"nr": [10 + i for i in range(PEOPLE)]}
    outcomes = {
        "resp": [i * i % 7 for i in range(PEOPLE)],
        "toxicity": [i * i * i % 11 for i in range(PEOPLE)],
    }
    _write(numbers | P | outcomes, ["nr", *outcomes])
    members = parquet.read_table("t.parquet")
    others = [10 + value * value % 113 for value in range(len(members))]
    parquet.write_table(members.set_column(0, "nr", [others]), "t.parquet")
    told, text = _init(run, folder)
    assert "nr is no key" in told
    job = yaml.safe_load(text)
    assert job["private"] == "./t.parquet" and {*job["quasi_identifiers"]} == {*outcomes}


@pytest.mark.parametrize("named", [True, False])
def test_a_t_with_more_rows_than_p_is_told_what_is_likely(run, folder, named):
    pids = {"pid": [f"p{i}" for i in range(PEOPLE)]} if named else {}
    _write(pids | P, rows=[i % 50 for i in range(PEOPLE + 80)])
    ended = run("init", "p.parquet", "t.parquet")
    told = (
        "150 rows of T repeat the pid of another, and P has a row of each; keep one row of each in"
        " T, too"
        if named
        else "if they are exchanged, name P first; if not, T has several rows of people"
    )
    assert (ended.exit_code, f"T has 200 rows, and P 120, but T is a part of P: {told}") == (
        3,
        ended.complaint.removeprefix("dpsql: ")[: len(told) + 49],
    )


def test_an_empty_t_of_pandas_and_a_p_of_one_row_are_named_so(run, folder):
    """A column of a frame without rows has no type."""
    pids = {"pid": [f"p{i}" for i in range(PEOPLE)]}
    _write(pids | P)
    empty = {name: pyarrow.array([], pyarrow.null()) for name in ("pid", *P)}
    for names in ([*empty], ["pid"]):
        parquet.write_table(pyarrow.table(empty).select(names), "t.parquet")
        ended = run("init", "p.parquet", "t.parquet")
        told = "dpsql: T has no rows: nobody is protected; is it the right table?"
        assert (ended.exit_code, ended.complaint, ended.stderr.strip()) == (3, told, told)
    told, _ = _init(run, folder, "--where", "age > 200")
    assert told == "dpsql: T has no rows: nobody is protected; is it the right condition?"
    parquet.write_table(pyarrow.table(pids | P).slice(0, 1), "p.parquet")
    ended = run("init", "p.parquet", "--where", "age = 18", "--overwrite")
    assert (ended.exit_code, "P has one row; it must list" in ended.complaint) == (3, True)


CENTRES = [(i % 8, i // 8 + 1) for i in range(PEOPLE)]


def _in_centres(number: str, visits: int, *, described: bool = True) -> dict:
    """Return P by centre and a number in it; of each person as many rows, at visits."""
    rows = [(person, visit) for visit in range(visits) for person in range(PEOPLE)]
    columns = {
        "centre": [CENTRES[person][0] for person, _ in rows],
        number: [CENTRES[person][1] for person, _ in rows],
        "visit": [visit for _, visit in rows],
        "score": [(person + visit) % 11 for person, visit in rows],
    }
    described_by = {name: [P[name][person] for person, _ in rows] for name in P}
    return columns | (described_by if described else {})


@pytest.mark.parametrize("number", ["number", "subj", later("patient_no")])
def test_people_named_by_two_columns_are_found(run, folder, number):
    """A number in a centre: of a panel, P is to be mended; else T could be matched by both."""
    public = _in_centres(number, 3)
    _write(public)
    told, text = _init(run, folder)
    said = f"240 rows of P repeat the centre and {number} of another: no bound holds"
    assert said in told and "may count" not in told and "stand" not in told
    assert yaml.safe_load(text)["person"] == ["centre", number]
    ended = run("check", "job.yaml")
    written = f"though person: [centre, {number}] says that each is another person"
    told = f"P: 240 rows repeat the centre and {number} of another, {written}; keep one row of each"
    assert ended.exit_code == 3 and told in ended.complaint and "COPY" in ended.complaint
    # T has some visits of 72 people.
    members = {(row["centre"], row[number]) for row in parquet.read_table("t.parquet").to_pylist()}
    assert f"{len(members)} of 120 people are in T" in text
    statements = re.findall("^#  (COPY .*)$", text, re.MULTILINE)
    duckdb.sql(statements[0])
    kept = parquet.read_table("p-people.parquet").to_pylist()
    assert sorted((row["centre"], row[number], row["visit"]) for row in kept) == sorted(
        (*one, 2) for one in CENTRES
    )
    _write(_in_centres(number, 1))
    for words in (["t.parquet"], ["--where", "age > 80"]):
        told, text = _init(run, folder, *words)
        assert f"centre and {number} together differ in all rows of P, and may name people" in told
        as_person = f"if so, write person: [centre, {number}], and each run checks them" in told
        assert as_person == ("--where" in words)
        assert "person" not in yaml.safe_load(text) and "bound" not in told
        assert run("check", "job.yaml", "--quiet").exit_code == 0
        (folder / "job.yaml").write_text(text.replace("\n# person: ", "\nperson: "))
        assert run("check", "job.yaml", "--json").exit_code == 0
        assert run("measure", "job.yaml", "--json").found["person"] == ["centre", number]


def test_a_number_that_starts_anew_in_centres_is_asked_about_with_them(run, folder):
    """Nothing tells whose rows they are; one row of each number would be too few."""
    public = _in_centres("subj", 3, described=False)
    uneven = [i for i in range(3 * PEOPLE) if i % 7]
    parquet.write_table(pyarrow.table(public).take(uneven), "p.parquet")
    told, text = _init(run, folder, "--where", "score > 7")
    assert f"rows of P repeat the centre and subj of another: {ASKS}" in told
    assert "person" not in yaml.safe_load(text)


def test_members_of_households_that_are_named_by_two_columns_are_no_panel(run, folder):
    public = {"HHNR": [i // 3 for i in range(PEOPLE)], "PERNUM": [i % 3 for i in range(PEOPLE)]}
    _write(public | P)
    told, text = _init(run, folder)
    assert "HHNR and PERNUM together differ in all rows of P" in told
    assert "person" not in yaml.safe_load(text) and ASKS not in told


def test_people_with_ages_far_apart_are_several(run, folder):
    """Those of an interviewer, where neither sex nor birth tells that."""
    public = {"interviewer_no": [i * 7 % 20 for i in range(PEOPLE)], "age": P["age"]}
    _write(public | {"educ": P["educ"]})
    told, text = _init(run, folder, "--where", "educ = 'low'")
    assert "person" not in yaml.safe_load(text) and told == ""


@pytest.mark.parametrize("named", ["who", "pair"])
def test_twins_are_two_people(run, folder, named):
    """One pair in eight is a girl and a boy; in one that is called so, nobody differs."""
    pairs = [i // 2 for i in range(PEOPLE)]
    public = {
        named: [500 + pair for pair in pairs],
        "born": [1940 + pair * 11 % 60 for pair in pairs],
        "sex": [
            "fm"[pair % 2 ^ (named == "who" and pair % 8 == 0 and i % 2)]
            for i, pair in enumerate(pairs)
        ],
        "educ": P["educ"],
    }
    _write(public)
    told, text = _init(run, folder, "--where", "educ = 'low'")
    assert "person" not in yaml.safe_load(text) and "no bound" not in told
    assert f"60 rows of P repeat the {named} of another: {ASKS}" in told


@pytest.mark.parametrize(
    ("name", "asks", "words"),
    [
        ("n", True, ["t.parquet"]),
        ("count", True, ["--where", "age > 80"]),
        later("population", True, ["t.parquet"]),
        ("n_children", False, ["t.parquet"]),
    ],
)
def test_numbers_of_rows_of_people_count_nobody(run, folder, name, asks, words):
    """Rows of people differ in enough columns, too; then init asks, and takes each for a person."""
    ward = {"ward": [i * 37 % 101 for i in range(PEOPLE)]}
    _write(P | ward | {name: [i * i % 6 for i in range(PEOPLE)]})
    told, text = _init(run, folder, *words)
    assert yaml.safe_load(text)["public"] == "./p.parquet" and "of 120 people are in T" in text
    asked = f"if it stands for several, as {name} says, write count: {name} beside the path"
    assert (asked in told) == (f"count: {name}}}  # in place of that" in text) == asks


def test_rows_that_many_people_would_share_are_counted(run, folder):
    """A sparse table, grouped by five columns of which two say the same, with most counts 1."""
    people = range(4 * PEOPLE)
    tuples = Counter(
        (i * 7 % 30, i * 7 % 30 // 10, "fm"[i * i % 5 % 2], i * i % 7 % 3, i * 11 % 4)
        for i in people
    )
    columns = dict(
        zip(("plz", "kreis", "sex", "educ", "work"), zip(*tuples, strict=True), strict=True)
    )
    _write({**columns, "n": [*tuples.values()]})
    told, text = _init(run, folder)
    assert yaml.safe_load(text)["public"] == {"path": "./p.parquet", "count": "n"}
    assert "each row of P stands for as many people as n says, 480 in all" in told


def test_namesakes_are_asked_about_and_not_taken_for_one_person(tmp_path, monkeypatch, run):
    """Three of 300 people share a full name with another, who differs in all else."""
    monkeypatch.chdir(tmp_path)
    ranks = "Sheriff", "Deputy Sheriff", "Trooper"
    names = [f"{ranks[i % 3]} {chr(65 + i % 26)}{'o' * (i // 26)}le" for i in range(297)]
    people = [
        {"person": name, "age": 20 + i * 7 % 50, "town": "abcde"[i % 5], "t": i % 4 == 0}
        for i, name in enumerate([*names[:-1], "Trooper Roe, 2nd", *names[:3]])
    ]
    parquet.write_table(pyarrow.Table.from_pylist(people), "p.parquet")
    ended = run("init", "p.parquet", "--where", "t")
    assert ended.exit_code == 0, ended.stderr
    assert "is P one row per person?" in ended.stderr
    job = (tmp_path / "job.yaml").read_text()
    assert "\nperson:" not in job
    assert run("check", "job.yaml").exit_code == 0


@pytest.mark.parametrize(
    "names", [("elevnr", "fodt", "kjonn", "postnr"), ("id", "born", "s", "plznr")]
)
def test_a_number_of_a_place_names_nobody(tmp_path, monkeypatch, run, names):
    """A postcode is a quasi-identifier, in whatever language its number is called."""
    monkeypatch.chdir(tmp_path)
    people = [
        {
            names[0]: 1000 + i,
            names[1]: f"19{60 + i * 7 % 31}-{1 + i % 11:02}-{1 + i * i % 23:02}",
            names[2]: "JM"[i % 2],
            names[3]: f"{7000 + i % 40 * 3}",
            "t": i % 5 == 0,
        }
        for i in range(400)
    ]
    parquet.write_table(pyarrow.Table.from_pylist(people), "p.parquet")
    ended = run("init", "p.parquet", "--where", "t")
    assert (ended.exit_code, ASKS in ended.stderr) == (0, False)
    job = yaml.safe_load((tmp_path / "job.yaml").read_text())
    assert names[3] in job["quasi_identifiers"]
    assert job.get("person") in (None, names[0])
