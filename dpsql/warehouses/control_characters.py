"""Writes unprintable characters of texts as codes: they control terminals, or reverse a line.

A text that contains one is written as texts joined with calls of CHR; names cannot be written so.
"""

from itertools import groupby
from unicodedata import category

from sqlglot import exp

from dpsql.errors import ConfigError

#: CHAR of Spark has 256 characters; its texts allow escapes, but sqlglot does not parse them.
_LAST = {"spark": 0xFF, "databricks": 0xFF, "redshift": 0x7F}


def spell_controls(tree: exp.Expr, dialect: str) -> exp.Expr:
    """Replace unprintable characters in texts; change the tree and return its root.

    Raises:
        ConfigError: a name contains one, or a text contains one that the dialect cannot write.
    """
    for name in tree.find_all(exp.Identifier):
        for character in name.name:
            if not _is_shown(character):
                raise ConfigError(f"sql: a name holds {_title(character)}; rename the column")
    for literal in list(tree.find_all(exp.Literal)):
        if literal.is_string and not all(map(_is_shown, literal.name)):
            joined = _join(literal.name, dialect)
            if literal is tree:
                return joined
            literal.replace(joined)
    return tree


def _join(text: str, dialect: str) -> exp.Expr:
    parts: list[exp.Expr] = []
    for printable, characters in groupby(text, _is_shown):
        if printable:
            parts.append(exp.Literal.string("".join(characters)))
        else:
            parts += [_spell(character, dialect) for character in characters]
    if len(parts) == 1:
        return parts[0]
    joined = parts[0]
    for part in parts[1:]:
        joined = exp.DPipe(this=joined, expression=part)
    return exp.Paren(this=joined)


def _spell(character: str, dialect: str) -> exp.Expr:
    code = ord(character)
    if not 0 < code <= _LAST.get(dialect, 0x10FFFF):
        raise ConfigError(
            f"sql: a text holds {_title(character)}, which {dialect} cannot spell; replace it in"
            " the hierarchy and in the tables"
        )
    return exp.Chr(expressions=[exp.Literal.number(code)])


def _is_shown(character: str) -> bool:
    """Whether the character is printable, or a blank of any width."""
    return character.isprintable() or category(character) == "Zs"


def _title(character: str) -> str:
    return f"U+{ord(character):04X}"
