"""``check`` warns of levels that merge nothing: they have as many labels as the one below."""

import re

import duckdb
import pytest

_TOWNS = {"a": ("A", "x"), "b": ("B", "x"), "c": ("C", "y")}


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write P and T, people of three towns born on the first of four months, and a job."""
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{leaf};{';'.join(labels)}\n" for leaf, labels in _TOWNS.items())
    (tmp_path / "town.csv").write_text(rows)

    def written(rule, where="true"):
        people = (
            "SELECT ['a', 'b', 'c'][1 + i % 3] AS town, 20 + i % 9 AS age, 7 AS year,"
            " DATE '2000-01-01' + to_months(CAST(i % 4 AS INTEGER))::INTERVAL AS born"
            f" FROM range(240) AS r(i) WHERE {where}"
        )
        duckdb.sql(f"COPY (SELECT * REPLACE (born::DATE AS born) FROM ({people})) TO 'p.parquet'")
        duckdb.sql("COPY (FROM 'p.parquet' LIMIT 20) TO 't.parquet'")
        (tmp_path / "job.yaml").write_text(
            f"public: p.parquet\nprivate: t.parquet\nquasi_identifiers:\n  {rule}\n"
            "delta: {max: 1/2}\nrelease: r.csv\n"
        )

    return written


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("town: town.csv", "town: level 1 merges nothing in P: it has as many labels as level 0;"),
        ("town: {tree: {x: {A: [a]}, y: {B: [b, c]}}}", "town: level 2 merges nothing in P: it"),
        ("town: {prefix: [1]}", "town: level 1 merges nothing in P"),
        ("age: {widths: [1, 5]}", "age: level 1 merges nothing in P"),
        ("age: {widths: [5, 100]}", "age: level 2 has one label for all of P, as the last level"),
        ("age: {widths: [1, 50]}", "as level 0; level 2 has one label for all of P, as the"),
        ("born: {dates: [month, quarter]}", "born: level 1 merges nothing in P"),
        (
            "year: {widths: [5]}",
            "year: all of P has one value, so that no level merges any; leave the",
        ),
        ("town: {tree: {x: [a, b], y: [c]}}", ""),
        ("age: {widths: [5]}", ""),
        # As init proposes for codes with a point, which are kept or suppressed.
        ("age: {widths: [1]}", ""),
        ("age: {widths: [100]}", "age: level 1 has one label for all of P"),
        # What another warning tells.
        ("age: {widths: [5, 10], from: 90}", ""),
    ],
)
def test_a_level_with_as_many_labels_as_the_one_below_is_warned_of(write, run, rule, told):
    write(rule)
    ended = run("check", "job.yaml")
    assert ended.exit_code == 0
    assert told in ended.stderr
    is_told = re.search("merges? (nothing|any)|one label for all", ended.stderr) is not None
    assert is_told == bool(told)


def test_what_a_hierarchy_lists_and_p_has_not_counts_for_nothing(write, run):
    write("town: {tree: {x: [a, b], y: [c]}}", where="i % 3 <> 1")
    assert "town: level 1 merges nothing in P" in run("check", "job.yaml").stderr


def test_of_two_values_no_level_is_asked_for(write, run):
    write("town: {prefix: [1]}", where="i % 3 <> 1")
    told = run("check", "job.yaml").stderr
    assert "write a level in its place" not in told
    assert "list both in a tree, below '*' alone" in told
    write("town: {tree: {'*': [a, c]}}", where="i % 3 <> 1")
    assert "level" not in run("check", "job.yaml").stderr


def test_a_release_is_not_warned_of_them(write, run):
    write("town: town.csv")
    ended = run("anonymize", "job.yaml")
    assert ended.exit_code == 0
    assert "merges nothing" not in ended.stderr
