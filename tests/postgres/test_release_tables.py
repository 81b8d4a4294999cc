"""A release as a table: verified before anybody sees it, verified again, and nothing else."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dpsql
from dpsql.cli.app import make_app
from dpsql.errors import ConfigError
from tests.postgres.conftest import VARIABLE, beside, rows


def run(job, name, *flags):
    """Call a command in this process, on the job written to a file in its folder."""
    path = job.folder / "job.yaml"
    release = {key: str(value) for key, value in dict(job.release).items() if value}
    path.write_text(
        "public: people\nprivate: {where: member}\nquasi_identifiers: {town: {prefix: [5]}}\n"
        f"delta: {{max: 1/10}}\nrelease: {json.dumps(release)}\n"
        f"engine: {{postgres: {{dsn_env: {VARIABLE}}}}}\n"
    )
    words = [name, str(path), *flags]
    return CliRunner().invoke(make_app(words), words)


def test_a_table_is_released_and_verified(table_job, server, schema):
    job = table_job()
    made = dpsql.anonymize(job)
    assert rows(server) == [(f"town {i}",) for i in range(10)]
    assert made.to_dict()["release"] == {
        "table": f"{schema}.released",
        "rows": 10,
        "sha256": made.release.sha256,
    }
    assert beside(job) == [f"{schema}.released.manifest.json"]
    stated = json.loads((job.folder / f"{schema}.released.manifest.json").read_text())["release"]
    assert stated["kind"] == "table"
    assert stated["name"] == f"{schema}.released"
    found = dpsql.verify(job)
    assert found.release == made.release
    assert found.to_dict()["presence"] == {"min": "1/10", "max": "1/10"}


def test_commands_that_measure_read_the_table_by_its_name(table_job, town_job, schema):
    job, name = table_job(), f"{schema}.released"
    made = dpsql.anonymize(job).release
    found = dpsql.measure(job, release=name)
    assert found.presence == dpsql.measure(town_job(), {"town": 0}).presence
    assert found.to_dict()["release"] == made.to_dict()
    risks = dpsql.risks(job, release=name)
    assert risks.risks == dpsql.risks(town_job(), {"town": 0}).risks
    assert risks.to_dict()["release"] == made.to_dict()
    assert dpsql.verify(job, name).release == made
    with pytest.raises(ConfigError, match=f"{schema}.other: no such file"):
        dpsql.measure(job, release=f"{schema}.other")


def test_a_table_is_compared_with_a_file(table_job, town_job, schema):
    job, name = table_job(), f"{schema}.released"
    dpsql.anonymize(job)
    file = town_job(release="second.csv")
    dpsql.anonymize(file, {"town": 1})
    found = dpsql.diff(name, file.folder / "second.csv", job=job)
    assert (found.names[0], found.nesting) == (name, "coarser")
    assert found.compared.of_this_table == (True, True)


def test_a_table_has_the_digest_of_the_file_with_the_same_rows(table_job, town_job):
    of_file = dpsql.anonymize(town_job()).release
    assert Path(of_file.path).name == "r.parquet"
    assert dpsql.anonymize(table_job()).release.sha256 == of_file.sha256


def test_the_command_line_names_the_table(table_job, schema):
    job = table_job(release={"table": f"{schema}.released", "manifest": "r.manifest.json"})
    made = run(job, "anonymize", "--json")
    assert made.exit_code == 0, made.stderr
    found = json.loads(made.stdout)["release"]
    assert found["table"] == f"{schema}.released"
    assert beside(job) == ["job.yaml", "r.manifest.json"]
    again = run(job, "anonymize", "--overwrite")
    assert f"released: {schema}.released" in again.stdout
    assert f"{schema}.released is replaced" in again.stderr
    assert json.loads(run(job, "verify", "--json").stdout)["release"] == found


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE released SET town = 'town 7' WHERE town = 'town 8'",
        "UPDATE released SET town = NULL WHERE town = 'town 8'",
        "DELETE FROM released WHERE town = 'town 3'",
        "INSERT INTO released VALUES ('town 3')",
        "INSERT INTO released VALUES ('town 11')",
        "TRUNCATE released",
        "ALTER TABLE released ALTER town TYPE varchar(20)",
        "ALTER TABLE released ALTER town TYPE char(6)",
        'ALTER TABLE released ALTER town TYPE text COLLATE "POSIX"',
        'ALTER TABLE released ALTER town TYPE text COLLATE "en-x-icu"',
        "ALTER TABLE released ALTER town SET NOT NULL",
        "ALTER TABLE released ALTER town SET DEFAULT 'x'",
        "ALTER TABLE released RENAME town TO city",
        "ALTER TABLE released ADD more integer",
        "ALTER TABLE released ADD more json",
        'ALTER TABLE released ADD "TOWN" text COLLATE "C"',
        "ALTER TABLE released DROP town",
        "CREATE TABLE child () INHERITS (released); INSERT INTO child VALUES ('town 1')",
    ],
)
def test_a_table_that_was_changed_is_not_verified(table_job, server, change):
    job = table_job()
    dpsql.anonymize(job)
    server.execute(change)
    with pytest.raises(dpsql.IntegrityError) as caught:
        dpsql.verify(job)
    assert "\n" not in str(caught.value)


def test_another_order_of_the_same_rows_is_verified(table_job, server):
    job = table_job()
    dpsql.anonymize(job)
    server.execute("UPDATE released SET town = town WHERE town < 'town 4'")
    assert rows(server) != sorted(rows(server))
    assert dpsql.verify(job).release.rows == 10


def test_another_relation_of_the_name_is_no_release(table_job, server):
    job = table_job()
    dpsql.anonymize(job)
    server.execute("ALTER TABLE released RENAME TO moved; CREATE VIEW released AS TABLE moved")
    with pytest.raises(dpsql.TargetError, match="is a view"):
        dpsql.verify(job)
    server.execute("DROP VIEW released")
    with pytest.raises(dpsql.ConfigError, match="no such table"):
        dpsql.verify(job)


def test_a_manifest_that_was_changed_is_noticed(table_job, server, schema):
    job = table_job()
    dpsql.anonymize(job)
    manifest = job.folder / f"{schema}.released.manifest.json"
    stated = manifest.read_text()
    for one, other in (
        ('"max": "1/10"\n  },\n  "csv', '"max": "1/9"\n  },\n  "csv'),
        ('"kind": "table",\n    ', ""),
        (f'"{schema}.released"', '"mart.released"'),
        ('"rows": 10', '"rows": 11'),
        ('"written_by": "DuckDB ', '"written_by": "DuckDB 9.'),
    ):
        assert one in stated
        manifest.write_text(stated.replace(one, other))
        with pytest.raises(dpsql.IntegrityError):
            dpsql.verify(job)
    manifest.unlink()
    with pytest.raises(dpsql.IntegrityError, match=r"the manifest .* is missing"):
        dpsql.verify(job)


def test_a_table_of_another_version_says_which(table_job, server, schema):
    job = table_job()
    dpsql.anonymize(job)
    manifest = job.folder / f"{schema}.released.manifest.json"
    manifest.write_text(manifest.read_text().replace('"written_by": "DuckDB ', '"written_by": "X '))
    server.execute("DELETE FROM released WHERE town = 'town 3'")
    with pytest.raises(dpsql.IntegrityError, match=r"hashed as X .* verify it with that one"):
        dpsql.verify(job)


def test_nothing_is_replaced_unless_requested(table_job, server):
    job = table_job()
    dpsql.anonymize(job)
    with pytest.raises(dpsql.TargetError, match="exists; pass overwrite=True"):
        dpsql.anonymize(job)
    server.execute("UPDATE people SET member = id % 10 = 1")
    server.execute("DELETE FROM released")
    assert dpsql.anonymize(job, overwrite=True).release.rows == 10
    assert len(rows(server)) == 10
    dpsql.verify(job)


def test_a_manifest_without_its_table_is_not_replaced_unless_requested(table_job, server):
    job = table_job()
    dpsql.anonymize(job)
    server.execute("DROP TABLE released")
    with pytest.raises(dpsql.TargetError, match=r"manifest\.json exists; pass overwrite=True"):
        dpsql.anonymize(job)
    dpsql.anonymize(job, overwrite=True)
    dpsql.verify(job)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("CREATE TABLE released (salary integer)", "no release that dpsql knows"),
        ("CREATE VIEW released AS SELECT town FROM people", "is a view"),
        ("CREATE MATERIALIZED VIEW released AS SELECT town FROM people", "is a materialized view"),
        ("CREATE TABLE released (town text) PARTITION BY LIST (town)", "is partitioned"),
        ("CREATE SEQUENCE released", "is no table"),
        ("CREATE TABLE released (town text); CREATE VIEW v AS TABLE released", "depends on"),
        ("CREATE TABLE base (town text); CREATE TABLE released () INHERITS (base)", "inherits"),
    ],
)
def test_what_is_no_release_is_not_replaced(table_job, server, statement, told):
    server.execute(statement)
    job = table_job()
    with pytest.raises(dpsql.TargetError, match=told):
        dpsql.anonymize(job, overwrite=True)
    assert beside(job) == []


def test_a_table_that_no_manifest_names_is_not_replaced(table_job, server, schema):
    """Though it has the columns of the release: so has the base of a view that is P or T."""
    job = table_job()
    dpsql.anonymize(job)
    (job.folder / f"{schema}.released.manifest.json").unlink()
    before = rows(server)
    with pytest.raises(dpsql.TargetError, match="drop it yourself"):
        dpsql.anonymize(job, overwrite=True)
    assert rows(server) == before


def test_a_table_that_the_manifest_names_is_replaced_whatever_its_columns(table_job, server):
    job = table_job()
    dpsql.anonymize(job)
    server.execute("ALTER TABLE released ADD more integer")
    dpsql.anonymize(job, overwrite=True)
    dpsql.verify(job)


def test_no_input_is_replaced(table_job, server, schema):
    server.execute("CREATE TABLE trial AS SELECT town FROM people WHERE member")
    for table in ("people", "trial"):
        job = table_job(
            release={"table": f"{schema}.{table}"}, private=f"{schema}.trial", public="people"
        )
        with pytest.raises(dpsql.TargetError, match=f"{schema}.{table} is an input"):
            dpsql.anonymize(job, overwrite=True)
    assert len(rows(server, "trial")) == 10


def test_an_input_that_is_found_by_its_name_alone_stays_found(table_job, server, schema):
    server.execute(f"CREATE SCHEMA {schema}_other")
    try:
        job = table_job(release={"table": f"{schema}_other.people"})
        with pytest.raises(dpsql.TargetError, match=f"write {schema}.people there"):
            dpsql.anonymize(job)
        job = table_job(release={"table": f"{schema}_other.people"}, public=f"{schema}.people")
        dpsql.anonymize(job)
        dpsql.verify(job)
    finally:
        server.execute(f"DROP SCHEMA {schema}_other CASCADE")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("released", "must be schema.table"),
        ("a.b.c", "must be schema.table"),
        (".released", "must be schema.table"),
        ("no_such.released", "schema no_such does not exist"),
        ("pg_temp.released", "a schema of Postgres itself"),
        ("pg_catalog.released", "a schema of Postgres itself"),
        ("public." + "x" * 64, "more than 63 bytes"),
        ("public." + "ä" * 32, "more than 63 bytes"),
    ],
)
def test_names_that_do_not_fit(table_job, name, told):
    with pytest.raises(dpsql.TargetError, match=told):
        dpsql.anonymize(table_job(release={"table": name, "manifest": "r.manifest.json"}))


def test_a_table_needs_an_engine_that_keeps_it(town_job, tmp_path):
    job = town_job(release={"table": "mart.released"}, engine="duckdb")
    with pytest.raises(
        dpsql.ConfigError, match="of Postgres, of Spark, or of the DuckDB file under"
    ):
        dpsql.anonymize(job)


def test_commands_that_read_files_say_so(table_job):
    job = table_job()
    dpsql.anonymize(job)
    with pytest.raises(dpsql.ConfigError, match="is a table with a manifest, and this reads"):
        dpsql.verify(job, foreign=True)
    assert dpsql.verify(job).models


def test_a_table_is_signed(table_job, tmp_path, schema):
    job = table_job()
    made = dpsql.anonymize(job, report="public")
    made.to_html(tmp_path / "page.html")
    assert f"{schema}.released" in (tmp_path / "page.html").read_text().replace("<wbr>", "")
    dpsql.sign_off(job, tmp_path / "sign.html")
    page = (tmp_path / "sign.html").read_text().replace("<wbr>", "")
    assert f"{schema}.released.manifest.json" in page
    assert made.release.sha256 in page
    assert Path(job.folder, f"{schema}.released.manifest.json").exists()
