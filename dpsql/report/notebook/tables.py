"""An outcome in a notebook: a sentence and a small table, as a fragment of HTML.

The style is the notebook's own.
"""

from collections.abc import Sequence

from dpsql.report.sentences import as_number
from dpsql.report.templates import render

#: Most rows that are shown; of further rows only the number is shown.
MOST_ROWS = 50


def render_table(
    title: str, sentence: str, columns: Sequence[str] = (), rows: Sequence[Sequence[object]] = ()
) -> str:
    """Return a fragment without scripts and styles; a cell that is None is shown as NULL.

    >>> "<td><bdi>&lt;b&gt;</bdi></td>" in render_table("checked", "Fine.", ["zip"], [["<b>"]])
    True
    """
    shown = [
        ["NULL" if cell is None else _as_text(cell) for cell in row] for row in rows[:MOST_ROWS]
    ]
    return render(
        "notebook.html.j2",
        title=title,
        sentence=sentence,
        columns=columns,
        rows=shown,
        more=_as_text(len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else "",
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
    >>> "<td><bdi>&lt;b&gt;</bdi></td><td><bdi>0.5</bdi></td>" in cell
    True
    """
    return render(
        "notebook_groups.html.j2", title=title, sentence=sentence, tables=tables, notes=notes
    )


def _as_text(cell: object) -> str:
    match cell:
        case bool():
            return "yes" if cell else "no"
        case int() | float():
            return as_number(cell)
        case _:
            return str(cell)
