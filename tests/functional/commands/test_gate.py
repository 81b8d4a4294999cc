"""What CI reads of a command: JUnit XML, a case per model, whatever comes of the command."""

import signal
import subprocess
import time

import pytest

from dpsql.errors import EngineError
from tests.functional.commands.junit import read_cases
from tests.functional.conftest import command_line

FINE = ("", "")
AT_LEVELS = ("--levels", "zip=2,age=2,nationality=2")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "gate.xml"


@pytest.fixture
def protected(example, edit):
    """The example with a kept column and every kind of constraint, all of which break raw."""
    private = example.parent / "private.csv"
    rows = private.read_text(encoding="utf-8").splitlines()
    ills = ["ill", "flu", "flu", "flu", "cold", "cold"]
    private.write_text("\n".join(f"{row},{ill}" for row, ill in zip(rows, ills, strict=True)))
    return edit(
        example,
        "delta: {min: 1/2, max: 2/3}",
        "keep: [ill]\ndelta: {min: 1/2, max: 2/3}\nconstraints: {k_anonymity: 2, k_map: 3,"
        " l_diversity: {ill: {distinct: 2}}, t_closeness: {ill: {t: 1/2}}}",
    )


def test_a_measure_that_holds(example, run, file):
    assert run("measure", example, *AT_LEVELS, "--junit", file, "--quiet").exit_code == 0
    assert read_cases(file) == {"inputs": FINE, "delta min 1/2": FINE, "delta max 2/3": FINE}


def test_a_measure_that_fails_says_what_by_how_much(example, run, file):
    ended = run("measure", example, "--junit", file, "--json")
    assert ended.exit_code == 4
    assert ended.found["models"] == [
        {"name": "delta min", "asked": "1/2", "holds": False, "broken_classes": 4},
        {"name": "delta max", "asked": "2/3", "holds": False, "broken_classes": 5},
    ]
    cases = read_cases(file)
    assert cases.pop("inputs") == FINE
    assert cases == {
        "delta min 1/2": (
            "failure",
            "the least presence is 0, less than 1/2: 4 classes of P break it; P has 9 rows",
        ),
        "delta max 2/3": (
            "failure",
            "the greatest presence is 1, more than 2/3: 5 classes of P break it; P has 9 rows",
        ),
    }


def test_each_model_has_a_case_of_its_own(protected, run, file):
    ended = run("measure", protected, "--levels", "zip=1,nationality=2", "--junit", file, "--json")
    assert ended.exit_code == 4
    # Each of the five people of T is alone in a class with one or two people of P.
    told = {one["name"]: (one["holds"], one["broken_classes"]) for one in ended.found["models"]}
    assert told == {
        "delta min": (False, 4),
        "delta max": (False, 5),
        "k_anonymity": (False, 5),
        "k_map": (False, 5),
        "l_diversity": (False, 5),
        "t_closeness": (False, 2),
    }
    cases = read_cases(file)
    assert cases["k_map 3"][1] == "k_map 3 does not hold: 5 classes of P break it; P has 9 rows"
    of_values = cases["l_diversity of ill distinct 2"]
    assert "5 classes of T break it" in of_values[1]


def test_some_models_hold_where_others_do_not(protected, run, file):
    run("measure", protected, "--levels", "zip=3,age=2,nationality=2", "--junit", file, "--quiet")
    cases = read_cases(file)
    assert [name for name, case in cases.items() if case[0] == "failure"] == [
        "l_diversity of ill distinct 2",
        "t_closeness of ill 1/2",
    ]
    assert "1 class of T breaks it" in cases["t_closeness of ill 1/2"][1]


def test_a_release_passes_and_is_verified(example, run, file, edit):
    assert run("anonymize", example, "--junit", file, "--quiet").exit_code == 0
    work = {"inputs": FINE, "release": FINE, "verification": FINE}
    assert read_cases(file) == {**work, "delta min 1/2": FINE, "delta max 2/3": FINE}
    assert run("verify", example, "--junit", file, "--quiet").exit_code == 0
    assert list(read_cases(file)) == ["verification", "delta min 1/2", "delta max 2/3"]
    edit(example, "max: 2/3", "max: 3/5")
    ended = run("verify", example, "--junit", file, "--json")
    assert ended.exit_code == 4
    assert [one["holds"] for one in ended.found["models"]] == [True, False]
    assert read_cases(file)["delta max 3/5"] == (
        "failure",
        "the greatest presence is 2/3, more than 3/5: 1 class of P breaks it; P has 9 rows",
    )


def test_a_foreign_release_is_judged_by_each_model(protected, run, file, tmp_path):
    rows = ["zip;age;nationality;ill"] + [f"*;*;*;{ill}" for ill in (*["flu"] * 3, "cold", "cold")]
    release = tmp_path / "arx.csv"
    release.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert (
        run("measure", protected, "--release", release, "--junit", file, "--quiet").exit_code == 0
    )
    assert set(read_cases(file).values()) == {FINE}
    text = protected.read_text(encoding="utf-8").replace("distinct: 2", "distinct: 3")
    protected.write_text(text, encoding="utf-8")
    for command in (("measure", protected, "--release", release), ("verify", protected, release)):
        options = ("--foreign",) if command[0] == "verify" else ()
        assert run(*command, *options, "--junit", file, "--quiet").exit_code == 4
        cases = read_cases(file)
        failing = [name for name, case in cases.items() if case[0]]
        assert failing == ["l_diversity of ill distinct 3"]


def test_a_job_that_nothing_satisfies_is_a_failure_and_no_error(example, run, file, edit):
    edit(example, "max: 2/3", "max: 1/2")
    ended = run("anonymize", example, "--junit", file)
    assert ended.exit_code == 4
    cases = read_cases(file)
    assert cases["release"] == ("failure", ended.complaint.removeprefix("dpsql: "))
    assert cases["delta max 1/2"][0] == "failure"
    assert "not even total suppression" in cases["delta max 1/2"][1]
    assert cases["delta min 1/2"] == ("skipped", "not judged by this command")
    assert run("check", example, "--junit", file, "--quiet").exit_code == 4
    cases = read_cases(file)
    assert cases["inputs"] == FINE
    assert cases["delta min 1/2"] == ("skipped", "not judged by this command")
    assert cases["delta max 1/2"][0] == "failure"
    assert "cannot hold" in cases["delta max 1/2"][1]


def test_check_leaves_values_of_t_to_others(protected, run, file):
    assert run("check", protected, "--junit", file, "--quiet").exit_code == 0
    cases = read_cases(file)
    for name in ("k_map 3", "t_closeness of ill 1/2"):
        assert cases[name] == ("skipped", "not judged by this command")


def test_inputs_that_cannot_be_used_are_an_error(example, run, file):
    (example.parent / "zip.csv").unlink()
    ended = run("measure", example, "--junit", file)
    assert ended.exit_code == 2
    cases = read_cases(file)
    assert cases["inputs"] == ("error", ended.complaint.removeprefix("dpsql: "))
    assert cases["delta max 2/3"][0] == "skipped"


def test_a_release_that_is_not_what_it_claims_is_an_error(example, run, file):
    run("anonymize", example, "--quiet")
    release = example.parent / "release.csv"
    release.write_bytes(release.read_bytes() + b"x")
    assert run("verify", example, "--junit", file).exit_code == 7
    assert read_cases(file)["verification"][0] == "error"


@pytest.mark.parametrize(
    ("error", "code", "case"),
    [(EngineError("lost"), 6, "run"), (MemoryError(), 5, "run"), (KeyError("Bob"), 1, "run")],
)
def test_any_end_of_a_command_is_written(example, run, file, monkeypatch, error, code, case):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("dpsql.use_cases.measure.measure", fail)
    assert run("measure", example, "--junit", file).exit_code == code
    problem, message = read_cases(file)[case]
    assert problem == "error"
    assert "Bob" not in message


def test_a_job_that_cannot_be_read_is_an_error(run, file, tmp_path):
    assert run("check", tmp_path / "none.yaml", "--junit", file).exit_code == 2
    assert list(read_cases(file)) == ["inputs"]


@pytest.mark.parametrize("spelled", [("--junit", "gate.xml"), ("--junit=gate.xml",)])
def test_a_wrong_word_on_the_command_line_leaves_no_old_file(example, tmp_path, spelled):
    file = tmp_path / "gate.xml"
    words = command_line("measure", example, "--levls", "zip=1", *spelled)
    ended = subprocess.run(**words, cwd=tmp_path, check=False)
    assert ended.returncode == 2
    assert read_cases(file)["inputs"][0] == "error"


def test_a_command_that_is_killed_is_not_green(example, run, file, tmp_path):
    """An earlier run was; the file says so no more from the first moment of the next."""
    run("measure", example, *AT_LEVELS, "--junit", file, "--quiet")
    with subprocess.Popen(
        **command_line("measure", example, "--junit", file, "--dump-sql", tmp_path / "sql")
    ) as process:
        while not (tmp_path / "sql").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert read_cases(file)["run"] == (
        "error",
        "the command did not come to its end: a signal or a crash",
    )


@pytest.mark.parametrize("name", ["gate.txt", "job.yaml", "other.xml", "none/gate.xml"])
def test_a_file_that_is_not_ours_is_refused_before_any_work(example, run, name):
    file = example.parent / name
    if name == "other.xml":
        file.write_text('<?xml version="1.0" encoding="UTF-8"?>\n<invoice/>', encoding="utf-8")
    before = file.read_bytes() if file.exists() else None
    ended = run("anonymize", example, "--junit", file)
    assert ended.exit_code == 2
    assert "--junit: " in ended.complaint
    assert (file.read_bytes() if file.exists() else None) == before
    assert not (example.parent / "release.csv").exists()


def test_no_link_is_followed(example, run, tmp_path):
    (tmp_path / "kept.xml").write_text("kept", encoding="utf-8")
    (tmp_path / "gate.xml").symlink_to(tmp_path / "kept.xml")
    assert run("check", example, "--junit", tmp_path / "gate.xml").exit_code == 2
    assert (tmp_path / "kept.xml").read_text(encoding="utf-8") == "kept"


def test_names_from_outside_are_escaped(run, file, tmp_path, example):
    name = 'j"><b>&\x01\ufffe\u202e.yaml'
    job = example.rename(example.parent / name)
    assert run("measure", job, *AT_LEVELS, "--junit", file, "--quiet").exit_code == 0
    assert "inputs" in read_cases(file)
    assert "\x01" not in file.read_text(encoding="utf-8")
    assert "<b>" not in file.read_text(encoding="utf-8")
    job.unlink()
    assert run("measure", job, "--junit", file).exit_code == 2
    assert read_cases(file)["inputs"][0] == "error"


def test_a_report_on_the_optimum_tells_that_all_models_hold(example, run, tmp_path):
    told = run("report", example, "-o", tmp_path / "page.html", "--json").found["models"]
    assert [(one["name"], one["holds"], one["broken_classes"]) for one in told] == [
        ("delta min", True, 0),
        ("delta max", True, 0),
    ]
