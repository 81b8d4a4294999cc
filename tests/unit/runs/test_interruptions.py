"""A command that a signal ends says in a line what is on disk; its exit code is the signal's."""

import os
import signal

import pytest

from dpsql import signals
from dpsql.cli.terminal.command_output import command_output
from dpsql.errors import EngineError
from dpsql.files import private_file


@pytest.fixture(autouse=True)
def nothing_came_before(monkeypatch):
    monkeypatch.setattr(signals, "_stopped_by", [])


def read_line(work, capsys, writes=(), number=signal.SIGINT):
    with (
        pytest.raises(SystemExit) as ended,
        command_output(as_json=False, quiet=False, writes=writes) as output,
    ):
        work(output)
        signals.stop(number, None)
    assert ended.value.code == 128 + number
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err


def do_nothing(_):
    pass


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_was_written(capsys, tmp_path, number):
    line = "dpsql: Interrupted; nothing was written\n"
    assert read_line(do_nothing, capsys, number=number) == line
    page = tmp_path / "page.html"
    assert read_line(do_nothing, capsys, [page, None], number) == line
    page.write_text("of before")
    assert read_line(do_nothing, capsys, [page], number) == line


def test_what_was_written_is_named(capsys, tmp_path):
    page, folder = tmp_path / "page.html", tmp_path / "sql"
    folder.mkdir()

    def write(_):
        private_file.write(page, "whole")
        (folder / "1.sql").touch()

    told = read_line(write, capsys, [page, folder])
    assert told == "dpsql: Interrupted; page.html, sql were written\n"


def test_who_knows_better_is_believed(capsys):
    def know(output):
        output.if_stopped = "the release may be published"

    assert read_line(know, capsys) == "dpsql: Interrupted; the release may be published\n"

    def note(output):
        know(output)
        error = SystemExit(130)
        error.add_note("no release was written")
        signals._stopped_by.append(signal.SIGINT)
        raise error

    assert read_line(note, capsys) == "dpsql: Interrupted; no release was written\n"


def test_an_engine_may_put_an_error_of_its_own_in_its_place(capsys):
    def fail(_):
        with pytest.raises(SystemExit):
            signals.stop(signal.SIGINT, None)
        raise EngineError("a function failed")

    assert read_line(fail, capsys) == "dpsql: Interrupted; nothing was written\n"


def test_a_file_is_written_whole_or_not(tmp_path, monkeypatch):
    page = tmp_path / "page.html"
    opened = private_file._open

    def open_and_stop(*words):
        file = opened(*words)
        signal.raise_signal(signal.SIGTERM)
        return file

    monkeypatch.setattr(private_file, "_open", open_and_stop)
    before = signal.signal(signal.SIGTERM, signals.stop)
    try:
        with pytest.raises(SystemExit):
            private_file.write(page, "whole")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert page.read_text() == "whole"


@pytest.mark.parametrize("before", ["of before", None])
def test_a_full_disk_leaves_no_half_of_a_file(tmp_path, monkeypatch, before):
    page = tmp_path / "page.html"
    if before is not None:
        page.write_text(before)
    opened = private_file._open

    def open_full(*words):
        file = opened(*words)
        file.write("half")
        file.flush()
        os.dup2(os.open("/dev/full", os.O_WRONLY), file.fileno())
        return file

    monkeypatch.setattr(private_file, "_open", open_full)
    with pytest.raises(OSError, match="No space left"):
        private_file.write(page, "whole")
    assert [one.read_text() for one in tmp_path.iterdir()] == ([before] if before else [])
