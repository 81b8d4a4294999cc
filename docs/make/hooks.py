"""Hooks of mkdocs: fill in what is made from the code, and mind links that leave the pages."""

import re
from pathlib import Path
from posixpath import relpath
from typing import Any

from mkdocs.structure.files import File

from docs.make.commands import write_commands
from docs.make.job import write_job
from docs.make.python_api import write_errors, write_python

REPOSITORY = Path(__file__).parents[2]
#: Files of the repository that are pages as they are.
COPIED = {
    "SECURITY.md": "theory/security.md",
    "GLOSSARY.md": "reference/glossary.md",
    "CHANGELOG.md": "contributing/changelog.md",
}
MADE = {
    "job": write_job,
    "commands": write_commands,
    "python": write_python,
    "errors": write_errors,
}
_MARK = re.compile(r"<!-- made from the code: (\w+) -->")
_LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the files of the repository that are pages."""
    for name, place in COPIED.items():
        text = (REPOSITORY / name).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """Fill in what is made, and lead links to files of the repository to where they are read."""
    text = _MARK.sub(lambda found: MADE[found[1]](), text)
    home = (Path("docs") / page.file.src_uri).parent
    return _LINK.sub(lambda found: _lead(found, home), text)


def _lead(found: re.Match[str], home: Path) -> str:
    label, target = found[1], found[2]
    path = relpath(str(home / target.partition("#")[0]), ".")
    if path.startswith("docs/"):
        return found[0]
    if path in COPIED:
        return f"[{label}]({relpath('docs/' + COPIED[path], str(home))})"
    if not (REPOSITORY / path).exists():
        raise FileNotFoundError(f"{home}: {target} is not in the repository")
    return f"{label} (`{path}`)"
