"""The page to sign names the kept columns that identify people, whatever P is known from."""

import pyarrow
import pytest

import dpsql
from tests.functional.reports.test_report import read

PEOPLE = [{"town": town, "sex": sex} for town in "ab" for sex in "xy" for _ in range(60)]
#: Of these 40, `lab` has a value of its own in each row, and only its name tells what `email` is.
MEMBERS = [
    row | {"lab": number, "email": f"{number % 9}@x", "unit": "mg"}
    for number, row in enumerate(PEOPLE[::6])
]


@pytest.mark.parametrize("is_estimated", [False, True], ids=["rows", "statistics"])
def test_whoever_signs_knows_which_kept_columns_name_rows(tmp_path, is_estimated):
    """By their values or by their name; where P is statistics, the page had no word of it."""
    (tmp_path / "town.csv").write_text("town,n\na,120\nb,120\n")
    (tmp_path / "sex.csv").write_text("sex,n\nx,120\ny,120\n")
    tables = [{"path": f"{name}.csv", "columns": [name], "count": "n"} for name in ("town", "sex")]
    statistics = {"population": {"size": 240, "tables": tables}, "confidence": "1/2"}
    known = statistics if is_estimated else {"public": pyarrow.Table.from_pylist(PEOPLE)}
    job = dpsql.Job(
        private=pyarrow.Table.from_pylist(MEMBERS),
        quasi_identifiers={"town": {"tree": {"*": [*"ab"]}}, "sex": {"tree": {"*": [*"xy"]}}},
        delta={"max": "1/2"},
        keep=["lab", "email", "unit"],
        release="r.csv",
        folder=tmp_path,
        **known,
    )
    dpsql.anonymize(job)
    before = dpsql.sign_off(job, tmp_path / "sign.html").before
    assert [one["name"] for one in before.to_dict()["identifying_columns"]] == ["lab", "email"]
    text = read(tmp_path / "sign.html")
    assert (
        "nobody knows lab of a person: it is kept, and at least 40 of 40 rows have a value" in text
    )
    assert "That email, which is kept, identifies nobody: by its name, it is how to reach" in text
    assert "unit, which" not in text and "nobody knows unit" not in text


def test_whoever_signs_knows_which_kept_columns_tell_a_public_one(tmp_path):
    """A height that names the town."""
    people = [row | {"id": number} for number, row in enumerate(PEOPLE)]
    members = [
        {"id": row["id"], "height": {"a": 8848, "b": 8516}[row["town"]], "arm": row["id"] % 7 % 2}
        for row in people[::3]
    ]
    job = dpsql.Job(
        public=pyarrow.Table.from_pylist(people),
        private={"table": pyarrow.Table.from_pylist(members), "key": "id"},
        quasi_identifiers={"town": {"tree": {"*": [*"ab"]}}, "sex": {"tree": {"*": [*"xy"]}}},
        delta={"max": "1/2"},
        keep=["height", "arm"],
        release="r.csv",
        folder=tmp_path,
    )
    dpsql.anonymize(job)
    before = dpsql.sign_off(job, tmp_path / "sign.html").before
    (found,) = before.to_dict()["identifying_columns"]
    assert (found["name"], found["tells_column"]) == ("height", "town")
    text = read(tmp_path / "sign.html")
    assert "That nobody has the column town of P, though the job lets the public have it" in text
    dpsql.anonymize(job, overwrite=True).to_html(tmp_path / "report.html")
    told = "Published as in T, with values that presence does not cover: height , arm ."
    assert told in read(tmp_path / "report.html")
    assert "height, which is kept, tells it, and whoever has both narrows down who a row is" in text
