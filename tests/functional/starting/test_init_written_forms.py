"""``dpsql init`` on a CSV as programs export it: dates, numbers and codes that no rule reads."""

import stat
from datetime import date, timedelta
from pathlib import Path

import duckdb
import pytest

HEADER = "Nr;Geburtsdatum;Lohn;Hauptdiagnose;Status"
COLUMNS = ("Geburtsdatum", "Lohn", "Hauptdiagnose", "Status")


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """A register of 240 people with a BOM, and 30 of them, who also have a value and an address."""
    monkeypatch.chdir(tmp_path)
    # Beside three other columns, pay is left out.
    monkeypatch.setattr("dpsql.first_job.choosing._ENOUGH", 4)
    rows = []
    for i in range(240):
        born = date(1950, 1, 1) + timedelta(days=i * 97)
        pay = f"{1 + i % 9}.{i:03},50" if i % 11 else "k.A."
        rows.append(f"{i};{born:%d.%m.%Y};{pay};{'AEI'[i % 3]}{10 + i % 4}.{i % 5};{'JN'[i % 2]}")
    lines = "\n".join([HEADER, *rows])
    Path("p.csv").write_text(lines, encoding="utf-8-sig")
    members = [f"{row};{i % 13},{i};m{i}@example.org;{i}" for i, row in enumerate(rows)]
    header = f"{HEADER};Wert;Email;Fall"
    # Without the key of P, but with its values under another name.
    cut = [line.split(";", 1)[1] for line in [header, *members[::8]]]
    Path("t.csv").write_text("\n".join(cut))
    return tmp_path


def test_what_no_rule_reads_is_listed_beside_the_job(tables, run):
    ended = run("init", "p.csv", "t.csv", "--json")
    assert ended.exit_code == 0
    assert ended.found["hierarchies"] == ["job-Geburtsdatum.csv", "job-Lohn.csv"]
    text = Path("job.yaml").read_text()
    assert "Geburtsdatum: job-Geburtsdatum.csv  # 240 values, dates DD.MM.YYYY" in text
    assert "Lohn: job-Lohn.csv  # k.A. may stand for missing: make it NULL in P and T, as" in text
    assert "219 values, numbers with a decimal comma, beside 1" in text
    assert "Hauptdiagnose: {prefix: [3, 1]}" in text
    listed = Path("job-Geburtsdatum.csv")
    assert stat.S_IMODE(listed.stat().st_mode) == 0o600
    assert "01.01.1950;1950-01;1950;1950s;*\n" in listed.read_text()
    assert "k.A.;k.A.;k.A." in Path("job-Lohn.csv").read_text()
    text = text.replace("max: 0.5", "max: 1")
    Path("job.yaml").write_text(text.replace("algorithm: pooled", "algorithm: spalm"))
    assert run("anonymize", "job.yaml").exit_code == 0


def test_columns_of_t_that_identify_people_are_not_proposed(tables, run):
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = Path("job.yaml").read_text()
    assert "\n# keep: [Wert]\n#  [Wert]: nearly every row has a value of its own;" in text
    told = "#  Fall: it has the values of Nr, by which P is joined; name it Nr in T, too, and T is"
    assert told in text
    assert "#  Email: it is how to reach a person" in text


def test_a_file_that_is_there_is_never_replaced(tables, run):
    listed = Path("job-Geburtsdatum.csv")
    listed.write_text("theirs")
    assert run("init", "p.csv", "t.csv").exit_code == 0
    assert listed.read_text() == "theirs"
    assert "Geburtsdatum: job-Geburtsdatum-2.csv" in Path("job.yaml").read_text()
    # The same list is written once.
    assert run("init", "p.csv", "t.csv", "--overwrite").exit_code == 0
    assert "Geburtsdatum: job-Geburtsdatum-2.csv" in Path("job.yaml").read_text()
    assert not Path("job-Geburtsdatum-3.csv").exists()


def test_without_a_job_no_list_stays(tables, run, monkeypatch):
    def fail(*_):
        raise RuntimeError

    monkeypatch.setattr("dpsql.use_cases.init.write_job", fail)
    assert run("init", "p.csv", "t.csv").exit_code == 1
    assert sorted(path.name for path in tables.iterdir()) == ["p.csv", "t.csv"]


def test_a_column_may_have_its_name_as_a_value(tables, run):
    """A list without a header is refused: of its names, many are values."""
    rows = [f"{20 + i % 40},{'mf'[i % 2]},{['airbag', 'none'][i % 2]},{i % 3}" for i in range(80)]
    Path("p.csv").write_text("\n".join(["age,sex,airbag,class", *rows]))
    Path("t.csv").write_text("\n".join(["age,sex,airbag,class", *rows[::7]]))
    ended = run("init", "p.csv", "t.csv")
    assert ended.exit_code == 3
    assert "name of column 3 looks like a value" in ended.complaint
    more = [f"{row},{i % 4}" for i, row in enumerate(rows)]
    Path("p.csv").write_text("\n".join(["age,sex,airbag,class,kids", *more]))
    Path("t.csv").write_text("\n".join(["age,sex,airbag,class,kids", *more[::7]]))
    assert run("init", "p.csv", "t.csv").exit_code == 0
    assert "airbag:" in Path("job.yaml").read_text()


def test_what_no_rule_can_read_is_told(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    number, people = "i % 60 + 0.25", "range(2400) AS r(i)"
    day = "CAST(DATE '1950-01-01' + CAST(i * 9 AS INTEGER) AS DATE)"
    written = (
        f"CASE WHEN i % 4 > 0 THEN strftime({day}, '%d.%m.%Y') ELSE CAST({day} AS VARCHAR) END"
    )
    columns = f"""
        i % 9 AS kind, CASE WHEN i % 80 = 0 THEN CAST('NaN' AS DOUBLE) ELSE {number} END AS level,
        CAST(NULL AS VARCHAR) AS nothing, {written} AS born
    """
    duckdb.sql(f"COPY (SELECT {columns} FROM {people}) TO 'p.parquet'")
    duckdb.sql("COPY (FROM 'p.parquet' WHERE kind = 3 AND level < 8) TO 't.parquet'")
    left_out = run("init", "p.parquet", "t.parquet", "--json").found["left_out"]
    assert left_out == {
        "level": "it is NaN in 30 rows, which is no number: write NULL there to use it",
        "nothing": "it has no value",
        "born": "its dates are written in several ways; write all as 2024-05-31 to use it",
    }


@pytest.mark.parametrize(("first", "warns"), [(25, False), (0, True)])
def test_two_digits_of_a_birth_year_are_never_ahead(tmp_path, run, first, warns):
    days = [f"{1 + i % 28:02}.{1 + i % 12:02}.{first + i % (99 - first):02}" for i in range(300)]
    lines = [f"{day},{'fm'[i % 2]}" for i, day in enumerate(days)]
    public, private = tmp_path / "p.csv", tmp_path / "t.csv"
    public.write_text("\n".join(["birth_date,sex", *lines]))
    private.write_text("\n".join(["birth_date,sex", *lines[::9]]))
    job = tmp_path / "job.yaml"
    ended = run("init", public, private, "-o", job)
    assert ended.exit_code == 0
    assert ("birth_date: the values leave the century" in ended.stderr) == warns
    assert "are read as" in job.read_text()
    if not warns:
        assert "years 25 to 98 are read as 1925 to 1998" in job.read_text()
    labels = (tmp_path / "job-birth_date.csv").read_text().splitlines()
    assert max(line.split(";")[2] for line in labels) <= f"{date.today().year}"
