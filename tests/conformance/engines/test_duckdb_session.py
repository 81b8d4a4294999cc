"""What an own session refuses, and what a caller's session may not be."""

import os
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.connect import connect
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import EngineError

TREE = {"town": {"tree": {"root": ["a", "b"]}}}


@pytest.fixture
def shut(tmp_path):
    """An own session over one file, with a folder to write in; a link in it leads out."""
    (tmp_path / "own").mkdir()
    (tmp_path / "p.csv").write_text("town\na\n")
    (tmp_path / "t.csv").write_text("town\nsecret\n")
    (tmp_path / "own" / "link.csv").symlink_to("../t.csv")
    with DuckDBEngine(
        DuckDBOptions(), tmp_path, readable=[tmp_path / "p.csv"], writable=[tmp_path / "own"]
    ) as engine:
        engine.preflight()
        yield engine._connection


# D11: OUT is a place outside of the own folder, T a file that is there and not the session's.
HOSTILE = [
    "SELECT * FROM read_text('{T}')",
    "SELECT * FROM read_blob('{T}')",
    "SELECT * FROM read_csv('{T}')",
    "SELECT * FROM '{T}'",
    'SELECT * FROM "{T}"',
    "SELECT * FROM sniff_csv('{T}')",
    "SELECT * FROM glob('{ROOT}/*')",
    "SELECT * FROM parquet_metadata('{T}')",
    "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')",
    "FROM query('FROM read_text(''{T}'')')",
    "FROM query_table('{T}')",
    "SELECT * FROM variable_of_python",
    "SELECT getenv('HOME')",
    "CREATE TABLE t AS FROM '{T}'",
    "COPY (SELECT 1) TO '{OUT}.csv'",
    "COPY (SELECT 1) TO '{ROOT}/own/../OUT.csv'",
    "ATTACH '{OUT}.db'",
    "EXPORT DATABASE '{OUT}'",
    "IMPORT DATABASE '{OUT}'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "LOAD '{OUT}.duckdb_extension'",
    "CREATE PERSISTENT SECRET s (TYPE http)",
    "CALL enable_logging()",
    "CALL enable_logging(storage = 'file', storage_path = '{OUT}')",
    "PRAGMA profiling_output = '{OUT}.json'",
    "RESET lock_configuration",
    "RESET enable_external_access",
    "PRAGMA lock_configuration = false",
    *(
        f"SET {setting}"
        for setting in (
            "enable_external_access = true",
            "allowed_directories = ['/']",
            "allowed_paths = ['{T}']",
            "lock_configuration = false",
            "autoinstall_known_extensions = true",
            "autoload_known_extensions = true",
            "allow_community_extensions = true",
            "allow_unsigned_extensions = true",
            "allow_persistent_secrets = true",
            "python_enable_replacements = true",
            "temp_directory = '{OUT}'",
            "secret_directory = '{ROOT}'",
            "extension_directory = '{ROOT}'",
            "log_query_path = '{OUT}.log'",
            "profiling_output = '{OUT}.json'",
            "file_search_path = '{ROOT}'",
            "enable_progress_bar = true",
            "default_order = 'DESC'",
            "memory_limit = '1GB'",
            "TimeZone = 'Asia/Tokyo'",
        )
    ),
]


@pytest.mark.parametrize("statement", HOSTILE)
def test_hostile_statements_and_settings_are_refused_D11(shut, tmp_path, statement):
    variable_of_python = [1]
    assert variable_of_python
    before = sorted(tmp_path.rglob("*"))
    words = {"{T}": tmp_path / "t.csv", "{OUT}": tmp_path / "OUT", "{ROOT}": tmp_path}
    for word, meaning in words.items():
        statement = statement.replace(word, str(meaning))
    with pytest.raises(duckdb.Error):
        shut.execute(statement).fetchall()
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("path", ["own/link.csv", "own/../t.csv", "own/./../t.csv"])
def test_no_link_and_no_dots_lead_out_of_an_allowed_folder_D12(shut, tmp_path, path):
    with pytest.raises(duckdb.PermissionException):
        shut.execute(f"FROM read_text('{tmp_path}/{path}')")


def test_what_the_session_needs_is_open(shut, tmp_path):
    """The refusals above are not those of a session that refuses everything."""
    assert shut.execute(f"SELECT content FROM read_text('{tmp_path}/p.csv')").fetchall()
    shut.execute(f"COPY (SELECT 1) TO '{tmp_path}/own/new.csv'")
    assert (tmp_path / "own" / "new.csv").exists()


@pytest.mark.parametrize("version", ["1.4.4", "1.5.3", "0.10.0"])
def test_versions_that_follow_links_are_refused_D12(duckdb_bench, monkeypatch, version):
    monkeypatch.setattr(duckdb, "__version__", version)
    with pytest.raises(EngineError, match=r"is too old; install duckdb>=2\.0"):
        duckdb_bench.open_engine().__enter__()


UNFIT = [
    ("SET default_order = 'DESC'", "SET it to ASC"),
    ("SET default_collation = 'nocase'", "SET it to binary"),
    ("SET max_expression_depth = 10", "SET it to 1000 or more"),
    *(
        (f"CREATE {kind} {macro}", "hides a function of DuckDB")
        for kind in ("MACRO", "TEMP MACRO")
        for macro in (
            "sum(x) AS 1",
            "COUNT(x) AS 1",
            "min(x) AS 1",
            "regexp_matches(a, b) AS false",
            "floor(x) AS 0",
            "current_setting(x) AS 'ASC'",
            "lower(x) AS 'binary'",
            "unnest(x) AS TABLE SELECT 1",
            "duckdb_functions() AS TABLE SELECT 'a' AS function_name, true AS internal",
            "duckdb_settings() AS TABLE SELECT 'default_order' AS name, 'ASC' AS value",
        )
    ),
]


@pytest.mark.parametrize(("statement", "complaint"), UNFIT, ids=lambda words: words)
def test_a_connection_that_changes_what_sql_means_is_refused(duckdb_bench, statement, complaint):
    duckdb_bench.write("p.csv", [("a",)], ("town",))
    job = duckdb_bench.job(TREE, private="p.csv", engine="duckdb")
    with duckdb.connect() as connection:
        connection.execute(statement)
        with pytest.raises(EngineError, match=complaint) as caught:
            dpsql.measure(job, connection=connection)
    assert caught.value.exit_code == 6


def test_macros_of_other_names_are_the_callers_business(duckdb_bench):
    duckdb_bench.write("p.csv", [("a",)], ("town",))
    job = duckdb_bench.job(TREE, private="p.csv", engine="duckdb")
    with duckdb.connect() as connection:
        connection.execute("CREATE MACRO add_two(x) AS x + 2")
        assert dpsql.measure(job, connection=connection).public_rows == 1


def test_a_work_folder_that_sql_cannot_name_is_refused(duckdb_bench, monkeypatch):
    folder = Path(os.fsdecode(bytes(duckdb_bench.folder) + b"/w\xff"))
    folder.mkdir()
    choice = duckdb_bench.job(TREE, engine={"duckdb": {"work_dir": str(folder)}}).engine
    with pytest.raises(dpsql.ConfigError, match="work_dir: its path is not UTF-8"):
        connect(choice, duckdb_bench.folder)
    assert list(folder.iterdir()) == []
