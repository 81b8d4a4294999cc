"""Every command and snippet of the README and of ``docs/`` is run, page by page."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
import typer

import dpsql
from dpsql.cli.app import make_app
from tests.pages.pages import Page, Unruled, find_pages, find_words_of_code, read_page
from tests.pages.player import Player, compare
from tests.pages.setups import SETUPS
from tests.tiers import TIERS, find_tier

PAGES = find_pages()
#: Spark takes a minute for it, and `tests/spark` asks the same.
LATER = {"spark.md"}
NAMES = [str(path.relative_to(PAGES[0].parent)) for path in PAGES]
#: How many blocks of all pages are not run, by the reason that stands above them.
NOT_RUN = {"installs": 7, "your own address": 1}


@pytest.fixture
def player(tmp_path: Path) -> Player:
    for name in ("page", "bin"):
        (tmp_path / name).mkdir()
    return Player(tmp_path / "page", tmp_path / "bin")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.tier("all")] if path.name in LATER else [])
        for path in PAGES
    ],
    ids=NAMES,
)
def test_a_page_does_what_it_shows(path, player, request, tmp_path_factory):
    # The README shows nearly every command: in the last tier each of them is a process.
    player.in_process = path.name != "README.md" or find_tier() != TIERS[-1]
    page = read_page(path)
    # What pages fetch is kept from run to run, unless pytest keeps nothing.
    kept = getattr(request.config, "cache", None)
    cache = kept.mkdir("dpsql-docs") if kept else tmp_path_factory.getbasetemp()
    for name in page.setups:
        SETUPS[name](player, cache)
    player.play(page)


def test_what_is_not_run():
    reasons = Counter(
        block.remark[1]
        for path in PAGES
        for block in read_page(path).blocks
        if block.remark and block.remark[0] == "not run"
    )
    assert reasons == NOT_RUN


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_commands_in_the_text_are_there(path):
    """``dpsql …`` in a sentence names a command that there is, and options that it has."""
    root = typer.main.get_command(make_app())
    for words in find_words_of_code(path):
        if not words.startswith("dpsql "):
            continue
        command, rest = root, shlex.split(words)[1:]
        while hasattr(command, "commands") and rest and not rest[0].startswith("-"):
            assert rest[0] in command.commands, words
            command, rest = command.commands[rest[0]], rest[1:]
        known = {"--help", "-h"} | {name for one in command.params for name in one.opts}
        assert {word for word in rest if re.match("--?[a-z]", word)} <= known, words


def write(folder: Path, text: str) -> Page:
    (folder / "p.md").write_text(text, encoding="utf-8")
    return read_page(folder / "p.md")


@pytest.mark.parametrize(
    "text",
    [
        "    indented = code\n",
        "~~~console\n$ true\n~~~\n",
        "```\n$ true\n```\n",
        "```python linenums=1\n1\n```\n",
        "<pre>dpsql</pre>\n",
    ],
)
def test_code_that_would_not_be_run_is_refused(tmp_path, text):
    with pytest.raises(Unruled):
        write(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("```console\n$ false\n```\n", AssertionError, "p.md:1: false: exit code 1"),
        (
            "```console\n$ echo one\ntwo\n```\n",
            AssertionError,
            "p.md:1: it prints\none\n",
        ),
        (
            "```console\n$ echo one\n...\n```\n",
            AssertionError,
            "p.md:1: it shows nothing",
        ),
        ("```python\nassert 1 == 2\n```\n", AssertionError, "p.md:1: "),
        ("```python\n>>> 1 + 1\n3\n```\n", AssertionError, "p.md:1: **"),
        (
            "```yaml\nalgorithm: bubble\n```\n",
            dpsql.ConfigError,
            "job.yaml:1: algorithm: ",
        ),
        ('```text title="a.txt"\na\n```\n', AssertionError, "p.md:1: nothing uses a.txt"),
        (
            "<!-- not run: lazy -->\n```console\n$ false\n```\n",
            AssertionError,
            "p.md:2: 'lazy' is",
        ),
        (
            "<!-- shows: a -->\n```text\nx\n```\n",
            AssertionError,
            "p.md:2: it prints\ny\n",
        ),
    ],
)
def test_a_page_that_is_wrong_fails(player, text, error, words, monkeypatch):
    (player.folder / "a").write_text("y\n")
    page = write(player.folder, text)
    monkeypatch.setattr("tests.pages.pages.REPOSITORY", player.folder)
    with pytest.raises(error, match="^" + re.escape(words)):
        player.play(page)


@pytest.mark.parametrize("language", ["sh", "ruby", "json"])
def test_a_language_without_a_rule_is_refused(player, language, monkeypatch):
    monkeypatch.setattr("tests.pages.pages.REPOSITORY", player.folder)
    with pytest.raises(Unruled):
        player.play(write(player.folder, f"```{language}\n1\n```\n"))


def test_seconds_and_dots_are_not_compared():
    compare("counted in 0.36 s\n...\nend\n", "counted in 12.1 s\nmore\nand more\nend\n")
    with pytest.raises(AssertionError):
        compare("counted 36\n...\n", "counted 37\nmore\n")
