"""``dpsql init`` on several rows per person: it reads what its statements make of P and T."""

import re

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

import dpsql

PEOPLE = 120
#: Each of them has 2 to 5 rows, one a year.
ROWS = [(person, year) for person in range(PEOPLE) for year in range(2 + person % 4)]
ORDERS = [1000 + i for i in range(len(ROWS))]
SUFFIXES = pytest.mark.parametrize("suffix", ["csv", "parquet"])


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(**tables: dict) -> None:
    for name, columns in tables.items():
        table = pyarrow.table(columns)
        parquet.write_table(table, f"{name}.parquet")
        duckdb.from_arrow(table).write_csv(f"{name}.csv")


def _rows(**named) -> dict[str, list]:
    """Rows of P: people as `named` says, with sex and birth, a year and a ward that changes."""
    return named | {
        "year": [2020 + year for _, year in ROWS],
        "sex": ["fm"[person * person % 7 % 2] for person, _ in ROWS],
        "born": [1940 + person * 11 % 60 for person, _ in ROWS],
        "ward": [(person + year) % 5 for person, year in ROWS],
    }


def _take(table: dict, rows: list[int]) -> dict:
    return {name: [values[i] for i in rows] for name, values in table.items()}


def _mend(folder) -> list[str]:
    """Run each statement of the job."""
    statements = re.findall("^#  (COPY .*)$", (folder / "job.yaml").read_text(), re.MULTILINE)
    for statement in statements:
        duckdb.sql(statement)
    return statements


def _init(folder, run, *words: str) -> tuple[str, str, dict]:
    ended = run("init", *words, "--overwrite")
    assert ended.exit_code == 0
    text = (folder / "job.yaml").read_text()
    return ended.stderr, text, yaml.safe_load(text)


NAMES = {
    "surname": [f"Ln{person * 7 % 20}" for person, _ in ROWS],
    "first_name": [f"Fn{person // 20 * 5 + person % 5}" for person, _ in ROWS],
    "birth_date": [f"{1940 + person * 11 % 60}-0{1 + person % 9}-11" for person, _ in ROWS],
}


@SUFFIXES
@pytest.mark.parametrize("zeros", ["", "00"])
@pytest.mark.parametrize("named", ["e-mail", "names"])
def test_a_t_of_orders_gets_the_people_from_p(folder, run, named, zeros, suffix):
    """P loses orders, and so T would lose people whose last order is another."""
    naming = {"customer e-mail": [f"p{person}@example.org" for person, _ in ROWS]}
    key = "customer e-mail" if named == "e-mail" else "person"
    public = _rows(**(naming if named == "e-mail" else NAMES))
    orders = [f"{zeros}{order}" if zeros else order for order in ORDERS]
    marked = [i for i, (person, year) in enumerate(ROWS) if person % 6 == 0 and year < 2]
    score = [i / 100 for i in marked]
    private = {"order_no": [orders[i] for i in marked], "score": score}
    _write(p={"order_no": orders} | public, t=private)
    _, text, job = _init(folder, run, f"p.{suffix}", f"t.{suffix}")
    assert job["private"]["key"] == "order_no" and "20 of 120 people are in T" in text
    told = "T has no customer e-mail: its statement gives it this column of P, by order_no"
    assert (told in text) == (named == "e-mail")
    assert len(_mend(folder)) == 2
    kept = parquet.read_table("t-people.parquet")
    assert {*kept.column_names} == {key, "year", "score"} and len(kept) == 20
    # The score of an order of this person.
    people = parquet.read_table("p-people.parquet").to_pydict()
    assert {*kept[key].to_pylist()} < {*people[key]}
    if named == "e-mail":
        own = {(naming[key][i], i / 100) for i in marked}
        pairs = zip(kept[key].to_pylist(), map(float, kept["score"].to_pylist()), strict=True)
        assert {*pairs} <= own
    told, text, job = _init(folder, run, "p-people.parquet", "t-people.parquet")
    # Half of them have later orders, which T does not name.
    assert told.startswith("dpsql: 10 rows of T have another year than P's rows: ")
    assert job["private"]["key"] == key and told.count("\n") == 1
    assert "20 of 120 people are in T" in text and {"sex"} <= job["quasi_identifiers"].keys()
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@SUFFIXES
@pytest.mark.parametrize("year", [0, 1])
def test_a_t_of_names_is_matched_by_the_column_that_names_people(folder, run, suffix, year):
    """With one row of each in T, too; sex and ward, which P alone has, are published."""
    public = _rows(**NAMES)
    del public["born"]
    marked = [i for i, (person, at) in enumerate(ROWS) if person % 6 == 0 and at <= year]
    private = _take(NAMES, marked) | {"rate": [i % 3 for i in marked]}
    _write(p=public, t=private)
    _, text, _ = _init(folder, run, f"p.{suffix}", f"t.{suffix}")
    said = "- of T, the first row of each in the file"
    assert said in text and len(_mend(folder)) == 2
    assert parquet.read_table("t-people.parquet").column_names == ["rate", "person"]
    told, text, job = _init(folder, run, "p-people.parquet", "t-people.parquet")
    assert (told, job["private"]["key"]) == ("", "person")
    assert {"birth_date", "sex"} <= job["quasi_identifiers"].keys()
    assert "20 of 120 people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0


#: Marked in their first row only, which is not the last; in no row that is NULL.
FLAGS = {
    "in_trial": [person % 6 == 0 and year == 0 for person, year in ROWS],
    "CAST(dose AS DOUBLE) > 9.5": [
        "9.75" if person % 6 == 0 and year == 0 else None for person, year in ROWS
    ],
    "study = 'J' OR study = 'K'": [
        "JKN"[2 * (person % 6 > 0 or year > 0)] for person, year in ROWS
    ],
    "CAST(since AS DATE) >= DATE '2021-01-01'": [
        f"20{21 if person % 6 == 0 and year == 0 else 19}-05-01" for person, year in ROWS
    ],
}


@SUFFIXES
@pytest.mark.parametrize("where", FLAGS)
def test_whoever_is_marked_in_any_row_stays_in_t(folder, run, where, suffix):
    (name,) = {"in_trial", "dose", "study", "since"}.intersection(re.findall(r"\w+", where))
    _write(p=_rows(who=[100 + person for person, _ in ROWS]) | {name: FLAGS[where]})
    told, text, _ = _init(folder, run, f"p.{suffix}", "--where", where)
    partly = "20 people of T have other rows that are not marked: mark all rows of a person"
    assert partly in told and f"#  {partly}" in text
    said = "- the row is marked if any row of somebody is marked."
    assert said in text and len(_mend(folder)) == 1
    kept = parquet.read_table("p-people.parquet").to_pydict()
    # Another row than the last would tell who is in T.
    last = {100 + person: 2020 + year for person, year in ROWS}
    assert dict(zip(map(int, kept["who"]), map(int, kept["year"]), strict=True)) == last
    _, text, _ = _init(folder, run, "p-people.parquet", "--where", where)
    assert "20 of 120 people are in T" in text and "COPY" not in text


def test_where_all_rows_of_a_person_are_marked_alike_nothing_is_said(folder, run):
    marks = [person % 6 == 0 for person, _ in ROWS]
    _write(p=_rows(who=[100 + person for person, _ in ROWS]) | {"in_trial": marks})
    told, text, _ = _init(folder, run, "p.parquet", "--where", "in_trial")
    assert "marked" not in told and "marked" not in text


def test_files_of_each_year_become_one_with_a_row_per_person(folder, run):
    """The copy is no file that the pattern matches."""
    for year in (2020, 2021):
        sexes = ["f", "m"] * (PEOPLE // 2)
        table = {"pid": [*range(PEOPLE)], "year": [year] * PEOPLE, "sex": sexes}
        duckdb.from_arrow(pyarrow.table(table)).write_csv(f"reg_{year}.csv")
    _write(t={"pid": [*range(20)]})
    ended = run("init", "reg_*.csv", "t.csv")
    assert "Make one row per person" in ended.complaint
    (statement,) = re.findall("COPY .*?;", ended.complaint)
    duckdb.sql(statement)
    rows = duckdb.sql("SELECT count(*), min(year) FROM 'reg-people.parquet'").fetchall()
    assert rows == [(PEOPLE, "2021")]
    assert run("init", "reg-people.parquet", "t.csv").exit_code == 0


@pytest.mark.parametrize("own", [["pid"], ["pid", "sex", "born"]])
def test_tables_of_a_database_become_tables_with_a_row_per_person(folder, run, own):
    """Without a job, the error has the statement; a job has it as files have."""
    people = _rows(pid=[person for person, _ in ROWS])
    private = _take({name: people[name] for name in own}, [*range(40)])
    with duckdb.connect("w.duckdb") as database:
        database.sql("CREATE SCHEMA mart")
        for name, table in (("all visits", people), ("trial", private)):
            rows = database.from_arrow(pyarrow.table(table))
            rows.create(f'mart."{name}"')
    ended = run("init", "--engine", "w.duckdb", "mart.all visits", "mart.trial")
    text = ended.complaint if own == ["pid"] else (folder / "job.yaml").read_text()
    assert "then run init for the new tables:" in text
    statements = re.findall("CREATE TABLE .*?;", text)
    assert len(statements) == 2
    with duckdb.connect("w.duckdb") as database:
        for statement in statements:
            database.sql(statement)
    new = ["mart.all visits_people", "mart.trial_people"]
    ended = run("init", "--engine", "w.duckdb", *new, "--overwrite")
    assert ended.exit_code == 0
    assert yaml.safe_load((folder / "job.yaml").read_text())["private"]["key"] == "pid"


def test_people_of_names_in_several_spellings_are_mended_at_once(folder, run):
    """Two of three columns that name people are spelled in several ways: one round, all counted."""
    persons = [person for person, _ in ROWS]
    last = [f"Name{person % 40}" for person in persons]
    first = [f"First{person % 9}" for person in persons]
    public = _rows(
        claim_no=ORDERS,
        first_name=[f" {name}" * (i % 7 == 0) or name for i, name in enumerate(first)],
        last_name=[name.upper() if i % 5 == 0 else name for i, name in enumerate(last)],
        birth_date=[f"{1940 + person // 12}-0{1 + person % 9}-11" for person in persons],
    )
    private = {"claim_no": ORDERS[:100], "fraud": [i % 3 for i in range(100)]}
    _write(p=public, t=private)
    told, text, _ = _init(folder, run, "p.csv", "t.csv")
    repeat = f"{len(ROWS) - PEOPLE} rows of P repeat the"
    assert repeat in text
    assert "(in lower case without spaces around)" in told
    assert len(_mend(folder)) == 2
    kept = duckdb.sql("SELECT count(*), count(DISTINCT person) FROM 'p-people.parquet'").fetchall()
    assert kept == [(PEOPLE, PEOPLE)]
    members = duckdb.sql("SELECT count(*) FROM 't-people.parquet'").fetchall()
    assert members == [(len({*persons[:100]}),)]
    told, text, job = _init(folder, run, "p-people.parquet", "t-people.parquet")
    assert "case and spaces" not in told
    assert ("COPY" in text, job["private"]["key"]) == (False, "person")


@SUFFIXES
@pytest.mark.parametrize("marks", [("in_t", "copy_of_it"), ()], ids=["first", "last"])
@pytest.mark.parametrize("is_timed", [False, True])
def test_the_rows_that_are_kept_do_not_depend_on_the_mark(folder, run, suffix, marks, is_timed):
    """Whoever knows all rows of P would see it, by a column that says the same as well."""
    kept, days = [], [f"{2020 + min(year, 3)}-05-{1 + one % 28:02}" for one, year in ROWS]
    for chosen in (1, 2):
        marked = [int(person % 5 == 0 and i % 3 == chosen) for i, (person, _) in enumerate(ROWS)]
        rows = {
            "pid": [f"p{person:04}" for person, _ in ROWS],
            "sex": ["fm"[person * person % 7 % 2] for person, _ in ROWS],
            "born": [1940 + person * 11 % 60 for person, _ in ROWS],
            "r": [1] * len(ROWS),
            "ward": [None if i % 9 == 0 else f"w{i * 31 % 17}" for i in range(len(ROWS))],
            # Some people have two last rows.
            **({"visited": days} if is_timed else {}),
            "in_t": marked,
            "copy_of_it": [f"{one} of 2" for one in marked],
        }
        _write(p={name: rows[name] for name in dict.fromkeys((*marks, *rows))})
        _, text, _ = _init(folder, run, f"p.{suffix}", "--where", "in_t")
        which = "last row of each by visited" if is_timed else "first row of each in the file"
        assert which in text
        assert _mend(folder)
        query = "SELECT pid, ward FROM 'p-people.parquet' ORDER BY pid"
        kept.append(duckdb.sql(query).fetchall())
    by_time = sorted(range(len(ROWS)), key=lambda i: -int(days[i][:4]) * is_timed)
    firsts = {rows["pid"][i]: rows["ward"][i] for i in reversed(by_time)}
    assert kept[0] == kept[1] == sorted(firsts.items()) and len(kept[0]) == PEOPLE


WHERE = {"csv": "trial = 'true' AND CAST(year AS INT) >= 2022", "parquet": "trial AND year >= 2022"}


@SUFFIXES
def test_columns_that_mark_together_keep_the_values_of_one_row(folder, run, suffix):
    """A year of a marked row in place of the kept one's would tell who is in T."""
    rows = _rows(pid=[f"p{person:04}" for person, _ in ROWS], trial=[True] * len(ROWS))
    kept = []
    for members in (5, 7):
        rows["trial"] = [person % members == 0 and i % 2 > 0 for i, (person, _) in enumerate(ROWS)]
        _write(p=rows)
        told, text, _ = _init(folder, run, f"p.{suffix}", "--where", WHERE[suffix])
        assert "- new column in_t: whether any row of somebody is marked." in text
        said = "- then run"
        assert f"{said} init for the new file with --where in_t:" in text
        made = dpsql.init(f"p.{suffix}", where=WHERE[suffix], out="python.yaml", overwrite=True)
        assert f"{said} init for the new file with where='in_t':" in made.read_text()
        assert "other rows that are not marked" in told and len(_mend(folder)) == 1
        marked = {
            rows["pid"][i]
            for i, (_, year) in enumerate(ROWS)
            if rows["trial"][i] and 2020 + year >= 2022
        }
        query = "SELECT {} FROM 'p-people.parquet' ORDER BY pid"
        found = duckdb.sql("SELECT pid FROM 'p-people.parquet' WHERE in_t").fetchall()
        assert {pid for (pid,) in found} == marked
        kept.append(duckdb.sql(query.format("* EXCLUDE (in_t)")).fetchall())
        _, text, job = _init(folder, run, "p-people.parquet", "--where", "in_t")
        assert f"{len(marked)} of {PEOPLE} people are in T" in text and "COPY" not in text
        assert "in_t" not in job["public_columns"]
    assert kept[0] == kept[1]


def test_rows_that_name_nobody_are_said_to_be_dropped(folder, run):
    """Where T has keys alone, there is no job to say it in."""
    _write(p=_rows(pid=[person or None for person, _ in ROWS]), t={"pid": [*range(1, 20)]})
    ended = run("init", "p.csv", "t.csv")
    assert (
        "shows: T has no other column of P that describes people. 2 rows of P have no pid, and"
        " are dropped. This keeps" in (ended.complaint)
    )


@SUFFIXES
def test_a_t_that_shares_a_key_and_a_day_gets_statements_for_both_tables(folder, run, suffix):
    """A day describes nobody, so that there is no job to write them into."""
    public = _rows(pid=[100 + person for person, _ in ROWS])
    public["interviewed"] = [f"{year}-0{1 + i % 9}-11" for i, year in enumerate(public.pop("year"))]
    in_t = [i for i, (person, _) in enumerate(ROWS) if person % 6 == 0]
    private = {name: values for name, values in _take(public, in_t).items() if name[0] in "pi"}
    _write(p=public, t=private | {"score": [i * 37 % 101 for i in in_t]})
    ended = run("init", f"p.{suffix}", f"t.{suffix}")
    assert ended.exit_code == 3 and "the last row of each by interviewed" in ended.complaint
    statements = re.findall("COPY .*?;", ended.complaint)
    assert len(statements) == 2
    for statement in statements:
        duckdb.sql(statement)
    told, text, job = _init(folder, run, "p-people.parquet", "t-people.parquet")
    assert job["private"]["key"] == "pid" and "20 of 120 people are in T" in text
    assert told == "" and run("check", "job.yaml", "--quiet").exit_code == 0


@SUFFIXES
@pytest.mark.parametrize("many", [False, True])
def test_a_t_of_several_rows_has_one_statement_wherever_it_is_told(folder, run, many, suffix):
    """Of the last row by P's year, without P's columns; `many`: T has more rows than P."""
    ids = [100 + person for person, _ in ROWS]
    in_t = [i for i, (person, _) in enumerate(ROWS) if many or person % 6 == 0]
    public = _rows(pid=ids)
    private = _take(public, in_t) | {"score": [i * 37 % 101 for i in in_t]}
    _write(p=public, t=private)
    _init(folder, run, f"p.{suffix}", f"t.{suffix}")
    (of_public, of_private) = _mend(folder)
    assert 'SELECT "pid", "year", "score"' in of_private and "ORDER BY" in of_private
    hand = (
        f"public: {{public}}\nprivate: {{{{table: t.{suffix}, key: pid}}}}\nrelease: r.parquet\n"
        "quasi_identifiers: {{born: {{widths: [5]}}}}\ndelta: {{max: 1/2}}\n"
    )
    plain = [one.replace("./", "") for one in (of_public, of_private)]
    (folder / "both.yaml").write_text(hand.format(public=f"p.{suffix}"))
    assert " ".join(plain) in run("check", "both.yaml").complaint
    # P is mended alone.
    (folder / "one.yaml").write_text(hand.format(public="p-people.parquet"))
    assert (
        f"run init for the new file, or name it in the job: {plain[1]}"
        in run("check", "one.yaml").complaint
    )
    ended = run("init", "p-people.parquet", f"t.{suffix}", "--overwrite")
    said = ended.stderr if many else (folder / "job.yaml").read_text()
    assert of_private in said or plain[1] in said
    assert "differ from P's" not in said
    # T is mended alone: P has the same statement.
    ended = run("init", f"p.{suffix}", "t-people.parquet", "--overwrite")
    assert "no bound holds for people with several rows" in ended.stderr
    assert plain[0] in (folder / "job.yaml").read_text().replace("./", "")


@SUFFIXES
def test_rows_of_t_whose_key_p_lacks_have_statements_that_list_and_drop_them(folder, run, suffix):
    ids = [f"p{person:03}" for person in range(PEOPLE)]
    own = ["x901", *ids[::6], "x902"]
    sex = ["fm"[i % 2] for i in range(PEOPLE)]
    _write(p={"pid": ids, "sex": sex, "ward": [i % 5 for i in range(PEOPLE)]}, t={"pid": own})
    _, text, _ = _init(folder, run, f"p.{suffix}", f"t.{suffix}")
    told = "2 keys of T do not occur in P"
    assert told in text and "x90" not in text
    listed = re.search("^#  (SELECT .*)$", text, re.MULTILINE)[1]
    assert sorted(duckdb.sql(listed).fetchall()) == [("x901",), ("x902",)]
    ended = run("check", "job.yaml")
    (statement,) = _mend(folder)
    for said in (told, listed.replace("./", ""), statement.replace("./", "")):
        assert said in ended.stderr
    assert ended.exit_code == 3 and "x90" not in ended.stderr
    told, text, job = _init(folder, run, f"p.{suffix}", "t-known.parquet")
    assert (told, job["private"]["key"]) == ("", "pid") and "20 of 120 people are in T" in text
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@SUFFIXES
def test_the_last_row_of_intervals_is_the_one_that_stops_last(folder, run, suffix):
    """And a measurement that differs in all rows is no key of people with several."""
    stop = [10.5 * person + 7 * year + 7 for person, year in ROWS]
    public = {
        "start": [one - 7 for one in stop],
        "stop": stop,
        "event": [person % 2 for person, _ in ROWS],
        "age": [f"{20 + i * 17 % 1009 / 16:.4f}" for i in range(len(ROWS))],
        "surgery": [person % 3 > 0 for person, _ in ROWS],
        "id": [person for person, _ in ROWS],
    }
    in_t = [i for i, (person, _) in enumerate(ROWS) if person % 6 == 0]
    _write(p=_take(public, [*reversed(range(len(ROWS)))]), t=_take(public, in_t))
    _, text, job = _init(folder, run, f"p.{suffix}", f"t.{suffix}")
    assert "key" not in str(job["private"]) and "the last row of each by stop" in text
    assert "20 of 120 people are in T" in text and len(_mend(folder)) == 2
    kept = parquet.read_table("p-people.parquet").to_pydict()
    last = {person: stop[i] for i, (person, _) in enumerate(ROWS)}
    assert dict(zip(map(int, kept["id"]), map(float, kept["stop"]), strict=True)) == last


def test_files_that_a_new_job_does_not_use_are_named(folder, run):
    days = {"birth_date": [f"{1 + i % 28:02}.05.{1940 + i % 50}" for i in range(PEOPLE)]}
    own = {"ward": [i % 5 for i in range(PEOPLE)], "in_trial": [i % 7 == 0 for i in range(PEOPLE)]}
    _write(p=days | own, q=own)
    told, _, _ = _init(folder, run, "p.parquet", "--where", "in_trial")
    assert "no longer used" not in told and (folder / "job-birth_date.csv").exists()
    told, _, _ = _init(folder, run, "q.parquet", "--where", "in_trial")
    assert "no longer used, of the job that was replaced: job-birth_date.csv" in told
    told, _, _ = _init(folder, run, "q.parquet", "--where", "in_trial")
    assert "no longer used" not in told


@pytest.mark.parametrize(
    ("name", "times", "said"),
    [
        ("semester", ["2021S", "2021W", "2022S", "2022W", "2023S"], "last row of each by semester"),
        # In the order of texts, Apr is first.
        ("month", ["Jan", "Feb", "Mar", "Apr", "May"], "first row of each in the file"),
    ],
)
def test_a_time_in_words_orders_rows_if_its_texts_do(folder, run, name, times, said):
    public = {"student": [100 + person for person, _ in ROWS]} | _rows()
    del public["year"]
    _write(p=public | {name: [times[year] for _, year in ROWS]})
    told = run("init", "p.parquet", "--where", "sex = 'f'")
    assert told.exit_code == 0 and f"- of P, the {said}" in (folder / "job.yaml").read_text()


def test_first_and_last_are_names_beside_each_other(folder, run):
    names = {"first": NAMES["first_name"], "last": NAMES["surname"], "dob": NAMES["birth_date"]}
    _write(p=_rows() | names)
    _, _, job = _init(folder, run, "p.parquet", "--where", "sex = 'f'")
    assert job["person"] == ["first", "born", "dob", "last"]


def test_rows_of_households_are_ordered_by_their_moments(folder, run):
    """T has the number of the household alone, which is a key of the mended P."""
    homes = [(home, day) for home in range(80) for day in range(1, 9)]
    public = {
        "household_id": [f"H{home:03}" for home, _ in homes],
        "ts": [f"2025-01-0{day}" for _, day in homes],
        "dwelling": [("flat", "house", "farm")[home % 3] for home, _ in homes],
        "kwh": [(home * 7 + day * 13) % 31 / 4 for home, day in homes],
    }
    _write(p=public, t={"household_id": [f"H{home:03}" for home in range(0, 80, 5)]})
    ended = run("init", "p.csv", "t.csv")
    assert ended.exit_code == 3 and "- of P, the last row of each by ts" in ended.stderr
    duckdb.sql(re.search("COPY .*;", ended.stderr)[0])
    told, text, job = _init(folder, run, "p-people.parquet", "t.csv")
    assert (told, job["private"]["key"]) == ("", "household_id")
    assert "16 of 80 people are in T" in text and "by chance" not in text


def test_an_employer_who_repeats_is_no_other_person(folder, run):
    public = {"persnr": [1013 + 13 * person for person in range(PEOPLE)]}
    public |= {"employer_id": [person % 17 for person in range(PEOPLE)]}
    others = {"sex": ["fm"[i % 2] for i in range(PEOPLE)], "in_t": [i < 20 for i in range(PEOPLE)]}
    _write(p=public | others)
    _, _, job = _init(folder, run, "p.parquet", "--where", "in_t")
    assert job["person"] == "persnr"


def test_rows_of_households_at_all_times_are_asked_about(folder, run):
    """A row of a household and year is no person."""
    rows = [(home, year) for home in range(30) for year in range(2015, 2024)]
    public = {
        "household": [100 + home for home, _ in rows],
        "year": [year for _, year in rows],
        "kind": ["urban" if home % 3 else "rural" for home, _ in rows],
        "rate": [(home * 7 + year) % 23 for home, year in rows],
        "in_t": [home % 6 == 0 for home, _ in rows],
    }
    _write(p=public)
    told, _, _ = _init(folder, run, "p.parquet", "--where", "in_t")
    assert "240 rows of P repeat the household of another: is P one row per person?" in told


def test_a_mended_t_is_not_sent_back_to_where_it_came_from(folder, run):
    """Keys that P lacks were not in P's file either: they are to be dropped."""
    ids = [f"A-{person:03}" for person, _ in ROWS]
    in_t = [i for i, (person, _) in enumerate(ROWS) if person % 6 == 0]
    public = _rows(pid=ids)
    private = _take({"pid": ids, "year": public["year"]}, in_t)
    private = {"pid": [*private["pid"], "Z-9x"], "year": [*private["year"], 2020]}
    _write(p=public, t=private | {"grade": [i % 3 for i in range(len(in_t) + 1)]})
    _init(folder, run, "p.parquet", "t.parquet")
    _mend(folder)
    told, text, _ = _init(folder, run, "p-people.parquet", "t-people.parquet")
    assert "1 key of T does not occur in P" in told and "P keeps one row" not in told + text
    assert "drop this row of T" in told and len(_mend(folder)) == 1
    told, text, _ = _init(folder, run, "p-people.parquet", "t-people-known.parquet")
    assert told == "" and "20 of 120 people are in T" in text


@pytest.mark.parametrize("more", [{"sex": ["f", "m"]}, {}])
def test_no_statement_writes_over_t(folder, run, more):
    """T has the name that a copy of P would have."""
    _write(p=_rows(pid=[f"A{person:03}" for person, _ in ROWS]))
    parquet.write_table(pyarrow.table({"pid": ["A000", "A006"]} | more), "p-people.parquet")
    ended = run("init", "./p.csv", "p-people.parquet")
    text = (folder / "job.yaml").read_text() if ended.exit_code == 0 else ""
    assert "rows of P repeat" in ended.stderr and "TO 'p-people" not in ended.stderr + text
