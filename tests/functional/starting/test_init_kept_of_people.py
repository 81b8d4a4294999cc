"""Where T has several rows of people, all that is known of somebody follows from the key."""

import duckdb

PEOPLE = 400


def test_what_follows_from_the_key_alone_is_not_judged_while_rows_repeat(tmp_path, run):
    """died does; region follows from zip, too, which has few values."""
    person = "i, 20 + hash(i) % 60 AS age, 10000 + hash(i + 1) % 20 AS zip"
    duckdb.sql(
        f"COPY (SELECT 'p' || (1000 + i) AS mrn, age, zip FROM (SELECT {person} FROM"
        f" range({PEOPLE}) AS r(i))) TO '{tmp_path / 'p.parquet'}'"
    )
    duckdb.sql(
        "COPY (SELECT 'p' || (1000 + i) AS mrn, age, zip, zip % 3 AS zone, hash(i + 2) % 2 AS died,"
        f" hash(i, j) % 5 AS finding FROM (SELECT {person}, j FROM range({PEOPLE}) AS r(i),"
        f" range(4) AS s(j) WHERE i % 4 = 0)) TO '{tmp_path / 't.parquet'}'"
    )
    job = tmp_path / "job.yaml"
    ended = run("init", tmp_path / "p.parquet", tmp_path / "t.parquet", "-o", job)
    text = job.read_text()
    assert ended.exit_code == 0 and "repeat the mrn" in ended.stderr
    assert "# keep: [died, finding]" in text
    assert "zone: it follows from zip" in text and "follows from mrn" not in text
