"""What --help shows: every command has a manual, and every example in it works as it stands."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import duckdb
import pytest
import typer
from typer.testing import CliRunner

from dpsql.cli.app import make_app

ROOT = Path(__file__).parents[3]
SCENARIOS = """
population: 45222
members: 1919
scenarios:
  employer: {prior: 0.07, cost: 10000, acceptable: 100}
"""
#: Release of the example as another tool writes it.
FOREIGN = "zip;age;nationality\n" + "47*;*;America\n" * 3 + "48*;*;Europe\n" * 2


def list_commands(group, words=()):
    """All commands by name, those of groups with the name of the group before."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from list_commands(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


COMMANDS = dict(list_commands(typer.main.get_command(make_app())))


def list_examples(text):
    """Lines that begin with $, with the exit code that stands behind them."""
    for line, code in re.findall(
        r"^ *\$ (dpsql .*?)(?:   \(exit code (\d+)\))?$", text, flags=re.MULTILINE
    ):
        yield line, int(code or 0)


EXAMPLES = [
    (name, line, code)
    for name, command in COMMANDS.items()
    for line, code in list_examples(command.epilog)
]


@pytest.fixture
def folder(example, run):
    """The folder of the example, with the files that examples name."""
    home = example.parent
    for name, table in (("census", "public"), ("trial", "private")):
        duckdb.sql(
            f"COPY (FROM read_csv('{home / table}.csv', all_varchar = true))"
            f" TO '{home / name}.parquet'"
        )
    (home / "arx.csv").write_text(FOREIGN, encoding="utf-8")
    (home / "scenarios.yaml").write_text(SCENARIOS, encoding="utf-8")
    (home / "areas.csv").write_text("area,people\nA,900\nB,400\n", encoding="utf-8")
    (home / "published.csv").write_text("area,cases\nA,15\nB,\n", encoding="utf-8")
    return home


@pytest.fixture
def shell(folder, run, monkeypatch):
    """Run a line in the folder as a shell does: the command, and where its stdout goes."""
    monkeypatch.chdir(folder)

    def call(line):
        line, _, file = line.partition(" > ")
        dpsql, *arguments = shlex.split(line)
        assert dpsql == "dpsql"
        ended = run(*arguments)
        if file:
            (folder / file).write_text(ended.stdout, encoding="utf-8")
        return ended

    return call


@pytest.fixture
def bash(example, tmp_path):
    """Run a script by bash in the folder of the example, where dpsql is on the PATH."""
    if shutil.which("bash") is None:
        assert "CI" not in os.environ
        pytest.skip("bash is missing")
    found = tmp_path / "bin"
    found.mkdir()
    start = "import sys; sys.argv[0] = 'dpsql'; from dpsql.__main__ import main; main()"
    script = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(start)} "$@"\n'
    (found / "dpsql").write_text(script, encoding="utf-8")
    (found / "dpsql").chmod(0o755)

    def call(script):
        path = f"{found}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["bash", "-c", script],
            cwd=example.parent,
            env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        ).stdout

    return call


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_what_it_reads_and_writes_and_shows_an_example(name, run):
    command = COMMANDS[name]
    assert re.match(r"Reads .*\. Writes ", command.epilog, flags=re.DOTALL)
    lines = [line for line, _ in list_examples(command.epilog)]
    assert lines
    assert all(line.startswith(f"dpsql {name}") for line in lines)
    ended = run(*name.split(), "--help")
    assert ended.exit_code == 0
    # Lines to copy are not broken, and a name stands for what it is.
    assert all(line in ended.stdout for line in lines)
    assert "<path>" not in ended.stdout and "{JOB" not in ended.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_narrow_terminal_cuts_nothing(name, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    command = COMMANDS[name]
    shown = run(*name.split(), "--help").stdout
    lines, words = shown.splitlines(), " ".join(shown.split())
    # A word may be broken behind a hyphen.
    words = words.replace("- ", "-")
    for one in command.params:
        if isinstance(one, typer.core.TyperOption):
            assert all(re.search(rf"{option}\b", shown) for option in one.opts)
            assert re.sub(r"\[/?bold\]", "", one.help) in words
    # Examples are lines to copy, and are not broken.
    assert all(len(line) <= 40 for line in lines if "$ dpsql" not in line)
    assert all(line in words for line, _ in list_examples(command.epilog))
    assert "\\[" not in shown and "[bold]" not in shown


def test_help_of_a_narrow_terminal_lists_commands_whole(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    shown = run("--help").stdout
    assert "Write a first job for two tables, with comments." in " ".join(shown.split())
    assert "..." not in shown.replace("[ARGS]...", "")


@pytest.mark.parametrize("command", ["dpsql", "dpsql hierarchy"])
def test_without_a_command_a_narrow_terminal_shows_the_help(bash, command):
    shown = bash(f"COLUMNS=50 {command}; echo code $?; COLUMNS=50 {command} 2>&1 > /dev/null")
    assert shown.startswith(f"Usage: {command}")
    # Nothing stands on stderr.
    assert shown.endswith("\ncode 2\n")
    assert "\\n" not in shown


@pytest.mark.parametrize(("name", "line", "code"), EXAMPLES, ids=[one[1] for one in EXAMPLES])
def test_each_example_works(name, line, code, folder, shell):
    if name in ("verify", "diff") or "--overwrite" in line:
        assert shell("dpsql anonymize job.yaml --quiet").exit_code == 0
    if name == "diff":
        for end in ("", ".manifest.json"):
            copyfile(folder / f"release.csv{end}", folder / f"last-year.csv{end}")
    if "--check" in line:
        assert shell("dpsql certify job.yaml -o proof.json --quiet").exit_code == 0
    before = set(folder.iterdir())
    ended = shell(line)
    # A slow machine says how far it is.
    said = re.sub(r"(?m)^\[\d+ s\] .*\n", "", ended.stderr)
    assert (ended.exit_code, said) == (code, ""), line
    made = {path.name for path in set(folder.iterdir()) - before}
    named = {
        word.rstrip("/") for word in shlex.split(line.replace("> ", "")) if Path(word).suffix
    } | {"example", "people", "project", "release.csv", "release.csv.manifest.json"}
    assert made <= named
    assert ended.stdout or made


def test_the_order_of_the_work_is_an_order_that_works(folder, shell, run):
    """The lines of dpsql --help, one after the other, from two tables alone."""
    told = run("--help").stdout
    lines = [line.split("   ")[0].rstrip() for line, _ in list_examples(told)]
    assert [line.split()[1] for line in lines] == [
        "init",
        "check",
        "risks",
        "anonymize",
        "verify",
    ]
    for path in folder.iterdir():
        if path.suffix != ".parquet":
            path.unlink()
    (folder / "trial.parquet").unlink()
    # Two of six in a class, as a first job asks for presence of at most one half.
    duckdb.sql(
        f"COPY (SELECT * EXCLUDE name FROM '{folder}/census.parquet' LIMIT 2)"
        f" TO '{folder}/trial.parquet'"
    )
    codes = [shell(line).exit_code for line in lines]
    assert codes == [0, 0, 0, 0, 0]


def complete(command, **words):
    """Ask as a shell asks."""
    words |= {"_DPSQL_COMPLETE": command}
    return CliRunner().invoke(make_app(), [], prog_name="dpsql", env=words).stdout


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(name):
    assert f"_DPSQL_COMPLETE=complete_{name}" in complete(f"source_{name}")


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("dpsql me", ["measure"]),
        ("dpsql hierarchy l", ["lint"]),
        ("dpsql measure --jun", ["--junit"]),
        ("dpsql sql job.yaml --dialect sn", ["snowflake"]),
        ("dpsql dbt job.yaml project --dialect b", ["bigquery"]),
        ("dpsql measure job.yaml --levels n", ["nationality="]),
        ("dpsql explain job.yaml --levels zip=1,", ["zip=1,age=", "zip=1,nationality="]),
        ("dpsql measure none.yaml --levels z", []),
        ("dpsql measure jo", []),  # the shell offers files, as nothing else fits
    ],
)
def test_words_are_completed(folder, monkeypatch, line, offered):
    monkeypatch.chdir(folder)
    place = str(len(line.split(" ")) - 1)
    assert complete("complete_bash", COMP_WORDS=line, COMP_CWORD=place).split() == offered
    # zsh and fish have other words for it; fish is the plainer of them.
    words = {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    told = [one.split("\t")[0] for one in complete("complete_fish", **words).splitlines()]
    assert [one for one in told if one] == offered


@pytest.mark.tier("ci")
def test_completion_is_shown_and_installed_for_bash(bash, tmp_path):
    shown = bash("dpsql --show-completion; true")
    assert "complete -o default -F _dpsql_completion dpsql" in shown  # files where nothing fits
    bash("dpsql --install-completion; true")
    script = (
        "source ~/.bashrc; COMP_WORDS=(dpsql sql job.yaml --dialect sn); COMP_CWORD=4;"
        " _dpsql_completion dpsql; echo ${COMPREPLY[@]}"
    )
    assert bash(script) == "snowflake\n"


def test_examples_of_json_are_one_object(folder, shell):
    shell("dpsql frontier job.yaml --json > frontier.json")
    assert json.loads((folder / "frontier.json").read_text(encoding="utf-8"))["points"]
