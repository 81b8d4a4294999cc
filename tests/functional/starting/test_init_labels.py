"""A label and a number of one thing are one column of a first job, also where one has slips."""

import pytest
from pyarrow import csv, table


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (lambda name, i: None if i % 20 == 0 else name, "clinic_name: 12 values; it says the same"),
        (lambda name, i: name.lower() if i % 90 == 0 else name, "it follows from clinic_name"),
    ],
    ids=["NULLs", "slips"],
)
def test_a_label_beside_its_number_is_no_second_column(tmp_path, monkeypatch, run, write, reason):
    monkeypatch.chdir(tmp_path)
    given = [i * 31 % 1013 for i in range(1500)]
    rows = {
        "age": [18 + i % 70 for i in given],
        "clinic_no": [1 + i % 12 for i in given],
        "clinic_name": [write(f"Clinic {'ABCDEFGHIJKL'[i % 12]}", n) for n, i in enumerate(given)],
        "suspect_name": [("Ann Ng", "Max Li", "Jo Berg")[i % 3] for i in given],
        "file_no": [f"F{n:05d}" for n in range(1500)],
        "in_t": [i % 7 == 0 for i in given],
    }
    csv.write_csv(table(rows), "p.csv")
    assert run("init", "p.csv", "--where", "in_t").exit_code == 0
    text = (tmp_path / "job.yaml").read_text()
    assert reason in text
    assert len([line for line in text.splitlines() if line.startswith("  clinic_n")]) == 1
    assert "suspect_name: 3 values; it names a person" in text
    assert "# person: file_no  # each row of P has its own: people, or visits" in text


def test_answers_of_a_battery_are_no_household_and_ranges_of_money_have_an_order(
    tmp_path, monkeypatch, run
):
    """A survey asked whether people would switch seats for a family."""
    monkeypatch.chdir(tmp_path)
    given = [i * 31 % 1013 for i in range(1200)]
    answers = ["No", "Somewhat", "Very"]
    money = ["$0 - $9,999", "$10,000 - $49,999", "$50,000 - $99,999", "$100,000+"]
    asked = ("switch_seats_family", "wake_up", "talk_stranger", "recline_rude")
    rows = {
        **{name: [answers[i % (j + 5) % 3] for i in given] for j, name in enumerate(asked)},
        "age": [18 + i % 60 for i in given],
        "sex": ["mf"[i // 3 % 2] for i in given],
        "state": [("ND", "NY", "CA", "TX")[i % 11 % 4] for i in given],
        "household_income": [money[i % 13 % 4] for i in given],
        "in_t": [i % 7 == 0 for i in given],
    }
    csv.write_csv(table(rows), "p.csv")
    assert run("init", "p.csv", "--where", "in_t").exit_code == 0
    text = (tmp_path / "job.yaml").read_text()
    assert "\n  household_income:  # 4 values, ranges\n" in text
    assert "      0-49999: ['$0 - $9,999', '$10,000 - $49,999']\n" in text
    assert "\n  switch_seats_family:" not in text and "may stand for missing" not in text
