"""What `compare` makes of tables of counts, of statistics in place of P, and of typed columns."""

import duckdb
import pytest

QUESTIONS = (
    "questions: [{sql: SELECT COUNT(*) AS people FROM t},"
    " {sql: 'SELECT town, COUNT(*) AS people FROM t GROUP BY town'}]\n"
)
TREE = "quasi_identifiers: {town: {tree: {north: [a, b], south: [c, d]}}, age: {widths: [10]}}\n"


def compare(run, job, *words):
    found = run("compare", job, "--json", *words)
    assert found.exit_code == 0, found.complaint
    return found.found["candidates"]


@pytest.mark.parametrize("release", ["r.csv", "{path: r.csv, count: n}"])
def test_counts_are_people(tmp_path, run, release):
    (tmp_path / "p.csv").write_text("town,age,n\na,31,9\nb,32,9\nc,45,9\nd,49,3\n")
    (tmp_path / "t.csv").write_text("town,age,cases\na,31,3\nc,45,1\nd,49,1\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: {path: p.csv, count: n}\nprivate: {path: t.csv, count: cases}\n"
        f"release: {release}\ndelta: {{max: 1/5}}\n{TREE}{QUESTIONS}"
    )
    for one in compare(run, job, "--algorithm", "spalm", "--algorithm", "mpalm"):
        all_, by_town = one["questions"]
        assert all_["numbers"]["people"] == {
            "before": 5,
            "after": 5,
            "difference": 0,
            "relative": 0,
        }
        assert by_town["matched_rows"] + by_town["only_before"] == 3
        assert one["means"]["age"]["before"] == pytest.approx((3 * 31 + 45 + 49) / 5)
        assert not one["not_measured"]


@pytest.mark.parametrize("algorithm", ["spalm", "{pooled: {path: root}}"])
def test_statistics_stand_in_place_of_p(tmp_path, run, algorithm):
    (tmp_path / "towns.csv").write_text("town,people\na,400\nb,200\nc,300\nd,100\n")
    (tmp_path / "ages.csv").write_text("age,people\n31,300\n32,300\n45,200\n49,200\n")
    (tmp_path / "t.csv").write_text("town,age\na,31\na,31\nb,32\nc,45\nd,49\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "population:\n  size: 1000\n  tables:\n"
        "    - {path: towns.csv, columns: [town], count: people}\n"
        "    - {path: ages.csv, columns: [age], count: people}\n"
        f"private: t.csv\nrelease: r.csv\ndelta: {{max: 1/10}}\nconfidence: 9/10\n"
        f"{TREE}{QUESTIONS}"
    )
    (one,) = compare(run, job, "--algorithm", algorithm)
    assert set(one["shifts"]) == {"town", "age"}
    assert one["means"]["age"]["before"] == pytest.approx((31 + 31 + 32 + 45 + 49) / 5)
    assert one["means"]["age"]["least"] <= one["means"]["age"]["before"]
    assert one["questions"][0]["numbers"]["people"]["after"] == 5


def test_values_have_the_types_of_t(tmp_path, run):
    duckdb.sql(
        "SELECT CAST(DATE '1990-01-01' + INTERVAL (i * 100) DAYS AS DATE) AS born,"
        " CAST(i % 7 AS TINYINT) AS small,"
        " CAST(i AS DECIMAL(5, 1)) / 4 AS part, i % 3 = 0 AS flag,"
        " CASE WHEN i % 5 = 0 THEN NULL ELSE i * 1.5 END::DOUBLE AS size, i % 2 = 0 AS member,"
        " i % 3 AS region, i % 2 AS half, 1 + i % 2 AS sex"
        " FROM range(60) AS r(i)"
    ).write_parquet(str(tmp_path / "p.parquet"))
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: p.parquet\nprivate: {where: member}\nrelease: r.parquet\ndelta: {max: 9/10}\n"
        "quasi_identifiers:\n"
        "  born: {dates: [month, year], least_level: 2}\n"
        # Leaves that P lacks, and that its type cannot hold, are NULL to a question.
        "  small: {tree: {low: [0, 1, 2, 3], high: [4, 5, 6, 300, none]}, least_level: 1}\n"
        "  part: {widths: [4]}\n"
        "  flag: {tree: {any: ['true', 'false']}}\n"
        "  size: {widths: [20], nulls: own_leaf, least_level: 1}\n"
        "  region: {tree: {any: [0, 1, 2]}, least_level: 1}\n"
        "  half: {tree: {any: [0, 1]}, least_level: 1}\n"
        "  sex: {tree: {any: [1, 2]}, least_level: 1}\n"
        "questions:\n"
        "  - sql: >\n"
        "      SELECT flag, COUNT(*) AS n, COUNT(small) AS smalls, AVG(small + part) AS added,\n"
        "        SUM(size) AS sizes FROM t WHERE EXTRACT(YEAR FROM born) < 2005 GROUP BY flag\n"
    )
    (one,) = compare(run, job)
    (asked,) = one["questions"]
    assert asked["keys"] == ["flag"]
    assert asked["columns"]["n"]["nulls"] == 0
    # Other numbers in a tree are codes; the mean of 0 and 1 is a share.
    assert set(one["means"]) == {"born", "part", "size", "half"}
    born = one["means"]["born"]
    assert born["kind"] == "date"
    assert born["least"] <= born["before"] <= born["most"]
    assert {tuple(pair["columns"]) for pair in one["correlations"]} == {
        ("born", "part"),
        ("born", "size"),
        ("part", "size"),
        ("born", "half"),
        ("part", "half"),
        ("size", "half"),
    }


def test_columns_of_one_row_hang_together_in_no_way(tmp_path, run):
    (tmp_path / "p.csv").write_text("town,age\na,31\nb,32\nc,45\nd,49\n")
    (tmp_path / "t.csv").write_text("town,age,size\na,31,2\n")
    job = tmp_path / "job.yaml"
    words = "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 1/2}\nkeep: [size]\n"
    job.write_text(f"{words}{TREE}")
    (one,) = compare(run, job)
    assert (one["associations"], one["correlations"]) == ([], [])
    assert "association of" not in run("compare", job).stdout


def test_a_t_without_rows_is_measured_without_figures(tmp_path, run):
    (tmp_path / "p.csv").write_text("town,age\na,31\nb,32\n")
    (tmp_path / "t.csv").write_text("town,age\n")
    job = tmp_path / "job.yaml"
    words = f"public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {{max: 1}}\n{TREE}{QUESTIONS}"
    job.write_text(words)
    (one,) = compare(run, job)
    assert one["shifts"] == {}
    assert one["not_measured"] == ["T has no rows"]
    assert "questions" not in one


def test_codes_that_a_mean_counts_are_told_below_the_means(tmp_path, monkeypatch, run):
    """Behind all notes, nobody saw which figure they concern."""
    monkeypatch.chdir(tmp_path)
    rows = (
        "SELECT CASE WHEN i % 30 = 0 THEN -99 ELSE 20 + i * 31 % 1009 % 50 END AS age,"
        " i // 7 % 2 AS sex, i * 31 % 1013 % 6 = 0 AS in_t FROM range(900) AS r(i)"
    )
    duckdb.sql(f"COPY ({rows}) TO 'p.parquet'")
    assert run("init", "p.parquet", "--where", "in_t").exit_code == 0
    tables = run("compare", "job.yaml").stdout.split("\n\n")
    (told,) = [one for one in tables if "counts all numbers, though -99 may stand" in one]
    assert told.startswith("mean of")
