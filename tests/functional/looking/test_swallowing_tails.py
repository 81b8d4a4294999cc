"""``check`` and ``anonymize`` warn where one tail has all values of a column: seldom meant."""

import duckdb
import pytest

AGE, BORN = "{widths: [5, 10]", "{dates: [month, year]"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write P and T, people of 18 to 95 born from 1940 to 1993, and a job with these rules."""
    monkeypatch.chdir(tmp_path)

    def written(age, born):
        born_then = "CAST(DATE '1940-01-01' + CAST(i * 99 AS INTEGER) AS DATE)"
        years = "CASE WHEN i % 9 > 0 THEN 18 + i % 78 END"
        people = f"SELECT {years} AS age, {born_then} AS born FROM range(200) AS r(i)"
        duckdb.sql(f"COPY ({people}) TO 'p.parquet'")
        duckdb.sql("COPY (FROM 'p.parquet' LIMIT 20) TO 't.parquet'")
        rules = f"  age: {age[:-1]}, nulls: own_leaf}}\n  born: {born}\n"
        (tmp_path / "job.yaml").write_text(
            f"public: p.parquet\nprivate: t.parquet\nquasi_identifiers:\n{rules}"
            "delta: {max: 1/2}\nrelease: r.csv\n"
        )

    return written


@pytest.mark.parametrize(
    ("age", "born", "told"),
    [
        (f"{AGE}, from: 200}}", f"{BORN}}}", "age: every value is below its from, 200, so that"),
        (f"{AGE}, to: 18}}", f"{BORN}}}", "age: every value is at or above its to, 18, so that"),
        (f"{AGE}}}", f"{BORN}, to: 1900}}", "born: every value is at or above its to, 1900, so"),
        (f"{AGE}, from: 94}}", f"{BORN}, to: 2000}}", ""),
        (f"{AGE}, from: 95}}", f"{BORN}, from: 1950}}", ""),
        # All of one interval, which no tail cuts.
        ("{widths: [100], to: 100}", f"{BORN}}}", ""),
    ],
)
def test_a_tail_that_has_all_values_is_warned_of(write, run, age, born, told):
    write(age, born)
    ended = run("check", "job.yaml", "--json")
    assert ended.exit_code == 0
    assert told in ended.stderr
    assert ended.stderr.count("every value is") == bool(told)
    released = run("anonymize", "job.yaml", "--json")
    assert released.exit_code == 0
    assert told in released.stderr
    assert released.stderr.count("every value is") == bool(told)


@pytest.mark.parametrize(
    ("age", "born", "told"),
    [
        (", from: 18, to: 96", "", ("age: no value is below its from, 18", "above its to, 96")),
        (", from: 19, to: 95", ", from: 1941, to: 1993", ()),
        ("", ', from: 1940, to: "2100-02"', ("born: no value is below its from, 1940", "2100-02")),
    ],
)
def test_a_tail_without_values_is_warned_of(write, run, age, born, told):
    write(f"{AGE}{age}}}", f"{BORN}{born}}}")
    ended = run("check", "job.yaml")
    assert ended.exit_code == 0
    assert all(one in ended.stderr for one in told)
    assert ended.stderr.count("this tail is empty") == len(told)
