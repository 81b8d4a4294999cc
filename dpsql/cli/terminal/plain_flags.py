"""Flags without a type in the help: ``--overwrite`` takes no value."""

from typing import Any

from typer.core import TyperCommand, TyperGroup


class PlainCommand(TyperCommand):
    """A command whose flags have no type."""

    def get_params(self, ctx: Any) -> Any:
        """Return its parameters."""
        return _without_types(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands whose flags have no type."""

    def get_params(self, ctx: Any) -> Any:
        """Return its parameters."""
        return _without_types(super().get_params(ctx))


def _without_types(parameters: Any) -> Any:
    for one in parameters:
        if getattr(one, "is_flag", False) and one.metavar is None:
            one.metavar = ""
    return parameters
