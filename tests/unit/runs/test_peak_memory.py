"""Memory is told after a release is out, when nothing may fail any more."""

from pathlib import Path

import pytest

from dpsql.session.clock import measure_peak_memory


@pytest.mark.parametrize("error", [PermissionError, OSError, FileNotFoundError])
def test_a_system_that_tells_less_is_asked_otherwise(monkeypatch, error):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(Path, "read_text", refuse)
    assert measure_peak_memory() > 2**20
