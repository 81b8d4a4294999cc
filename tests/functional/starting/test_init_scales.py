"""A column of a survey's answers on a scale is no demographic by its last word."""

import duckdb
import pytest

import dpsql

PEOPLE = 300
SCALE = "(i * {} % 7) % 3 - 1"
SURVEY = {
    "age": "18 + i * 7 % 70",
    "race": "1 + i * i % 3",
    "spend_welfare": SCALE.format(2),
    "spend_race": SCALE.format(3),
    "spend_aid": SCALE.format(5),
    "spend_sum": "i % 33 - 5",
}
#: Of a patient, with the numbers of whether she smokes.
PATIENTS = {
    "patient_age": "18 + i * 7 % 70",
    "patient_sex": SCALE.format(2),
    "patient_race": SCALE.format(3),
    "patient_smoker": SCALE.format(4),
    "patient_diabetic": SCALE.format(5),
    "race": "1 + i * i % 4",
    "sex": "1 + i % 2",
}


def find_chosen(folder, columns):
    """Return the quasi-identifiers of a first job for a table of these columns."""
    selected = ", ".join(f"{sql} AS {name}" for name, sql in columns.items())
    people = folder / "people.parquet"
    rows = f"SELECT {selected}, hash(i) % 5 = 0 AS ill FROM range({PEOPLE}) AS t(i)"
    duckdb.sql(f"COPY ({rows}) TO '{people}'")
    job = dpsql.init(people, out=folder / "job.yaml", where="ill")
    return {*dpsql.read_job(job).quasi_identifiers}


def test_a_question_among_others_of_its_first_word_is_no_race(tmp_path):
    assert find_chosen(tmp_path, SURVEY) == {"age", "race"}


@pytest.mark.parametrize(
    ("columns", "kept"),
    [
        pytest.param(PATIENTS, {"patient_sex", "patient_race"}, id="a demographic has others"),
        pytest.param(
            {name: sql for name, sql in SURVEY.items() if name != "race"},
            {"spend_race"},
            id="the only one of its kind",
        ),
        pytest.param(
            {**SURVEY, **{name: "i * i % 2" for name in SURVEY if name.startswith("spend")}},
            {"spend_race"},
            id="flags",
        ),
        pytest.param(
            {name: sql for name, sql in SURVEY.items() if name != "spend_aid"},
            {"spend_race"},
            id="one question only",
        ),
    ],
)
def test_a_demographic_stays_one_beside_columns_of_its_first_word(tmp_path, columns, kept):
    assert kept <= find_chosen(tmp_path, columns)
