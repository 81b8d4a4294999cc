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
