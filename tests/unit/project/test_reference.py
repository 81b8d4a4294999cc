"""What the reference has from the code is what the code says now, and reads as plain Markdown."""

import doctest
import inspect
import re
from fractions import Fraction
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import dpsql
from docs.make.reference import COMMAND, END, MADE, find_made, hide_made
from dpsql.session.options import Options

FOUND = find_made()
#: The signatures that the page of the Python names shows, by name.
PRINTED = dict(
    re.findall(r"^### (\w+)\n\n```text\n(.+?)\n```$", MADE["python"](), re.DOTALL | re.MULTILINE)
)
#: The arguments of all runs, which are of no function of their own.
_ARGUMENTS = re.findall(
    r"^### options\n\n.+?\n\n```text\n(.+?)\n```$", MADE["python"](), re.DOTALL | re.MULTILINE
)
PRINTED["options"] = f"options({_ARGUMENTS[0]})"


def test_every_name_that_begins_a_section_is_one_of_the_package():
    headings = re.findall(r"^### (\w+)$", MADE["python"](), re.MULTILINE)
    assert headings[0] == "options"
    assert [one for one in headings[1:] if not hasattr(dpsql, one)] == []


def test_every_stage_is_documented():
    files = Path(dpsql.__file__).parent.rglob("*.py")
    said = [re.findall(r'enter\(\s*"([^"]+)"', one.read_text(encoding="utf-8")) for one in files]
    stages = {one for found in said for one in found}
    assert {"load", "search", "columns of T"} <= stages
    told = " ".join(
        (inspect.getdoc(Options) or "").partition("on_stage:")[2].partition("gap:")[0].split()
    )
    assert [one for one in sorted(stages) if one not in told] == []


def test_each_part_that_is_made_has_its_place():
    text = "".join(path.read_text(encoding="utf-8") for path in FOUND)
    marks = [text.count(f"<!-- made from the code: {name} -->\n") for name in MADE]
    assert marks == [1] * len(MADE)
    assert text.count(END) == len(MADE)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_the_reference_is_up_to_date(path):
    # No comparison of both texts: a difference of a thousand lines hides the command.
    is_same = path.read_text(encoding="utf-8") == FOUND[path]
    assert is_same, f"docs/reference/{path.name}: run {COMMAND} (just reference), read the diff"


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_rows_of_a_table_have_as_many_cells_as_its_head(path):
    """Whoever shows Markdown drops the cells that a row has too many, as a bar in code makes."""
    for line in FOUND[path].split("\n\n"):
        rows = [row for row in line.split("\n") if row.startswith("|")]
        assert len({row.replace("\\|", "").count("|") for row in rows}) <= 1, rows
    tokens = MarkdownIt("commonmark").enable("table").parse(FOUND[path])
    assert {token.type for token in tokens} & {"code_block", "blockquote_open"} == set()


def test_lines_keep_their_numbers_without_what_is_made():
    text = f"a\n<!-- made from the code: job -->\n\n```text\nb\n```\n\n{END}\nc\n"
    assert hide_made(text) == "a\n\n\n\n\n\n\n\nc\n"


@pytest.mark.parametrize("name", PRINTED)
def test_a_printed_signature_is_python_and_takes_what_the_function_takes(name):
    found = Options if name == "options" else getattr(dpsql, name)
    words: dict[str, object] = {"Fraction": Fraction}
    # What is not evaluated needs no import, and a type in it must still be an expression.
    future = "from __future__ import annotations"
    exec(f"{future}\ndef {PRINTED[name]}: ...", words)
    printed = inspect.signature(words[name]).parameters
    taken = inspect.signature(inspect.unwrap(found)).parameters
    assert [(one.name, one.kind) for one in printed.values()] == [
        (one.name, one.kind) for one in taken.values()
    ]
    for one in taken.values():
        default = printed[one.name].default
        if default is not ... and default is not one.default:
            assert default == (one.default if repr(one.default) != "<factory>" else {})
        assert (default is inspect.Parameter.empty) == (one.default is inspect.Parameter.empty)


def test_an_example_of_a_printed_name_runs_as_it_stands_there():
    """With nothing imported but what it imports itself, as for whoever copies it."""
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    for name in {*PRINTED} - {"options"}:
        for example in finder.find(getattr(dpsql, name), name, module=False, globs={}):
            assert runner.run(example).failed == 0, name
    assert runner.tries > 5


def test_the_page_of_python_names_has_all_that_can_be_called():
    called = [one for one in dpsql.__all__ if callable(getattr(dpsql, one))]
    errors = [one for one in called if isinstance(getattr(dpsql, one), type(dpsql.DpsqlError))]
    assert {*PRINTED} - {"options"} <= {*called}
    assert len(PRINTED) > len(called) - len(errors)
