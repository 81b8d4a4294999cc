"""``init`` and ``check`` find T's people in P by values, where T calls their number otherwise."""

import random
import re

import duckdb
import pytest
import yaml

from tests.panel_tables import write_rows
from tests.tiers import later

PEOPLE, YEARS = 160, (2020, 2021, 2022)
ASKS = "do both name the same people?"
#: Numbers of people with gaps between them; every fourth is in T.
NUMBERS = [1000 + 7 * i for i in range(PEOPLE)]
MEMBERS = range(0, PEOPLE, 4)


def _describe(seed: int = 1) -> list[dict[str, object]]:
    drawn = random.Random(seed)
    return [
        {"sex": drawn.choice("fm"), "born": drawn.randint(1940, 1999), "ward": drawn.randint(1, 9)}
        for _ in range(PEOPLE)
    ]


def _write(name: str, rows: list[dict[str, object]], suffix: str = "parquet") -> str:
    return write_rows(f"{name}.{suffix}", rows)


def _spread(rows: list[dict[str, object]], years: tuple[int, ...]) -> list[dict[str, object]]:
    """Return each row once, or once a year with another ward."""
    if not years:
        return rows
    return [
        row | {"year": year, **({"ward": (int(row["ward"]) + year) % 9} if "ward" in row else {})}
        for row in rows
        for year in years
    ]


@pytest.mark.parametrize(
    ("of_public", "of_private", "shared", "suffix"),
    [
        (YEARS, YEARS, ("sex",), "parquet"),
        (YEARS, (), ("sex",), "parquet"),
        ((), YEARS, ("sex",), "csv"),
        later((), (), ("sex",), "parquet"),
        ((), (), (), "csv"),
        later((), YEARS, (), "parquet"),
        (YEARS, (), (), "parquet"),
        later(YEARS, YEARS, (), "csv"),
    ],
)
def test_a_renamed_number_is_asked_about_and_its_statements_work(
    folder, run, of_public, of_private, shared, suffix
):
    """Whether P or T has several rows of each, and whether they share another column or none."""
    people = [{"person_id": n} | row for n, row in zip(NUMBERS, _describe(), strict=True)]
    own = [
        {"pid": NUMBERS[i], "dose": i % 11} | {name: people[i][name] for name in shared}
        for i in MEMBERS
    ]
    tables = _write("p", _spread(people, of_public)), _write("t", _spread(own, of_private), suffix)
    ended = run("init", *tables)
    told = f"pid of T has values of person_id in P (40 of 40): {ASKS}"
    assert told in ended.stderr and ended.exit_code in (0, 3)
    in_t = "40 people are in T, not 120"
    assert (in_t in ended.stderr) is bool(of_private)
    text = (folder / "job.yaml").read_text() if ended.exit_code == 0 else ended.stderr
    for statement in re.findall("COPY .*?;", text):
        duckdb.sql(statement)
    files = [
        next(
            (
                f"{one}-{end}.parquet"
                for end in ("people", "named")
                if (folder / f"{one}-{end}.parquet").exists()
            ),
            f"{one}.parquet",
        )
        for one in "pt"
    ]
    assert files[1] != "t.parquet" and (files[0] == "p.parquet") is not bool(of_public)
    ended = run("init", *files, "--overwrite")
    assert ended.exit_code == 0 and ASKS not in ended.stderr
    job = yaml.safe_load((folder / "job.yaml").read_text())
    assert job["private"]["key"] == "person_id"
    assert f"40 of {PEOPLE} people are in T" in (folder / "job.yaml").read_text()
    assert run("check", "job.yaml", "--quiet").exit_code == 0
    kept = duckdb.sql(f"SELECT person_id, dose FROM '{files[1]}'").fetchall()
    assert sorted((int(n), int(dose)) for n, dose in kept) == [
        (NUMBERS[i], i % 11) for i in MEMBERS
    ]


@pytest.mark.parametrize("of_public", [YEARS, ()])
@pytest.mark.parametrize("of_private", [YEARS, ()])
def test_check_asks_of_a_job_by_hand(folder, run, of_public, of_private):
    """Whether P or T has several rows of each, or both have one."""
    people = [{"person_id": n} | row for n, row in zip(NUMBERS, _describe(), strict=True)]
    own = [{"pid": NUMBERS[i], "sex": people[i]["sex"]} for i in MEMBERS]
    _write("p", _spread(people, of_public))
    _write("t", _spread(own, of_private))
    job = (
        "public: p.parquet\nprivate: t.parquet\ndelta: {max: 0.99}\nrelease: r.parquet\n"
        "quasi_identifiers: {sex: {tree: {'*': [f, m]}}}\n"
    )
    (folder / "job.yaml").write_text(job)
    told = run("check", "job.yaml").stderr
    assert told.count(ASKS) == 1 and '"pid" AS "person_id"' in told
    statements = re.findall("COPY .*?;", told)
    assert statements and {f"  {one}" for one in statements} <= {*told.splitlines()}
    assert not any(ASKS in line and "COPY" in line for line in told.splitlines())
    assert "give it this column" not in told and "under another name" not in told
    (folder / "job.yaml").write_text(f"person: []\n{job}")
    assert ASKS not in run("check", "job.yaml").stderr


@pytest.mark.parametrize(
    ("change", "is_asked"),
    [
        ({}, True),
        # Numbers of T's own, most of which P lacks.
        ({"pid": lambda i: 5 + 11 * i}, False),
        # Those of other people: sexes differ.
        ({"sex": lambda i: "fm"[i // 4 % 2]}, False),
        # What many people share, somebody else, and visits.
        ({"pid": None, "hospital_id": lambda i: NUMBERS[i]}, False),
        later({"pid": None, "doctor_id": lambda i: NUMBERS[i]}, False),
        later({"pid": None, "visit_id": lambda i: NUMBERS[i]}, False),
        # Called as in surveys; one person of another table is enough of a doubt then.
        ({"pid": None, "nlsid": lambda i: NUMBERS[i]}, True),
        ({"pid": None, "nlsid": lambda i: NUMBERS[i] + (i == 8)}, False),
        # A measurement.
        later({"pid": None, "dose": lambda i: NUMBERS[i]}, False),
    ],
)
def test_other_numbers_are_not_asked_about(folder, run, change, is_asked):
    people = [{"person_id": n} | row for n, row in zip(NUMBERS, _describe(), strict=True)]
    own = [{"pid": NUMBERS[i], "sex": people[i]["sex"]} for i in MEMBERS]
    for name, value in change.items():
        for i, row in zip(MEMBERS, own, strict=True):
            row[name] = value and value(i)
            if value is None:
                del row[name]
    told = run("init", _write("p", people), _write("t", _spread(own, YEARS))).stderr
    assert (ASKS in told) is is_asked


@pytest.mark.parametrize("name", ["code", "who", "respondent"])
@pytest.mark.parametrize("years", [YEARS, ()])
def test_a_column_of_any_name_is_found_by_its_values(folder, run, name, years):
    """By `init`, whose statement works, and by `check`."""
    people = [{"person_id": n} | row for n, row in zip(NUMBERS, _describe(), strict=True)]
    own = [{name: NUMBERS[i], "dose": i % 11, "sex": people[i]["sex"]} for i in MEMBERS]
    ended = run("init", _write("p", people), _write("t", _spread(own, years)))
    told = f"{name} of T has values of person_id in P (40 of 40): {ASKS}"
    assert told in ended.stderr and told in run("check", "job.yaml").stderr
    text = (folder / "job.yaml").read_text()
    assert f"# keep: [{name}" not in text
    for statement in re.findall("COPY .*?;", text):
        duckdb.sql(statement)
    named = "t-people.parquet" if years else "t-named.parquet"
    assert run("init", "p.parquet", named, "--overwrite").exit_code == 0
    assert yaml.safe_load((folder / "job.yaml").read_text())["private"]["key"] == "person_id"
    assert ASKS not in run("check", "job.yaml").stderr


@pytest.mark.parametrize(
    ("numbers", "own", "more"),
    [
        # Numbers of T's own rows, or of its doses: P has more than every second of them.
        ([i + 1 for i in range(PEOPLE)], lambda i: i + 1, {}),
        ([i + 1 for i in range(60)] + NUMBERS[60:], lambda i: i + 1, {}),
        ([i + 1 for i in range(PEOPLE)], lambda i: 1 + i % 25, {}),
        # Two columns could be the number: of those who came, and of who sent them.
        (NUMBERS, lambda i: NUMBERS[i], {"sent": lambda i: NUMBERS[i + 50]}),
        # One value is another's; others are of other people, or times.
        (NUMBERS, lambda i: NUMBERS[i] + (i == 7), {}),
        (NUMBERS, None, {"income": lambda i: NUMBERS[i]}),
        (NUMBERS, None, {"week": lambda i: NUMBERS[i]}),
        (NUMBERS, None, {"mother": lambda i: NUMBERS[i]}),
    ],
    ids=["rows", "first rows", "doses", "two", "one another", "income", "week", "mother"],
)
def test_a_column_of_any_name_is_no_number_of_people_by_chance(folder, run, numbers, own, more):
    """T's people are others than those whose numbers it has, but for some, and its sexes, too."""
    people = [{"person_id": n} | row for n, row in zip(numbers, _describe(), strict=True)]
    values = {**({} if own is None else {"code": own}), **more}
    others = _describe(3)
    rows = [
        {name: value(i) for name, value in values.items()} | {"ward": others[i]["ward"]}
        for i in range(60)
    ]
    if "dose" not in values:
        rows = [row | {"dose": i % 3} for i, row in enumerate(rows)]
    told = run("init", _write("p", people), _write("t", rows)).stderr
    assert ASKS not in told
    assert ASKS not in run("check", "job.yaml").stderr


@pytest.mark.parametrize("is_same", [True, False])
def test_numbers_from_1_on_of_any_name_need_what_lasts(folder, run, is_same):
    people = [{"person_id": i + 1} | row for i, row in enumerate(_describe())]
    described = people if is_same else _describe(2)
    rows = [{"code": i + 1, "sex": described[i]["sex"], "ward": i % 9} for i in MEMBERS]
    told = run("init", _write("p", people), _write("t", rows)).stderr
    assert (ASKS in told) is is_same


@pytest.mark.parametrize(
    ("members", "add", "is_asked"), [(8, 0, True), (8, 1, False), later(4, 0, False)]
)
def test_few_people_are_found_if_p_has_all_of_them(folder, run, members, add, is_asked):
    people = [{"person_id": n} | row for n, row in zip(NUMBERS, _describe(), strict=True)]
    own = [
        {"pid": row["person_id"] + (add if i == 3 else 0), "sex": row["sex"]}
        for i, row in enumerate(people[5 : 5 + members])
    ]
    told = run("init", _write("p", people), _write("t", _spread(own, YEARS))).stderr
    assert (f"pid of T has values of person_id in P (8 of 8): {ASKS}" in told) is is_asked
    assert (ASKS in told) is is_asked


@pytest.mark.parametrize(("is_same", "shared"), [(True, True), (False, True), (False, False)])
def test_numbers_that_both_tables_count_need_more(folder, run, is_same, shared):
    """Each from 1 on: T's are in P whoever they are, so that sex and birth decide."""
    people = [{"person_id": i + 1} | row for i, row in enumerate(_describe())]
    own = [{"pid": i + 1, "dose": i % 5, "ward": 1 + i % 9} for i in range(60)]
    others = people if is_same else _describe(2)
    if shared:
        own = [row | {"born": others[i]["born"]} for i, row in enumerate(own)]
    told = run("init", _write("p", people), _write("t", own)).stderr
    assert (ASKS in told) is is_same


def test_a_column_that_all_share_is_no_sign(folder, run):
    """Nearly all are of one sex: rows of other people agree in that, too."""
    people = [{"person_id": i + 1} | row for i, row in enumerate(_describe())]
    for i, row in enumerate(people):
        row["sex"] = "m" if i == 99 else "f"
    own = [{"pid": i + 1, "sex": "f", "ward": 1 + i % 9} for i in range(60)]
    assert ASKS not in run("init", _write("p", people), _write("t", own)).stderr


@pytest.mark.parametrize("rows_each", [3, 1])
def test_a_number_in_a_centre_of_t_counts_no_people(folder, run, rows_each):
    """P's people of such numbers are others, by their sexes; `number` of T counts nobody."""
    drawn = random.Random(4)
    people = [
        {
            "district": centre,
            "nr": number,
            "sex": drawn.choice("fm"),
            "born": 1940 + 7 * centre % 50,
        }
        for centre in range(1, 21)
        for number in range(1, 9)
    ]
    own = [
        {
            "centre": row["district"],
            "number": row["nr"],
            "sex": "mf"[row["sex"] == "m"],
            "wave": wave,
            "lab": i % 7,
        }
        for i, row in enumerate(people)
        for wave in range(rows_each)
        if i % 6 == 0
    ]
    told = run("init", _write("p", people), _write("t", own)).stderr
    within = len(own) // rows_each
    asked = f"by itself, or in each centre? Then 4 or {within} are in T, and {len(own)} rows"
    if rows_each > 1:
        # Nobody has twenty rows.
        asked = f"in each centre? Then {within} are in T, and {len(own)} rows"
    assert f"{len(own) - 4} rows of T repeat the number of another" in told and asked in told
    text = (folder / "job.yaml").read_text()
    assert "count: number" not in text and f"# {len(own)} of {len(people)} " in text
    named = "centre and number name people" if rows_each > 1 else "number names people"
    assert f"by its rows; if {named}" in text


@pytest.mark.parametrize("differs", [False, True])
def test_a_group_of_any_name_is_told_if_something_lasts_in_it(run, differs):
    """What differs in the rows of a person is no group: nothing lasts in it that does not alone."""
    drawn = random.Random(4)
    people = [{"sex": drawn.choice("fm"), "born": 1940 + i % 43} for i in range(400)]
    own = [
        {"univ": drawn.choice(("osu", "iowa", "msu")) if differs else ("osu", "iowa")[i % 2]}
        | {"number": i if differs else i // 2, "visit": visit, "sex": row["sex"]}
        | {"born": row["born"]}
        for i, row in enumerate(people[:60])
        for visit in range(5)
    ]
    told = run("init", _write("p", people), _write("t", own)).stderr
    grouped = "by itself, or in each univ? Then 30 or 60 are in T, and 300 rows"
    assert (grouped in told) is not differs
    assert ("does it name people? Then 60 are in T, and not 300" in told) is differs


@pytest.mark.parametrize("time", ["year", "wave"])
def test_a_time_is_no_group_in_which_numbers_start_anew(folder, run, time):
    """Each person has a row for each time, so that both tell all rows apart."""
    people = [{"person_id": n} | row for n, row in zip(NUMBERS, _describe(), strict=True)]
    own = [
        {"nr": i + 1, time: 2020 + times, "sex": people[i]["sex"]}
        for i in range(30)
        for times in range(3)
    ]
    told = run("init", _write("p", people), _write("t", own)).stderr
    assert "60 rows of T repeat the nr of another, and P has no such column: does it name" in told
    assert "Then 30 are in T, and not 90" in told
