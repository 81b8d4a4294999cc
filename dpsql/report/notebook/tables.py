"""An outcome in a notebook: a sentence and a small table, as a fragment of HTML.

The style is the notebook's own, which puts all cells on one side: each says on which it stands.
"""

import re
from collections.abc import Iterable, Sequence

from dpsql.report.sentences import as_number
from dpsql.report.templates import render

#: Most rows that are shown; of further rows only the number is shown.
MOST_ROWS = 50
#: A number, a fraction or a percentage, perhaps with a mark, whose spaces may be such as break no
#: line; what stands where there is none.
_NUMBER = re.compile(r"(≈\s)?[+−-]?[0-9][0-9,.]*(e[+-]?[0-9]+)?(/[0-9]+)?(\s?%)?( \*)?")
_NONE = ("", "NULL", "-", "–", "—")
_MIDNIGHT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]00:00:00")


def render_table(
    title: str, sentence: str, columns: Sequence[str] = (), rows: Sequence[Sequence[object]] = ()
) -> str:
    """Return a fragment without scripts and style sheets; a cell that is None is shown as NULL.

    >>> "<bdi>&lt;b&gt;</bdi></td>" in render_table("checked", "Fine.", ["zip"], [["<b>"]])
    True
    """
    shown = drop_midnight(
        [["NULL" if cell is None else as_text(cell) for cell in row] for row in rows[:MOST_ROWS]]
    )
    return render(
        "notebook.html.j2",
        title=title,
        sentence=sentence,
        columns=columns,
        sides=find_sides(shown),
        rows=shown,
        more=as_text(len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else "",
    )


def render_groups(
    title: str,
    sentence: str,
    tables: Sequence[Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]]],
    notes: Sequence[str] = (),
) -> str:
    """Return a fragment of tables whose groups of rows have a heading each, and sentences below.

    >>> losses = ("loss of", "1"), [("<b>", "0.5")]
    >>> cell = render_groups("compared", "Fine.", [[losses]], ["End."])
    >>> '<td style="text-align: right"><bdi>0.5</bdi></td>' in cell
    True
    """
    sided = [
        [
            (columns, find_sides(days), days)
            for columns, rows in groups
            for days in [drop_midnight(rows)]
        ]
        for groups in tables
    ]
    return render(
        "notebook_groups.html.j2", title=title, sentence=sentence, tables=sided, notes=notes
    )


def find_sides(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the side of each column: numbers stand on the right, all else on the left.

    >>> find_sides([["zip", "1,024", "≈ 3.5 %", "–"], ["age", "NULL", "≈\N{NO-BREAK SPACE}7", ""]])
    ['left', 'right', 'right', 'left']
    """
    return ["right" if _are_numbers(column) else "left" for column in zip(*rows, strict=True)]


def _are_numbers(cells: Iterable[str]) -> bool:
    told = [cell for cell in cells if cell not in _NONE]
    return bool(told) and all(map(_NUMBER.fullmatch, told))


def drop_midnight(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the rows with days in place of times in columns whose times are all midnight.

    >>> drop_midnight([["2024-02-28 00:00:00", "2024-02-28 00:00:00"], ["", "2024-02-28 06:00:00"]])
    [['2024-02-28', '2024-02-28 00:00:00'], ['', '2024-02-28 06:00:00']]
    """
    columns = [list(column) for column in zip(*rows, strict=True)]
    for number, column in enumerate(columns):
        told = [cell for cell in column if cell not in _NONE]
        if told and all(map(_MIDNIGHT.fullmatch, told)):
            columns[number] = [_MIDNIGHT.sub(r"\1", cell) for cell in column]
    return [list(row) for row in zip(*columns, strict=True)]


def as_text(cell: object) -> str:
    """Return a cell in words.

    >>> as_text(True), as_text(12345)
    ('yes', '12,345')
    """
    match cell:
        case bool():
            return "yes" if cell else "no"
        case int() | float():
            return as_number(cell)
        case _:
            return str(cell)
