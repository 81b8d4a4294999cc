"""What the reference has from the code is what the code says now, and reads as plain Markdown."""

import pytest
from markdown_it import MarkdownIt

from docs.make.reference import COMMAND, END, MADE, find_made, hide_made

FOUND = find_made()


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
