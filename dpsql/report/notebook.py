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


def _as_text(cell: object) -> str:
    match cell:
        case bool():
            return "yes" if cell else "no"
        case int() | float():
            return as_number(cell)
        case _:
            return str(cell)
