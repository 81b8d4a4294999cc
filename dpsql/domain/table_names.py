"""Names of tables of an engine: parts between dots, quoted as in SQL where one needs it."""

import re
from collections.abc import Sequence

_PART = r'"(?:[^"]|"")+"|`(?:[^`]|``)+`|[^."`]+'
_PARTS = re.compile(_PART)
_NAME = re.compile(rf"(?:{_PART})(?:\.(?:{_PART}))*")


def split_table_name(name: str) -> tuple[str, ...]:
    """Return the parts of a name, the widest first, without their quotes.

    A part that is quoted may have a dot. What is not quoted well is split at its dots as it is.

    >>> split_table_name("lab.trial"), split_table_name('"Raw Zone"."t.1"')
    (('lab', 'trial'), ('Raw Zone', 't.1'))
    >>> split_table_name('`a``b`.c'), split_table_name('the "best".t')
    (('a`b', 'c'), ('the "best"', 't'))
    """
    if not _NAME.fullmatch(name):
        return tuple(name.split("."))
    return tuple(map(_unquote, _PARTS.findall(name)))


def _unquote(part: str) -> str:
    quote = part[0]
    return part[1:-1].replace(2 * quote, quote) if quote in '"`' else part


def join_table_name(parts: Sequence[str]) -> str:
    """Return a name as one writes it: with quotes around a part that has a dot or a quote.

    >>> join_table_name(["Raw Zone", "t.1"])
    'Raw Zone."t.1"'
    """
    return ".".join(
        '"' + part.replace('"', '""') + '"' if {*part} & {*'."`'} else part for part in parts
    )
