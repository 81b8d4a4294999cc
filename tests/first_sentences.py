"""Reads the bounds that a first sentence states, without a look at how it is written."""

import re
from fractions import Fraction
from html import unescape

from dpsql.outcome.outcome import Outcome

_NUMBER = r"(?P<number>[\d/]+ \(|(?:≈ )?[\d.]+ %)"


def read_page_sentence(found: Outcome, *, internal: bool = False) -> str:
    """Return the first sentence of the page of an outcome."""
    html = found._write_page(internal=internal)
    told = re.search(r"<h1>(.*?)</h1>", html, re.DOTALL)
    assert told is not None
    return unescape(told[1]).replace("\xa0", " ")


def read_bounds(sentence: str) -> tuple[Fraction, Fraction] | None:
    """Return between what nobody's presence is outside; None if nobody or everybody is in T."""
    if sentence.startswith(("The private table is empty", "Everybody of the public table")):
        return None
    sentence = sentence.replace("\xa0", " ").partition(" Without ")[0]
    if found := re.search(rf"(?:everybody's presence is|one probability,) {_NUMBER}", sentence):
        return (_read(found["number"]),) * 2
    above = re.search(rf"above {_NUMBER}", sentence)
    below = re.search(rf"(?:below|the least that anybody has is) {_NUMBER}", sentence)
    if above is None:
        assert "know for certain" in sentence or "knows for certain" in sentence
    if below is None:
        assert "that they are not" in sentence
    return (
        Fraction(0) if below is None else _read(below["number"]),
        Fraction(1) if above is None else _read(above["number"]),
    )


def _read(number: str) -> Fraction:
    if "(" in number:
        return Fraction(number.removesuffix(" ("))
    return Fraction(number.removeprefix("≈ ").removesuffix(" %")) / 100
