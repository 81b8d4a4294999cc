"""Breaks the lines of a statement as people do: what fits on one line stands on one.

sqlglot writes a line for each name of a list. Its lines are a tree by their indentation; a clause
is joined with what is below it if the result is short. Blanks and line breaks between tokens
change, and the place of NOT; `safe_subset` reads the text again and compares the statements.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

#: The longest line, unless a single text or name is longer.
WIDTH = 100
_STEP = 2
#: Items of a list that are not longer share a line.
_SHORT = 45
#: A line that ends what an earlier line of the same indentation began.
_CLOSER = re.compile(r"\)|END\b")
#: Cases of a CASE that begins on the line of the first and ends on that of the last.
_FEW_CASES = 12
#: Texts and names, which stay as they are; a backslash may escape.
_TEXT = r"""'(?:[^'\\]|''|\\.)*'"""
_NAME = r"""(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`)"""
#: What a line is parted by, and what is stepped over.
_TOKENS = re.compile(
    rf"""{_TEXT}|{_NAME}|\(|\)|\bCASE\b|\bEND\b"""
    r"""|DECIMAL\([0-9]+, [0-9]+\)|(?P<place>, (?=.)| (?=(?:[<>=]=?|<>|[-+*]|\|\||OVER) ))"""
)
#: A NOT that sqlglot writes before a test, and people within it; or what is stepped over.
_NEGATED = re.compile(
    rf"""\bNOT (?P<of>{_TEXT}|{_NAME}(?:\.{_NAME})*) (?P<test>IS NULL|IN)\b|{_TEXT}|{_NAME}"""
)


@dataclass
class _Line:
    """A line and the lines that are indented below it."""

    text: str
    below: list["_Line"] = field(default_factory=list)


def lay_out(text: str) -> str:
    """Return the text of a pretty statement with its short lists and clauses on one line each."""
    return "\n".join(_lay(_read_tree(_NEGATED.sub(_say_not, text).split("\n")), 0))


def _say_not(found: re.Match[str]) -> str:
    """Return x IS NOT NULL, or x NOT IN, in place of NOT x IS NULL, or NOT x IN."""
    if found["of"] is None:
        return found.group()
    return f"{found['of']} {'IS NOT NULL' if found['test'] == 'IS NULL' else 'NOT IN'}"


def _read_tree(lines: Sequence[str]) -> list[_Line]:
    root: list[_Line] = []
    open_: list[tuple[int, list[_Line]]] = [(-1, root)]
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        while open_[-1][0] >= indent:
            open_.pop()
        read = _Line(line.strip(" "))
        open_[-1][1].append(read)
        open_.append((indent, read.below))
    return root


def _lay(lines: Sequence[_Line], indent: int) -> Iterator[str]:
    """Yield lines of text at an indentation."""
    groups = [*_group(lines)]
    while groups:
        run = _count_run(groups, indent)
        if run > 1:
            yield " " * indent + _join([line for group in groups[:run] for line in group])
        else:
            yield from _lay_group(groups[0], indent)
        groups = groups[run:]


def _lay_group(group: Sequence[_Line], indent: int) -> Iterator[str]:
    """Yield lines of text of lines that belong together."""
    if _is_branch(group, indent):
        yield from _fill([line.text for line in group], indent, indent + 2 * _STEP)
        return
    if all(_is_item(line) for line in group) and len(group) > 1:
        yield from _fill([line.text for line in group], indent)
        return
    joined = _join(group)
    if len(joined) + indent <= WIDTH:
        yield " " * indent + joined
        return
    for lay in (_lay_short_case, _lay_clause, _lay_row):
        if lines := lay(group, indent):
            yield from lines
            return
    yield from _lay_all(group, indent)


def _lay_all(group: Sequence[_Line], indent: int) -> Iterator[str]:
    """Yield each line of a group, and what is below it, on lines of their own."""
    for line in _end_conditions(group, indent):
        yield from _wrap(line.text, indent)
        yield from _lay(line.below, indent + _STEP)


def _lay_short_case(group: Sequence[_Line], indent: int) -> list[str]:
    """Return a CASE with a line for each of its few cases; none if it is no such CASE."""
    if len(group) != 2 or group[0].text != "CASE" or group[1].below:
        return []
    lines = [*_lay(group[0].below, indent + len("CASE "))]
    lines[-1] += f" {group[1].text}"
    is_short = all(line.lstrip(" ").startswith(("WHEN", "ELSE")) for line in lines)
    if not is_short or len(lines) > _FEW_CASES or len(lines[-1]) > WIDTH:
        return []
    return [f"{' ' * indent}CASE {lines[0].lstrip(' ')}", *lines[1:]]


def _lay_row(group: Sequence[_Line], indent: int) -> list[str]:
    """Return a list in brackets that alone has several lines; none if it is something else."""
    texts = [line.text for line in group[0].below]
    is_list = group[0].text == "(" and all(text.endswith(",") for text in texts[:-1])
    if (
        not is_list
        or len(group) != 2
        or len(texts) < 2
        or any(line.below for line in group[0].below)
    ):
        return []
    texts[0], texts[-1] = f"({texts[0]}", f"{texts[-1]}{group[1].text}"
    return [*_fill(texts, indent, indent + 1)]


def _lay_clause(group: Sequence[_Line], indent: int) -> list[str]:
    """Return a WHERE or HAVING with its first condition beside it; none if that has more lines."""
    if len(group) != 1 or group[0].text not in ("WHERE", "HAVING") or not group[0].below:
        return []
    lines = [*_lay(group[0].below, indent + _STEP)]
    first = f"{' ' * indent}{group[0].text} {lines[0].lstrip(' ')}"
    is_whole = len(lines) == 1 or lines[1].lstrip(" ").startswith(("AND ", "OR "))
    return [first, *lines[1:]] if is_whole and len(first) <= WIDTH else []


def _end_conditions(group: Sequence[_Line], indent: int) -> Iterator[_Line]:
    """Yield the lines of a group, a short THEN behind the ) of its condition."""
    lines = [*group]
    for closer, then in pairwise(group):
        ended = f"{closer.text} {then.text}"
        is_short = not closer.below and not then.below and len(ended) + indent <= WIDTH
        if closer.text.startswith(")") and then.text.startswith("THEN") and is_short:
            lines[-2:] = [_Line(ended)]
    yield from lines


def _is_branch(group: Sequence[_Line], indent: int) -> bool:
    """Whether it is a WHEN of several short conditions, which may share lines."""
    is_when = group[0].text.startswith("WHEN") and len(group) > 2
    return is_when and all(
        not line.below and len(line.text) + indent + 2 * _STEP <= WIDTH for line in group
    )


def _is_item(line: _Line) -> bool:
    """Whether it is an item of a list that may share its line."""
    return not line.below and len(line.text) <= _SHORT and _CLOSER.match(line.text) is None


def _count_run(groups: Sequence[Sequence[_Line]], indent: int) -> int:
    """Return how many groups share a line: a WHEN up to its THEN, or a SELECT and its clauses."""
    first, joined, fitting = groups[0][0].text, "", 1
    for number, group in enumerate(groups, 1):
        if number > 1 and not _goes_on(first, group[0].text):
            break
        joined = f"{joined} {_join(group)}"
        if len(joined) - 1 + indent > WIDTH:
            break
        is_whole = not first.startswith("WHEN") or group[-1].text.startswith("THEN")
        fitting = number if is_whole else fitting
        if first.startswith("WHEN") and is_whole:
            break
    return fitting


def _goes_on(first: str, text: str) -> bool:
    """Whether a line with this text may go on with one that began so."""
    if first.startswith("WHEN"):
        return text.startswith(("AND ", "OR ", "THEN"))
    clauses = ("FROM", "WHERE", "GROUP BY") if first.startswith("SELECT") else ("WHERE", "GROUP BY")
    return first.startswith(("SELECT", "FROM")) and text.startswith(clauses)


def _group(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Yield lines that belong together: from ( to ), CASE to END, WHEN to THEN, short items."""
    group: list[_Line] = []
    for line in lines:
        if group and not _belongs(group, line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _belongs(group: Sequence[_Line], line: _Line) -> bool:
    """Whether a line ends what the last one began, or both are items of a list."""
    last = group[-1]
    if last.text.endswith(","):
        return _is_item(last) and _is_item(line)
    if _CLOSER.match(line.text):
        return bool(last.below)
    if line.text.startswith("THEN") and last.text.startswith(("WHEN", ")")):
        return True
    is_flat = not line.below and not any(one.below for one in group)
    is_next = line.text.startswith(("AND ", "THEN"))
    return is_flat and is_next and group[0].text.startswith("WHEN")


def _join(lines: Sequence[_Line]) -> str:
    """Return the lines, and all below them, as one."""
    joined = ""
    for line in lines:
        whole = line.text
        if line.below:
            below = _join(line.below)
            whole += below if whole.endswith("(") else f" {below}"
        separator = "" if not joined or joined.endswith("(") or whole.startswith(")") else " "
        joined += separator + whole
    return joined


def _fill(texts: Sequence[str], indent: int, later: int | None = None) -> Iterator[str]:
    """Yield lines with as many items as fit; those after the first are indented by `later`."""
    line = " " * indent + texts[0]
    for text in texts[1:]:
        if len(line) + 1 + len(text) > WIDTH:
            yield line
            line = " " * (indent if later is None else later) + text
        else:
            line += f" {text}"
    yield line


def _wrap(text: str, indent: int) -> Iterator[str]:
    """Yield a line, broken if it is too long; texts, names and the innermost parts stay whole."""
    parts = _part(text) if len(text) + indent > WIDTH else [text]
    if len(parts) == 1:
        yield " " * indent + text
        return
    later = indent + 2 * _STEP
    for number, line in enumerate(_fill(parts, indent, later)):
        yield from _wrap(line.strip(" "), later if number else indent)


def _part(text: str) -> list[str]:
    """Return the text in parts: behind commas, or before operators, as far outside as can be.

    Sizes of types, as in DECIMAL(38, 0), are never parted.
    """
    places: dict[int, list[int]] = {}
    depth = 0
    for token in _TOKENS.finditer(text):
        if token.group() in ("(", "CASE"):
            depth += 1
        elif token.group() in (")", "END"):
            depth -= 1
        elif token.lastgroup == "place":
            places.setdefault(depth, []).append(token.end() - len(token.group().lstrip(", ")))
    if not places:
        return [text]
    cuts = [0, *places[min(places)], len(text)]
    return [text[start:end].strip(" ") for start, end in pairwise(cuts)]
