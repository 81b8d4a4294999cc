"""A column of codes whose values each lie in one of another column has that as a level above."""

import pytest
from pyarrow import csv, table

PEOPLE = 9000
CENTRES = 300


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _write(authorities):
    """Write candidates of centres, whose numbers have no order, and every seventh as T."""
    centres = [1000 + (i * 7919 % CENTRES) * 29 % 8999 for i in range(PEOPLE)]
    public = table(
        {
            "centre_no": centres,
            "authority": [authorities(i, centre) for i, centre in enumerate(centres)],
            "gender": ["FM"[i * 31 % 1013 % 2] for i in range(PEOPLE)],
            "born": [1990 + i * 31 % 1009 % 17 for i in range(PEOPLE)],
        }
    )
    csv.write_csv(public, "p.csv")
    csv.write_csv(public.take(list(range(0, PEOPLE, 7))), "t.csv")


def test_a_column_that_codes_decide_is_told_as_their_level_above(folder, run):
    _write(lambda _, centre: 10 + centre % 70)
    run("init", "p.csv", "t.csv")
    text = (folder / "job.yaml").read_text()
    assert "each has one authority, which can be the level above: write centre_no" in text
    assert "authority: 70 values; each centre_no has one of it" in text


def test_a_column_that_they_do_not_decide_is_none(folder, run):
    _write(lambda i, centre: 10 + (centre + i // CENTRES) % 70)
    run("init", "p.csv", "t.csv")
    assert "level above" not in (folder / "job.yaml").read_text()
