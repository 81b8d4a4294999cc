"""Writes what the commands of a page print into it: ``python -m tests.pages docs/index.md …``.

Only where something is shown already, a line ``?`` at least; what has ``...`` is left as it is.
Read the diff before it is committed.
"""

import contextlib
import doctest
import io
import os
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from tests.pages.pages import Block, Page, read_page
from tests.pages.player import Player, compare, find_commands
from tests.pages.setups import SETUPS

_UNKNOWN = "?\n"


class Recorder(Player):
    """Plays a page, and keeps what its blocks should show."""

    def record(self, page: Page) -> None:
        """Play the page, and write it anew as far as it ran."""
        found: dict[int, tuple[Block, str]] = {}
        try:
            for block in page.blocks:
                found[block.line] = (block, self._find_text(block))
        finally:
            lines = page.path.read_text(encoding="utf-8").splitlines(keepends=True)
            # Of an indented block the text has no indent; as it is, it stays.
            changed = {line: one for line, one in found.items() if one[1] != one[0].text}
            for line, (block, text) in sorted(changed.items(), reverse=True):
                lines[line : line + block.text.count("\n")] = [text]
            page.path.write_text("".join(lines), encoding="utf-8")

    def _find_text(self, block: Block) -> str:
        if block.remark and block.remark[0] == "shows" and block.text == _UNKNOWN:
            return (self.folder / block.remark[1]).read_text(encoding="utf-8")
        if block.language == "console" and block.remark is None:
            return "".join(map(self._find_output, find_commands(block.text)))
        if block.language == "python" and _UNKNOWN in block.text:
            return self._find_values(block)
        self.play_block(block)
        return block.text

    def _find_output(self, command_and_expected: tuple[str, str]) -> str:
        command, expected = command_and_expected
        printed = "\n".join(line.rstrip() for line in self.run(command).split("\n"))
        try:
            compare(expected, printed)
        except AssertionError:
            assert "..." not in expected, f"{command} prints\n{printed}"
            expected = printed
        return f"$ {command}\n{expected}"

    def _find_values(self, block: Block) -> str:
        text = block.text
        with contextlib.chdir(self.folder), patch.dict(os.environ, self.environment):
            for example in doctest.DocTestParser().get_examples(self.replace(text)):
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    exec(compile(example.source, "<page>", "single"), self.names)
                if example.want == _UNKNOWN:
                    text = text.replace(_UNKNOWN, said.getvalue(), 1)
        return text


def _record(path: Path) -> None:
    cache = Path(tempfile.gettempdir()) / "dpsql-docs"
    cache.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        for name in ("page", "bin"):
            (Path(place) / name).mkdir()
        recorder = Recorder(Path(place) / "page", Path(place) / "bin")
        page = read_page(path)
        for name in page.setups:
            SETUPS[name](recorder, cache)
        recorder.record(page)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        _record(Path(argument).resolve())
