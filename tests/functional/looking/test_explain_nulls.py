"""``explain`` and ``anonymize`` say where NULL is all that a level of a column fails by."""

import duckdb
import pytest

_JOB = """
public: p.csv
private: {{table: t.csv, key: id}}
quasi_identifiers:
  ed: {{tree: {{'*': [a, b, c]}}, nulls: own_leaf}}
  sex: {{tree: {{'*': [f, m]}}}}
delta: {{min: 0, max: {delta}}}
algorithm: spalm
release: r.csv
"""


@pytest.mark.parametrize(("delta", "is_told"), [(0.8, True), (0.7, False)])
def test_null_alone_forces_a_level(tmp_path, monkeypatch, run, delta, is_told):
    """At 0.7 the value c fails, too, of which three quarters are in T."""
    monkeypatch.chdir(tmp_path)
    people = (
        "SELECT i AS id, CASE WHEN i < 2 THEN NULL ELSE ['a', 'b', 'c'][1 + i % 3] END AS ed,"
        " ['f', 'm'][1 + i // 3 % 2] AS sex FROM range(300) p(i)"
    )
    duckdb.sql(f"COPY ({people}) TO 'p.csv'")
    in_t = "ed IS NULL OR (ed = 'c' AND id // 3 % 4 < 2) OR id // 3 % 4 = 3"
    duckdb.sql(f"COPY (SELECT id FROM ({people}) WHERE {in_t}) TO 't.csv'")
    (tmp_path / "job.yaml").write_text(_JOB.format(delta=delta))

    told = " ".join(run("explain", "job.yaml").stdout.split())

    assert ("NULL alone forces this: 2 people of P have no ed." in told) == is_told, told
    assert ("a row with an empty first field" in told) == is_told

    said = " ".join(run("anonymize", "job.yaml").stdout.split())

    assert "Wholly suppressed, one label for everybody: ed. The job holds only with ed" in said
    assert ("any of it. NULL alone forces this: 2 people of P have no ed." in said) == is_told, said


def test_what_else_is_judged_may_force_a_column_as_well(tmp_path, monkeypatch, run):
    """With values of T to protect, with a prior, or where people climb, nothing is said of NULL."""
    monkeypatch.chdir(tmp_path)
    people = (
        "SELECT i AS id, CASE WHEN i < 2 THEN NULL ELSE ['a', 'b', 'c'][1 + i % 3] END AS ed,"
        " ['f', 'm'][1 + i // 3 % 2] AS sex, 1 / (2 + i % 3) AS rate FROM range(300) p(i)"
    )
    duckdb.sql(f"COPY ({people}) TO 'p.csv'")
    in_t = "ed IS NULL OR id // 3 % 4 = 3"
    duckdb.sql(f"COPY (SELECT id, id % 7 AS v FROM ({people}) WHERE {in_t}) TO 't.csv'")
    plain = _JOB.format(delta=0.8)
    for words, is_told in (
        (plain, True),
        (f"{plain}keep: [v]\nconstraints: {{l_diversity: {{v: {{distinct: 2}}}}}}\n", False),
        (
            f"{plain.replace('delta: {min: 0, max: 0.8}', 'delta: {min: 0, max: 0.99}')}"
            "prior: {column: rate}\n",
            False,
        ),
        (plain.replace("spalm", "pooled"), False),
    ):
        (tmp_path / "job.yaml").write_text(words)
        ended = run("anonymize", "job.yaml", "--overwrite")
        assert ended.exit_code == 0, ended.stderr
        assert ("NULL alone" in ended.stdout) == is_told, ended.stdout
