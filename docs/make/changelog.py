"""Makes a section of CHANGELOG.md from the fragments in docs/changelog.d/, and removes them.

``python -m docs.make.changelog 0.2.0`` (``just changelog 0.2.0``). The rules of fragments are in
``docs/changelog.d/README.md``.
"""

import argparse
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
KINDS = ("Security", "Added", "Changed", "Removed", "Fixed")
_NAME = re.compile(r"([0-9]+)-[a-z0-9_-]+\.md")
_FIRST_SECTION = re.compile(r"^## ", re.MULTILINE)


def find_fragments(folder: Path) -> list[Path]:
    """Return the fragments by number, then by topic.

    Raises:
        ValueError: a file's name is not ``<number>-<topic>.md``.
    """
    paths = [path for path in folder.glob("*") if path.name != "README.md"]
    for path in paths:
        if not _NAME.fullmatch(path.name):
            raise ValueError(f"{path.name}: name a fragment <number>-<topic>.md")
    return sorted(paths, key=lambda path: (int(path.name.partition("-")[0]), path.name))


def read_bullets(text: str, name: str) -> list[tuple[str, str]]:
    r"""Return the bullets of a fragment, each with its kind; a title (``# …``) is dropped.

    Raises:
        ValueError: an unknown kind, a line that belongs to no bullet, or no bullet at all.

    >>> read_bullets("- one\n  more\n### Added\n\n- two\n", "1-a.md")
    [('Fixed', '- one\n  more'), ('Added', '- two')]
    """
    kind = "Fixed"
    bullets: list[tuple[str, str]] = []
    is_open = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("### "):
            kind, is_open = line[4:].strip(), False
            if kind not in KINDS:
                raise ValueError(f"{name}:{number}: a kind is one of {', '.join(KINDS)}")
        elif line.startswith(("# ", "## ")):
            is_open = False
        elif line.startswith(("- ", "* ")):
            bullets.append((kind, f"- {line[2:].strip()}"))
            is_open = True
        elif not line.strip():
            is_open = False
        elif is_open or (line.startswith("  ") and bullets):
            bullets[-1] = (bullets[-1][0], f"{bullets[-1][1]}\n  {line.strip()}")
        else:
            raise ValueError(f"{name}:{number}: write bullets that begin with '- '")
    if not bullets:
        raise ValueError(f"{name}: it has no bullet")
    return bullets


def write_section(version: str, day: str, bullets: Iterable[tuple[str, str]]) -> str:
    """Write the section of a version; bullets of one kind stand together, in their order."""
    found = list(bullets)
    parts = [f"## {version} ({day})\n"]
    for kind in KINDS:
        lines = [bullet for one, bullet in found if one == kind]
        if lines:
            parts.append(f"### {kind}\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def add_section(repository: Path, version: str, day: str) -> None:
    """Put the section of a version above all others in CHANGELOG.md, and remove its fragments.

    Raises:
        ValueError: there is no fragment, one is malformed, or the version has a section.
    """
    fragments = find_fragments(repository / "docs" / "changelog.d")
    if not fragments:
        raise ValueError("docs/changelog.d holds no fragment")
    bullets = [
        bullet
        for path in fragments
        for bullet in read_bullets(path.read_text(encoding="utf-8"), path.name)
    ]
    changelog = repository / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if f"\n## {version} (" in text:
        raise ValueError(f"CHANGELOG.md has a section for {version}")
    first = _FIRST_SECTION.search(text)
    at = first.start() if first else len(text)
    section = write_section(version, day, bullets)
    changelog.write_text(f"{text[:at]}{section}\n{text[at:]}", encoding="utf-8")
    for path in fragments:
        path.unlink()


def main() -> None:
    """Add the section of the version that the command line names."""
    parser = argparse.ArgumentParser(description="Move fragments into CHANGELOG.md.")
    parser.add_argument("version")
    version = parser.parse_args().version
    try:
        add_section(REPOSITORY, version, f"{datetime.now(UTC):%Y-%m-%d}")
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
