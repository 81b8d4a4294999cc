"""Fragments of the changelog are well formed, and become a section."""

import pytest

from docs.make.changelog import REPOSITORY, add_section, find_fragments, read_bullets


def test_fragments_of_this_repository_can_be_read():
    for path in find_fragments(REPOSITORY / "docs" / "changelog.d"):
        assert read_bullets(path.read_text(encoding="utf-8"), path.name)


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "docs" / "changelog.d").mkdir(parents=True)
    (tmp_path / "docs" / "changelog.d" / "README.md").write_text("rules")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\nText.\n\n## 0.1.0 (2026-01-01)\n\n- x\n")
    return tmp_path


def test_fragments_become_the_first_section_and_are_removed(repository):
    folder = repository / "docs" / "changelog.d"
    (folder / "9-b.md").write_text("- nine\n")
    (folder / "16-a.md").write_text("- sixteen\n  goes on\n\n### Added\n\n- new\n")
    add_section(repository, "0.2.0", "2026-02-02")
    assert (repository / "CHANGELOG.md").read_text() == (
        "# Changelog\n\nText.\n\n## 0.2.0 (2026-02-02)\n\n### Added\n\n- new\n\n"
        "### Fixed\n\n- nine\n- sixteen\n  goes on\n\n## 0.1.0 (2026-01-01)\n\n- x\n"
    )
    assert [path.name for path in folder.iterdir()] == ["README.md"]


def test_a_title_is_dropped_and_lines_without_indent_belong_to_their_bullet():
    text = "# Quoting\n\n* one\ngoes on\n- two\n"
    assert read_bullets(text, "16-a.md") == [("Fixed", "- one\n  goes on"), ("Fixed", "- two")]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("quoting.md", "- x\n"),
        ("16-Q.txt", "- x\n"),
        ("16-a.md", "x\n"),
        ("16-a.md", ""),
        ("16-a.md", "### Mended\n- x\n"),
        ("16-a.md", "- x\n\ntext\n"),
    ],
)
def test_a_malformed_fragment_changes_nothing(repository, name, text):
    (repository / "docs" / "changelog.d" / "1-good.md").write_text("- good\n")
    (repository / "docs" / "changelog.d" / name).write_text(text)
    before = (repository / "CHANGELOG.md").read_text()
    with pytest.raises(ValueError, match=name):
        add_section(repository, "0.2.0", "2026-02-02")
    assert (repository / "CHANGELOG.md").read_text() == before
    assert (repository / "docs" / "changelog.d" / "1-good.md").exists()


def test_a_version_is_released_once_and_not_empty(repository):
    with pytest.raises(ValueError, match="no fragment"):
        add_section(repository, "0.2.0", "2026-02-02")
    (repository / "docs" / "changelog.d" / "1-a.md").write_text("- x\n")
    with pytest.raises(ValueError, match=r"has a section for 0\.1\.0"):
        add_section(repository, "0.1.0", "2026-02-02")
