"""Makes the examples of ``docs/gallery.md`` by what that page shows, and pictures of them.

`make_pages` is for the site: it runs the jobs, commands and lines of Python of the page.
``python -m docs.make.gallery`` (``just gallery``) takes the pictures by Chromium.
"""

import ast
import base64
import contextlib
import re
import shlex
from functools import cache
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

from typer.testing import CliRunner

from dpsql.cli.app import make_app
from dpsql.demo import write_people

DOCS = Path(__file__).parents[1]
_BLOCK = re.compile(r'^```(\w+)(?: title="(.+?)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
#: What the pictures show: the elements at their upper and lower ends; both are whole in it,
#: unless that is too high.
PICTURES = {
    "report": ("body", "#people + figure"),
    "internal": ("#explore", "#explored-examples"),
    "to-sign": ("body", ".change"),
    "compare": ("body", "pre"),
    "notebook": ("body", "main"),
}
_WIDTH, _HIGHEST, _MARGIN, _BANNER = 880, 1_440, 24, 80
#: At an edge beyond which a box scrolls there is a shadow; where it does not, the ground covers it.
_HINT = ", ".join(
    f"linear-gradient(to {side}, {colors}) {place} 100% no-repeat {moves}"
    for colors, size, moves in (
        ("Canvas 40%, transparent", "2.5rem", "local"),
        ("#8888, transparent", ".8rem", "scroll"),
    )
    for side, place in (("right", f"0 / {size}"), ("left", f"100% / {size}"))
)
#: A page of text around a command or a cell; those that dpsql writes have their own.
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 1.5rem; max-width: 54rem; font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.1rem; }}
pre {{ white-space: pre; padding: .75rem 1rem; border: 1px solid #8888; }}
pre, [role="region"] {{ overflow-x: auto; background: {hint}; }}
table {{ border-collapse: collapse; }}
th, td {{ text-align: left; padding: .2rem 1.5rem .2rem 0; border-bottom: 1px solid #8888; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


@cache
def make_pages() -> dict[str, str]:
    """Return the example pages by name, as the page of the gallery makes them."""
    with TemporaryDirectory() as place, contextlib.chdir(place):
        folder = Path(place)
        write_people(folder)
        for language, title, block in find_blocks():
            if title:
                (folder / title).write_text(block, encoding="utf-8")
            elif language == "console":
                _run_commands(block)
            else:
                _run_cell(block)
        return {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}


def find_blocks() -> list[tuple[str, str, str]]:
    """Return the blocks of the page of the gallery: language, file if it is one, and text."""
    return _BLOCK.findall((DOCS / "gallery.md").read_text(encoding="utf-8"))


def _run_commands(block: str) -> None:
    for line in re.findall(r"^\$ (.+)$", block, re.MULTILINE):
        words = shlex.split(line)[1:]
        ended = CliRunner().invoke(make_app(words), words, env={"COLUMNS": "100"})
        if ended.exit_code:
            raise RuntimeError(f"{line}: exit code {ended.exit_code}\n{ended.output}")
        if words[0] == "compare":
            typed = " \\\n    ".join(wrap(line, 80))
            shown = f'<pre tabindex="0">$ {escape(typed)}\n{escape(ended.stdout)}</pre>'
            _write("compare", "Internal: candidates side by side", shown)


def _run_cell(block: str) -> None:
    """Run a cell; what its last line returns is shown below it, as a notebook does."""
    *lines, last = ast.parse(block).body
    assert isinstance(last, ast.Expr)  # noqa: S101 - the page of the gallery ends so
    names: dict[str, object] = {}
    exec(compile(ast.Module(lines, []), "<cell>", "exec"), names)  # noqa: S102 - our own page
    found = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
    shown = f'<pre tabindex="0">{escape(block)}</pre>\n{found._repr_html_()}'
    _write("notebook", "Internal: a cell of a notebook", shown)


def _write(name: str, title: str, body: str) -> None:
    Path(f"{name}.html").write_text(
        _PAGE.format(title=title, body=body, hint=_HINT), encoding="utf-8"
    )


def take_pictures() -> None:
    """Write a picture of each page to ``docs/pictures/gallery``; needs Chromium."""
    from tests.browser import running_browser

    target = DOCS / "pictures" / "gallery"
    target.mkdir(exist_ok=True)
    with TemporaryDirectory() as place, running_browser(Path(place)) as browser:
        browser.ask("Emulation.setScrollbarsHidden", hidden=True)
        for name, ends in PICTURES.items():
            page = Path(place) / f"{name}.html"
            page.write_text(make_pages()[name], encoding="utf-8")
            browser.open(page, width=_WIDTH)
            upper, lower = (
                f"document.querySelector({end!r}).getBoundingClientRect()" for end in ends
            )
            # Below the line at the top of internal pages, which stays there.
            above = _MARGIN if ends[0] == "body" else _BANNER
            needed = browser.evaluate(f"Math.ceil({lower}.bottom - {upper}.top)")
            height = min(above + needed + _MARGIN // 2, _HIGHEST)
            browser.open(page, width=_WIDTH, height=height)
            if ends[0] != "body":
                browser.evaluate(
                    f"document.querySelector({ends[0]!r}).style.marginTop = '{above}px'"
                )
            browser.evaluate(f"scrollBy(0, {upper}.top - {above})")
            browser.settle()
            clip = {"x": 0, "y": browser.evaluate("scrollY"), "width": _WIDTH, "height": height}
            found = browser.ask(
                "Page.captureScreenshot", format="webp", quality=60, clip={**clip, "scale": 1.25}
            )
            (target / f"{name}.webp").write_bytes(base64.b64decode(found["data"]))


if __name__ == "__main__":
    take_pictures()
