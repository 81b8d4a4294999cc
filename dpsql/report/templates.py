"""Fills the templates of pages; all text from outside (names of columns, labels, paths) is escaped.

The templates are HTML and SVG files in layouts/; those of SQL lie in sql_templates/.
"""

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from dpsql.domain.plurals import name_count
from dpsql.report.explored_cells import name_level_of
from dpsql.report.midnight import shorten_date
from dpsql.report.more_time import name_more_time_of_page
from dpsql.report.sentences import UNBROKEN, as_bounds, as_job_text, as_label, as_number, as_percent
from dpsql.report.written_bounds import as_bound
from dpsql.report.written_figures import write_column_loss
from dpsql.whole_templates import WholeTemplates

#: Control characters that HTML must not contain.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
#: Where a name of a column, a file or an option that is longer may go on in another line.
_SHORT = 16
_BREAKS = re.compile(r"(?<=[^\W_][_.\-/])(?=[^\W_])")


def render(template: str, **words: Any) -> str:
    """Return the text of `template`, filled with `words`, which UTF-8 can encode."""
    text = _environment().get_template(template).render(words)
    # A path that is not UTF-8 contains lone surrogates, which cannot be written to a file.
    return _FORBIDDEN.sub("\ufffd", text.encode("utf-8", "replace").decode("utf-8"))


def _make_breakable(name: str) -> Markup:
    """Return a name as HTML that lets a line break after its signs, and not within its words.

    A short name stays whole.

    >>> _make_breakable("rel_pooled.c<v --x")
    Markup('rel_<wbr>pooled.<wbr>c&lt;v --x')
    >>> _make_breakable("known_absent")
    Markup('known_absent')
    """
    if len(name) <= _SHORT:
        return escape(name)
    return Markup("<wbr>").join(escape(part) for part in _BREAKS.split(name))


def _find_version() -> str:
    """The version that is installed; a checkout that is not has none."""
    try:
        return version("dpsql")
    except PackageNotFoundError:
        return "(not installed)"


@cache
def _environment() -> WholeTemplates:
    environment = WholeTemplates(
        loader=FileSystemLoader(Path(__file__).parent / "layouts"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["version"] = _find_version()
    environment.globals["unbroken"] = UNBROKEN
    environment.filters |= {
        "percent": as_percent,
        "bound": as_bound,
        "number": as_number,
        "column_loss": write_column_loss,
        "bounds": as_bounds,
        "counted": name_count,
        "words": as_job_text,
        "label": as_label,
        "breakable": _make_breakable,
        "level_of": name_level_of,
        "dated": shorten_date,
        "more_time": name_more_time_of_page,
    }
    return environment
