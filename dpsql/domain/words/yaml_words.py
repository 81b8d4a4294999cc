"""Writes words of a job on one line of YAML. Every text that YAML could misread is quoted."""

from typing import Any

import yaml


def as_yaml(value: Any) -> str:
    """Write a value on one line that every reader of YAML in UTF-8 reads alike.

    Letters are not escaped. If one of its texts is not printable, all beyond ASCII is escaped.
    """
    text = _dump(value, allow_unicode=True)
    return text if text.isprintable() else _dump(value, allow_unicode=False)


class _OneLine(yaml.SafeDumper):
    """Quotes texts that are not printable, so that they are escaped and cannot end a line."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None if text.isprintable() else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_OneLine.add_representer(str, _represent_text)


def _dump(value: Any, *, allow_unicode: bool) -> str:
    text: str = yaml.dump(
        value,
        Dumper=_OneLine,
        default_flow_style=True,
        allow_unicode=allow_unicode,
        width=float("inf"),
        sort_keys=False,
    )
    return text.removesuffix("\n...\n").removesuffix("\n")
