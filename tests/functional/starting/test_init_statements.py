"""The statements that ``init`` and ``check`` print keep one row of each person of any P and T."""

import json
import re

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import csv, parquet

from tests.tiers import later

PEOPLE = 120
#: Each of them has 2 to 5 rows, one a year.
ROWS = [(person, year) for person in range(PEOPLE) for year in range(2 + person % 4)]
BY_HAND = "release: r.parquet\nquasi_identifiers: {born: {widths: [5]}}\ndelta: {max: 1/2}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(name: str, columns: dict[str, list], delimiter: str = ",") -> None:
    table = pyarrow.table(columns)
    parquet.write_table(table, f"{name}.parquet")
    csv.write_csv(table, f"{name}.csv", csv.WriteOptions(delimiter=delimiter))


def _rows() -> dict[str, list]:
    return {
        "pid": [1000 + person for person, _ in ROWS],
        "year": [2020 + year for _, year in ROWS],
        "sex": ["fm"[person * person % 7 % 2] for person, _ in ROWS],
        "born": [1940 + person * 11 % 60 for person, _ in ROWS],
        "ward": [f"w{(person * 3 + year) % 5}" for person, year in ROWS],
    }


def _take(table: dict[str, list], rows: list[int]) -> dict[str, list]:
    return {name: [values[i] for i in rows] for name, values in table.items()}


def _mend(text: str) -> list[str]:
    statements = re.findall("COPY .*?;(?= |$)", text, re.MULTILINE)
    for statement in statements:
        duckdb.sql(statement)
    return statements


@pytest.mark.parametrize(
    ("suffix", "command"),
    [("csv", "init"), later("csv", "check"), later("parquet", "init"), ("parquet", "check")],
)
def test_a_time_that_t_alone_has_orders_its_rows(folder, run, suffix, command):
    """The last claim of each, whether P has a time or not."""
    public = _rows()
    marked = [i for i, (person, _) in enumerate(ROWS) if person % 6 == 0]
    # The first claim of somebody is in the last row.
    days = [f"20{29 - ROWS[i][1]}-03-01" for i in marked]
    private = {"pid": _take(public, marked)["pid"], "claim_date": days, "dose": [*marked]}
    _write("p", public)
    _write("t", private)
    told = run("init", f"p.{suffix}", f"t.{suffix}").complaint
    text = told or (folder / "job.yaml").read_text()
    if command == "check":
        keyed = f"private: {{table: t.{suffix}, key: pid}}\n"
        (folder / "job.yaml").write_text(f"public: p.{suffix}\n{keyed}{BY_HAND}")
        text = run("check", "job.yaml").stderr
    said = "- of T, the last row of each by claim_date"
    assert said in text and len(_mend(text)) == 2
    kept = parquet.read_table("t-people.parquet").to_pydict()
    first = {public["pid"][i]: i for i in reversed(marked)}
    assert dict(zip(map(int, kept["pid"]), map(int, kept["dose"]), strict=True)) == first


@pytest.mark.parametrize(
    ("delimiter", "command"),
    [
        later(";", "init"),
        (";", "check"),
        later("|", "init"),
        later("|", "check"),
        ("\t", "init"),
        later("\t", "check"),
    ],
)
def test_the_delimiter_of_a_csv_is_in_the_statement(folder, run, delimiter, command):
    """Also where a name holds the others."""
    rows = _rows()
    _write(
        "p",
        {"a,b": rows.pop("ward")} | rows | {"in_t": [i % 5 == 0 for i in rows["pid"]]},
        delimiter,
    )
    public = {"path": "p.csv", "delimiter": delimiter}
    ended = run("init", json.dumps(public), "--where", "in_t")
    assert ended.exit_code == 0
    text = (folder / "job.yaml").read_text()
    if command == "check":
        job = f"public: {json.dumps(public)}\nprivate: {{where: in_t}}\n{BY_HAND}"
        (folder / "job.yaml").write_text(yaml.safe_dump(yaml.safe_load(job)))
        text = run("check", "job.yaml").stderr
    (statement,) = _mend(text)
    assert "delim := '" in statement
    kept = parquet.read_table("p-people.parquet")
    assert len(kept) == PEOPLE and kept.column_names[0] == "a,b"


@pytest.mark.parametrize(("of_p", "of_t"), [("parquet", "csv"), ("csv", "parquet")])
def test_keys_of_t_have_the_type_of_p_in_its_copy(folder, run, of_p, of_t):
    """A number of a CSV is a text, and joins with no number."""
    public = _rows()
    marked = [i for i, (person, _) in enumerate(ROWS) if person % 6 == 0]
    _write("p", public)
    _write("t", _take(public, marked) | {"score": [i % 9 for i in marked]})
    run("init", f"p.{of_p}", f"t.{of_t}")
    assert len(_mend((folder / "job.yaml").read_text())) == 2
    joined = duckdb.sql(
        "SELECT count(*) FROM 'p-people.parquet' JOIN 't-people.parquet' USING (pid)"
    )
    assert joined.fetchall() == [(20,)]
    ended = run("init", "p-people.parquet", "t-people.parquet", "--overwrite")
    assert ended.exit_code == 0
    assert yaml.safe_load((folder / "job.yaml").read_text())["private"]["key"] == "pid"


WHERE = "trial AND year >= 2022"


@pytest.mark.parametrize("command", ["init", "check"])
def test_a_time_that_marks_with_others_orders_rows(folder, run, command):
    """It is the time of each row, of T or not: the kept row does not depend on the mark."""
    kept = []
    for members in (5, 7):
        rows = _rows()
        rows["trial"] = [person % members == 0 and i % 2 > 0 for i, (person, _) in enumerate(ROWS)]
        _write("p", rows)
        run("init", "p.parquet", "--where", WHERE, "--overwrite")
        text = (folder / "job.yaml").read_text()
        if command == "check":
            job = f"public: p.parquet\nprivate: {{where: {WHERE}}}\n{BY_HAND}"
            (folder / "job.yaml").write_text(job)
            text = run("check", "job.yaml").stderr
        assert "- new column in_t: whether any row of somebody is marked." in text
        assert len(_mend(text)) == 1
        found = duckdb.sql("SELECT pid, year, ward, sex FROM 'p-people.parquet' ORDER BY pid")
        kept.append(found.fetchall())
    last = {
        pid: (pid, *more)
        for pid, *more in zip(*map(rows.get, ("pid", "year", "ward", "sex")), strict=True)
    }
    assert kept[0] == kept[1] == [*last.values()]


def test_a_time_of_coming_into_t_orders_no_rows(folder, run):
    """Those of others have none, or all the same: it would keep the marked row."""
    for missing in (None, 0):
        rows = _rows()
        rows["trial"] = [person % 5 == 0 and i % 2 > 0 for i, (person, _) in enumerate(ROWS)]
        years = zip(rows["trial"], rows.pop("year"), strict=True)
        rows["year"] = [year if marked else missing for marked, year in years]
        _write("p", rows)
        run("init", "p.parquet", "--where", WHERE, "--overwrite")
        assert "the first row of each in the file" in (folder / "job.yaml").read_text()


def test_check_counts_the_rows_that_name_nobody(folder, run):
    rows = _rows()
    rows["pid"] = [None if i < 3 else pid for i, pid in enumerate(rows["pid"])]
    _write("p", rows | {"in_t": [i % 5 == 0 for i in range(len(ROWS))]})
    (folder / "job.yaml").write_text(f"public: p.parquet\nprivate: {{where: in_t}}\n{BY_HAND}")
    told = run("check", "job.yaml").stderr
    lost = "3 rows of P name nobody there, and would be lost, in T too: who are they?"
    assert f"(FORMAT parquet);\n  {lost}" in told


def test_an_answer_in_the_job_that_is_replaced_is_kept(folder, run):
    """A number of policies names people then, and nobody is asked again, but where it repeats."""
    rows = _rows()
    rows = (
        {"policy_no": [*range(500, 500 + len(ROWS))]}
        | rows
        | {"in_t": [i % 5 == 0 for i in rows["pid"]]}
    )
    del rows["pid"]
    _write("p", rows)
    asks = "policy_no may number visits, orders or the like"
    assert asks in run("init", "p.parquet", "--where", "in_t").stderr
    job = folder / "job.yaml"
    for answer in ("policy_no", "[]"):
        job.write_text(re.sub("(?m)^(# )?person: .*$", f"person: {answer}", job.read_text()))
        for _ in range(2):
            ended = run("init", "p.parquet", "--where", "in_t", "--overwrite")
            text = job.read_text()
            assert asks not in ended.stderr and f"person: {answer}  # as you said" in text
        assert run("check", "job.yaml", "--quiet").exit_code == 0
    job.write_text(job.read_text().replace("person: []", "person: policy_no"))
    _write("p", rows | {"policy_no": [500, *rows["policy_no"][:-1]]})
    assert "policy_no" in run("init", "p.parquet", "--where", "in_t", "--overwrite").stderr


@pytest.mark.parametrize("first", ["typed", "people"])
def test_a_csv_of_several_rows_gets_types_and_people_in_any_order(folder, run, first):
    """The last lines say which comes first; who takes the other gets the types then."""
    rows = _rows()
    rows["weight"] = [f"{50 + born % 9},5" for born in rows["born"]]
    _write("p", rows, ";")
    marked = [i for i, (person, year) in enumerate(ROWS) if year == 1 and person % 4 == 0]
    numbers = {"weight": [float(one.replace(",", ".")) for one in rows["weight"]]}
    _write("t", _take(rows | numbers, marked))
    path, suffixes = "p.csv", [first, *({"typed", "people"} - {first})]
    for suffix in suffixes:
        ended = run("init", path, "t.parquet", "--overwrite")
        text = ended.stderr + (folder / "job.yaml").read_text()
        statements = re.findall(r"COPY .*? \(FORMAT parquet\);", text)
        duckdb.sql(next(one for one in statements if f"-{suffix}.parquet'" in one))
        is_first = path == "p.csv"
        assert is_first is ("First write the file with types, as said, and run" in ended.stdout)
        path = path.rpartition(".")[0] + f"-{suffix}.parquet"
    found = run("init", path, "t.parquet", "--overwrite", "--json").found
    assert {"sex", "born"} <= {*found["quasi_identifiers"]}
    kinds = {field.name: str(field.type) for field in parquet.read_schema(path)}
    assert (kinds["weight"], kinds["born"]) == ("double", "int64")
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_rows_of_another_time_than_the_kept_ones_are_no_fault_of_a_table(folder, run):
    """P has the last row of each then, and T an earlier one, without its time."""
    rows = _rows()
    rows["age"] = [2020 + year - born for (_, year), born in zip(ROWS, rows["born"], strict=True)]
    rows["kids"] = [(person + year) % 4 for person, year in ROWS]
    _write("p", rows)
    marked = [i for i, (person, year) in enumerate(ROWS) if year == 0 and person % 3 == 0]
    private = _take(rows, marked)
    del private["year"]
    _write("t", private)
    run("init", "p.parquet", "t.parquet")
    _mend((folder / "job.yaml").read_text())
    people = duckdb.sql("SELECT * EXCLUDE (year) FROM 'p-people.parquet'").to_arrow_table()
    for name, is_told in (("p-people", True), ("q", False)):
        parquet.write_table(people, f"{name}.parquet")
        told = run("init", f"{name}.parquet", "t.parquet", "--overwrite").stderr
        assert "40 rows of T differ from P's of the same pid in " in told
        assert ("Or is P's row of another time than T's?" in told) is is_told
        told = run("check", "job.yaml").stderr
        assert "40 rows of T differ from P in " in told and "mend the table that is wrong" in told
        assert ("Or is P's row of another time than T's?" in told) is is_told


def test_of_a_t_without_columns_of_its_own_only_people_are_written(folder, run):
    rows = _rows()
    rows = {"center": [pid % 2 for pid in rows["pid"]], "id": [pid // 2 for pid in rows["pid"]]} | {
        name: values for name, values in rows.items() if name != "pid"
    }
    _write("p", rows)
    private = _take(rows, [i for i, (person, _) in enumerate(ROWS) if person % 4 == 0])
    del private["year"]
    _write("t", private)
    run("init", "p.parquet", "t.parquet")
    text = (folder / "job.yaml").read_text()
    assert "- of T, only person, as P has its other columns." in text
    assert "no column is known" not in text
    _mend(text)
    assert parquet.read_schema("t-people.parquet").names == ["person"]
