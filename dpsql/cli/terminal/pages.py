"""The page that a command writes beside its result: refused before any work, written after it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dpsql.cli.terminal.plain import one_line
from dpsql.errors import ConfigError, ResourceError, error_of
from dpsql.files.fit_place import PAGES, refuse_unfit_folder
from dpsql.report.written_page import is_report

if TYPE_CHECKING:
    from dpsql.cli.terminal.command_output import CommandOutput
    from dpsql.outcome.outcome import Outcome

_NOT_REPLACED = "remove it, name another, or use dpsql report --overwrite"


def refuse_unfit_page(
    page: Path,
    option: str,
    *,
    overwrite: bool = False,
    may_replace: Literal["", "reports", "pages"] = "",
) -> None:
    """Refuse a page that cannot be written, or that would replace another file, before any work.

    `option` is the command-line option that names the page. `overwrite`: it may replace a file.
    `may_replace`: which files --overwrite of this command may replace: none, reports of dpsql, or
    any of this name, as where the page is all that the command writes.
    """
    if page.suffix.lower() not in PAGES:
        printed = "; a browser prints it as PDF" if page.suffix.lower() == ".pdf" else ""
        raise ConfigError(f"{option}: {page.name} must end in .html{printed}")
    try:
        page.lstat()
        is_known = (
            page.is_file() if may_replace == "pages" else bool(may_replace) and is_report(page)
        )
        if overwrite and is_known:
            return
    except FileNotFoundError:
        pass
    except OSError as error:
        raise error_of(error, f"{option}: {page.name} cannot be written", ConfigError) from None
    else:
        mend = "pass --overwrite or name another" if may_replace else _NOT_REPLACED
        if may_replace == "reports" and not is_known:
            mend = "it is no report of dpsql, so remove it or name another"
        raise ConfigError(f"{option}: {page.name} exists; {mend}")
    refuse_unfit_folder(page, f"{option}: ")


def write_page(output: CommandOutput, found: Outcome, page: Path | None, *, internal: bool) -> None:
    """Write the page after the result is printed; a failure hides no release, but exits with 5."""
    if page is None:
        return
    try:
        found.to_html(page, internal=internal)
    except Exception as error:
        reason = error.strerror if isinstance(error, OSError) else type(error).__name__
        output.say(f"--report: {page.name} is not written ({reason}); the command did its work")
        output.exit_code = ResourceError.exit_code
        return
    tell_page(output, page, internal=internal)


def tell_page(output: CommandOutput, page: Path, *, internal: bool) -> None:
    """Print that a page was written, beside tables."""
    if not (output.as_json or output.quiet):
        whose = ", for the holder of T only" if internal else ""
        output.print(f"Report{whose}: {one_line(str(page))}")
