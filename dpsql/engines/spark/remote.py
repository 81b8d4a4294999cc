"""Asks whether a Spark Connect server listens, and opens a session on it."""

import os
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dpsql.domain.engine_options import SparkOptions
from dpsql.engines.spark.errors import ServerLost

#: Tries to reach a server: some 20 seconds, where Spark's own client would go on for ten minutes.
_TRIES, _LONGEST_WAIT = 8, 4_000
_LONGEST_KNOCK = 10  # seconds
#: Variables by which gRPC is told of a proxy.
_PROXIES = ("grpc_proxy", "https_proxy", "http_proxy")


def refuse_silent(options: SparkOptions) -> None:
    """Raise ServerLost where nothing listens: Spark's client would try on and on before it says so.

    Behind a proxy only the client knows the way.
    """
    if any(os.environ.get(name) for name in _PROXIES):
        return
    try:
        host = (options.host or "").strip("[]")
        socket.create_connection((host, options.port), _LONGEST_KNOCK).close()
    except OSError:
        raise ServerLost.at(str(options.host)) from None


def open_session(remote: str) -> Any:
    """Open a session of its own at ``sc://host:port``; nothing is sent yet.

    Raises:
        ImportError: Spark's client is not installed.
    """
    # Its own log quotes what goes over the wire.
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
    """Spark's client takes a program without a file for its own tests, and may end it."""
    main = sys.modules["__main__"]
    if main.__spec__ is not None or hasattr(main, "__file__"):
        yield
        return
    main.__file__ = "<dpsql>"
    try:
        yield
    finally:
        del main.__file__
