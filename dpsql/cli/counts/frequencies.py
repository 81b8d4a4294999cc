"""``dpsql frequencies``: how many rows each row matches, where cells are missing."""

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.plain import plain_table
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.plurals import name_count
from dpsql.errors import ConfigError
from dpsql.use_cases.risks.frequencies import Frequencies

_MEANINGS = {
    "full": "every match is a row",
    "discount": "a match by a missing cell is α of a row",
    "by_domain": "… 1/|domain| of a row, for each missing cell",
    "by_share": "… the share of rows that have the value",
    "sdcmicro": "as sdcMicro's freqCalc counts, with α",
}


def frequencies(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A CSV or Parquet file with missing cells.")
    ],
    by: Annotated[
        str, typer.Option(metavar="NAMES", help="The columns that somebody may know: zip,age.")
    ],
    k: Annotated[int, typer.Option(metavar="K", help="Count the rows that match fewer.")] = 2,
    alpha: Annotated[
        str, typer.Option(metavar="SHARE", help="What a match by a missing cell counts.")
    ] = "1/2",
    missing: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="What stands for a missing cell, beside empty ones."),
    ] = None,
    domain: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=N", help="How many values a column can have."),
    ] = None,
    *,
    shared: OutputOptions,
) -> None:
    """Count how many rows each row matches, if a missing cell could be any value.

    Tools that suppress cells count this way to speak of k-anonymity. A missing cell is one value in
    truth, so the full count overstates protection; four rules discount it. They are not monotone:
    to suppress one more cell can lower them. It is not presence, for which P is needed.
    """
    with shared.begin() as output:
        names = [name.strip() for name in by.split(",")]
        found = dpsql.frequencies(
            table,
            names,
            k=k,
            alpha=alpha,
            missing=missing or (),
            domains=dict(map(_read_domain, domain or ())),
        )
        output.show(found.to_dict(), lambda: _describe(found))


def _read_domain(text: str) -> tuple[str, int]:
    name, _, number = text.rpartition("=")
    if not name or not number.isdecimal():
        raise ConfigError("--domain: write a column and a number, such as zip=100")
    return name, int(number)


def _describe(found: Frequencies) -> RenderableType:
    table = plain_table("rule", "least", f"rows below {found.k:,}", "a match counts as")
    for one in found.rules:
        table.add_row(
            one.name, f"{float(one.least):,.6g}", f"{one.rows_below:,}", _MEANINGS[one.name]
        )
    missing = name_count(found.incomplete_rows, "row has", "rows have")
    text = f"{missing} a missing cell, of {found.rows:,}; α is {found.alpha}."
    return Group(table, Text(text))
