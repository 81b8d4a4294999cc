"""Plays a page in a folder of its own: runs its blocks in order, and compares what they show."""

import contextlib
import doctest
import io
import logging
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import duckdb
import jsonschema
import yaml
from typer.testing import CliRunner

from dpsql.cli.app import make_app
from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSchema
from dpsql.job_files.read import parse_job
from tests.pages.pages import REASONS, REPOSITORY, Block, Page, Unruled

_APP = make_app()
#: Width of what is printed.
COLUMNS = 100
#: How many starts bounds rule out depends on the order in which an engine lists the classes.
_STARTS = re.compile(r"\b\d+(?= of \d+ starting levels)")
_SECONDS = re.compile(r'\b\d+(\.\d+)? s\b|(?<=time=")[\d.]+(?=")')
#: What every job has.
_REST = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": "{age: {widths: [5]}}"}
#: What a long run says of itself, on stderr; how long it takes is the machine's affair.
_PROGRESS = re.compile(r"^\[\d+ s\] .*\n", re.MULTILINE)
#: Characters that mean more to a shell than a word.
_OF_THE_SHELL = set("|;&<>$*?~`(){}")
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass
class Player:
    """A folder with a page's files, and the environment that its commands see."""

    folder: Path
    bin: Path
    environment: dict[str, str] = field(default_factory=dict)
    #: What stands on the page for what only this machine has: an address, a folder.
    replacements: dict[str, str] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    #: Whether a plain line of dpsql is called in this process, which saves the second of loading.
    in_process: bool = False

    def __post_init__(self) -> None:
        """Put the commands that a page names first on the path."""
        for name, words in (("dpsql", "-m dpsql "), ("python", "")):
            script = self.bin / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
            script.chmod(0o755)

    def play(self, page: Page) -> None:
        """Run all blocks; an AssertionError names the line of the page."""
        logger = logging.getLogger("dpsql")
        level = logger.level
        try:
            for block in page.blocks:
                try:
                    self.play_block(block)
                except AssertionError as error:
                    raise AssertionError(f"{page.name}:{block.line}: {error}") from None
        finally:
            # A page may silence warnings, which tests after it in this process look for.
            logger.setLevel(level)
        find_unused(page)

    def play_block(self, block: Block) -> None:
        """Do with a block what its rule says."""
        word, value = block.remark or ("", "")
        if word == "not run":
            assert value in REASONS, f"{value!r} is no reason"
        elif word == "shows":
            compare(block.text, (self.folder / value).read_text(encoding="utf-8"))
        elif block.title is not None:
            self._write(block, block.title)
        elif block.language == "console":
            self.play_console(block)
        elif block.language == "python":
            self._run_python(block)
        elif block.language == "sql":
            with contextlib.chdir(self.folder), duckdb.connect() as connection:
                connection.execute(block.text)
        elif block.language == "yaml":
            check_job(complete(block.text), self.folder)
        else:
            raise Unruled(f"{block.language} has no rule")

    def play_console(self, block: Block) -> None:
        """Run the commands of a console, and compare what they print."""
        for command, expected in find_commands(block.text):
            compare(expected, self.run(command))

    def _write(self, block: Block, title: str) -> None:
        path = self.folder / title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.replace(block.text), encoding="utf-8")
        if path.suffix == ".yaml" and "job" in path.stem:
            check_job(block.text, self.folder)

    def run(self, command: str) -> str:
        """Run a command as a shell does; return what it prints, on both streams.

        A line ``cd NAME`` is for all that follows on the page.
        """
        line = self.replace(command)
        if entered := re.fullmatch(r"cd (\w+)", line):
            self.folder /= entered[1]
            return ""
        is_plain = line.startswith("dpsql ") and not set(line) & _OF_THE_SHELL
        run = self._call if self.in_process and is_plain else self._start
        code, printed = run(line)
        assert code == 0, f"{command}: exit code {code}\n{printed}"
        return _PROGRESS.sub("", printed)

    def _call(self, line: str) -> tuple[int, str]:
        """Call dpsql in this process: its exit code, and what it prints."""
        words = shlex.split(line.replace("\\\n", " "), comments=True)[1:]
        variables = {"HOME": str(self.bin), "COLUMNS": str(COLUMNS), **self.environment}
        with contextlib.chdir(self.folder):
            ended = CliRunner().invoke(_APP, words, env=variables)
        if ended.exception is not None and not isinstance(ended.exception, SystemExit):
            raise ended.exception
        return ended.exit_code, ended.output

    def _start(self, line: str) -> tuple[int, str]:
        """Let a shell run a line: its exit code, and what it prints."""
        path = f"{self.bin}:{os.environ['PATH']}"
        ended = subprocess.run(
            ["/bin/bash", "-c", line],
            cwd=self.folder,
            env={
                **{"PATH": path, "HOME": str(self.bin), "PYTHONPATH": str(REPOSITORY)},
                **{"COLUMNS": str(COLUMNS), "LC_ALL": "C.UTF-8"},
                **self.environment,
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        return ended.returncode, ended.stdout

    def replace(self, text: str) -> str:
        """Put what this machine has in the place of what the page shows."""
        for shown, real in self.replacements.items():
            text = text.replace(shown, real)
        return text

    def _run_python(self, block: Block) -> None:
        text = self.replace(block.text)
        with contextlib.chdir(self.folder), patch.dict(os.environ, self.environment):
            if ">>>" not in text:
                exec(compile(text, "<page>", "exec"), self.names)
                return
            test = doctest.DocTestParser().get_doctest(text, self.names, "page", None, 0)
            said = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=_FLAGS)
            failed = runner.run(test, out=said.write, clear_globs=False).failed
            self.names.update(test.globs)
            assert not failed, said.getvalue()


def find_commands(text: str) -> Iterator[tuple[str, str]]:
    """Find each command of a console, and the lines that it is said to print.

    >>> list(find_commands("$ a \\\\\\n    b\\n1\\n2\\n$ c\\n"))
    [('a \\\\\\n    b', '1\\n2\\n'), ('c', '')]
    """
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0], "a console starts with a command"
    for part in parts[1:]:
        found = re.match(r"((?:.*\\\n)*.*)\n?", part)
        assert found is not None
        yield found[1], part[found.end() :]


def compare(expected: str, printed: str) -> None:
    """Compare what a page shows, if anything, with what was printed."""
    if not expected:
        return
    assert expected.strip(".\n "), "it shows nothing: leave it out"
    wanted, found = normalize(expected), normalize(printed)
    pattern = re.escape(wanted).replace(re.escape("..."), ".*?")
    assert re.fullmatch(pattern, found, re.DOTALL), f"it prints\n{found}\nand not\n{wanted}"


def normalize(text: str) -> str:
    """Text without what a run differs in: seconds, starts, spaces at the end of a line."""
    lines = [_hide_varying(line.rstrip()) for line in text.strip("\n").split("\n")]
    return "\n".join(lines)


def _hide_varying(line: str) -> str:
    return _STARTS.sub("SOME", _SECONDS.sub("SECONDS", line))


def complete(text: str) -> str:
    """A part of a job with what it leaves out, so that it is a whole one."""
    words = yaml.safe_load(text)
    assert isinstance(words, dict), "a part of a job names words of it"
    return text + "".join(
        f"{word}: {value}\n" for word, value in _REST.items() if word not in words
    )


def check_job(text: str, folder: Path) -> None:
    """A job that dpsql reads and an editor would not underline."""
    parse_job(text.encode(), "job.yaml", folder)
    schema = Job.model_json_schema(schema_generator=JobSchema)
    jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(text))


def find_unused(page: Page) -> None:
    """Every file that a page writes is named by something after it, or its folder is."""
    for number, block in enumerate(page.blocks):
        if block.title is not None:
            later = page.blocks[number + 1 :]
            path = Path(block.title)
            names = [path.name, *(name for name in [path.parent.name] if name)]
            used = any(name in one.text for one in later for name in names)
            assert used, f"{page.name}:{block.line}: nothing uses {block.title}"
