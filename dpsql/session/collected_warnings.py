"""Collects what dpsql warns of in a run, for its outcome; it is logged all the same."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

_LOG = logging.getLogger("dpsql")


class _Collector(logging.Filter):
    """Keeps the warnings of one thread, as others may run dpsql, too.

    It drops what is below `asked`, the level that the caller wants to see. A filter and not a
    handler: with a handler, Python would no longer print warnings itself.
    """

    def __init__(self, asked: int) -> None:
        super().__init__()
        self.warned: list[str] = []
        self._asked = asked
        self._thread = get_ident()

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep a warning; return whether it is logged."""
        if record.thread == self._thread and record.levelno == logging.WARNING:
            self.warned.append(record.getMessage())
        return record.levelno >= self._asked


@contextmanager
def collecting_warnings() -> Iterator[list[str]]:
    """Yield a list that has the warnings of the block at its end, whether they are logged or not.

    A logger that is to be quiet makes no record at all, so it is told to for the time being.
    """
    asked, own = _LOG.getEffectiveLevel(), _LOG.level
    collector = _Collector(asked)
    _LOG.addFilter(collector)
    if asked > logging.WARNING:
        _LOG.setLevel(logging.WARNING)
    try:
        yield collector.warned
    finally:
        _LOG.removeFilter(collector)
        if asked > logging.WARNING:
            _LOG.setLevel(own)
