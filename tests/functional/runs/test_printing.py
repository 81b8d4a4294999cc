"""What is said when stdout, stderr or the terminal fail: the run and its exit code stay."""

import json
import os
import re
import resource
import signal
import subprocess
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from dpsql import signals
from dpsql.cli.terminal import command_output
from dpsql.errors import ResourceError
from tests.ctrl_c import hear_signals
from tests.functional.conftest import command_line

_PARENT = str(Path(command_output.__file__).parents[1])


def start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **variables):
    words = command_line(*arguments) | {"stdout": stdout, "stderr": stderr, "errors": "replace"}
    environment = {"PYTHONPATH": _PARENT, "PATH": "/usr/bin:/bin", **variables}
    return subprocess.run(**words, env=environment, timeout=60, check=False)


@pytest.mark.parametrize("option", [None, "--json"])
def test_a_stdout_that_is_full_does_not_hide_that_the_release_is_out(example, option):
    with Path("/dev/full").open("w") as full:
        ended = start("anonymize", example, *filter(None, [option]), stdout=full)
    assert ended.returncode == 5
    assert ended.stderr == (
        "dpsql: stdout: the result cannot be printed, though the command did its work"
        " (No space left on device)\n"
    )
    assert start("verify", example, "--quiet").returncode == 0


def test_an_error_keeps_its_exit_code_where_nothing_can_be_printed(example, edit):
    edit(example, "max: 2/3", "max: 1/2")
    with Path("/dev/full").open("w") as full:
        ended = start("anonymize", example, "--json", stdout=full, stderr=full)
    assert ended.returncode == 4


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["schema"]])
def test_a_text_that_cannot_be_printed_is_a_lack_of_resources(words):
    with Path("/dev/full").open("w") as full:
        ended = start(*words, stdout=full)
    assert ended.returncode == 5
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["--help"], ["schema"], ["check", "job.yaml"]])
def test_a_pipe_without_a_reader_ends_the_command_by_its_signal_E05(example, monkeypatch, words):
    monkeypatch.chdir(example.parent)
    reader, writer = os.pipe()
    os.close(reader)
    ended = start(*words, stdout=writer)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize(
    "variables",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=lambda variables: next(iter(variables.values())),
)
def test_a_terminal_of_another_encoding_gets_escapes(example, edit, variables):
    for name in ("public.csv", "private.csv"):
        edit(example.parent / name, "zip,age", "zip,Ãge 🙂")
    edit(example, "  age: age.csv", '  "Ãge 🙂": age.csv')
    told = start("anonymize", example, **variables)
    assert (told.returncode, told.stderr) == (0, "")
    found = start("anonymize", example, "--overwrite", "--json", **variables)
    assert found.returncode == 0
    assert "Ãge 🙂" in json.loads(found.stdout)["levels"]


def test_a_log_record_is_one_line_and_steers_no_terminal_D07(tmp_path, run, capsys, monkeypatch):
    name = "zi\x1b[31m\np"
    for file, values in (("p.parquet", ["a", "b", "b"]), ("t.parquet", ["a", "b"])):
        table = pyarrow.table({name: values})
        pyarrow.parquet.write_table(table, tmp_path / file)
    (tmp_path / "h.csv").write_text("a;*\na;*\nb;*\n")
    job = tmp_path / "job.yaml"
    job.write_text(
        "public: p.parquet\nprivate: t.parquet\nconstraints: {k_anonymity: 1}\n"
        'quasi_identifiers: {"zi\\e[31m\\np": h.csv}\n'
    )
    ended = start("check", job)
    assert ended.returncode == 0
    assert ended.stderr.startswith(r"dpsql: hierarchy of zi\x1b[31m\np (h.csv): 1 row stands twice")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("module", ["dpsql.cli.app", "rich", "duckdb", "dpsql.use_cases.check"])
def test_a_signal_while_the_program_is_loaded_ends_it_E05(module):
    """Loading pauses at the module, so that the signal does not depend on the speed of loading."""
    told = "dpsql: Interrupted; nothing was written\n"
    code = (
        "import importlib.abc, sys, time\n"
        "from dpsql.__main__ import main\n"
        "class Pause(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}:\n"
        "            print('here', flush=True)\n"
        "            time.sleep(60)\n"
        "sys.meta_path.insert(0, Pause())\n"
        "sys.argv = ['dpsql', 'check', 'job.yaml']\n"
        "main()\n"
    )
    words = command_line() | {"args": [command_line()["args"][0], "-c", code]}
    with subprocess.Popen(**words, preexec_fn=hear_signals) as process:
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=10)
    assert (process.returncode, stdout, stderr) == (128 + signal.SIGINT, "", told)


def test_no_core_is_dumped_F01(example):
    """Whoever may read a core may read T."""
    code = (
        "import ctypes, resource, sys\n"
        "from dpsql.__main__ import main\n"
        "sys.argv = ['dpsql', '--version']\n"
        "try: main()\n"
        "finally: print(resource.getrlimit(resource.RLIMIT_CORE)[0],"
        " ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))\n"
    )
    words = command_line() | {"args": [command_line()["args"][0], "-c", code]}

    def allow_cores():
        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (most, most))

    ended = subprocess.run(
        **words, env={"PYTHONPATH": _PARENT}, preexec_fn=allow_cores, timeout=60, check=False
    )
    assert re.fullmatch(r"dpsql .*\n0 0\n", ended.stdout)


@pytest.mark.parametrize(
    ("error", "code", "exit_code"),
    [
        (MemoryError(), "ResourceError", 5),
        (RecursionError(), "ResourceError", 5),
        (OSError(24, "Too many open files"), "ResourceError", 5),
        (ZeroDivisionError("secret"), "UnexpectedError", 1),
        (PermissionError(13, "secret"), "UnexpectedError", 1),
    ],
    ids=repr,
)
def test_what_no_one_expected_has_a_code_and_no_text(
    example, run, monkeypatch, error, code, exit_code
):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr("dpsql.use_cases.check.check", fail)
    ended = run("check", example, "--json")
    assert ended.exit_code == exit_code
    assert ended.found["error"]["code"] == code
    assert "secret" not in ended.complaint


def test_a_signal_that_became_another_error_is_told_as_a_signal(example, run, monkeypatch):
    def fail(*_, **__):
        raise ResourceError("memory is exhausted")

    monkeypatch.setattr("dpsql.use_cases.check.check", fail)
    monkeypatch.setattr(signals, "_stopped_by", [signal.SIGTERM])
    assert run("check", example).exit_code == 128 + signal.SIGTERM
