"""Writes the reference that is made from the code into its pages.

``python -m docs.make.reference`` (``just reference``) replaces what stands between the two marks of
each page, so that the repository holds what the site shows.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from docs.make.commands import write_commands
from docs.make.job import write_job, write_keys
from docs.make.python_api import write_errors, write_python

PAGES = Path(__file__).parents[1] / "reference"
COMMAND = "python -m docs.make.reference"
#: What a mark names, and what makes it.
MADE: Mapping[str, Callable[[], str]] = {
    "keys": write_keys,
    "job": write_job,
    "commands": write_commands,
    "python": write_python,
    "errors": write_errors,
}
END = "<!-- end of what is made -->"
_PART = re.compile(rf"(<!-- made from the code: (\w+) -->\n).*?{END}", re.DOTALL)


def find_made() -> dict[Path, str]:
    """The pages with such a part, and the text that each should have."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("*.md"))}
    return {path: _rewrite(text) for path, text in texts.items() if _PART.search(text)}


def hide_made(text: str) -> str:
    """The text of a page with nothing but empty lines in place of what is made."""
    return _PART.sub(lambda found: "\n" * found[0].count("\n"), text)


def _rewrite(text: str) -> str:
    def replace(found: re.Match[str]) -> str:
        lines = (line.rstrip() for line in MADE[found[2]]().split("\n"))
        made = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
        return f"{found[1]}\n{made}\n\n{END}"

    return _PART.sub(replace, text)


if __name__ == "__main__":
    for path, text in find_made().items():
        path.write_text(text, encoding="utf-8")
