"""dpsql report: a page on what a release would reveal, without a release."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.command_output import CommandOutput
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import REST_IS_RAW, Internal, JobPath, parse_levels
from dpsql.cli.terminal.pages import refuse_unfit_page, tell_page
from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.errors import ConfigError, NoSafeRelease, error_of
from dpsql.job_files.read import as_job
from dpsql.report.sign_off.blanks import tell_blank
from dpsql.session.options import MAX_NODES, refuse_idle
from dpsql.use_cases.reports.report import write_report
from dpsql.use_cases.reports.sign_off import SignOff, sign_off
from dpsql.use_cases.verify import tell_verification

#: Options of `session.options.Options` that do not steer a search.
_OF_A_RUN = ("dump_sql", "debug", "show_public", "on_stage")


def report(
    job: JobPath,
    page: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page: a new .html file.")
    ],
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help=f"Report on these levels. {REST_IS_RAW}",
        ),
    ] = "",
    internal: Internal = False,
    to_sign: Annotated[
        bool,
        typer.Option(
            "--sign-off",
            help="Verify the job's release, and write one page about it to sign.",
        ),
    ] = False,
    explore: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="With --internal: about so many seconds of work for other algorithms and other"
            " δmax; by default 2, up to 15 for large tables and long searches. What takes longer is"
            " shown as ended early, or not tried.",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the page if it exists.")
    ] = False,
    *,
    shared: SearchOptions,
) -> None:
    """Write one offline HTML page on what a release of the job would reveal; release nothing.

    Searches as anonymize does, or uses --levels. The page shows the presence of people, the most
    exposed classes and the information lost. It depends only on P, the hierarchies, the job and
    such a release, so it can be published with that release; if the job's release is there as a
    file, and is what this search finds, it is verified and the page has its SHA-256, as that of
    anonymize --report. With --internal it also shows what other algorithms would keep, the cost of
    other bounds and the lattice, and is marked as for the data holder only.

    With --sign-off the release must be there. It is verified anew, and the page has its purpose,
    what was known of people before and is known after, what was checked and what not, all hashes,
    and a place to sign. It tells of T beyond the release.

    Exit code 4 if the job is not satisfied; an internal page then explains why.
    """
    with shared.begin(writes=[page]) as output:
        options = shared.gather(output)
        refuse_unfit_page(page, "--output", overwrite=overwrite, may_replace="pages")
        chosen = parse_levels(levels) if levels else None
        if to_sign:
            idle = {"internal": internal, "levels": chosen, "explore": explore is not None}
            refuse_idle("--sign-off", "it is about the release", idle)
            if shared.max_nodes != MAX_NODES:
                raise ConfigError("--sign-off: nothing is searched; drop --max-nodes")
            _sign_off(output, job, page, options)
            return
        if explore is not None and not internal:
            raise ConfigError("--explore: only an internal page explores; add --internal")
        _write(output, job, page, chosen, options | {"explore": explore}, internal=internal)


def _sign_off(output: CommandOutput, job: Path, page: Path, options: dict[str, Any]) -> None:
    """Write the page to sign, and tell of it."""
    given = {name: options[name] for name in _OF_A_RUN}
    signed = sign_off(job, page, **given)
    output.show(signed.to_dict(), lambda: _describe(signed))


def _write(
    output: CommandOutput,
    job: Path,
    page: Path,
    levels: dict[str, int] | None,
    options: dict[str, Any],
    *,
    internal: bool,
) -> None:
    """Write a public or an internal page, and tell of what it shows."""
    try:
        found = write_report(job, page, levels, internal=internal, **options)
    except NoSafeRelease:
        _tell_why(output, job, page, internal=internal)
        raise
    except OSError as error:
        raise error_of(error, f"--output: {page.name} cannot be written", ConfigError) from None
    written = {"path": str(page), "variant": "internal" if internal else "public"}
    output.show(found.to_dict() | {"report": written}, lambda: terminal.describe_outcome(found))
    tell_page(output, page, internal=internal)
    if found.satisfied is False:
        output.end_unsatisfied(found.to_dict())


def _tell_why(output: CommandOutput, job: Path, page: Path, *, internal: bool) -> None:
    """Name the page that explains why nothing satisfies a job, or say how to get it.

    Of a P that is known from statistics only, there is none.
    """
    if as_job(job).is_estimated:
        return
    if internal:
        tell_page(output, page, internal=True)
    elif not output.quiet:
        output.say("No page was written; --internal writes one that explains why.")


def _describe(signed: SignOff) -> RenderableType:
    blank = tell_blank(signed.blank)
    return Group(
        Text(f"Before: {signed.before.sentence}"),
        show_blocks(tell_verification(signed.verification)),
        Text(f"To sign: {one_line(str(signed.page))}"),
        *([Text(blank, style="yellow")] if blank else []),
    )
