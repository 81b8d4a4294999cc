"""A Spark Connect server on this machine, for tests and benchmarks; it ends with the caller.

Spark comes from the package `pyspark`, which must not lie beside its client: DPSQL_SPARK_HOME names
its folder.
"""

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.shared_server import find_shared
from tests.tiers import TIERS, find_tier

HOME = "DPSQL_SPARK_HOME"
#: Of a server for tests of a few rows: Spark would spend most of its time on compiling each of
#: their plans to Java, on asking a shell to set the rights of each file, and on its checksum.
_FOR_FEW_ROWS = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
}
#: Java would compile everything twice, and collect garbage again and again to make room for code.
_JAVA_FOR_FEW_ROWS = (
    "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:MetaspaceSize=400m -Xmn400m"
)
#: Address of a server that runs already, to be used instead of an own one.
REMOTE = "DPSQL_SPARK_REMOTE"
_started = ExitStack()
_CONNECT = "org.apache.spark.sql.connect.service.SparkConnectServer"
_SECONDS_TO_START = 120
#: Small and quick to start: what a laptop and CI have two cores for.
_JAVA = "-XX:+UseSerialGC -Xss4m -Dlog4j2.level=ERROR"
_SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.ui.enabled": "false",
    # Tables of a few rows: one task per stage, and no plan made anew on the way.
    "spark.sql.shuffle.partitions": "1",
    "spark.default.parallelism": "2",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.ui.explainMode": "simple",
    "spark.connect.grpc.binding.address": "127.0.0.1",
}


def find_missing() -> str | None:
    """What is not there of what a server needs; None if all is."""
    if shutil.which("java") is None:
        return "Spark needs java (Debian: openjdk-17-jre-headless)"
    home = os.environ.get(HOME)
    if not home or not (Path(home) / "bin" / "spark-submit").is_file():
        return f"{HOME} must name the folder of the full package pyspark, in a venv of its own"
    return None


@cache
def find_spark() -> str:
    """The server of all workers of a run, started when it is first asked for, by its address.

    Without Spark the test is skipped by name, and fails in CI.
    """
    if remote := os.environ.get(REMOTE):
        return remote
    if missing := find_missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    if shared := find_shared("spark"):
        return shared
    atexit.register(_started.close)
    return _started.enter_context(start_spark())


@contextmanager
def start_spark(
    master: str = "local[2]", settings: Mapping[str, str] | None = None, java: str = _JAVA
) -> Iterator[str]:
    """Start a server on a free port of loopback and yield its address, ``sc://…``.

    Without `settings` it is quick with a few rows; in the last tier, it has what users have.
    """
    if settings is None and find_tier() != TIERS[-1]:
        settings, java = _FOR_FEW_ROWS, f"{java} {_JAVA_FOR_FEW_ROWS}"
    with tempfile.TemporaryDirectory(prefix="spark-server-") as folder:
        port = find_free_port()
        words = {
            **_SETTINGS,
            "spark.connect.grpc.binding.port": str(port),
            "spark.local.dir": folder,
            "spark.sql.warehouse.dir": f"{folder}/warehouse",
            "spark.driver.extraJavaOptions": f"{java} -Dderby.system.home={folder}",
            **(settings or {}),
        }
        home = Path(os.environ[HOME])
        command = [str(home / "bin" / "spark-submit"), "--class", _CONNECT, "--master", master]
        for name, value in words.items():
            command += ["--conf", f"{name}={value}"]
        with running([*command, "spark-internal"], Path(folder) / "log", home) as server:
            wait_for_port(port, server, Path(folder) / "log")
            yield f"sc://127.0.0.1:{port}"


@contextmanager
def running(command: list[str], log: Path, home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of Spark until the block ends, or this process does, however it ends."""
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_NO_DAEMONIZE": "1",
    }
    # Python's own path would lend Spark the client's modules.
    environment.pop("PYTHONPATH", None)
    # A process that reads our end of a pipe until it closes: it sees us go even by SIGKILL.
    keeper = [sys.executable, "-c", _KEEPER, *command]
    with log.open("ab") as output:
        process = subprocess.Popen(
            keeper,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            cwd=log.parent,
            env=environment,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


_KEEPER = """
import os, signal, subprocess, sys, threading
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL)
def watch():
    os.read(0, 1)
    child.kill()
threading.Thread(target=watch, daemon=True).start()
sys.exit(child.wait())
"""


def find_free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_port(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server listens; raise with the end of its log if it does not."""
    end = time.monotonic() + _SECONDS_TO_START
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"Spark does not start:\n{log.read_text(errors='replace')[-3000:]}")
