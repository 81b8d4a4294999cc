"""Collects what dpsql warns of in a run, for its outcome; it is logged all the same."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

_LOG = logging.getLogger("dpsql")


class _Collector(logging.Filter):
    """Keeps the warnings of one thread, as others may run dpsql, too; it drops nothing.

    A filter and not a handler: with a handler, Python would no longer print warnings itself.
    """

    def __init__(self) -> None:
        super().__init__()
        self.warned: list[str] = []
        self._thread = get_ident()

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep a warning."""
        if record.thread == self._thread and record.levelno == logging.WARNING:
            self.warned.append(record.getMessage())
        return True


@contextmanager
def collecting_warnings() -> Iterator[list[str]]:
    """Yield a list that has the warnings of the block at its end."""
    collector = _Collector()
    _LOG.addFilter(collector)
    try:
        yield collector.warned
    finally:
        _LOG.removeFilter(collector)
