"""Debian's Chromium without a window, spoken to over a pipe by its DevTools protocol.

Nothing is installed for it from PyPI: messages are JSON, ended by a NUL, on the browser's file
descriptors 3 and 4.
"""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

#: The first that is there; ``DPSQL_CHROMIUM`` names another.
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_SECONDS = 60
_HIGHEST = 4000


def find_chromium() -> str:
    """Where the browser is; a named skip where there is none, and a failure in CI."""
    found = os.environ.get("DPSQL_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        problem = "Chromium is missing: apt-get install chromium, or name it by DPSQL_CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    return found


class Browser:
    """One tab; messages that were not asked for are kept in `events`."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self.events: list[dict[str, Any]] = []
        self._to, self._from = to_browser, from_browser
        self._read, self._number, self._session = b"", 0, ""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        found = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = found["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + _SECONDS
        while (found := self._receive(deadline)).get("id") != self._number:
            self.events.append(found)
        assert "error" not in found, found["error"]
        return found["result"]

    def open(
        self,
        page: Path,
        width: int = 1000,
        height: int = 800,
        scheme: str = "light",
        *,
        place: str = "",
    ) -> None:
        """Load a file at this size, and wait until it is shown; forget what was heard before.

        `place`: where in it, as an address ends: #presence.
        """
        if place:
            # From the page itself it would only be moved to.
            self.ask("Page.navigate", url="about:blank")
            self.settle()
        self.events.clear()
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", features=features)
        self.ask("Page.navigate", url=page.absolute().as_uri() + place)
        deadline = time.monotonic() + _SECONDS
        while not self.heard("Page.loadEventFired"):
            self.events.append(self._receive(deadline))

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def settle(self) -> None:
        """Wait until what was changed is laid out."""
        frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self.ask("Runtime.evaluate", expression=frames, awaitPromise=True)

    def heard(self, method: str) -> list[dict[str, Any]]:
        """What the browser told of its own accord by this name."""
        return [event["params"] for event in self.events if event.get("method") == method]

    @property
    def complaints(self) -> list[str]:
        """What stands in the console: errors, warnings, what a policy blocked."""
        told = [entry["entry"]["text"] for entry in self.heard("Log.entryAdded")]
        told += [str(call["args"]) for call in self.heard("Runtime.consoleAPICalled")]
        return told + [str(one) for one in self.heard("Runtime.exceptionThrown")]

    @property
    def requests(self) -> list[str]:
        """All addresses that were asked for, the page itself among them."""
        return [one["request"]["url"] for one in self.heard("Network.requestWillBeSent")]

    def take_screenshot(self) -> bytes:
        """Return the page, as far down as a picture may reach, as PNG."""
        width, height = self.evaluate("[innerWidth, document.documentElement.scrollHeight]")
        size = {"x": 0, "y": 0, "width": width, "height": min(height, _HIGHEST), "scale": 1}
        found = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=size)
        return base64.b64decode(found["data"])

    def print(self) -> bytes:
        """Return the printed page as PDF."""
        found = self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        return base64.b64decode(found["data"])

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._read:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self._from], [], [], max(left, 0))
            assert ready, "Chromium does not answer"
            got = os.read(self._from, 1 << 16)
            assert got, "Chromium ended"
            self._read += got
        message, self._read = self._read.split(b"\0", 1)
        return json.loads(message)


@contextmanager
def running_browser(folder: Path, *flags: str) -> Iterator[Browser]:
    """Start a browser whose profile lies in `folder`, with further flags, and end it."""
    commands, answers = os.pipe(), os.pipe()
    # Away from 3 and 4, which they are copied to in the browser.
    commands_read, answers_write = (
        fcntl.fcntl(end, fcntl.F_DUPFD, 50) for end in (commands[0], answers[1])
    )
    words = [
        find_chromium(),
        "--headless",
        "--remote-debugging-pipe",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        f"--user-data-dir={folder}",
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
        *flags,
        "about:blank",
    ]
    script = f'exec "$0" "$@" 3<&{commands_read} 4>&{answers_write}'
    started = subprocess.Popen(
        ["bash", "-c", script, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(commands_read, answers_write),
    )
    for end in (commands[0], answers[1], commands_read, answers_write):
        os.close(end)
    try:
        yield Browser(commands[1], answers[0])
    finally:
        started.terminate()
        started.wait(timeout=_SECONDS)
        os.close(commands[1])
        os.close(answers[0])
