"""The options that many commands share: a command has them all by one parameter.

A command says ``shared: SearchOptions``; `spread_options` turns each field into an option.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpsql.cli.terminal.command_output import CommandOutput, command_output
from dpsql.session.options import MAX_NODES

if TYPE_CHECKING:
    from dpsql.cli.terminal.ci_gate import Gate


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """Of a command that prints a result."""

    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")] = (
        False
    )
    quiet: Annotated[
        bool,
        typer.Option("--quiet", help="Print warnings and errors only, and with --json the object."),
    ] = False

    def begin(
        self, gate: "Gate | None" = None, writes: Iterable[Path | None] = ()
    ) -> AbstractContextManager[CommandOutput]:
        """Start the command, see `command_output`."""
        return command_output(self.as_json, self.quiet, gate=gate, writes=writes)


@dataclass(frozen=True, kw_only=True)
class RunOptions(OutputOptions):
    """Of a command that reads P or T with an engine."""

    dump_sql: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write every statement to a numbered file in DIR, which has none yet.",
        ),
    ] = None
    debug: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="If the engine fails, write its message to a private file in DIR;"
            " [bold]it may quote rows of T[/bold].",
        ),
    ] = None

    def begin(
        self, gate: "Gate | None" = None, writes: Iterable[Path | None] = ()
    ) -> AbstractContextManager[CommandOutput]:
        """Start the command, see `command_output`."""
        written = (*writes, self.dump_sql, gate.file if gate else None)
        return command_output(self.as_json, self.quiet, self.debug, gate, written)

    def gather(self, output: CommandOutput) -> dict[str, Any]:
        """Return fields of `session.options.Options`."""
        return {
            "dump_sql": self.dump_sql,
            "debug": self.debug,
            "watch": output.progress.update,
            "on_stage": output.progress.enter,
        }


@dataclass(frozen=True, kw_only=True)
class TableOptions(RunOptions):
    """Of a command whose errors may concern the tables of the job."""

    show_public: Annotated[
        bool, typer.Option("--show-public", help="Let errors quote values of P (never of T).")
    ] = False

    def gather(self, output: CommandOutput) -> dict[str, Any]:
        """Return fields of `session.options.Options`."""
        return super().gather(output) | {"show_public": self.show_public}


@dataclass(frozen=True, kw_only=True)
class SearchOptions(TableOptions):
    """Of a command that searches the lattice."""

    max_nodes: Annotated[
        int, typer.Option(metavar="N", help="Refuse a lattice with more nodes than this.")
    ] = MAX_NODES

    def gather(self, output: CommandOutput) -> dict[str, Any]:
        """Return fields of `session.options.Options`."""
        return super().gather(output) | {"max_nodes": self.max_nodes}
