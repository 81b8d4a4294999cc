"""Scripts of `dpsql sql`, run by hand, say what measure says and release what anonymize releases.

Engines that tests can start run them; scripts in the other dialects are only written (tests/sql).
"""

from fractions import Fraction

import duckdb
import pytest

import dpsql
from dpsql.scripts.script import write_script
from tests.conftest import write_paper_job
from tests.people import COLUMNS, KINDS, draw_people
from tests.postgres_server import running_postgres


class DuckDBByHand:
    """Tables of texts in a plain DuckDB, and statements as somebody types them."""

    dialect = "duckdb"

    def __init__(self) -> None:
        self._connection = duckdb.connect()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def load(self, name, columns, rows):
        definitions = ", ".join(f'"{column}" VARCHAR' for column in columns)
        self._connection.execute(f'CREATE TABLE "{name}" ({definitions})')
        marks = ", ".join("?" * len(columns))
        self._connection.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)

    def run(self, text):
        """Run one statement or many; the rows of the last."""
        return self._connection.execute(text).fetchall()

    def tables(self):
        return {row[0] for row in self.run("SHOW TABLES")}


class PostgresByHand(DuckDBByHand):
    """The same in a schema of its own of a Postgres server."""

    dialect = "postgres"

    def __init__(self) -> None:
        import psycopg

        self._connection = psycopg.connect(running_postgres(), autocommit=True)
        self._connection.execute('DROP SCHEMA IF EXISTS "by hand" CASCADE')
        self._connection.execute('CREATE SCHEMA "by hand"')
        self._connection.execute('SET search_path TO "by hand"')

    def load(self, name, columns, rows):
        definitions = ", ".join(f'"{column}" TEXT' for column in columns)
        self._connection.execute(f'CREATE TABLE "{name}" ({definitions})')
        marks = ", ".join(["%s"] * len(columns))
        with self._connection.cursor() as cursor:
            cursor.executemany(f'INSERT INTO "{name}" VALUES ({marks})', list(rows))

    def run(self, text):
        cursor = self._connection.execute(text)
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def tables(self):
        own = "SELECT table_name FROM information_schema.tables WHERE table_schema IN"
        return {row[0] for row in self.run(f"{own} ('by hand') OR table_schema LIKE 'pg_temp%'")}


#: T as a table of its own.
PLAIN = {"private": dpsql.Job(public="p", private="t.csv", quasi_identifiers=KINDS).private}
COMPARED = "check that the release is what was counted"
BY_HAND = {"duckdb": DuckDBByHand, "postgres": PostgresByHand}


@pytest.fixture(params=BY_HAND)
def database(request):
    with BY_HAND[request.param]() as opened:
        yield opened


def run_script(database, script):
    """Run a whole script, then its statements one by one: rows by step, and the release."""
    before = database.tables()
    database.run(str(script))
    release = database.run("SELECT * FROM dpsql_release")
    assert database.tables() == before | {"dpsql_release"}
    database.run("DROP TABLE dpsql_release")
    found = {}
    for one in script.statements:
        rows = database.run(one.sql)
        if one.sql.startswith("SELECT"):
            found[one.step] = rows
    database.run("DROP TABLE dpsql_release")
    return found, release


def check_script(bench, database, job, levels):
    """Hold a script against what dpsql measures at the same levels; return its release."""
    measured = bench.measure(job, levels)
    found, release = run_script(database, write_script(job, database.dialect, levels))
    node = tuple(levels.get(name, 0) for name in measured.heights)
    ((_, violating, classes, squares),) = found[f"check of node {node}"]
    assert (violating == 0) is measured.satisfied
    assert squares == measured.metrics["discernibility"]
    assert classes * measured.metrics["class_size"] == pytest.approx(measured.private_rows)
    losses = [loss for _, loss in found[f"loss of node {node}"]]
    assert len(losses) == len(node)
    assert sum(losses) / len(losses) == pytest.approx(measured.metrics["loss"])
    listed = found[f"violating classes of node {node}"]
    assert len(listed) == violating
    for *_, public, private in listed:
        presence, k = Fraction(private, public), job.constraints.k_anonymity or 0
        assert not job.delta.min <= presence <= job.delta.max or 0 < private < k
    assert [row[-2:] for row in found["check that T is a part of P"]] == [(0, 0)]
    for name in measured.heights:
        ((_, *missing),) = found[f"check that the hierarchy of {name} covers P"]
        assert missing == [0, 0, 0]
    assert found[COMPARED] == [(0,)]
    return release, measured


def load(database, bench, columns, people, private):
    """The same tables for dpsql and for the database."""
    for name, file, rows in (
        ("public_table", "p.csv", people),
        ("private_table", "t.csv", private),
    ):
        database.load(name, columns, rows)
        bench.write(file, rows, columns)


def test_the_script_of_the_example_agrees_with_its_release(duckdb_bench, database):
    job = write_paper_job(duckdb_bench, delta={"min": "1/2", "max": "2/3"})
    for name, file in (("public_table", "p.csv"), ("private_table", "t.csv")):
        text = (duckdb_bench.folder / file).read_text(encoding="utf-8")
        header, *rows = (line.split(",") for line in text.splitlines())
        database.load(name, header, rows)
    released = duckdb_bench.anonymize(job)
    rows, measured = check_script(duckdb_bench, database, job, released.levels)
    assert measured.satisfied
    assert rows == duckdb_bench.read_release()
    failing = check_script(duckdb_bench, database, job, {"zip": 1, "age": 1, "nationality": 1})[1]
    assert not failing.satisfied


@pytest.mark.parametrize("form", ["table", "predicate", "key"])
def test_scripts_agree_for_every_kind_of_hierarchy_and_form_of_t(duckdb_bench, database, form):
    people = draw_people()
    sick = [row for row in people if row[-1] == "true"]
    load(database, duckdb_bench, COLUMNS, people, sick)
    private = {"table": "t.csv", "predicate": {"where": "sick"}}.get(
        form, {"table": "t.csv", "key": "id"}
    )
    job = duckdb_bench.job(
        KINDS,
        private=private,
        delta={"min": 0, "max": "1/2"},
        constraints={"k_anonymity": 2},
        keep=["lab"],
    )
    released = duckdb_bench.anonymize(job)
    raw = dict.fromkeys(KINDS, 0)
    for levels in (raw, raw | {"zip": 1, "size": 1, "born": 2, "code": 1}, released.levels):
        rows, _ = check_script(duckdb_bench, database, job, levels)
        assert len(rows) == len(sick)
    assert sort_rows(rows) == sort_rows(duckdb_bench.read_release())


def test_a_script_reads_the_tables_that_the_job_names(duckdb_bench, database):
    people = draw_people()
    duckdb_bench.write("p.csv", people, COLUMNS)
    database.load("it's; people", COLUMNS, people)
    database.load("towns", ("zip", "area"), {(row[0], row[0][:1]) for row in people})
    job = duckdb_bench.job(
        {"zip": {"table": "towns", "columns": ["zip", "area"]}, "said": KINDS["said"]},
        public={"table": "it's; people"},
        private={"where": "sick = 'true'"},
        delta={"max": "1/2"},
    )
    script = write_script(job, database.dialect, {"zip": 1, "said": 2})
    database.run(str(script))
    rows = database.run("SELECT zip, said, COUNT(*) FROM dpsql_release GROUP BY zip, said")
    expected = {}
    for row in people:
        if row[-1] == "true":
            expected[row[0][:1]] = expected.get(row[0][:1], 0) + 1
    assert {(zip_, said): count for zip_, said, count in rows} == {
        (zip_, "*"): count for zip_, count in expected.items()
    }


def sort_rows(rows):
    return sorted([tuple(map(str, row)) for row in rows])


def test_a_script_tells_of_tables_that_do_not_fit(duckdb_bench, database):
    people = draw_people()
    stranger = ("999", *people[0][1:])
    twice = [people[0], people[0], people[0]]
    load(database, duckdb_bench, COLUMNS, [stranger, *people], twice)
    job = duckdb_bench.job(
        {"zip": KINDS["zip"], "size": KINDS["size"], "said": KINDS["said"]},
        private={"table": "t.csv", "key": "id"},
    )
    of_key = run_script(database, write_script(job, database.dialect))[0]
    assert of_key["check of the key in T"] == [(3, 3, 1)]
    assert of_key["check that P has the keys of T"] == [(0,)]
    found = run_script(database, write_script(job.model_copy(update=PLAIN), database.dialect))[0]
    ((_, missing, rows, null),) = found["check that the hierarchy of zip covers P"]
    assert (missing, rows, null) == (1, 1, 0)
    ((public_rows, private_rows, _, tuples, excess),) = found["check that T is a part of P"]
    assert (public_rows, private_rows, tuples, excess) == (61, 3, 1, 2)


def test_a_script_tells_of_a_t_that_changed_while_it_ran(duckdb_bench, database):
    people = draw_people()
    load(database, duckdb_bench, COLUMNS, people, people[:20])
    job = duckdb_bench.job({"zip": KINDS["zip"], "said": KINDS["said"]}, delta={"max": "1/2"})
    for one in write_script(job, database.dialect).statements:
        if one.step.startswith("release at"):
            database.run("INSERT INTO private_table SELECT * FROM public_table")
        rows = database.run(one.sql)
        if one.step == COMPARED:
            assert rows[0][0] > 0
            return
    raise AssertionError("the script does not compare")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ([], [(0, 0), (1, 0)]),
        ([("1", "near", "*")], [(0, 1), (1, 0)]),
        ([("9", "near", "west"), (None, "far", "*"), (None, None, "*")], [(0, 1), (1, 1)]),
    ],
)
def test_a_script_tells_of_a_mapping_table_that_repeats_people(database, more, expected):
    """A join with two rows of a leaf would release its people twice; NULL is a leaf as well."""
    people = [("1",), ("2",), ("2",)]
    for name in ("public_table", "private_table"):
        database.load(name, ("zip",), people)
    rows = [("1", "far", "*"), ("2", "near", "*"), ("2", "near", "*"), *more]
    database.load("towns", ("zip", "area", "part"), rows)
    mapping = {"table": {"table": "towns"}, "columns": ["zip", "area", "part"]}
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers={"zip": mapping})
    found, release = run_script(database, write_script(job, database.dialect))
    told = found["check that the mapping table of zip gives each value one parent"]
    assert sorted(told) == expected
    assert len(release) == len(people) + (("1", "near", "*") in more)
