"""What the operating system refuses has one class everywhere; no exception holds a value."""

import errno
import os
import subprocess
import sys
import traceback
from dataclasses import replace
from io import StringIO
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.domain.sections.release_options import ReleaseOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.dump import Dump
from dpsql.errors import EXHAUSTED, IntegrityError, ResourceError
from dpsql.hierarchies import load as hierarchies
from dpsql.release.manifest import hash_file, read_claims
from dpsql.sql import templates
from dpsql.use_cases import make_release as releasing

PREFIX = {"zip": {"prefix": [1]}}
CANARY = "CANARY777"


def raise_error(number):
    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.fixture
def plain(bench):
    """A job that can be released."""
    bench.tables("zip,b", ["aaaa,1", "bbbb,1"], ["aaaa,1"])
    bench.write("h.csv", "aaaa,A,*\nbbbb,B,*\n")
    return bench.job({"zip": "h.csv"})


def refuse_opening(monkeypatch, name, number):
    """Let Path.open, and what reads by it, fail for one file."""
    usual = Path.open

    def open_(path, *arguments, **options):
        if path.name == name:
            raise_error(number)()
        return usual(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", open_)


@pytest.mark.parametrize("number", EXHAUSTED, ids=errno.errorcode.get)
@pytest.mark.parametrize("name", ["p.csv", "t.csv", "h.csv"])
def test_an_input_that_the_system_refuses_E03(bench, plain, monkeypatch, name, number):
    with monkeypatch.context() as patched:
        refuse_opening(patched, name, number)
        with pytest.raises(ResourceError, match=os.strerror(number)):
            dpsql.anonymize(plain)
    bench.refuse_leftovers()


@pytest.mark.parametrize(("name", "exit_code"), [("p.csv", 3), ("t.csv", 3), ("h.csv", 2)])
def test_an_input_that_may_not_be_read_B16(bench, plain, monkeypatch, name, exit_code):
    with monkeypatch.context() as patched:
        refuse_opening(patched, name, errno.EACCES)
        with pytest.raises(dpsql.DpsqlError, match=name) as caught:
            dpsql.anonymize(plain)
    assert caught.value.exit_code == exit_code


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO])
def test_what_else_is_opened_E03(tmp_path, monkeypatch, number):
    refuse_opening(monkeypatch, "r.csv", number)
    with pytest.raises(ResourceError, match=os.strerror(number)):
        hash_file(tmp_path / "r.csv")
    (tmp_path / "m.json").touch()
    monkeypatch.setattr(Path, "read_bytes", raise_error(number))
    with pytest.raises(ResourceError, match=os.strerror(number)):
        read_claims(tmp_path / "m.json")
    with pytest.raises(ResourceError, match=os.strerror(number)):
        list(hierarchies.read_rows(tmp_path / "m.json", "zip"))
    monkeypatch.setattr(os, "open", raise_error(number))
    with pytest.raises(ResourceError, match=os.strerror(number)):
        Dump(tmp_path, "duckdb").write(1, "x", "SELECT 1")


def test_a_template_that_cannot_be_opened_E03(monkeypatch):
    monkeypatch.setattr(templates._environment(), "get_template", raise_error(errno.EMFILE))
    with pytest.raises(ResourceError, match=r"the template verify_order .*Too many open files"):
        templates.render("verify_order", columns=[])


def test_a_work_folder_for_which_there_is_no_room_E03(bench, plain, monkeypatch):
    monkeypatch.setattr("dpsql.files.private_folder.tempfile.mkdtemp", raise_error(errno.ENOSPC))
    with bench.refusing(ResourceError, 5):
        dpsql.measure(plain)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('Could not write file "{W}/r.csv": Interrupted system call', ResourceError),
        ('Could not write file "{W}/r.csv": Input/output error', ResourceError),
        ("Cannot open file: Too many open files", ResourceError),
        ("Cannot open file: Disk quota exceeded", ResourceError),
        ('Cannot open file "{P}": Permission denied', dpsql.ParseError),
    ],
)
def test_what_the_engine_says_of_files_E03(bench, plain, monkeypatch, text, kind):
    """A failure to write blames no input."""

    def fail(engine, *_):
        words = {"{W}": str(engine._written[0]), "{P}": str(bench.folder / "p.csv")}
        for word, meaning in words.items():
            nonlocal text
            text = text.replace(word, meaning)
        raise duckdb.IOException(text)

    monkeypatch.setattr(DuckDBEngine, "_export", fail)
    bench.refuse(kind, kind.exit_code, plain)


@pytest.fixture
def unlistable(bench, plain, monkeypatch):
    """A folder of files that may not be listed; root may list any."""
    (bench.folder / "many").mkdir()
    usual = Path.iterdir
    monkeypatch.setattr(
        Path, "iterdir", lambda p: raise_error(errno.EACCES)() if p.name == "many" else usual(p)
    )
    return plain.with_unchecked({"public": dpsql.Job(**_words("many/")).public})


def _words(public, **words):
    return {"public": public, "private": "t.csv", "quasi_identifiers": PREFIX, **words}


def test_a_folder_that_may_not_be_listed_B16(unlistable):
    with pytest.raises(dpsql.InputError, match=r"many/: it cannot be read \(Permission denied\)"):
        dpsql.measure(unlistable)


@pytest.mark.parametrize("words", [{"public": "n" * 300}, {"public": "n" * 300 + ".csv"}])
def test_a_name_too_long_for_a_file_names_none_D09(bench, plain, words):
    job = dpsql.Job(**_words(**words), folder=bench.folder)
    with bench.refusing(dpsql.ConfigError, 2):
        dpsql.measure(job)


def test_a_release_whose_manifest_would_have_too_long_a_name_D09(bench, plain):
    job = plain.with_unchecked({"release": ReleaseOptions(path="n" * 245 + ".csv")})
    assert "File name too long" in bench.refuse(dpsql.TargetError, 2, job)
    with pytest.raises(dpsql.ConfigError, match="no such file"):
        dpsql.verify(plain, "n" * 300)


@pytest.mark.parametrize("word", ["public", "release", "hierarchy", "work_dir"])
def test_a_path_with_nul_is_refused_with_its_line_D09(bench, plain, word):
    values = {"public": "p.csv", "release": "r.csv", "hierarchy": "h.csv", "work_dir": "w"}
    values[word] = "a\\0b.csv"
    job = bench.write(
        "job.yaml",
        f'public: "{values["public"]}"\nprivate: t.csv\ndelta: {{max: 1}}\n'
        f'release: "{values["release"]}"\nquasi_identifiers: {{zip: "{values["hierarchy"]}"}}\n'
        f'engine: {{duckdb: {{work_dir: "{values["work_dir"]}"}}}}\n',
    )
    with bench.refusing(dpsql.ConfigError, 2) as messages:
        dpsql.anonymize(job)
    assert "job.yaml:" in messages[0]
    assert "NUL" in messages[0]


def test_a_folder_that_sql_cannot_name_B16(bench, plain):
    folder = Path(os.fsdecode(bytes(bench.folder) + b"/d\xff"))
    folder.mkdir()
    for name in ("p.csv", "t.csv", "h.csv"):
        (folder / name).write_bytes((bench.folder / name).read_bytes())
    elsewhere = str(bench.folder / "r.parquet")
    job = plain.with_unchecked({"folder": folder, "release": ReleaseOptions(path=elsewhere)})
    assert "its path is not UTF-8" in bench.refuse(dpsql.InputError, 3, job)
    words = _words(str(bench.folder / "p.csv"), private=str(bench.folder / "t.csv"))
    job = dpsql.Job(**words, folder=folder, release="r.csv", delta={"max": 1})
    message = bench.refuse(dpsql.TargetError, 2, job)
    assert message.startswith("release: its path is not UTF-8")


# F02, F03: what is reachable from an error


def everything_told(error):
    """All that a hook could print: the chain, and the variables of our frames on the way."""
    told, left, seen = StringIO(), [error], set()
    while left:
        found = left.pop()
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        told.write(f"{found!r} {found} {vars(found)}\n")
        for frame, _ in traceback.walk_tb(found.__traceback__):
            if "/tests/" not in frame.f_code.co_filename:
                told.writelines(f"{value!r}\n" for value in frame.f_locals.values())
        left += [found.__cause__, found.__context__]
    return told.getvalue()


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("zip,b", f"aaaa,{CANARY},9"),
        ("zip,b", f'aaaa,"{CANARY}'),
        ("zip,b", f"{CANARY}"),
        ("zip,b;c", f"aaaa,{CANARY}"),
        ("zip", f"aaaa\xff{CANARY}"),
    ],
    ids=["ragged", "an open quote", "short", "two delimiters", "latin-1"],
)
def test_no_value_can_be_reached_from_an_error_F02_F03(bench, header, row):
    bench.write("p.csv", f"{header}\naaaa,1\n")
    bench.write("t.csv", f"{header}\n{row}\n".encode("latin-1"))
    job = bench.job(PREFIX)
    with pytest.raises(dpsql.InputError) as caught:
        dpsql.measure(job)
    assert CANARY not in everything_told(caught.value)


#: Statements whose errors quote a value of a row, or the statement, as DuckDB words them.
QUOTING = [
    "SELECT CAST(v AS INT) FROM secret",
    "SELECT CAST(v AS DATE) FROM secret",
    "SELECT CAST(v AS BOOLEAN) FROM secret",
    "SELECT CAST(v AS UUID) FROM secret",
    "SELECT CAST(v AS JSON) FROM secret",
    "SELECT CAST(v AS ENUM ('a', 'b')) FROM secret",
    "SELECT CAST(v AS INT[]) FROM secret",
    "SELECT strptime(v, '%Y') FROM secret",
    "SELECT json_extract(v, '$.a') FROM secret",
    "SELECT error(v) FROM secret",
    "CREATE OR REPLACE TABLE k (v TEXT PRIMARY KEY); INSERT INTO k SELECT v FROM secret, range(2)",
    f"SELECT '{CANARY}' FROM nowhere",
    f"SELECT {CANARY} FROM secret",
    f"SELECT '{CANARY}' '",
]


@pytest.mark.parametrize("statement", QUOTING)
def test_no_error_of_the_engine_quotes_a_value_F02(bench, statement):
    with DuckDBEngine(DuckDBOptions(), bench.folder) as engine:
        engine._connection.execute(f"CREATE TEMP TABLE secret AS SELECT '{CANARY}' AS v")
        with pytest.raises(duckdb.Error, match=CANARY):
            engine._connection.execute(statement).fetchall()
        with pytest.raises(dpsql.DpsqlError) as caught, engine.mapping_errors("step", statement):
            engine._fetch(statement)
    told = everything_told(caught.value).replace(repr(statement), "")
    assert CANARY not in told


def test_what_an_engine_says_is_kept_for_its_owner_alone_by_debug(bench, monkeypatch, caplog):
    """It is in the file, and nowhere else."""
    bench.tables("zip,b", ["aaaa,1", "bbbb,1"], ["aaaa,1"])
    kept = bench.root / "debug"
    job = bench.job(PREFIX)

    def fail(*_):
        raise duckdb.ConversionException(f"Could not convert string '{CANARY}' to INT32")

    monkeypatch.setattr(DuckDBEngine, "_store", fail)
    with pytest.raises(dpsql.InputError) as caught:
        dpsql.measure(job, debug=kept)
    assert CANARY not in everything_told(caught.value) + caplog.text
    (file,) = kept.iterdir()
    assert (kept.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    text = file.read_text()
    assert CANARY in text
    assert "materialize_" in text
    assert "SELECT" in text
    assert str(file) in caplog.text


def test_a_debug_file_that_cannot_be_written_hides_no_error(bench, monkeypatch, caplog):
    bench.tables("zip,b", ["aaaa,1", "bbbb,1"], ["aaaa,1,1"])
    monkeypatch.setattr("dpsql.files.private_file.create", raise_error(errno.ENOSPC))
    with pytest.raises(dpsql.ParseError):
        dpsql.measure(bench.job(PREFIX), debug=bench.root / "debug")
    assert "cannot be written (No space left on device)" in caplog.text


def test_a_page_is_private_and_follows_no_link(bench, plain):
    found = dpsql.measure(plain)
    page = bench.root / "page.html"
    page.write_text("old")
    page.chmod(0o666)
    found.to_html(page)
    assert page.stat().st_mode & 0o777 == 0o600
    page.unlink()
    page.symlink_to("job/t.csv")
    with pytest.raises(FileExistsError):
        found.to_html(page)
    assert (bench.folder / "t.csv").read_text() == "zip,b\naaaa,1\n"


# B19: what is read must still be what it was


DATABASE = """
import duckdb, os, sys
c = duckdb.connect(sys.argv[1])
c.execute("SET checkpoint_threshold = '1GB'; INSERT INTO p FROM p")
os._exit(0)
"""


def insert_without_checkpoint(path):
    """Another process commits to the log of the database, and dies before it moves it over."""
    subprocess.run([sys.executable, "-c", DATABASE, str(path)], check=True)


def test_rows_in_the_log_of_a_database_are_a_change_B19(bench, monkeypatch):
    path = bench.folder / "d.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE p AS SELECT '1' AS zip FROM range(3)")
        connection.execute("CREATE TABLE t AS SELECT '1' AS zip")
    engine = {"duckdb": {"database": "d.duckdb"}}
    job = bench.job(PREFIX, public="p", private="t", engine=engine)
    usual = releasing._verify_written

    def verify_then_change(*arguments):
        found = usual(*arguments)
        insert_without_checkpoint(path)
        return found

    monkeypatch.setattr(releasing, "_verify_written", verify_then_change)
    with pytest.raises(dpsql.InputChanged, match=r"d\.duckdb\.wal changed"):
        dpsql.anonymize(job)
    assert not (bench.folder / "r.parquet").exists()


CHANGED = {
    "check": lambda job: dpsql.check(job),
    "measure": lambda job: dpsql.measure(job),
    "lattice": lambda job: dpsql.lattice(job),
    "frontier": lambda job: dpsql.frontier(job),
    "least_k": lambda job: dpsql.least_k(job),
    "verify": lambda job: dpsql.verify(job),
    "foreign": lambda job: dpsql.verify(job, foreign=True),
}


@pytest.mark.parametrize("adds", [False, True])
@pytest.mark.parametrize("command", CHANGED)
def test_a_change_is_found_also_where_all_went_well_B19(bench, monkeypatch, command, adds):
    """The last thing that is done before the end is to close the engine: the change comes there."""
    for name in ("p1.csv", "p2.csv"):
        bench.csv(name, "zip", ["aaaa", "bbbb"])
    bench.csv("t.csv", "zip", ["aaaa", "bbbb"], secret=True)
    job = bench.job(PREFIX, public="p*.csv")
    bench.release(job)
    usual = DuckDBEngine.close

    def close_then_change(engine):
        usual(engine)
        bench.write("p3.csv" if adds else "p2.csv", "zip\naaaa\ncccc\nbbbb\n")

    monkeypatch.setattr(DuckDBEngine, "close", close_then_change)
    with pytest.raises(dpsql.InputChanged) as caught:
        CHANGED[command](job)
    assert caught.value.exit_code == 7


@pytest.mark.parametrize("name", ["public_rows", "private_rows"])
def test_other_people_than_the_verifier_counts_are_not_told_E15(bench, plain, monkeypatch, name):
    usual = dpsql.generalize.full_domain.generalize

    def miscount(*arguments):
        found = usual(*arguments)
        asked = found.description.job
        more = replace(asked, **{name: getattr(asked, name) + 1})
        return replace(found, description=replace(found.description, job=more))

    monkeypatch.setattr(dpsql.generalize.full_domain, "generalize", miscount)
    bench.refuse(IntegrityError, 7, plain)
