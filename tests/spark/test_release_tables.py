"""A release as a table of Spark's catalogue: what was verified, in one file, or nothing."""

from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import duckdb
import pytest

import dpsql
from dpsql.engines.spark import release_table
from dpsql.engines.spark.release_table import SparkReleaseTable
from dpsql.engines.spark.types import name_once_stored
from dpsql.release.lock import locked
from dpsql.session.options import Options
from dpsql.use_cases.job_release import job_target

KEPT = {
    "n": "[1, -5, NULL][1 + i % 3]",
    "huge": "9223372036854775807 - i",
    "small": "CAST(i AS UTINYINT)",
    "price": "CAST(i * 0.5 AS DECIMAL(9, 2))",
    "float": "[CAST('-0' AS DOUBLE), 0, 'nan', 0.1][1 + i % 4]",
    "flag": "[true, false, NULL][1 + i % 3]",
    "day": "DATE '2021-02-28' + CAST(i AS INTEGER)",
    "moment": "TIMESTAMP '2021-02-28 12:00:00.000001' + to_seconds(i)",
    "text": "['', 'a''b', 'ä\n\"', NULL][1 + i % 4]",
    "id": "uuid '00000000-0000-0000-0000-000000000001'",
}


@pytest.fixture
def schema(session):
    name = f"case_{uuid4().hex[:8]}"
    session.sql(f"CREATE SCHEMA {name}").toArrow()
    yield name
    session.sql(f"DROP SCHEMA {name} CASCADE").toArrow()


@pytest.fixture
def job(spark_bench, schema):
    """A job over ten towns of ten people, one of each in T, that releases a table."""
    return make_job(spark_bench, {"table": f"{schema}.released", "manifest": "r.manifest.json"})


def make_job(spark_bench, release):
    spark_bench.write("p.csv", [[f"town {i // 10}"] for i in range(100)], ["town"])
    spark_bench.write("t.csv", [[f"town {i}"] for i in (3, 1, 2, *range(4, 10), 0)], ["town"])
    return spark_bench.job(
        {"town": {"prefix": [5]}},
        delta={"max": "1/10"},
        release=release,
    )


def rows(session, schema):
    return [tuple(row) for row in session.table(f"{schema}.released").collect()]


def tables(session, schema):
    return sorted(one.name for one in session.catalog.listTables(schema))


def beside(job):
    return sorted(path.name for path in job.folder.iterdir() if path.suffix != ".csv")


TOWNS = [(f"town {i}",) for i in range(10)]


@pytest.mark.parametrize("lake", ["delta", "iceberg"])
def test_a_table_of_a_lake_is_released_in_a_folder_where_spark_counts(spark_bench, lake):
    made = dpsql.anonymize(make_job(spark_bench, {"path": "lake", "format": lake}))
    assert made.to_dict()["release"]["format"] == lake
    (data,) = (spark_bench.folder / "lake").rglob("*.parquet")
    assert duckdb.read_parquet(str(data)).fetchall() == TOWNS
    (spark_bench.folder / "lake" / "more").touch()
    with pytest.raises(dpsql.IntegrityError):
        dpsql.verify(make_job(spark_bench, {"path": "lake", "format": lake}))


def test_a_table_is_released_and_every_change_of_it_is_noticed(job, session, schema):
    made = dpsql.anonymize(job)
    assert made.to_dict()["release"]["table"] == f"{schema}.released"
    assert rows(session, schema) == TOWNS
    assert len(session.table(f"{schema}.released").inputFiles()) == 1
    assert beside(job) == ["r.manifest.json"]
    assert dpsql.verify(job).release == made.release
    with pytest.raises(dpsql.TargetError, match="exists; pass overwrite=True"):
        dpsql.anonymize(job)
    session.sql(f"INSERT INTO {schema}.released VALUES ('town 3')").toArrow()
    with pytest.raises(dpsql.IntegrityError, match="its rows are not those"):
        dpsql.verify(job)
    assert dpsql.anonymize(job, overwrite=True).release == made.release
    assert dpsql.verify(job).release == made.release
    assert tables(session, schema) == ["released"]
    for columns in ("town, 1 AS more", "town AS city"):
        session.sql(
            f"CREATE TABLE {schema}.other USING parquet AS SELECT {columns} FROM {schema}.released"
        ).toArrow()
        session.sql(f"DROP TABLE {schema}.released").toArrow()
        session.sql(f"ALTER TABLE {schema}.other RENAME TO {schema}.released").toArrow()
        with pytest.raises(dpsql.IntegrityError):
            dpsql.verify(job)
        dpsql.anonymize(job, overwrite=True)


def test_kept_values_of_every_type(spark_bench, session, schema):
    with duckdb.connect() as connection:
        for name, columns, count in (
            ("p", "'x' AS town", 100),
            ("t", ", ".join(["'x' AS town", *(f"{v} AS {n}" for n, v in KEPT.items())]), 13),
        ):
            connection.sql(f"SELECT {columns} FROM range({count}) AS t (i)").write_parquet(
                str(spark_bench.folder / f"{name}.parquet")
            )
    words = {
        "public": "p.parquet",
        "private": "t.parquet",
        "keep": list(KEPT),
        "delta": {"max": "1/2"},
    }
    towns = {"town": {"prefix": [1]}}
    job = spark_bench.job(towns, **words, release={"table": f"{schema}.released"})
    made = dpsql.anonymize(job)
    assert dpsql.verify(job).release == made.release
    spark_bench.anonymize(spark_bench.job(towns, **words))
    file = str(spark_bench.folder / "r.parquet")
    with duckdb.connect() as connection:
        names = ", ".join(f"CAST({name} AS VARCHAR)" for name in ("town", *KEPT))
        released = connection.sql(f"SELECT {names} FROM '{file}'").fetchall()
        connection.register("stored", session.table(f"{schema}.released").toArrow())
        assert connection.sql(f"SELECT {names} FROM stored").fetchall() == released


@pytest.mark.parametrize("type_", ["HUGEINT", "INTERVAL", "INTEGER[]", "BLOB"])
def test_a_type_that_no_table_holds(type_):
    with pytest.raises(dpsql.InputError, match="cannot hold column 'v' of type"):
        name_once_stored("v", type_)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("released", "must be schema.table"),
        ("no_such.released", "the schema no_such does not exist"),
        ("default.a`b", "of letters, digits and _"),
    ],
)
def test_names_that_do_not_fit(job, name, told):
    release = {"table": name, "manifest": "r.manifest.json"}
    job = job.with_algorithm("spalm", release=release)
    with pytest.raises(dpsql.TargetError, match=told):
        dpsql.anonymize(job)


def test_neither_inputs_nor_views_nor_other_tables_are_replaced(job, session, schema):
    session.sql(f"CREATE TABLE {schema}.people USING parquet AS SELECT 'town 1' AS town").toArrow()
    session.sql(f"CREATE VIEW {schema}.seen AS TABLE {schema}.people").toArrow()
    for table, public, told in (
        ("people", f"{schema}.people", "is an input"),
        ("people", f"{schema}.seen", "is an input"),
        ("seen", "p.csv", "is a view"),
    ):
        changed = job.with_algorithm(
            "spalm",
            public=public,
            release={"table": f"{schema}.{table}", "manifest": "r.manifest.json"},
        )
        with pytest.raises(dpsql.TargetError, match=told):
            dpsql.anonymize(changed, overwrite=True)
    session.sql(f"CREATE TABLE {schema}.released USING parquet AS SELECT 1 AS salary").toArrow()
    with pytest.raises(dpsql.TargetError, match="no release that dpsql knows"):
        dpsql.anonymize(job, overwrite=True)
    assert tables(session, schema) == ["people", "released", "seen"]


@pytest.mark.tier("all")
def test_a_session_of_the_caller_is_given_back(job, session, schema):
    session.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
    dpsql.anonymize(job, connection=session)
    assert dpsql.verify(job, connection=session).release.rows == 10
    assert session.conf.get("spark.sql.session.timeZone") == "Asia/Tokyo"


class Killed(BaseException):
    """Nothing runs after a kill."""


#: A run over a release renames twice and drops once.
PLACES = ["staged", "rename 1 before", "rename 1 after", "rename 2 after", "drop before"]


@pytest.mark.parametrize("place", PLACES)
def test_a_kill_at_any_step_is_settled_by_the_next_run(job, session, schema, monkeypatch, place):
    """The table is the old one, absent for a moment, or the new one."""
    dpsql.anonymize(job)
    old = (job.folder / "r.manifest.json").read_bytes()
    # Another T with another release.
    path = job.folder / "t.csv"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    _kill_at(monkeypatch, place)
    with suppress(Killed), pytest.raises(Killed):
        dpsql.anonymize(job, overwrite=True)
    monkeypatch.undo()
    with job_target(job, Options(), overwrite=True) as target, locked(target):
        assert not target.staging_path.exists()
    is_new = place in ("rename 2 after", "drop before")
    assert rows(session, schema) == (TOWNS[1:] if is_new else TOWNS)
    assert tables(session, schema) == ["released"]
    assert ((job.folder / "r.manifest.json").read_bytes() == old) is not is_new
    assert beside(job) == ["r.manifest.json"]
    if is_new:
        assert dpsql.verify(job).release.rows == 9


def _kill_at(patch, place):
    """Have a run end there, with nothing that clears what it leaves."""
    calls = {"rename": 0}
    is_dead = []

    def die():
        is_dead.append(True)
        raise Killed

    def rename(table, *names):
        calls["rename"] += 1
        at = f"rename {calls['rename']}"
        if place == f"{at} before":
            die()
        true_rename(table, *names)
        if place == f"{at} after":
            die()

    def drop(table, name):
        if place == "drop before" and name.endswith("__dpsql_old"):
            die()
        true_drop(table, name)

    def stage(table, *files):
        true_stage(table, *files)
        if place == "staged":
            die()

    true_rename, true_drop = SparkReleaseTable._rename, SparkReleaseTable._drop
    true_stage, true_undo = SparkReleaseTable.stage, SparkReleaseTable.undo
    patch.setattr(SparkReleaseTable, "_rename", rename)
    patch.setattr(SparkReleaseTable, "_drop", drop)
    patch.setattr(SparkReleaseTable, "stage", stage)
    patch.setattr(SparkReleaseTable, "undo", lambda table: None if is_dead else true_undo(table))
    for module in ("lock", "staging"):
        name = f"dpsql.release.{module}.clear_staging"
        clear = __import__(f"dpsql.release.{module}", fromlist=["x"]).clear_staging
        patch.setattr(name, lambda target, clear=clear: None if is_dead else clear(target))


def test_another_table_of_the_name_stays(job, session, schema, monkeypatch):
    stage = SparkReleaseTable.stage

    def be_late(table, *files):
        stage(table, *files)
        session.sql(f"CREATE TABLE {schema}.released USING parquet AS SELECT 1 AS a").toArrow()

    monkeypatch.setattr(SparkReleaseTable, "stage", be_late)
    with pytest.raises(dpsql.TargetError, match="was created meanwhile"):
        dpsql.anonymize(job)
    assert rows(session, schema) == [(1,)]
    assert beside(job) == []


def test_a_table_replaced_meanwhile_stays(job, session, schema, monkeypatch):
    dpsql.anonymize(job)
    stage = SparkReleaseTable.stage

    def be_late(table, *files):
        stage(table, *files)
        session.sql(f"INSERT INTO {schema}.released VALUES ('town 77')").toArrow()

    monkeypatch.setattr(SparkReleaseTable, "stage", be_late)
    with pytest.raises(dpsql.TargetError, match="was replaced meanwhile"):
        dpsql.anonymize(job, overwrite=True)
    assert ("town 77",) in rows(session, schema)
    assert tables(session, schema) == ["released"]


def test_rows_that_spark_changes_are_not_released(job, session, schema, monkeypatch):
    store = release_table.SparkEngine.store_in_catalog

    def change(engine, file, table, again):
        store(engine, file, table, Path(f"{again}.first.parquet"))
        session.sql(f"INSERT INTO {table} VALUES ('town 1')").toArrow()
        with duckdb.connect() as connection:
            connection.sql(f"FROM '{again}.first.parquet' LIMIT 9").write_parquet(str(again))

    monkeypatch.setattr(release_table.SparkEngine, "store_in_catalog", change)
    with pytest.raises(dpsql.IntegrityError, match="would not hold what was verified"):
        dpsql.anonymize(job)
    assert tables(session, schema) == []
    assert beside(job) == []
