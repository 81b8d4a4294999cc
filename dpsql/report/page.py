"""An outcome as one offline HTML page, and as a fragment for notebooks.

Templates own the page; all text from outside (names of columns, paths) is escaped by their
environment. Pure: the same outcome gives the same bytes, so time and memory are left out.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dpsql.report.chart import draw_chart
from dpsql.report.words import METRICS, as_number, as_percent, as_words, state_verdict


def render_page(found: Mapping[str, Any], heights: Mapping[str, int]) -> str:
    """Return a whole page that loads nothing and runs nothing.

    `found` is the JSON of `anonymize` or `measure`; `heights` the last level per quasi-identifier.
    """
    return _render("page.html.j2", found, heights)


def render_summary(found: Mapping[str, Any], heights: Mapping[str, int]) -> str:
    """Return a fragment for notebooks, which has no style sheet; takes what a page does."""
    return _render("summary.html.j2", found, heights)


def _render(template: str, found: Mapping[str, Any], heights: Mapping[str, int]) -> str:
    low, high = Fraction(found["presence"]["min"]), Fraction(found["presence"]["max"])
    prior = Fraction(found["private_rows"], found["public_rows"])
    asked = {end: Fraction(text) for end, text in (found["delta"] or {}).items()}
    text = (
        _environment()
        .get_template(template)
        .render(
            found=found,
            search=found.get("search"),
            release=found.get("release"),
            heights=heights,
            verdict=state_verdict(found, low, high),
            low=low,
            high=high,
            prior=prior,
            asked=asked,
            holds=found["status"] == "released" or found.get("satisfied"),
            chart=draw_chart(found["people_by_presence"], (low, high), prior, asked),
            metrics=METRICS,
        )
    )
    # A path that is not UTF-8 holds lone surrogates, which no file could take.
    return text.encode("utf-8", "replace").decode("utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": as_percent, "number": as_number, "words": as_words}
    return environment
