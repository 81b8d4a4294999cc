"""Of people with several rows, what is the same in all rows of somebody may be kept."""

import duckdb

_VISITS = (
    "SELECT i AS subject_id, v AS time, 20 + i % 40 AS age, ['f', 'm'][1 + i % 2] AS sex,"
    " i * 31 % 977 + v AS conc, ['none', 'mild', 'severe'][1 + i * 7 % 11 % 3] AS heart"
    " FROM range(200) p(i), range(4) t(v)"
)


def test_what_follows_from_who_a_person_is_is_judged_as_for_one_row_each(
    tmp_path, monkeypatch, run
):
    monkeypatch.chdir(tmp_path)
    duckdb.sql(f"COPY (SELECT subject_id, time, age, sex FROM ({_VISITS})) TO 'p.csv'")
    of_t = f"SELECT subject_id, time, conc, heart FROM ({_VISITS}) WHERE subject_id % 5 = 1"
    duckdb.sql(f"COPY ({of_t}) TO 't.csv'")

    run("init", "p.csv", "t.csv")

    text = (tmp_path / "job.yaml").read_text()
    assert "rows of P repeat the subject_id of another" in text
    assert "\n# keep: [conc, heart]\n" in text and "follows from" not in text
