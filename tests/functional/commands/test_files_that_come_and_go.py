"""Files that are missing, gone, folders or links to nothing: one line and a stated exit code."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import dpsql
from dpsql.errors import ConfigError, JournalDamaged, ResourceError, TargetError
from dpsql.files.absolute import make_absolute
from dpsql.files.near_files import suggest_file
from dpsql.journal.folder import JournalFolder
from dpsql.release.staging import clear_staging
from dpsql.release.target import Target

_PARENT = str(Path(dpsql.__file__).parents[1])
ROWS = "zip\naaaa\naabb\nbbbb\n"


@pytest.fixture
def folder(tmp_path):
    """P and T as files and as tables of a database, and a hierarchy."""
    found = tmp_path / "job"
    found.mkdir()
    (found / "p.csv").write_text(ROWS)
    (found / "t.csv").write_text(ROWS[:9])
    (found / "h.csv").write_text("aaaa;*\naabb;*\nbbbb;*\n")
    with duckdb.connect(str(found / "people.duckdb")) as connection:
        connection.execute("CREATE TABLE people AS SELECT * FROM (VALUES ('aa'), ('ab')) AS t(zip)")
        connection.execute("CREATE TABLE trial AS SELECT 'aa' AS zip")
    return found


def make_job(folder, **words):
    usual = {"public": "p.csv", "private": "t.csv", "release": "r.csv", "delta": {"max": "1"}}
    prefixes = {"zip": {"prefix": [1]}}
    return dpsql.Job(**{"quasi_identifiers": prefixes, "folder": folder} | usual | words)


def of_database(folder, database="people.duckdb"):
    engine = {"duckdb": {"database": database}}
    return make_job(folder, public="people", private="trial", engine=engine)


def test_a_release_of_a_database_without_a_log_is_replaced(folder):
    """DuckDB removes its log once all rows are in the file; that input is watched, and absent."""
    job = of_database(folder)
    dpsql.anonymize(job)
    assert not (folder / "people.duckdb.wal").exists()
    assert dpsql.anonymize(job, overwrite=True).status == "released"


@pytest.mark.parametrize("is_link", [False, True])
def test_a_missing_hierarchy_is_told_of_although_the_release_exists(folder, is_link):
    dpsql.anonymize(make_job(folder))
    before = (folder / "r.csv").read_bytes()
    if is_link:
        (folder / "gone.csv").symlink_to("nowhere")
    with pytest.raises(ConfigError, match=r"^hierarchy of zip: gone\.csv cannot be read"):
        dpsql.anonymize(make_job(folder, quasi_identifiers={"zip": "gone.csv"}), overwrite=True)
    assert (folder / "r.csv").read_bytes() == before


@pytest.mark.parametrize("word", [".", "no.duckdb"])
@pytest.mark.parametrize("overwrite", [False, True])
def test_a_database_that_is_none_is_told_of_and_no_change(folder, word, overwrite):
    """A folder whose times change, as a release is written there, is no input that changed."""
    with pytest.raises(ConfigError, match="no such database file"):
        dpsql.anonymize(of_database(folder, word), overwrite=overwrite)


def test_a_hierarchy_that_is_a_folder_is_told_of_and_no_change(folder):
    with pytest.raises(dpsql.HierarchyError, match="is no plain file"):
        dpsql.anonymize(make_job(folder, quasi_identifiers={"zip": "."}))


def test_an_input_under_another_name_is_no_target_D09(folder):
    (folder / "same.csv").hardlink_to(folder / "h.csv")
    job = make_job(folder, quasi_identifiers={"zip": "h.csv"}, release="same.csv")
    with pytest.raises(TargetError, match="is an input of the job"):
        dpsql.anonymize(job, overwrite=True)


def test_a_link_to_nothing_is_called_so(tmp_path):
    (tmp_path / "h.csv").symlink_to("nowhere")
    assert suggest_file(tmp_path / "h.csv") == "; it is a link to what is not there"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("aeg.csv", "; there is 'age.csv'"),
        ("AGE.CSV", "; there is 'age.csv'"),
        ("age", "; there is 'age.csv'"),
        ("hierarchy_of_age.csv", "; there is 'age.csv'"),
        ("hierarchy_of_age.parquet", ""),
        ("nope.csv", ""),
        ("levels/age.csv", "; there is no folder 'levels'"),
    ],
)
def test_a_missing_file_is_answered_with_one_that_is_named_alike(tmp_path, path, told):
    for name in ("age.csv", "ages.csv", "people.csv", "so.csv"):
        (tmp_path / name).touch()
    assert suggest_file(tmp_path / path) == told


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("q.csv", ""),
        ("zp.csv", "; there is 'zip.csv'"),
        ("t.csv", "; there is 't.parquet'"),
        ("P", "; there is 'p.csv'"),
    ],
)
def test_of_a_short_name_the_suffix_is_not_compared(tmp_path, path, told):
    for name in ("p.csv", "t.parquet", "zip.csv"):
        (tmp_path / name).touch()
    assert suggest_file(tmp_path / path) == told


def test_what_stands_at_the_target_as_a_link_to_nothing_is_present(tmp_path):
    (tmp_path / "r.csv").symlink_to("nowhere")
    with pytest.raises(TargetError, match=r"r\.csv exists"):
        Target(tmp_path / "r.csv", overwrite=False).refuse_present()


def refuse_looking(monkeypatch, name):
    """Let nobody ask the system about a file of this name."""

    def look(usual):
        def asked(path, *arguments, **options):
            if str(path).endswith(name):
                raise PermissionError(13, "Permission denied")
            return usual(path, *arguments, **options)

        return asked

    for word in ("stat", "lstat"):
        monkeypatch.setattr(os, word, look(getattr(os, word)))


def test_files_that_may_not_be_looked_at(tmp_path, monkeypatch):
    target = Target(tmp_path / "r.csv", overwrite=True)
    (tmp_path / "r.csv").touch()
    journal = JournalFolder(target.path)
    journal.path.mkdir(mode=0o700)
    with monkeypatch.context() as patch:
        refuse_looking(patch, "h.csv")
        target.refuse_inputs((tmp_path / "h.csv",))
        refuse_looking(patch, ".dpsql-staging")
        with pytest.raises(TargetError, match=r"cannot be looked at \(Permission denied\)"):
            clear_staging(target)
        refuse_looking(patch, ".journal")
        patch.setattr("os.path.lexists", lambda _: True)
        with pytest.raises(ResourceError, match=r"cannot be read \(Permission denied\)"):
            journal.resume()
    journal.path.chmod(0o755)
    with pytest.raises(JournalDamaged, match="cannot be trusted: others may open its folder; "):
        journal.resume()


def test_a_working_folder_that_is_gone(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert make_absolute(tmp_path) == tmp_path
    with pytest.raises(ConfigError, match=r"^the working folder cannot be found; "):
        make_absolute(Path("p.csv"))


def run(folder, *words):
    """Run the command line in a folder that was deleted."""
    gone = folder / "gone"
    gone.mkdir()
    code = (
        "import os, sys; from dpsql.__main__ import main; os.chdir(sys.argv.pop(1));"
        "os.rmdir(os.getcwd()); main()"
    )
    return subprocess.run(
        [sys.executable, "-c", code, gone, *words],
        env={**os.environ, "PYTHONPATH": _PARENT},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def job_file(folder):
    words = "public: p.csv\nprivate: t.csv\ndelta: {max: 1}\nrelease: r.csv\n"
    (folder / "job.yaml").write_text(words + "quasi_identifiers: {zip: {prefix: [1]}}\n")
    return folder / "job.yaml"


def test_a_release_from_a_working_folder_that_is_gone(folder, job_file, monkeypatch):
    """All paths are absolute: what it takes is there."""
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    dpsql.anonymize(job_file)
    dpsql.anonymize(job_file, overwrite=True)
    assert dpsql.verify(job_file).public_rows == 3


@pytest.mark.parametrize(
    "words", [("measure", "JOB", "--report", "page.html"), ("init", "P", "T"), ("check", "j.yaml")]
)
def test_words_that_mean_nothing_in_a_working_folder_that_is_gone(folder, job_file, words):
    named = {"JOB": job_file, "P": folder / "p.csv", "T": folder / "t.csv"}
    ended = run(folder, *(named.get(word, word) for word in words), "--quiet")
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
    assert ended.stderr.startswith("dpsql: ")
