"""What T calls otherwise than P does is not offered to be kept, and whoever keeps it is warned."""

import re

import duckdb
import pytest
import yaml

#: 600 people of four towns; every third is in T, which has no key.
_PEOPLE = """
    SELECT i, ['Ulm', 'Bern', 'Linz', 'Graz'][1 + i % 4] AS town, 1 + i // 7 % 2 AS sex,
        1000 + 13 * (i % 40) AS plz, i % 11 AS ward,
        ['Maler', 'Koch', 'Arzt', 'Jurist', 'Wirt'][1 + i // 3 % 5] AS beruf,
        ['yes', 'no', 'unknown'][1 + i % 3] AS insured, 3000 + 7 * (i % 90) AS fee
    FROM range(600) AS r(i)
"""


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """A P, and a T that calls its sex, its postcode and its trade otherwise."""
    monkeypatch.chdir(tmp_path)
    of_p = "town, sex AS gender_cd, plz, beruf, insured, fee"
    of_t = (
        'town, sex AS "Geschlecht", plz AS zip_code, beruf AS w3, ward AS stage,'
        " ['no', 'yes', 'unknown'][1 + i % 7 % 3] AS smoker, 1 + i % 5 AS grade, i % 13 AS marital"
    )
    duckdb.sql(f"COPY (SELECT {of_p} FROM ({_PEOPLE})) TO 'p.csv'")
    duckdb.sql(f"COPY (SELECT {of_t} FROM ({_PEOPLE}) WHERE i % 3 = 0) TO 't.csv'")
    return tmp_path


def test_columns_of_other_names_are_renamed_and_not_kept(tables, run):
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = (tables / "job.yaml").read_text()
    assert "# keep: [stage, smoker, grade]" in text
    for own, public in (("Geschlecht", "gender_cd"), ("zip_code", "plz"), ("w3", "beruf")):
        told = f"#  {own}: .*it looks like P's column {public} under another name; name it"
        assert re.search(told, text)
    assert "#  marital: by its name, others know it of a person; to use it, P must have" in text
    (statement,) = re.findall("COPY .*;", text)
    duckdb.sql(statement)
    assert run("init", "p.csv", "t-named.parquet", "--overwrite").exit_code == 0
    job = yaml.safe_load((tables / "job.yaml").read_text())
    assert {"gender_cd", "plz", "beruf"} <= job["quasi_identifiers"].keys()


def test_whoever_keeps_a_column_of_another_name_is_warned(tables, run):
    assert run("init", "p.csv", "t.csv").exit_code == 0
    job = tables / "job.yaml"
    kept = "keep: [Geschlecht, zip_code, w3, stage, smoker, grade, marital]\n"
    job.write_text(job.read_text() + kept)
    told = run("check", job).stderr
    assert "Geschlecht looks like P's public column gender_cd under another name" in told
    assert "(by both names; 2 of its 2 values are values of gender_cd)" in told
    assert "w3 looks like P's public column beruf under another name (5 of its 5" in told
    assert "keep: marital: by its name, others know it of a person" in told
    assert not re.search("keep: (stage|smoker|grade)", told)
    assert run("anonymize", job).exit_code == 0
    assert run("report", job, "--sign-off", "-o", tables / "sign.html").exit_code == 0
    (page,) = tables.glob("*.html")
    said = page.read_text()
    assert "zip_code, which is kept, is not P&#39;s column plz under another name" in said
    assert "nobody knows marital of a person" in said


def test_columns_of_other_people_are_not_renamed_to_those_of_a_person(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    of_p = (
        "town, sex AS gender_cd, 1940 + i % 60 AS yob, 'M' || (1000 + i) AS member_no,"
        " 20 + i % 50 AS age"
    )
    of_t = (
        "sex AS spouse_sex, town AS clinic_town, 1940 + i % 50 AS yob_of_child,"
        " 'M' || (1000 + (i + 7) % 600) AS referred_by, 20 + i % 50 AS age"
    )
    duckdb.sql(f"COPY (SELECT {of_p} FROM ({_PEOPLE})) TO 'p.csv'")
    duckdb.sql(f"COPY (SELECT {of_t} FROM ({_PEOPLE}) WHERE i % 3 = 0) TO 't.csv'")
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = (tmp_path / "job.yaml").read_text()
    assert "RENAME" not in text and "under another name" not in text
    # Others know it of a person all the same; and P has those who referred people.
    assert "#  spouse_sex: by its name, others know it of a person" in text
    assert "#  referred_by: by its name and its values, which member_no has, it names other" in text
    job = tmp_path / "job.yaml"
    job.write_text(text + "keep: [referred_by]\n")
    told = run("check", job).stderr
    assert "referred_by names other people than its row is of, by its name, and P has them" in told


def test_what_tells_a_public_column_is_told_though_its_name_is_like_another(
    tmp_path, run, monkeypatch
):
    """Each city of T goes with one zip, and P alone has a district, of which it has no value."""
    monkeypatch.chdir(tmp_path)
    of_p = "10000 + i % 30 AS zip, 30 + i % 17 AS age, ['N', 'S'][1 + i % 2] AS district"
    of_t = "10000 + i % 30 AS zip, 30 + i % 17 AS age, 'Town' || (i % 30) || 'x' AS city"
    duckdb.sql(f"COPY (SELECT {of_p} FROM range(900) AS r(i)) TO 'p.csv'")
    duckdb.sql(f"COPY (SELECT {of_t} FROM range(900) AS r(i) WHERE i % 7 < 3) TO 't.csv'")
    assert run("init", "p.csv", "t.csv").exit_code == 0
    job = tmp_path / "job.yaml"
    (line,) = (one for one in job.read_text().splitlines() if one.startswith("#  city:"))
    assert re.search("each of its values goes with one of zip.*; by its name alone, it may", line)
    job.write_text(job.read_text() + "keep: [city]\n")
    told = run("check", job).stderr
    assert re.search(r"(?s)city tells P's public column zip: .*city may be P's public", told)
    (found,) = run("check", job, "--json").found["identifying_columns"]
    assert (found["tells_column"], found["looks_like_column"]) == ("zip", "district")


def test_without_a_key_it_is_said_what_p_alone_has_and_what_says_nothing(tables, run):
    of_t = "town, sex, plz, 'yes' AS reinfected, ward AS stage"
    duckdb.sql(f"COPY (SELECT {of_t} FROM ({_PEOPLE}) WHERE i % 3 = 0) TO 't.csv'")
    duckdb.sql(f"COPY (SELECT town, sex, plz, insured, fee FROM ({_PEOPLE})) TO 'p.csv'")
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = (tables / "job.yaml").read_text()
    told = "# Columns that P alone has, and cannot be used, as T has no key by which P has them:\n"
    assert told + "#   [insured, fee]\n" in text
    assert "# keep: [stage]\n# Not to keep, as all rows of T have the same there" in text
    assert "\n#  [reinfected]\n" in text


def test_values_of_rows_that_p_lacks_make_no_column_of_p(tmp_path, run, monkeypatch):
    """Their sexes are both 1 and 2, but nobody of P has such an age, town and sex."""
    monkeypatch.chdir(tmp_path)
    people = f"SELECT *, i // 4 AS age FROM ({_PEOPLE})"
    duckdb.sql(f"COPY (SELECT age, town, sex AS gender_cd FROM ({people})) TO 'p.csv'")
    of_t = 'age, town, 3 - sex AS "Geschlecht", ward'
    duckdb.sql(f"COPY (SELECT {of_t} FROM ({people}) WHERE i % 5 = 0) TO 't.csv'")
    assert run("init", "p.csv", "t.csv").exit_code == 0
    text = (tmp_path / "job.yaml").read_text()
    assert "RENAME" not in text and "under another name" not in text
    assert "#  Geschlecht: by its name, others know it of a person" in text
