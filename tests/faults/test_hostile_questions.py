"""Questions that mean harm, or cannot be answered: exit code 2, and not a value of T anywhere."""

from pathlib import Path

import pytest

import dpsql
from dpsql.errors import ConfigError
from dpsql.utility.questions import ask

CANARY = "kanari8341"
PEOPLE = [("1", "south"), ("2", "south"), (CANARY, "south"), ("3", "north"), ("4", "north")]


@pytest.fixture
def job(tmp_path):
    def ask(sql: str) -> dpsql.Job:
        lines = [",".join(row) for row in PEOPLE]
        (tmp_path / "p.csv").write_text(
            "\n".join(["place", *(place for _, place in PEOPLE * 2), ""])
        )
        (tmp_path / "t.csv").write_text("\n".join(["lab,place", *lines, ""]))
        (tmp_path / "other.csv").write_text(f"secret\n{CANARY}\n")
        return dpsql.Job(
            public="p.csv",
            private="t.csv",
            quasi_identifiers={"place": {"tree": {"*": ["south", "north"]}}},
            keep=["lab"],
            delta={"max": 1},
            release="r.csv",
            questions=[{"sql": sql}],
            folder=tmp_path,
        )

    return ask


@pytest.mark.parametrize(
    ("sql", "complaint"),
    [
        ("SELECT AVG(CAST(lab AS INTEGER)) AS x FROM t", 'do not convert by CAST("lab" AS INT);'),
        (
            "SELECT AVG(lab::INT) + COUNT(place::VARCHAR) AS x FROM t",
            'convert by CAST("lab" AS INT); write',
        ),
        ("SELECT lab::DATE AS x FROM t", 'CAST("lab" AS DATE); write TRY_CAST in place of'),
        ("SELECT AVG(lab::INT + place::INT) AS x FROM t", '"lab" AS INT) or CAST("place" AS INT);'),
        ("SELECT COUNT(*) AS x FROM t WHERE lab = 3", "compare texts with a text in quotes"),
        ("SELECT SUM(lab) AS x FROM t", 'lab is text; CAST("lab" AS DOUBLE) is a number'),
        ("SELECT lab + place AS x FROM t", "lab and place are text; CAST"),
        ("SELECT lab FROM t HAVING lab > 3", "cannot answer it; check names, types and functions"),
        ("SELECT SUBSTRING(lab, lab, lab) AS x FROM t", "check names, types and functions"),
        ("SELECT lab FROM t AS a, t AS b", "cannot answer it; check names, types and functions"),
        ("SELECT (SELECT lab FROM t) AS x FROM t", "without rows it can: does a SELECT in"),
    ],
)
def test_what_an_engine_cannot_answer_is_told_without_its_words(job, sql, complaint, tmp_path):
    dumped = tmp_path / "dumped"
    with pytest.raises(ConfigError, match="question 1: ") as told:
        dpsql.compare(job(sql), dump_sql=dumped)
    assert complaint in str(told.value)
    assert CANARY not in str(told.value)
    assert told.value.__cause__ is None
    assert told.value.__context__ is None
    assert not [path for path in dumped.glob("*") if CANARY in path.read_text()]


@pytest.mark.parametrize("cell", ["(place, lab)", "t"])
def test_lists_and_structs_are_no_answer(job, cell):
    with pytest.raises(ConfigError, match="column 'x' of its answer holds lists or structs"):
        dpsql.compare(job(f"SELECT {cell} AS x, 1 AS t FROM t"))


def test_a_question_that_never_ends_is_ended(job, monkeypatch):
    monkeypatch.setattr(ask, "MOST_SECONDS", 0.2)
    joined = ", ".join(f"t AS t{i}" for i in range(20))
    keys = " + ".join(f"LENGTH(t{i}.lab) * LENGTH(t{19 - i}.place)" for i in range(10))
    with pytest.raises(ConfigError, match=r"question 1: it took longer than 0\.2 seconds; join"):
        dpsql.compare(job(f"SELECT COUNT(*) AS n FROM {joined} WHERE {keys} = 95"))


def test_a_question_without_answer_on_a_release_leaves_the_others_theirs(tmp_path):
    (tmp_path / "p.csv").write_text("age\n1\n2\n2\n1\n")
    (tmp_path / "t.csv").write_text("age\n1\n1\n2\n")
    (tmp_path / "age.csv").write_text("1,*\n2,*\nunknown,*\n")
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"age": "age.csv"},
        delta={"max": "3/4"},
        release="r.csv",
        questions=[
            {"sql": "SELECT AVG(CAST(age AS INTEGER)) AS x FROM t"},
            {"sql": "SELECT COUNT(*) AS x FROM t"},
        ],
        folder=tmp_path,
    )
    (one,) = dpsql.compare(job).candidates
    first, second = one.utility.answers
    assert first.left_out == (
        'some values do not convert by CAST("age" AS INT) on this release, though on T all do;'
        " write TRY_CAST in place of CAST or ::, which gives NULL for them"
    )
    assert second.to_dict()["numbers"]["x"]["before"] == 3


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT secret FROM read_csv('other.csv')",
        "SELECT secret FROM 'other.csv'",
        "SELECT place FROM t; COPY (SELECT 1) TO 'made.csv'",
        "COPY (SELECT lab FROM t) TO 'made.csv'",
        "ATTACH 'made.db' AS made",
        "PRAGMA database_list",
        "SELECT name FROM duckdb_settings()",
        "SELECT lab FROM private_table",
        "SELECT q0 FROM tuples",
        "WITH t AS (SELECT lab FROM private_table) SELECT lab FROM t",
        "WITH tuples AS (SELECT lab FROM tuples) SELECT lab FROM tuples",
        "SELECT getenv('HOME') AS x FROM t",
    ],
)
def test_what_means_harm_reaches_no_engine(job, sql, tmp_path):
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(ConfigError, match="question 1: ") as told:
        dpsql.compare(job(sql))
    assert CANARY not in str(told.value)
    made = {path.name for path in tmp_path.iterdir()} - before
    assert made == {"p.csv", "t.csv", "other.csv"}
    assert not Path("made.csv").exists()
