"""What the button of a block copies: its commands, without prompts and without what they print."""

import re
from html import escape, unescape

_BLOCK = re.compile(
    r'(<div class="[^"]*highlight[^"]*")(><pre><span></span><code>)(.*?)</code>', re.S
)
_PYTHON = re.compile(r"^```python$(?=\n>>> )", re.MULTILINE)


def name_sessions(page: str) -> str:
    r"""Call a block of Markdown a session if it begins with Python's prompt, for its colors.

    >>> name_sessions("```python\n>>> 1 + 1\n2\n```")
    '```pycon\n>>> 1 + 1\n2\n```'
    """
    return _PYTHON.sub("```pycon", page)


def add_commands(page: str) -> str:
    """Add to each block of HTML that has prompts what the theme's button then copies."""
    return _BLOCK.sub(_add, page)


def _add(found: re.Match[str]) -> str:
    start, middle, shown = found.groups()
    commands = find_commands(unescape(re.sub(r"<[^>]+>", "", shown)))
    if not commands:
        return found[0]
    copied = escape(commands).replace("\n", "&#10;")
    return f'{start} data-copy="{copied}"{middle}{shown}</code>'


def find_commands(block: str) -> str:
    r"""Return the commands of a block; empty if it has no prompts.

    Where a statement of Python has several lines, an empty one ends it, as the prompt needs it.

    >>> find_commands("$ a \\\n    b\nprinted\n$ c\n")
    'a \\\n    b\nc'
    >>> find_commands(">>> for i in x:\n...     i\n0\n>>> 1\n1\n")
    'for i in x:\n    i\n\n1'
    """
    commands: list[str] = []
    is_open, has_more = False, False
    for line in block.splitlines():
        if line.startswith(">>> "):
            commands += [""] if has_more else []
        if line.startswith(("$ ", ">>> ")):
            commands.append(line.partition(" ")[2])
            is_open, has_more = line.startswith(">>>") or line.endswith("\\"), False
        elif is_open and line.startswith("..."):
            commands.append(line[4:])
            has_more = True
        elif is_open and commands[-1].endswith("\\"):
            commands.append(line)
        else:
            is_open = False
    return "\n".join(commands)
