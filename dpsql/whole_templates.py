"""Loads templates of SQL and of pages whole, whatever signal comes meanwhile."""

from collections.abc import MutableMapping
from typing import Any

from jinja2 import Environment, Template

from dpsql.signals import holding_signals


class WholeTemplates(Environment):
    """An environment that holds signals back while it loads a template, or one that it includes.

    jinja2 compiles a template when it is first asked for. It passes over what the handler of a
    signal raises there, and keeps the template half compiled: all later pages would lack a part.
    """

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Load a template; one that a template includes is asked for here, too."""
        with holding_signals():
            return super().get_template(name, parent, globals)
