"""What users ask the search of the site, each with the places of which one must be a hit."""

from pathlib import Path

_LINES = (Path(__file__).parent / "asked.txt").read_text(encoding="utf-8").splitlines()


def _read(line: str) -> tuple[str, frozenset[str]]:
    words, _, places = line.partition(" => ")
    return words, frozenset(places.split(" | "))


QUESTIONS = [_read(line) for line in _LINES if line and not line.startswith("#")]
