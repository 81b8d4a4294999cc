"""Inputs of a job, and the fingerprint that tells whether one changed while it was read."""

import os
from traceback import format_exception

import pytest

from dpsql.domain.job import Job
from dpsql.errors import EngineError, InputChanged, TargetError
from dpsql.inputs.find import find_inputs
from dpsql.inputs.places import EngineTable, Files


@pytest.fixture
def job(tmp_path):
    for name in ("p1.csv", "p2.csv", "t.csv", "dim.csv"):
        (tmp_path / name).write_text("zip,city\n1,x\n", encoding="utf-8")
    (tmp_path / "zip.csv").write_text("1,*\n", encoding="utf-8")
    hierarchies = {
        "zip": "zip.csv",
        "city": {"table": "dim.csv", "columns": ["city", "zip"]},
        "age": {"widths": ["5"]},
    }
    return Job(public="p*.csv", private="t.csv", quasi_identifiers=hierarchies, folder=tmp_path)


def test_every_file_is_found(job, tmp_path):
    found = find_inputs(job)
    assert {path.name for path in found.table_files} == {"p1.csv", "p2.csv", "t.csv", "dim.csv"}
    assert found.other_files == (tmp_path / "zip.csv",)
    assert list(found.mappings) == ["city"]
    assert isinstance(found.private, Files)


@pytest.mark.parametrize("name", ["a[1]", "a*", "a?", "[!a]", "plain"])
@pytest.mark.parametrize("public", ["people", "people/*.csv", "people/**/*.csv"])
def test_a_release_among_the_files_of_an_input_is_refused_whatever_the_folder(
    tmp_path, name, public
):
    folder = tmp_path / name
    (folder / "people").mkdir(parents=True)
    (folder / "people" / "1.csv").write_text("zip\n1\n", encoding="utf-8")
    words = {"private": {"where": "zip"}, "quasi_identifiers": {"zip": {"prefix": ["1"]}}}
    found = find_inputs(Job(public=public, folder=folder, **words))
    with pytest.raises(TargetError, match="among the files of an input"):
        found.refuse_reading(folder / "people" / "r.csv")
    found.refuse_reading(folder / "r.csv")


def test_tables_of_the_engine_have_no_files(job):
    found = find_inputs(job.with_unchecked({"public": type(job.public)(table="people")}))
    assert found.public == EngineTable(("people",))
    assert {path.name for path in found.table_files} == {"t.csv", "dim.csv"}


def test_t_marked_in_p_has_no_place_of_its_own(job):
    marked = Job(
        public="p1.csv",
        private={"where": "zip"},
        folder=job.folder,
        quasi_identifiers={"city": {"prefix": ["1"]}},
    )
    assert find_inputs(marked).private is None


def test_files_that_did_not_change_pass(job):
    fingerprint = find_inputs(job).fingerprint()
    assert {state[0].name for state in fingerprint.states} == {
        *("p1.csv", "p2.csv", "t.csv", "dim.csv", "zip.csv")
    }
    fingerprint.refuse_changes()


def append(path):
    with path.open("a", encoding="utf-8") as file:
        file.write("2,y\n")


def rewrite_in_place_at_the_same_size(path):
    path.write_text(path.read_text(encoding="utf-8").swapcase(), encoding="utf-8")
    os.utime(path, ns=(0, 0))


def replace_by_a_copy_of_the_same_size_and_time(path):
    state = path.stat()
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    os.utime(copy, ns=(state.st_atime_ns, state.st_mtime_ns))
    copy.replace(path)


def remove(path):
    path.unlink()


@pytest.mark.parametrize("name", ["p1.csv", "p2.csv", "t.csv", "dim.csv", "zip.csv"])
@pytest.mark.parametrize(
    "change",
    [
        append,
        rewrite_in_place_at_the_same_size,
        replace_by_a_copy_of_the_same_size_and_time,
        remove,
    ],
)
def test_a_change_of_any_file_is_refused_and_named(job, name, change):
    fingerprint = find_inputs(job).fingerprint()
    change(job.folder / name)
    with pytest.raises(InputChanged, match=f"^{name} changed while it was read"):
        fingerprint.refuse_changes()


def test_a_change_is_told_without_the_error_that_it_caused(job):
    fingerprint = find_inputs(job).fingerprint()
    (job.folder / "t.csv").write_text("", encoding="utf-8")
    with pytest.raises(InputChanged) as refused, fingerprint.guarding():
        raise EngineError("report it")
    assert "report it" not in "".join(format_exception(refused.value))


def test_a_file_that_appears_after_the_fingerprint_is_no_input(job):
    fingerprint = find_inputs(job).fingerprint()
    (job.folder / "p3.csv").write_text("zip,city\n", encoding="utf-8")
    fingerprint.refuse_changes()
