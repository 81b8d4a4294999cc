"""What a session must be, what is told when it is not, and what is left of it afterwards."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from sqlglot import exp, parse_one

import dpsql
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.connect import connect
from dpsql.engines.spark.errors import map_error
from dpsql.engines.spark.session import SETTINGS, Settings
from dpsql.engines.time_limit import TookTooLong
from tests.ctrl_c import raising_ctrl_c
from tests.spark_server import find_free_port, find_spark, start_spark

WRONG = {
    "spark.sql.ansi.enabled": "false",
    "spark.sql.variable.substitute": "true",
    "spark.sql.parser.escapedStringLiterals": "true",
    "spark.sql.session.timeZone": "Asia/Tokyo",
    "spark.sql.caseSensitive": "false",
    "spark.sql.decimalOperations.allowPrecisionLoss": "true",
}


@pytest.mark.filterwarnings("ignore:The SQL config")
@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_a_session_of_the_caller_is_set_and_given_back(tmp_path, session, name, value):
    session.conf.set(name, value)
    with connect(EngineOptions(), tmp_path, connection=session):
        assert session.conf.get(name) == SETTINGS[name]
        assert session.getTags()
    assert session.conf.get(name) == value
    assert not session.getTags()
    assert not [view for view in session.catalog.listTables() if view.name.startswith("dpsql_")]
    assert session.sql("SELECT 1").toArrow().num_rows == 1


class _Stubborn:
    """A session that keeps one setting as it is."""

    version = "4.3.0"

    def __init__(self, kept):
        self.conf, self._kept, self._set = self, kept, {}

    def get(self, name, default=None):
        return "stubborn" if name == self._kept else self._set.get(name, default)

    def set(self, name, value):
        self._set[name] = value


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_that_cannot_be_set_is_named(name):
    settings = Settings(_Stubborn(name))
    with pytest.raises(dpsql.EngineError, match=f"Spark does not let {name} be .*; set it on"):
        settings.make()
    settings.listen_again()


def test_an_old_server_is_refused():
    old = _Stubborn("")
    old.version = "3.5.1"
    settings = Settings(old)
    with pytest.raises(dpsql.EngineError, match=r"Spark 3\.5\.1 is too old; use 4.0 or later"):
        settings.make()
    settings.listen_again()


def open_at(folder, **options):
    return connect(EngineOptions.model_validate({"spark": options}), folder)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "spark needs remote: sc://host:port, or a session handed in"),
        ({"remote": "sc://cluster:15002"}, "staging: name a folder that Spark's driver, its work"),
        (
            {"remote": "sc://localhost", "staging": "s3://b"},
            "staging: name a folder that this mach",
        ),
        ({"remote": "sc://localhost", "staging": "{a}"}, "staging: its path holds a character"),
        ({"remote": "sc://localhost", "staging": "nowhere"}, "staging: not writable"),
    ],
)
def test_options_that_cannot_be(tmp_path, options, words):
    with pytest.raises(dpsql.ConfigError, match=words):
        open_at(tmp_path, **options)


def test_options_are_judged_before_a_server_is_asked_for(tmp_path):
    remote = f"sc://127.0.0.1:{find_free_port()}"
    with pytest.raises(dpsql.ConfigError, match="staging: not writable"):
        open_at(tmp_path, remote=remote, staging="nowhere")


def test_a_server_that_is_not_there_is_told_of_by_its_host_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("dpsql.engines.spark.remote._TRIES", 1)
    remote = f"sc://127.0.0.1:{find_free_port()}/;token=secret;use_ssl=false"
    with pytest.raises(dpsql.EngineError) as caught:
        open_at(tmp_path, remote=remote)
    assert str(caught.value) == (
        "Spark does not answer at 127.0.0.1; is the server running? Run again"
    )


def test_a_folder_that_spark_does_not_share_is_refused(tmp_path, spark):
    real = spark._staging.name

    def elsewhere(table):
        path = real(table)
        (path.parent / "other").mkdir()
        path.symlink_to(path.parent / "other")
        return path / "nothing"

    spark._staging.name = elsewhere
    shutil.rmtree(spark._staging.path)
    spark._staging.path.mkdir()

    class Writer:
        def __getattr__(self, _):
            return self

        def __call__(self, *_):
            return self

    with pytest.raises(dpsql.ConfigError, match="staging: not all that Spark writes there is seen"):
        spark._staging.refuse_unshared(Writer())


def test_a_staging_folder_that_is_cleared_is_an_error_and_no_smaller_table(spark):
    spark.materialize("m", parse_one("SELECT 1 AS a", read="duckdb"))
    for path in spark._staging.path.glob("m-*/*.parquet"):
        path.unlink()
    with pytest.raises(dpsql.EngineError, match="staging: what was put there is not seen any more"):
        spark.fetch(exp.select("a").from_(exp.to_table("m", quoted=True)))


def test_nothing_is_left_and_no_row_is_written_to_the_terminal(spark_bench, capfd, monkeypatch):
    own = spark_bench.folder / "temporary"
    own.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    with spark_bench.open_engine() as engine:
        query = parse_one("SELECT CAST('canary' AS INTEGER) AS a", read="duckdb")
        with pytest.raises(dpsql.InputError) as caught:
            engine.fetch(query)
        assert "canary" not in repr(caught.value) + repr(caught.value.__context__)
    assert not list(own.iterdir())
    told = capfd.readouterr()
    assert "canary" not in told.out + told.err


#: Spark starts no further task of a cancelled job, but cannot end one that counts: it would
#: take a processor from all tests that follow. Here each ends in a second, all of them in minutes.
OF_MANY_TASKS = """
SELECT COUNT(*) FROM RANGE(0, 200000, 1, 2000) AS a JOIN RANGE(20000) AS b ON a.id < b.id + 1
"""


def test_a_statement_is_stopped_with_its_caller(spark):
    """Ctrl-C while Spark works: the job ends there, too, and the folder can be removed."""
    main = threading.get_ident()
    threading.Timer(2, signal.pthread_kill, (main, signal.SIGINT)).start()
    start = time.monotonic()
    with raising_ctrl_c(), pytest.raises(KeyboardInterrupt):
        spark._fetch(OF_MANY_TASKS)
    # It would wait for all tasks of the other job.
    assert spark._fetch("SELECT COUNT(*) FROM RANGE(5)") == [(5,)]
    assert time.monotonic() - start < 60


@pytest.mark.tier("all")
def test_a_server_that_is_killed_ends_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr("dpsql.engines.spark.remote._TRIES", 2)
    find_spark()
    with start_spark() as remote, open_at(tmp_path, remote=remote) as engine:
        threading.Timer(2, _kill, (remote,)).start()
        with pytest.raises(dpsql.EngineError, match=r"Spark does not answer at 127\.0\.0\.1"):
            engine.fetch(
                parse_one(
                    "SELECT COUNT(*) FROM RANGE(300000) AS a(x) JOIN RANGE(300000) AS b(x)"
                    " ON a.x < b.x + 1",
                    read="spark",
                )
            )
    assert not list(Path(tempfile.gettempdir()).glob(f"dpsql-spark-*/{engine._prefix}*"))


def _kill(remote):
    port = remote.rpartition(":")[2]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if f"grpc.binding.port={port}".encode() in words and b"/java\0" in words[:200]:
            os.kill(int(folder.name), signal.SIGKILL)


@pytest.mark.parametrize("how", [["-c"], ["-m", "runpy_probe"]])
def test_a_program_without_a_file_is_not_ended(tmp_path, how):
    """Spark's client takes such a program, as a worker of pytest-xdist, for its own tests."""
    text = (
        "import sys\n"
        "sys.modules['pyspark.testing.connectutils'] = None\n"
        "from dpsql.engines.spark.remote import open_session\n"
        f"print(open_session({find_spark()!r}).version[:2])\n"
    )
    (tmp_path / "runpy_probe.py").write_text(text)
    words = [sys.executable, *how[:1], text] if how == ["-c"] else [sys.executable, *how]
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    ran = subprocess.run(
        words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}, cwd=tmp_path
    )
    assert ran.stdout == "4.\n", ran.stderr


class _Failure(Exception):
    def __init__(self, condition, text):
        super().__init__(text)
        self.getCondition = lambda: condition


@pytest.mark.parametrize(
    ("condition", "text", "kind"),
    [
        ("OPERATION_CANCELED", "x", dpsql.EngineError),
        (None, "java.io.IOException: No space left on device", dpsql.ResourceError),
        (None, "java.lang.OutOfMemoryError: Java heap space", dpsql.ResourceError),
        ("CAST_INVALID_INPUT", "canary", dpsql.InputError),
        ("FAILED_READ_FILE.NO_HINT", "canary", dpsql.InputError),
        (None, "Mkdirs failed to create file:/canary", dpsql.EngineError),
        ("UNRESOLVED_COLUMN.WITH_SUGGESTION", "canary", dpsql.EngineError),
        ("canary is no name", "canary", dpsql.EngineError),
    ],
)
def test_what_spark_says_is_mapped_without_its_text(condition, text, kind):
    known = map_error(_Failure(condition, text), "host", reads_release=False)
    assert type(known) is kind or isinstance(known, kind)
    assert "canary" not in str(known)
    of_release = map_error(_Failure(condition, text), "host", reads_release=True)
    assert isinstance(of_release, dpsql.IntegrityError) == isinstance(known, dpsql.InputError)


def test_a_missing_client_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark.sql.connect.session", None)
    with pytest.raises(
        dpsql.ConfigError, match=r"needs the extra spark: pip install '\.\[spark\]'"
    ):
        open_at(tmp_path, remote="sc://localhost")


def test_a_session_goes_on_after_a_statement_that_takes_too_long(spark):
    spark.upload("made", {"x": "BIGINT"}, [(1,), (2,)])
    with pytest.raises(TookTooLong):
        spark.fetch_within(parse_one(OF_MANY_TASKS, read="spark"), 3)
    found = spark.fetch_within(parse_one("SELECT COUNT(*) AS n FROM made", read="spark"), 60)
    assert [tuple(row) for row in found] == [(2,)]
