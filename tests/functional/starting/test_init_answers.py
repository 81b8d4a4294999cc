"""``dpsql init`` on a column called number that has answers to a question, and numbers nobody."""

import duckdb

_ANSWERS = "['1-4 per day', '5-9 per day', '20-29 per day', '60+'][1 + i * 7 % 11 % 4]"


def test_answers_in_a_column_called_number_name_nobody(tmp_path, monkeypatch, run):
    """A group in which numbers could start anew stands beside."""
    monkeypatch.chdir(tmp_path)
    people = "SELECT 20 + i * 13 % 40 AS age, ['f', 'm'][1 + i % 2] AS sex, 'S' || i % 31 AS site"
    duckdb.sql(f"COPY ({people} FROM range(900) p(i)) TO 'p.csv'")
    of_t = f"{people}, {_ANSWERS} AS number, i * 31 % 97 AS score FROM range(0, 900, 3) p(i)"
    duckdb.sql(f"COPY ({of_t}) TO 't.csv'")

    ended = run("init", "p.csv", "t.csv")

    text = (tmp_path / "job.yaml").read_text()
    assert "of T repeat" not in ended.stderr + text
    assert "identifier" not in text.partition("quasi_identifiers:")[2].partition("\n#")[2]
    assert "\n# keep: [number, score]\n" in text


def test_numbers_of_people_in_groups_are_still_asked_about(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    people = "SELECT 20 + i // 4 * 13 % 40 AS age, i // 4 % 31 AS site"
    duckdb.sql(f"COPY ({people} FROM range(1200) p(i)) TO 'p.csv'")
    of_t = (
        f"{people}, 'P-' || i // 124 AS number, i * 31 % 97 AS score FROM range(0, 1200) p(i)"
        " WHERE i // 4 % 3 = 0"
    )
    duckdb.sql(f"COPY ({of_t}) TO 't.csv'")

    assert "of T repeat the" in run("init", "p.csv", "t.csv").stderr
