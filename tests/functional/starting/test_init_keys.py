"""``dpsql init`` says why an identifier that both tables have is no key."""

import re
import unicodedata

import duckdb
import pyarrow
import pytest
from pyarrow import parquet

PEOPLE = 240
COLUMNS = {
    "id": [f"p{i:04}" for i in range(PEOPLE)],
    "age": [18 + i % 73 for i in range(PEOPLE)],
    "zip": [f"{10000 + 137 * (i % 90)}" for i in range(PEOPLE)],
}
SAID = "though key: id says that each is another person; keep one row of each, or name another key"


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """P, and T of every eighth person."""
    monkeypatch.chdir(tmp_path)
    table = pyarrow.table(COLUMNS)
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take(list(range(3, PEOPLE, 8))), "t.parquet")
    return tmp_path


def test_an_identifier_that_is_missing_in_rows_is_no_key(tables, run):
    ids = [None if number == 5 else one for number, one in enumerate(COLUMNS["id"])]
    parquet.write_table(pyarrow.table(COLUMNS | {"id": ids}), "p.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    told = "id is no key: 1 row of P has none"
    assert ended.exit_code == 0
    assert f"{told}; T is matched to P" in ended.stderr
    text = (tables / "job.yaml").read_text()
    assert f"#  {told}" in text and "matched to P on the quasi-identifiers" in text
    assert "person" not in ended.stderr
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("change", [{0: "p0001", 1: "p0001", 2: "p0001"}, {0: "p0001", 5: None}])
def test_an_identifier_that_repeats_is_to_be_mended(tables, run, change):
    """Each command refuses P until nobody has several rows, or the job no longer names people."""
    ids = [change.get(number, one) for number, one in enumerate(COLUMNS["id"])]
    parquet.write_table(pyarrow.table(COLUMNS | {"id": ids}), "p.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    told = f"{len(change) - 1 or 1} row{'s' if len(change) > 2 else ''} of P repeat"
    assert ended.exit_code == 0 and told in ended.stderr and "is no key" not in ended.stderr
    assert "Keep one row of each person, as the job shows" in ended.stdout
    assert "dpsql anonymize" not in ended.stdout
    job = tables / "job.yaml"
    text = job.read_text()
    assert "It runs once P is mended" in text and "\nperson: id  # remove this line if" in text
    for command in ("check", "measure", "anonymize"):
        assert run(command, "job.yaml", "--quiet").exit_code == 3
    assert not (tables / "t-released.parquet").exists()
    job.write_text(text.replace("\nperson: id", "\n# person: id"))
    assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize(
    ("ids", "faults"),
    [
        (["p0003", "p0003", "p0011"], [f"T: 1 row repeats the id of another, {SAID}"]),
        (["p0003", None, "p0011"], ["T: 1 row has no key 'id'; fill or drop it"]),
        (
            ["p0003", None, "p0011", None, "x", "y"],
            [
                "T: 2 rows have no key 'id'; fill or drop it",
                "2 keys of T do not occur in P; T must be a subset of P; drop these rows of T, or"
                " add the people to P",
            ],
        ),
    ],
    ids=["repeats", "is missing", "missing and unknown"],
)
def test_what_is_wrong_with_the_keys_of_t_is_told_as_check_tells_it(tables, run, ids, faults):
    table = pyarrow.table(COLUMNS).slice(0, len(ids))
    parquet.write_table(table.set_column(0, "id", pyarrow.array(ids)), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    assert ended.exit_code == 0
    assert ended.found["key_faults"] == faults
    text = (tables / "job.yaml").read_text()
    assert "It runs once T is mended" in text
    for fault in faults:
        assert f"{fault} (until then check ends with code 3)" in " ".join(ended.stderr.split())
        assert f"#  To mend, as check ends with code 3: {fault}\n" in text
    checked = run("check", "job.yaml")
    assert checked.exit_code == 3 and checked.complaint.startswith(f"dpsql: {faults[0]}")


def test_a_number_of_the_same_name_is_no_key(tables, run):
    """Each table numbers its own rows."""
    table = parquet.read_table("t.parquet")
    numbers = pyarrow.array([f"t{i}" for i in range(len(table))])
    parquet.write_table(table.set_column(0, "id", numbers), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    told = "id is no key: 30 of 30 keys of T do not occur in P"
    assert told in ended.stderr and ended.found["key_faults"] == []
    assert f"#  {told}" in (tables / "job.yaml").read_text()
    assert run("check", "job.yaml", "--quiet").exit_code == 0
    # Without another column, the reason says why the key is none.
    parquet.write_table(table.select(["id"]).set_column(0, "id", numbers), "t.parquet")
    assert told in run("init", "p.parquet", "t.parquet", "-o", "b.yaml").complaint


def test_a_key_and_a_column_of_few_values_are_not_told_to_be_none(tables, run):
    assert "is no key" not in run("init", "p.parquet", "t.parquet").stderr
    table = pyarrow.table(COLUMNS | {"id": [f"{i % 7}" for i in range(PEOPLE)]})
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take(list(range(3, PEOPLE, 8))), "t.parquet")
    assert "is no key" not in run("init", "p.parquet", "t.parquet", "-o", "b.yaml").stderr


@pytest.mark.parametrize("has_database", [False, True])
@pytest.mark.parametrize("type_", ["DOUBLE", "VARCHAR"])
def test_by_key_types_may_differ_and_values_of_p_count(tables, run, has_database, type_):
    """As pandas makes a DOUBLE of integers, if one is missing."""
    t = f"(SELECT * REPLACE (CAST(age AS {type_}) AS age) FROM 't.parquet')"
    words = ["p.parquet", "other.parquet"]
    if has_database:
        with duckdb.connect("people.duckdb") as connection:
            connection.execute(f"CREATE TABLE p AS FROM 'p.parquet'; CREATE TABLE t AS {t}")
        words = ["p", "t", "--engine", "people.duckdb"]
    else:
        duckdb.sql(f"COPY {t} TO 'other.parquet'")
    ended = run("init", *words, "--json")
    assert ended.found["quasi_identifiers"] == ["age", "zip"]
    assert "left out" not in ended.stderr
    assert run("check", "job.yaml", "--json").found.get("differing_rows", {}).get("rows", 0) == 0
    assert run("anonymize", "job.yaml", "--quiet").exit_code == 0
    assert run("verify", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("words", [["t.parquet"], ["--where", "zip = '10137'"]])
def test_a_column_that_names_people_is_proposed_where_t_has_no_key(tables, run, words):
    """Not beside an identifier that repeats, as that of people could be the other."""
    parquet.write_table(parquet.read_table("t.parquet").select(["age", "zip"]), "t.parquet")
    assert run("init", "p.parquet", *words).exit_code == 0
    assert "\nperson: id  # no two" in (tables / "job.yaml").read_text()
    assert "people" not in run("check", "job.yaml", "--quiet").stderr
    visits = pyarrow.table(COLUMNS | {"hospital_nr": [i % 4 for i in range(PEOPLE)]})
    parquet.write_table(visits, "p.parquet")
    run("init", "p.parquet", *words, "--overwrite")
    text = (tables / "job.yaml").read_text()
    told = "each row of P has its own, and hospital_nr repeats. If id names people, remove the # "
    assert f"\n# person: id  # {told}" in text


def test_a_t_of_keys_alone_is_told_that_a_panel_repeats_them(tables, run):
    table = pyarrow.table(COLUMNS)
    parquet.write_table(pyarrow.concat_tables([table] * 3), "p.parquet")
    parquet.write_table(parquet.read_table("t.parquet").select(["id"]), "t.parquet")
    told = "dpsql: id is no key: 480 rows of P repeat it; keep one row per person"
    assert run("init", "p.parquet", "t.parquet").complaint.startswith(told)


def test_a_key_that_names_others_in_t_is_none(tables, run):
    """T counts its own rows; their people stand at other places of P, where they are found."""
    table = pyarrow.table(COLUMNS)
    own = table.slice(100, 40).set_column(0, "id", [COLUMNS["id"][:40]])
    parquet.write_table(own, "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    told = re.compile(r"id is no key: \d+ rows of T differ from P's of the same id in .*age")
    assert told.search(ended.stderr) and "id alone decides" not in ended.stderr
    text = (tables / "job.yaml").read_text()
    assert told.search(text) and "private: ./t.parquet  # matched" in text
    assert run("check", "job.yaml").exit_code == 0
    # Some are no people of P without the key either: it is doubted.
    strange = own.set_column(1, "age", [[*own["age"].to_pylist()[:39], 123]])
    parquet.write_table(strange, "t.parquet")
    asked = run("init", "p.parquet", "t.parquet", "--overwrite").stderr
    assert re.search(r"of the same id in .*age.*is it the same number in both", asked)
    parquet.write_table(table.slice(100, 40), "t.parquet")
    assert "differ from P" not in run("init", "p.parquet", "t.parquet", "--overwrite").stderr


def test_a_t_of_keys_alone_is_told_what_spoils_the_key_in_p(tables, run):
    """By whatever name."""
    table = pyarrow.table(COLUMNS).rename_columns(["kunde", "age", "zip"])
    parquet.write_table(pyarrow.concat_tables([table, table.slice(0, 30)]), "p.parquet")
    parquet.write_table(table.select(["kunde"]).slice(9, 40), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    told = "dpsql: kunde is no key: 30 rows of P repeat it; keep one row per person"
    assert (ended.exit_code, ended.complaint.startswith(told)) == (3, True)


def test_without_a_key_what_is_lost_for_its_type_is_told(tables, run):
    for name, type_ in (("p", "BIGINT"), ("t", "DOUBLE")):
        columns = f"CAST(age AS {type_}) AS age, zip, CAST(id AS VARCHAR) AS id{name}"
        duckdb.sql(f"COPY (SELECT {columns} FROM '{name}.parquet') TO '{name}2.parquet'")
    ended = run("init", "p2.parquet", "t2.parquet", "--json")
    told = "age: left out, as of another type in t2.parquet than in the other table"
    assert told in ended.stderr and ended.found["quasi_identifiers"] == ["zip"]
    ended = run("init", "p2.parquet", "t2.parquet", "--overwrite")
    told = "Left out, as their types differ in P and T: age; to use them, give them one type"
    assert told in " ".join(ended.stdout.split())
    # Its own ages are whole; the statement makes them so.
    duckdb.sql(re.search(r"place of it:\s+(COPY .*;)", ended.stderr)[1])
    ended = run("init", "p2.parquet", "t2-typed.parquet", "--json", "--overwrite")
    assert "age" in ended.found["quasi_identifiers"]
    ended = run("init", "p2.parquet", "t2-typed.parquet", "--overwrite")
    assert "types" not in ended.stdout


def test_numbers_that_are_not_whole_in_t_are_no_reason_to_round_them(tables, run):
    for name, type_ in (("p", "BIGINT"), ("t", "DOUBLE")):
        columns = f"CAST(age AS {type_}) + {0.5 if name == 't' else 0} AS age, zip"
        duckdb.sql(f"COPY (SELECT {columns} FROM '{name}.parquet') TO '{name}2.parquet'")
    duckdb.sql("COPY (SELECT age::BIGINT AS age, zip FROM 'p2.parquet') TO 'p3.parquet'")
    ended = run("init", "p3.parquet", "t2.parquet", "--json")
    assert "age: left out, as of another type in p3.parquet" in ended.stderr
    assert "CAST(age AS DOUBLE)" in ended.stderr.replace('"', "")


def test_a_t_of_one_row_has_no_counts(tables, run):
    """Nor has a T of few rows a column of them that P has, and not as counts."""
    orders = [1 + i % 4 for i in range(PEOPLE)]
    table = pyarrow.table(COLUMNS | {"n_orders": orders})
    parquet.write_table(table, "p.parquet")
    for rows in (1, 2):
        parquet.write_table(table.slice(7, rows), "t.parquet")
        assert run("init", "p.parquet", "t.parquet", "--overwrite").exit_code == 0
        text = (tables / "job.yaml").read_text()
        assert "private: {table: ./t.parquet, key: id}" in text and "count:" not in text
        assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize(
    ("write", "told"),
    [
        (lambda key: key.lstrip("0"), "30 of them do without zeros in front"),
        (lambda key: f"{key} ", "30 of them do in lower case without spaces around"),
        (lambda key: f"{key}.0", "30 of them do without .0 at the end"),
        (
            lambda key: f"{key[:3]}-{key[3:]}",
            "30 of them do in lower case without spaces, dashes and points",
        ),
        (
            lambda key: f"{key[3:5]} {key[5:]}".lstrip("0 "),
            "30 of them do in lower case without spaces, dashes, points and zeros in front",
        ),
        (lambda key: f"Pt-{key}", "30 of them do without letters in front"),
        (lambda key: f"{key}x", ""),
    ],
    ids=["zeros", "spaces", "decimals", "dashes", "dashes and zeros", "letters", "others"],
)
def test_keys_that_are_written_otherwise_are_told(tables, run, write, told):
    ids = [f"{i:06}" for i in range(PEOPLE)]
    public = pyarrow.table(COLUMNS | {"id": ids})
    private = public.take(list(range(3, PEOPLE, 8)))
    written = [write(key.as_py()) for key in private["id"]]
    parquet.write_table(public, "p.parquet")
    parquet.write_table(private.set_column(0, "id", pyarrow.array(written)), "t.parquet")
    hint = f"; {told}: if these are the same people, write keys alike in both" if told else ""
    ended = run("init", "p.parquet", "t.parquet")
    assert f"id is no key: 30 of 30 keys of T do not occur in P{hint}; T is" in ended.stderr
    job = tables / "job.yaml"
    copies = re.findall("COPY .*?;$", job.read_text(), re.MULTILINE)
    assert bool(copies) == bool(told)
    job.write_text(
        "public: p.parquet\nprivate: {table: t.parquet, key: id}\nrelease: r.parquet\n"
        "quasi_identifiers: {age: {widths: [10]}}\ndelta: {max: 1/2}\n"
    )
    ended = run("check", "job.yaml")
    assert ended.exit_code == 3
    mend = "; most are missing: P and T may be exchanged, or the key be another; or drop these rows"
    assert f"30 keys of T do not occur in P; T must be a subset of P{hint or mend}" in (
        ended.complaint
    )
    if not told:
        return
    # The statements of the job, and those of check: by them, T is found in P.
    for statements in (copies, [f"COPY {one}" for one in ended.complaint.split("COPY ")[1:]]):
        for name in ("p", "t"):
            (tables / f"{name}-alike.parquet").unlink(missing_ok=True)
        assert len(statements) == 2
        for statement in statements:
            duckdb.sql(statement)
        ended = run("init", "p-alike.parquet", "t-alike.parquet", "--overwrite", "--json")
        assert (ended.found["key_faults"], ended.stderr) == ([], "")
        assert "key: id" in job.read_text()
        assert run("check", "job.yaml", "--quiet").exit_code == 0


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_list_of_keys_in_another_writing_gets_the_statements(tables, run, suffix):
    """There is no job without a key, so that the error has them; a part that fits makes a job."""
    mails = [f"p{i}@example.org" for i in range(PEOPLE)]
    public = pyarrow.table({**COLUMNS, "email": mails}).drop_columns(["id"])
    for step, ended_with in ((1, 3), (3, 0)):
        written = [one.upper() if i % step == 0 else one for i, one in enumerate(mails[:30])]
        for name, table in (("p", public), ("t", pyarrow.table({"email": written}))):
            parquet.write_table(table, f"{name}.parquet")
            duckdb.from_arrow(table).write_csv(f"{name}.csv")
        ended = run("init", f"p.{suffix}", f"t.{suffix}", "--overwrite")
        told = f"{30 // step} of them do in lower case without spaces around"
        assert (ended.exit_code, told in ended.stderr) == (ended_with, True)
        text = ended.complaint if ended_with else (tables / "job.yaml").read_text()
        for statement in re.findall("COPY .*?;", text):
            duckdb.sql(statement)
        ended = run("init", "p-alike.parquet", "t-alike.parquet", "--overwrite")
        assert (ended.exit_code, ended.stderr) == (0, "")
        assert "key: email" in (tables / "job.yaml").read_text()
        assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_spelling_that_makes_keys_of_p_equal_is_no_hint(tables, run):
    """A1 and B1 are two people; 1 of T could be either."""
    ids = [f"{'AB'[i % 2]}{i // 2:05}" for i in range(PEOPLE)]
    parquet.write_table(pyarrow.table(COLUMNS | {"id": ids}), "p.parquet")
    private = parquet.read_table("t.parquet")
    bare = pyarrow.array([f"{i:05}" for i in range(len(private))])
    parquet.write_table(private.set_column(0, "id", bare), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "30 of 30 keys of T do not occur in P; T is" in told


@pytest.mark.parametrize("unit", [1, 10])
@pytest.mark.parametrize("coarse", ["T", "P"])
def test_rounded_numbers_under_a_key_are_no_doubt_of_it(tables, run, unit, coarse):
    """Ages with a decimal in one table, whole or tens in the other; what else differs is told."""
    exact = [18 + i * 31 % 70 + i % 10 / 10 for i in range(PEOPLE)]
    rounded = [int(age // unit * unit) for age in exact]
    fine, rough = (pyarrow.table(COLUMNS | {"age": ages}) for ages in (exact, rounded))
    public, private = (fine, rough) if coarse == "T" else (rough, fine)
    parquet.write_table(public, "p.parquet")
    parquet.write_table(private.slice(100, 60), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert f"but by rounding only (age to {unit} in {coarse}): the same people" in told
    assert "mend the table" not in told
    codes = ["99999" if i == 100 else code for i, code in enumerate(COLUMNS["zip"])]
    other = private.set_column(private.column_names.index("zip"), "zip", pyarrow.array(codes))
    parquet.write_table(other.slice(100, 60), "t.parquet")
    told = run("init", "p.parquet", "t.parquet", "--overwrite").stderr
    assert "counted and released. 1 row of T differs from P in zip (1 row)" in told


def test_other_spellings_under_a_key_are_no_doubt_of_it(tables, run):
    """W and M for F and M; composed and decomposed; one column that is another in all of T."""
    sexes = ["FM"[i % 7 % 2] for i in range(PEOPLE)]
    towns = [("M\u00fcnchen", "K\u00f6ln", "Bonn")[i % 3] for i in range(PEOPLE)]
    public = pyarrow.table(COLUMNS | {"sex": sexes, "town": towns})
    parquet.write_table(public, "p.parquet")
    written = {
        "sex": [{"F": "W", "M": "m"}[one] for one in sexes],
        "town": [unicodedata.normalize("NFD", one) for one in towns],
    }
    private = pyarrow.table(COLUMNS | written)
    parquet.write_table(private.slice(100, 60), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "of the same id in sex (60 rows), town (40), but values of both correspond" in told
    assert "same number in both" not in told
    older = pyarrow.table(COLUMNS | {"age": [17 + i * 31 % 70 for i in range(PEOPLE)]})
    older = older.append_column("sex", public["sex"]).append_column("town", public["town"])
    parquet.write_table(older.slice(100, 60), "t.parquet")
    told = run("init", "p.parquet", "t.parquet", "--overwrite").stderr
    assert "in age (" in told and "and in nothing else: if these are the same people" in told


def test_rows_that_p_lacks_are_told_where_there_is_no_key(tables, run):
    """The age of two people is another in T, and one more has another zip."""
    both = pyarrow.table({name: COLUMNS[name] for name in ("age", "zip")})
    rows = both.take(list(range(3, PEOPLE, 8))).to_pylist()
    rows[0]["age"] = rows[1]["age"] = 99
    parquet.write_table(both, "p.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    told = "2 rows of T have no equal row in P, but would without age: write values alike in both"
    assert (ended.exit_code, ended.found["unmatched_rows"], told in ended.stderr) == (0, 2, True)
    text = (tables / "job.yaml").read_text()
    assert "It runs once T is mended" in text
    assert f"#  To mend, as check ends with code 3: {told}" in text
    checked = run("check", "job.yaml")
    assert (checked.exit_code, told in checked.stderr) == (3, True)
    rows[2]["zip"] = "x"
    parquet.write_table(pyarrow.Table.from_pylist(rows), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--overwrite")
    told = "3 rows of T have no equal row in P, which lacks values of age and zip: write values"
    assert told in ended.stderr
    assert "Mend T's rows, as said: until then" in ended.stdout


def test_rows_that_t_has_more_often_are_asked_about_and_not_called_unequal(tables, run):
    """Each row of T is in P: five are there once and in T twice."""
    both = pyarrow.table({name: COLUMNS[name] for name in ("age", "zip")})
    rows = both.take(list(range(3, PEOPLE, 8))).to_pylist()
    parquet.write_table(both, "p.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(rows + rows[:5]), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    told = (
        "5 rows of T occur more often in T than in P: does T have several rows of somebody? Then"
        ' keep one row of each, as the page "Make one row per person"'
    )
    assert (ended.found["unmatched_rows"], ended.found["surplus_rows"]) == (0, 5)
    assert told in ended.stderr
    assert "no equal row" not in ended.stderr
    assert f"#  To mend, as check ends with code 3: {told}" in (tables / "job.yaml").read_text()
    checked = run("check", "job.yaml")
    assert (checked.exit_code, told in checked.stderr) == (3, True)
    rows[9]["zip"] = "x"
    parquet.write_table(pyarrow.Table.from_pylist(rows + rows[:5]), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json", "--overwrite")
    assert (ended.found["unmatched_rows"], ended.found["surplus_rows"]) == (1, 5)
    checked = run("check", "job.yaml").stderr
    for stderr in (ended.stderr, checked):
        assert told in stderr
        assert "1 row of T has no equal row in P, but would without zip" in stderr


def test_columns_that_t_writes_otherwise_are_named_with_the_way(tables, run):
    both = pyarrow.table(
        {"age": COLUMNS["age"], "sex": ["Female" if i % 3 else "Male" for i in range(PEOPLE)]}
    )
    rows = both.take(list(range(3, PEOPLE, 8))).to_pylist()
    texts = [f"{one['age']}.0,{one['sex'].upper()}" for one in rows]
    people = [f"{one['age']},{one['sex']}" for one in both.to_pylist()]
    for name, lines in (("p.csv", people), ("t.csv", texts)):
        (tables / name).write_text("\n".join(["age,sex", *lines]) + "\n")
    told = (
        f"{len(rows)} rows of T have no equal row in P, which lacks values of age and sex: P has"
        " T's values of age without .0 at the end and of sex in lower case without spaces around;"
        " write values alike in both (all rows have one then), or drop the column or the rows"
    )
    assert told in run("init", "p.csv", "t.csv").stderr


def test_check_asks_whether_p_has_a_row_per_person(tables, run):
    ids = ["p0001" if i < 3 else one for i, one in enumerate(COLUMNS["id"])]
    parquet.write_table(pyarrow.table(COLUMNS | {"id": ids}), "p.parquet")
    words = "quasi_identifiers: {age: {widths: [10]}}\ndelta: {max: 1/2}\nrelease: r.parquet\n"
    job = tables / "job.yaml"
    job.write_text(f"public: p.parquet\nprivate: t.parquet\n{words}")
    told = "2 rows of P repeat the id of another: is P one row per person?"
    for command in ("check", "measure", "anonymize"):
        assert run(command, "job.yaml").stderr.count(told) == 1
    # Kept counts have no identifiers: P is asked before.
    job.write_text(f"public: p.parquet\nprivate: t.parquet\n{words}cache: kept\n")
    assert told in run("check", "job.yaml").stderr
    job.write_text(f"public: p.parquet\nprivate: t.parquet\n{words}public_columns: [age]\n")
    assert told in run("check", "job.yaml").stderr


def test_labels_in_several_spellings_are_told(tables, run):
    answers = [("yes", "Yes", "YES ", "no")[i % 4] for i in range(PEOPLE)]
    table = pyarrow.table(COLUMNS | {"widowed": answers})
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take(list(range(3, PEOPLE, 8))), "t.parquet")
    told = "its 4 values are 2 but for case and spaces: write them alike in P and T, as LOWER(TRIM("
    assert f"widowed: {told}" in run("init", "p.parquet", "t.parquet").stderr
    assert told in (tables / "job.yaml").read_text()


def test_what_is_told_to_mend_labels_makes_as_many_as_are_told(tables, run):
    """One town is composed and decomposed, another has two blanks, one of them unbroken."""
    towns = ["m\u00fc", "mu\u0308", "M\u00dc", "A b", "a \u00a0b", "c"]
    table = pyarrow.table(COLUMNS | {"town": [towns[i % 6] for i in range(PEOPLE)]})
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take(list(range(3, PEOPLE, 8))), "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "town: its 6 values are 3 but for case, spaces and Unicode form" in told
    mend = re.search(r"town: .* as (LOWER.*) does", told)[1]
    found = duckdb.sql(f"SELECT COUNT(DISTINCT {mend}) FROM 'p.parquet'").fetchall()
    assert found == [(3,)]


@pytest.mark.parametrize("name", ["Unnamed: 0", "nr", "lfd_nr"])
def test_a_number_of_rows_is_the_last_key_that_is_taken(tables, run, name):
    """T numbers its own rows, from 1 on as P does; the column pid names the people in both."""
    public = pyarrow.table(
        {name: range(1, PEOPLE + 1), "pid": COLUMNS["id"], "age": COLUMNS["age"]}
    )
    own = pyarrow.table({name: range(1, 31), "pid": COLUMNS["id"][100:130], "lab": range(30)})
    for table, file in ((public, "p"), (own, "t")):
        parquet.write_table(table, f"{file}.parquet")
        duckdb.from_arrow(table).write_csv(f"{file}.csv")
    for form in ("parquet", "csv"):
        run("init", f"p.{form}", f"t.{form}", "--overwrite")
        assert "key: pid}" in (tables / "job.yaml").read_text()
    parquet.write_table(own.drop_columns(["pid"]), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--overwrite")
    assert (
        f"{name} counts the rows of P and those of T, each from 1 on: if T numbers" in ended.stderr
    )
    others = own.drop_columns(["pid"]).set_column(0, name, [[7 * i + 1 for i in range(30)]])
    parquet.write_table(others, "t.parquet")
    assert "counts the rows" not in run("init", "p.parquet", "t.parquet", "--overwrite").stderr


def test_own_numbers_of_t_are_no_secret(tables, run):
    """T counts its own rows from 1 on: that is no limit of a number of P."""
    numbers = pyarrow.array(range(1, PEOPLE + 1))
    public = pyarrow.table(COLUMNS | {"id": numbers})
    parquet.write_table(public, "p.parquet")
    own = public.slice(100, 40).set_column(0, "id", [list(range(1, 41))])
    parquet.write_table(own, "t.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "id is no key" in told and "decides who is in T" not in told


@pytest.mark.parametrize("own", ["id", "record_no"])
@pytest.mark.parametrize("arranged", [False, True])
def test_of_two_identifiers_that_contradict_each_other_one_is_the_key(tables, run, own, arranged):
    """T numbers its rows by a name of P, and has P's number of staff, too."""
    numbers = {
        own: [*range(1, PEOPLE + 1)],
        "staff_no": [i * 77 % PEOPLE + 1 for i in range(PEOPLE)],
    }
    public = pyarrow.table(numbers | {"age": COLUMNS["age"], "zip": COLUMNS["zip"]})
    parquet.write_table(public, "p.parquet")
    private = public.take([*range(3, PEOPLE, 8)])
    private = private.set_column(0, own, pyarrow.array([*range(101, 101 + len(private))]))
    names = ["staff_no", own, "age"] if arranged else [own, "staff_no"]
    parquet.write_table(private.select(names), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    text = (tables / "job.yaml").read_text()
    told = f"staff_no is the key, but {own} of P differs from T's in most rows under it"
    assert "key: staff_no}" in text and f"#  {told}" in text
    assert told in " ".join(ended.stderr.split())


def test_identifiers_that_agree_are_no_contradiction(tables, run):
    table = pyarrow.table(COLUMNS | {"staff_no": [i * 77 % PEOPLE for i in range(PEOPLE)]})
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take([*range(3, PEOPLE, 8)]), "t.parquet")
    assert "contradict" not in run("init", "p.parquet", "t.parquet").stderr
    assert "key: id}" in (tables / "job.yaml").read_text()


def test_names_that_differ_in_case_and_spaces_are_no_renamed_key(tables, run):
    """Ages of T are among the numbers of P."""
    public = pyarrow.table(COLUMNS | {"id": [*range(PEOPLE)]})
    parquet.write_table(public, "p.parquet")
    private = parquet.read_table("t.parquet").select(["age", "zip"])
    parquet.write_table(private.rename_columns(["Age", "Zip "]), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    assert "T spells age Age (1 other name differs so, too)" in ended.complaint
    assert "has values of id" not in ended.complaint
    # Nor is a column of another name whose values repeat.
    twice = pyarrow.concat_tables([private, private.slice(0, 9)])
    parquet.write_table(twice.rename_columns(["years", "Zip "]), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    assert "T spells zip 'Zip '" in ended.complaint and "has values of id" not in ended.complaint


@pytest.mark.parametrize("where", ["key", "person"])
def test_a_column_that_many_rows_share_is_no_key_of_people(tables, run, where):
    """To keep one row of each age would leave few people, so that no statement does it."""
    public = {name: values * 4 for name, values in COLUMNS.items() if name != "id"}
    parquet.write_table(pyarrow.table(public), "p.parquet")
    named = "{table: t.parquet, key: age}" if where == "key" else "t.parquet\nperson: age"
    (tables / "job.yaml").write_text(
        f"public: p.parquet\nprivate: {named}\n"
        "quasi_identifiers: {zip: {prefix: [2]}}\ndelta: {min: 0, max: 0.9}\n"
    )
    ended = run("check", "job.yaml")
    told = "age is no key of people, as 960 rows have 73 values of it"
    assert ended.exit_code == 3 and f"P: {told}: drop {where}, or name" in ended.stderr
    assert "COPY" not in ended.stderr and "one row of each" not in ended.stderr


def test_keys_that_repeat_in_t_are_counted_as_rows_and_explained_before_one_is_kept(tables, run):
    """P writes E-4001 where T writes 4001, once for each of two rounds."""
    ids = [f"E-{4000 + i}" for i in range(PEOPLE)]
    both = {name: COLUMNS[name] for name in ("age", "zip")}
    lines = [f"{one},{both['age'][i]},{both['zip'][i]}" for i, one in enumerate(ids)]
    own = [f"{line[2:]},{turn}" for line in lines[3::8] for turn in (1, 2)]
    (tables / "p.csv").write_text("\n".join(["staff_id,age,zip", *lines]) + "\n")
    (tables / "t.csv").write_text("\n".join(["staff_id,age,zip,round", *own]) + "\n")
    told = (
        f"staff_id is no key: the keys of {len(own)} of {len(own)} rows of T do not occur in P (T"
        f" repeats keys, and has {len(own) // 2}); {len(own)} of them do without letters in front"
    )
    assert told in run("init", "p.csv", "t.csv").stderr
    text = (tables / "job.yaml").read_text()
    assert text.count(told) == 1
    assert text.index(told) < text.index("#  COPY (")
    assert told in run("check", "job.yaml").stderr


def test_statements_of_an_error_stand_on_lines_of_their_own(tables, run):
    keys = [f"Pt-{one}" for one in COLUMNS["id"]]
    private = pyarrow.table(COLUMNS | {"id": keys}).take(list(range(3, PEOPLE, 8)))
    parquet.write_table(pyarrow.table(COLUMNS), "p.parquet")
    parquet.write_table(private, "t.parquet")
    words = "quasi_identifiers: {age: {widths: [10]}}\ndelta: {max: 1/2}\nrelease: r.parquet\n"
    private_words = "private: {table: t.parquet, key: id}"
    (tables / "job.yaml").write_text(f"public: p.parquet\n{private_words}\n{words}")
    for command in ("check", "risks", "anonymize"):
        first, *others = run(command, "job.yaml").stderr.splitlines()
        assert first.endswith("as DuckDB does by")
        assert [line[:8] for line in others] == ["  COPY ("] * 2
    found = run("check", "job.yaml", "--json").found
    assert "as DuckDB does by COPY (" in found["error"]["message"]
