"""The pages of the documentation, and the blocks of code on them.

A page is the README or a Markdown file of ``docs/``. Each block has a rule, by its language and
what stands in a comment right above it; one without a rule is an error, so that nothing is left
out in silence:

=====================  ============================================================================
``console``            each ``$ `` line is run; what stands below it is what it prints
``python``             run; with ``>>>`` what is shown is compared
``sql``                run by DuckDB in the folder of the page
``… title="NAME"``     written to that file, which something later on the page must name; a job
                       where the name says so
``yaml``               a part of a job: must be one
``<!-- shows: F -->``  what the file F holds by then
``<!-- not run: R -->``  not run, for one of the few reasons in `REASONS`
=====================  ============================================================================

In what is shown ``...`` stands for anything; seconds are not compared. What is made from the code
is left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from docs.make.reference import hide_made

REPOSITORY = Path(__file__).parents[2]
#: Why a block is not run: it would install something; it names a place that only the reader has;
#: it is drawn to be looked at.
REASONS = ("installs", "your own address", "a picture")
_COMMENT = re.compile(r"<!-- (setup|not run|shows): (.+?) -->")
_TITLE = re.compile(r'^(\w+)(?: title="([^"]+)")?$')


@dataclass(frozen=True)
class Block:
    """A block of code: its first line in the page, its language, file, remark, and text."""

    line: int
    language: str
    title: str | None
    remark: tuple[str, str] | None
    text: str


@dataclass(frozen=True)
class Page:
    """A page: its path, the setups that it names, and its blocks in order."""

    path: Path
    setups: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def name(self) -> str:
        """The path from the repository."""
        return self.path.relative_to(REPOSITORY).as_posix()


class Unruled(Exception):
    """A block that no rule speaks of."""


def find_pages() -> list[Path]:
    """Find the README and every page of ``docs/``; fragments of the changelog are no pages."""
    docs = REPOSITORY / "docs"
    pages = [path for path in docs.rglob("*.md") if path.parent != docs / "changelog.d"]
    return [REPOSITORY / "README.md", *sorted(pages)]


def read_page(path: Path) -> Page:
    """Read the blocks of a page.

    Raises:
        Unruled: code stands there in a way that the rules do not know.
    """
    text = hide_made(path.read_text(encoding="utf-8"))
    tokens = MarkdownIt("commonmark").parse(text)
    setups: list[str] = []
    for token in tokens:
        setups += [v for w, v in _COMMENT.findall(_html(token)) if w == "setup"]
    names = tuple(name for line in setups for name in line.split())
    return Page(path, names, tuple(_read_blocks(path, tokens)))


def _html(token: Token) -> str:
    return token.content if token.type == "html_block" else ""


def _read_blocks(path: Path, tokens: list[Token]) -> Iterator[Block]:
    remark: tuple[str, str] | None = None
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        if token.type == "code_block" or re.search(r"<(pre|code)\b", _html(token)):
            raise Unruled(f"{path.name}:{line}: code stands in a fence, with its language")
        if token.type == "fence":
            found = _TITLE.match(token.info.strip())
            if found is None or token.markup[0] != "`":
                raise Unruled(f"{path.name}:{line}: {token.markup}{token.info} has no rule")
            yield Block(line, found[1], found[2], remark, token.content)
        remarks = [(w, v) for w, v in _COMMENT.findall(_html(token)) if w != "setup"]
        remark = remarks[-1] if remarks else None


def find_words_of_code(path: Path) -> list[str]:
    """Find what the text of a page quotes as code, outside of blocks."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    inline = [child for token in tokens for child in token.children or ()]
    return [token.content for token in inline if token.type == "code_inline"]
