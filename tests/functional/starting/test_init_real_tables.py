"""``dpsql init`` on tables as people have them: what it chooses, and that the job runs."""

import duckdb
import pytest

import dpsql
from tests.tiers import later

PEOPLE = 600
#: What P has, as SQL over the number i and an even share u of a person.
TABLES = {
    "mimic": {
        "subject_id": "10000000 + i * 37",
        "gender": "if(u < 0.47, 'M', 'F')",
        "anchor_age": "18 + i * 7 % 72",
        "anchor_year": "2110 + i % 90",
        "anchor_year_group": "['2008 - 2010', '2011 - 2013', '2014 - 2016'][1 + i % 3]",
        "dod": "if(u > 0.7, DATE '2150-01-01' + i, NULL)",
        "insurance": "['Medicare', 'Medicaid', 'Other'][1 + i * i % 3]",
        "race": "if(u < 0.6, 'WHITE', 'GROUP ' || i % 8)",
        "hba1c": "4.5 + (i * i % 977) / 211",
    },
    "voters": {
        "ncid": "'AA' || (100000 + i * 31)",
        "first_name": "'Name' || i % 60",
        "last_name": "'Name' || i % 90",
        "res_street_address": "(i % 400) || ' MAIN ST'",
        "county_id": "i % 20",
        "county_desc": "'COUNTY ' || chr(65 + i % 20)",
        "zip_code": "lpad(CAST(27000 + i % 70 * 11 AS VARCHAR), 5, '0')",
        "birth_year": "1930 + i * 7 % 75",
        "gender_code": "['M', 'F', 'U'][1 + i * i % 3]",
        "race_code": "['W', 'B', 'A', 'O'][1 + i * i % 4]",
        "status_cd": "'A'",
        "full_phone_num": "CAST(9195550000 + CAST(i AS BIGINT) AS VARCHAR)",
    },
    "census": {
        "SERIAL": "i + 1",
        "PERWT": "1 + u * 100",
        "AGE": "i * 7 % 90",
        "SEX": "1 + i % 2",
        "MARST": "1 + i * i % 6",
        "EDUC": "i * 3 % 12",
        "INCTOT": "CAST(if(u > 0.97, 900000, 20000 + u * 60000) AS INTEGER)",
        "STATEFIP": "1 + i % 50",
    },
    "staff": {
        "employee_id": "'E' || (1000 + i)",
        "email": "'e' || i || '@example.org'",
        "Geburtsdatum": "DATE '1960-01-01' + i * 23",
        "Geschlecht": "['w', 'm', 'd'][1 + i * i % 3]",
        "PLZ": "CAST(10115 + i % 50 * 13 AS VARCHAR)",
        "job_title": "'Title ' || i % 25",
        "salary": "CAST(if(u > 0.98, 2000000, 30000 + u * 50000) AS DOUBLE)",
        "comment": "repeat('well ', 1 + i % 3) || i",
    },
}
CHOSEN = {
    "mimic": ["anchor_age", "gender", "race", "dod", "insurance"],
    "voters": ["birth_year", "gender_code", "zip_code", "county_id", "race_code"],
    "census": ["AGE", "SEX", "STATEFIP", "MARST", "EDUC"],
    "staff": ["Geburtsdatum", "Geschlecht", "PLZ", "job_title"],
}
KEYS = {"mimic": "subject_id", "voters": "ncid", "census": "SERIAL", "staff": "employee_id"}


@pytest.fixture(params=TABLES)
def name(request, tmp_path, monkeypatch):
    """P and T of one kind, in files."""
    monkeypatch.chdir(tmp_path)
    cells = ", ".join(f"{sql} AS {column}" for column, sql in TABLES[request.param].items())
    numbers = "SELECT CAST(i AS INTEGER) AS i, (i * 7919 % 997) / 997 AS u"
    people = f"({numbers} FROM range({PEOPLE}) t(i))"
    duckdb.sql(f"SELECT {cells} FROM {people}").write_parquet("p.parquet")
    duckdb.sql("FROM 'p.parquet' USING SAMPLE 60 ROWS (reservoir, 7)").write_parquet("t.parquet")
    return request.param


def test_a_job_that_one_would_accept(name, run):
    ended = run("init", "p.parquet", "t.parquet", "--json").found
    assert ended["quasi_identifiers"] == CHOSEN[name]
    assert ended["left_out"].keys() == TABLES[name].keys() - set(CHOSEN[name])
    job = dpsql.read_job("job.yaml")
    assert job.private.key == KEYS[name]
    for amount in TABLES[name].keys() & {"INCTOT", "salary"}:
        assert ended["left_out"][amount].startswith("few people know such an amount of others")
    assert run("check", "job.yaml", "--json").found["feasible"]


@pytest.mark.parametrize(
    "name", ["mimic", *map(later, ["voters", "census", "staff"])], indirect=True
)
def test_its_job_is_released(name, run):
    assert run("init", "p.parquet", "t.parquet", "--quiet").exit_code == 0
    # The search for pooled takes seconds; any release shows that the job runs.
    assert run("anonymize", "job.yaml", "--time-limit", "1", "--quiet").exit_code == 0
    assert run("verify", "job.yaml", "--quiet").exit_code == 0
