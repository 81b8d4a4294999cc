"""A page that a message names by its title has that title."""

from pathlib import Path

import pytest

from dpsql.faces import PAGES

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_title_that_messages_name(name):
    first, *_ = (ROOT / "docs" / "how-to" / f"{name}.md").read_text(encoding="utf-8").splitlines()
    assert first == f"# {PAGES[name]}"


def test_no_message_names_a_file_of_the_documentation():
    for file in (ROOT / "dpsql").rglob("*.py"):
        for line in file.read_text(encoding="utf-8").splitlines():
            assert "docs/how-to/" not in line, file
