"""What lets a wrong release out, or harms one that is out: collations, rivals, the next run."""

import json
import subprocess
import sys

import duckdb
import pandas
import pyarrow
import pytest

import dpsql
from dpsql.release.lock import locked
from dpsql.release.target import Target

PREFIX = {"zip": {"prefix": [1]}}


@pytest.fixture
def job(tmp_path):
    (tmp_path / "p.csv").write_text("zip\n47906\n47903\n48970\n48971\n")
    (tmp_path / "t.csv").write_text("zip\n47906\n48970\n")

    def build(**words):
        usual = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": PREFIX}
        usual |= {"delta": {"max": "1/2"}, "release": "r.parquet", "folder": tmp_path}
        return dpsql.Job(**usual | words)

    return build


def test_a_collation_of_a_column_merges_nobody(tmp_path):
    """a and A are two people of P; merged they would make presence 1 look like 1/2."""
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute("CREATE TABLE p (zip VARCHAR COLLATE NOCASE)")
        connection.execute("INSERT INTO p VALUES ('a'), ('A'), ('b'), ('B')")
        connection.execute("CREATE TABLE t AS SELECT zip FROM p WHERE zip COLLATE C IN ('a', 'b')")
    job = dpsql.Job(
        public="p",
        private="t",
        quasi_identifiers=PREFIX,
        delta={"max": "1/2"},
        release="r.parquet",
        engine={"duckdb": {"database": "w.duckdb"}},
        folder=tmp_path,
    )
    assert str(dpsql.measure(job).presence.maximum) == "1"
    assert dpsql.anonymize(job).levels == {"zip": 2}


def test_a_default_collation_of_the_caller_is_refused(job):
    with duckdb.connect() as connection:
        connection.execute("SET default_collation = 'nocase'")
        with pytest.raises(dpsql.EngineError, match="default_collation"):
            dpsql.measure(job(), connection=connection)


def test_two_runs_on_one_target_do_not_meet_E08(job, tmp_path):
    with locked(Target(tmp_path / "r.parquet", overwrite=False)):
        with pytest.raises(dpsql.Locked) as caught:
            dpsql.anonymize(job())
        assert caught.value.exit_code == 8
    assert dpsql.anonymize(job()).status == "released"
    assert not list(tmp_path.glob(".*"))


def test_a_manifest_is_not_replaced_unasked_D09(job, tmp_path):
    (tmp_path / "r.parquet.manifest.json").write_text("mine")
    with pytest.raises(dpsql.TargetError, match="manifest"):
        dpsql.anonymize(job())
    assert (tmp_path / "r.parquet.manifest.json").read_text() == "mine"


@pytest.mark.parametrize("public", ["lake", "lake/", "lake/*.csv", "lake/**/*.csv"])
def test_a_release_does_not_join_the_population(job, tmp_path, public):
    (tmp_path / "lake").mkdir()
    (tmp_path / "p.csv").rename(tmp_path / "lake" / "p.csv")
    with pytest.raises(dpsql.TargetError, match="input"):
        dpsql.anonymize(job(public=public, release="lake/r.csv"))
    assert dpsql.anonymize(job(public=public, release="r.csv")).status == "released"


def test_a_file_that_joins_the_population_meanwhile_is_noticed_B19(job, tmp_path):
    (tmp_path / "lake").mkdir()
    (tmp_path / "p.csv").rename(tmp_path / "lake" / "p.csv")

    def add(_progress):
        (tmp_path / "lake" / "q.csv").write_text("zip\n47906\n")

    with pytest.raises(dpsql.InputChanged):
        dpsql.anonymize(job(public="lake"), watch=add)
    assert not (tmp_path / "r.parquet").exists()


def test_the_order_of_categories_says_nothing_F06(job):
    """A category sorts by its text, and unused ones are not in the file."""
    seen = pandas.Categorical(["flu", "cold"], categories=["flu", "rare", "cold"])
    private = pandas.DataFrame({"zip": ["47906", "47906"], "ill": seen})
    public = pandas.DataFrame({"zip": ["47906", "47906", "47906", "47906"]})
    found = dpsql.anonymize(job(public=public, private=private, keep=["ill"]))
    path = job().folder / found.release.path
    assert duckdb.sql(f"SELECT ill FROM '{path}'").fetchall() == [("cold",), ("flu",)]
    assert b"rare" not in path.read_bytes()


def test_a_table_named_explicitly_is_no_folder(job, tmp_path):
    (tmp_path / "people").mkdir()
    (tmp_path / "people" / "1.csv").write_text("zip\n47906\n47906\n")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE people AS SELECT UNNEST(['47906', '4', '5', '6']) AS zip")
        private = pyarrow.table({"zip": ["47906"]})
        explicit = job(public={"table": "people"}, private=private)
        assert dpsql.measure(explicit, connection=connection).public_rows == 4


@pytest.mark.parametrize("empty", [False, True])
def test_keys_may_stand_in_a_table_in_memory(job, empty):
    public = pandas.DataFrame({"id": [1, 2, 3], "zip": ["1", "2", "3"]})
    keys = public[["id"]].head(0 if empty else 1)
    found = dpsql.measure(job(public=public, private={"table": keys, "key": "id"}))
    assert found.private_rows == len(keys)


def test_a_stream_that_can_be_read_once_is_refused(job):
    reader = pyarrow.table({"zip": ["1"]}).to_reader()
    with pytest.raises(dpsql.ConfigError):
        job(public=reader)


@pytest.mark.parametrize("level", ["1", 1.0, True, None])
def test_a_level_is_a_whole_number(job, level):
    with pytest.raises(dpsql.ConfigError):
        dpsql.measure(job(), levels={"zip": level})


def test_a_stray_quote_in_a_hierarchy_is_a_character(job, tmp_path):
    rows = ['47906;5" pipe;*', *(f"{zip_};b;*" for zip_ in ("47903", "48970", "48971"))]
    (tmp_path / "h.csv").write_text("\n".join(rows))
    found = job(quasi_identifiers={"zip": "h.csv"}, delta={"max": "1"}, keep=[])
    assert dpsql.measure(found, levels={"zip": 1}).public_rows == 4


def run(*arguments):
    command = [sys.executable, "-m", "dpsql", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_markup_and_pages_do_not_hide_a_release_D06(tmp_path):
    """A name that looks like markup is shown; a page that cannot be written is refused first."""
    (tmp_path / "p.csv").write_text("[/b]\n1\n2\n")
    (tmp_path / "t.csv").write_text("[/b]\n1\n")
    words = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"[/b]": {"prefix": [1]}}}
    words |= {"delta": {"max": "1/2"}, "release": "r.csv"}
    job = tmp_path / "job.yaml"
    job.write_text(json.dumps(words))
    refused = run("anonymize", str(job), "--report", str(tmp_path / "no" / "page.html"))
    assert refused.returncode == 2
    assert not (tmp_path / "r.csv").exists()
    done = run("anonymize", str(job), "--report", str(tmp_path / "page.html"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "[/b]" in done.stdout
    assert "<html" in (tmp_path / "page.html").read_text()


def test_a_word_of_python_is_no_word_of_the_job(tmp_path):
    (tmp_path / "job.yaml").write_text("self: 1\npublic: p\n")
    done = run("check", str(tmp_path / "job.yaml"))
    assert done.returncode == 2
    assert "unexpected" not in done.stderr
