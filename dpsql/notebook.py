"""What an outcome is in a notebook: a sentence and a small table, as a fragment of HTML.

One template owns it, and escapes whatever comes from outside. The style is the notebook's own.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

#: More rows than these are counted, and not shown.
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
    text = _template().render(
        title=title,
        sentence=sentence,
        columns=columns,
        rows=shown,
        more=_as_text(len(rows) - MOST_ROWS) if len(rows) > MOST_ROWS else "",
    )
    # A name that is not UTF-8 holds lone surrogates, which no notebook could save.
    return text.encode("utf-8", "replace").decode("utf-8")


def _as_text(cell: object) -> str:
    match cell:
        case bool():
            return "yes" if cell else "no"
        case int():
            return f"{cell:,}"
        case float():
            return f"{cell:,.6g}"
        case _:
            return str(cell)


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("notebook.html.j2")
