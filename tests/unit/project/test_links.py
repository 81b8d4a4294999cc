"""Links of the pages lead somewhere, and every page can be reached from the README."""

import re
from functools import cache
from pathlib import Path
from posixpath import normpath

import pytest

REPOSITORY = Path(__file__).parents[3]
#: Written when the site is built.
BUILT = "docs/gallery/"
PAGES = sorted(
    path.relative_to(REPOSITORY).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/**/*.md")
    for path in REPOSITORY.glob(pattern)
    # Fragments become parts of a file at the top, and their links start there.
    if path.parent.name != "changelog.d"
)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


@cache
def read(page: str) -> str:
    return _FENCE.sub("", (REPOSITORY / page).read_text(encoding="utf-8"))


def find_links(page: str) -> list[tuple[str, str]]:
    """Find the links of a page: file from the repository, and heading."""
    links = [one or other for one, other in _LINK.findall(read(page))]
    parts = [link.partition("#") for link in links if not re.match(r"\w+:", link)]
    folder = page.rpartition("/")[0] or "."
    return [(normpath(f"{folder}/{file}") if file else page, head) for file, _, head in parts]


@cache
def find_headings(page: str) -> frozenset[str]:
    """Find the names that headings have in links, by the rule of GitHub, and other anchors."""
    titles = re.findall(r"^#+ (.+)$", read(page), re.MULTILINE)
    words = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower() for title in titles]
    anchors = re.findall(r'<a id="([^"]+)"></a>', read(page))
    return frozenset(re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in words) | {
        *anchors
    }


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for file, heading in find_links(page):
        if file.startswith(BUILT) and file.endswith(".html"):
            continue
        assert (REPOSITORY / file).exists(), file
        if heading and file.endswith(".md"):
            assert heading in find_headings(file), f"{file}#{heading}"


def test_every_page_can_be_reached_from_the_readme():
    reached, ahead = set(), {"README.md"}
    while ahead:
        reached |= ahead
        found = {file for page in ahead for file, _ in find_links(page)}
        ahead = (found & set(PAGES)) - reached
    assert set(PAGES) - reached == set()


def test_the_index_links_every_page_of_docs():
    """But the decisions, which have an index of their own."""
    linked = {file for file, _ in find_links("docs/index.md")}
    pages = {page for page in PAGES if page.startswith("docs/")} - {"docs/index.md"}
    assert {page for page in pages - linked if not page.startswith("docs/decisions/0")} == set()
