"""A template is loaded whole although the handler of a signal raises meanwhile."""

import signal

import jinja2
import pytest

from dpsql.whole_templates import WholeTemplates


class Stopped(Exception):
    """As a caller's handler raises."""


class Interrupting(jinja2.BaseLoader):
    """Has its first template interrupted while it is read."""

    def __init__(self):
        self.sources = {"page": "begin {% include 'part' %} end", "part": "{% set a = 1 %}{{ a }}"}
        self.interrupted = None

    def get_source(self, environment, template):
        if template == self.interrupted:
            self.interrupted = None
            signal.raise_signal(signal.SIGUSR1)
        return self.sources[template], None, lambda: True


@pytest.mark.parametrize("name", ["page", "part"])
def test_what_a_handler_raises_comes_once_the_template_is_there(name):
    loader = Interrupting()
    environment = WholeTemplates(loader=loader)
    loaded = []

    def stop(*_):
        loaded.append(len(environment.cache))
        raise Stopped

    before = signal.signal(signal.SIGUSR1, stop)
    loader.interrupted = name
    try:
        with pytest.raises(Stopped):
            environment.get_template("page").render()
        assert loaded == [1 if name == "page" else 2]
        assert environment.get_template("page").render() == "begin 1 end"
    finally:
        signal.signal(signal.SIGUSR1, before)
