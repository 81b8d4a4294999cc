"""Checks that a Spark Connect server listens, and opens a session on it."""

import os
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dpsql.domain.sections.engine_options import SparkOptions
from dpsql.engines.spark.errors import ServerLost

#: Retries to reach a server: about 20 seconds, instead of the ten minutes of Spark's own client.
_TRIES, _LONGEST_WAIT = 8, 4_000
_LONGEST_KNOCK = 10  # seconds
#: Variables that configure a proxy for gRPC.
_PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")


def refuse_silent(options: SparkOptions) -> None:
    """Raise ServerLost if nothing listens: Spark's client would retry for long before it fails.

    With a proxy nothing is checked: only the client can connect.
    """
    if any(os.environ.get(name) for name in _PROXIES):
        return
    try:
        host = (options.host or "").strip("[]")
        socket.create_connection((host, options.port), _LONGEST_KNOCK).close()
    except OSError:
        raise ServerLost.at(str(options.host)) from None


def open_session(remote: str) -> Any:
    """Open a new session at ``sc://host:port``; nothing is sent yet.

    Raises:
        ImportError: Spark's client is not installed.
    """
    # Its own log quotes the data that it sends and receives.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    with warnings.catch_warnings(), _main_has_a_file():
        warnings.simplefilter("ignore")
        from pyspark.sql.connect.client.retries import DefaultPolicy
        from pyspark.sql.connect.session import SparkSession

        session = SparkSession(connection=remote)
    session.client.set_retry_policies(
        [DefaultPolicy(max_retries=_TRIES, max_backoff=_LONGEST_WAIT)]
    )
    return session


@contextmanager
def _main_has_a_file() -> Iterator[None]:
    """Give `__main__` a file: without one, Spark's client assumes its own tests and may exit."""
    main = sys.modules["__main__"]
    if main.__spec__ is not None or hasattr(main, "__file__"):
        yield
        return
    main.__file__ = "<dpsql>"
    try:
        yield
    finally:
        del main.__file__
