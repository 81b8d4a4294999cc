"""Line ends of a CSV release are counted outside quotes, wherever a chunk of the file ends."""

import pytest

from dpsql.errors import IntegrityError
from dpsql.release.lines import refuse_other_lines


@pytest.fixture(params=[1, 2, 3, 2**20])
def refuse(tmp_path, monkeypatch, request):
    monkeypatch.setattr("dpsql.release.lines._CHUNK", request.param)

    def call(content, rows):
        (tmp_path / "r.csv").write_bytes(content)
        refuse_other_lines(tmp_path / "r.csv", rows)

    return call


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"a,b\n", 0),
        (b"a,b\nx,y\n", 1),
        (b"a\n\n\n", 2),
        (b'a,b\n"x\r\ny","\n"\n', 1),
        (b'a\n""\n', 1),
        (b'"a""b\r"\n"""\n"""\n', 1),
    ],
)
def test_lines_as_they_are_written(refuse, content, rows):
    refuse(content, rows)


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"", 0),
        (b"a,b", 0),
        (b"a,b\r\n", 0),
        (b"a,b\nx,y\r\n", 1),
        (b"a,b\rx,y\n", 1),
        (b"a,b\nx,y\n\n", 1),
        (b"a,b\n\nx,y\n", 1),
        (b"a,b\nx,y", 1),
        (b'a,b\n"x\n",y\n\n', 1),
        (b'a,b\n"x""",y\r\n', 1),
    ],
)
def test_other_lines_are_refused(refuse, content, rows):
    with pytest.raises(IntegrityError, match="its lines do not end"):
        refuse(content, rows)
