"""Comments in SQL: one line each, whatever names of the user they contain."""

#: A comment must not contain what could start a text, or end a statement or the comment.
_QUIET = str.maketrans({"'": "\u2019", '"': "\u201d", "`": "\u2019", ";": ",", "\\": "/"})


def write_comment(line: str) -> str:
    """Return a comment of one line.

    >>> write_comment("The labels of it's; a")
    '-- The labels of it\u2019s, a'
    """
    printable = "".join(c if c.isprintable() else " " for c in line)
    return f"-- {printable.translate(_QUIET)}"
