"""The colours of the report: WCAG AA contrast on light, dark and paper, by its style sheet."""

import re
from pathlib import Path

import pytest

from dpsql.report import page as pages
from dpsql.report.charts.frame import BROAD

STYLE = (Path(pages.__file__).parent / "layouts" / "style.css").read_text(encoding="utf-8")
#: Text on what it stands on needs 4.5 : 1, a drawing needs 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11).
TEXT = [
    *[
        (ink, ground)
        for ink in ("ink", "soft", "good", "bad", "mark")
        for ground in ("paper", "tint")
    ],
    ("paper", "bad"),  # the banner of an internal page
    ("bar", "paper"),  # links to sections
]
DRAWN = [(part, "paper") for part in ("bar", "mark", "pale", "bad")]


def _find_schemes() -> dict[str, dict[str, str]]:
    """The variables of each scheme; the dark one and the printed one change those of the first."""
    light, dark, printed = (
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root \{(.*?)\}", STYLE, re.S)
    )
    return {"light": light, "dark": light | dark, "print": light | printed}


SCHEMES = _find_schemes()


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_can_be_read(scheme, ink, ground):
    colours = SCHEMES[scheme]
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("part", "ground"), DRAWN)
def test_drawings_can_be_seen(scheme, part, ground):
    colours = SCHEMES[scheme]
    assert contrast(colours[part], colours[ground]) >= 3


def test_every_variable_that_is_used_is_defined_and_every_scheme_defines_all():
    used = set(re.findall(r"var\(--(\w+)\)", STYLE))
    assert used == set(SCHEMES["light"])
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.S):
        assert set(re.findall(r"--(\w+):", block)) == used


def test_nothing_is_loaded_by_the_style_sheet():
    assert "url(" not in STYLE and "@import" not in STYLE and "//" not in STYLE


def test_letters_of_charts_are_large_enough_on_paper():
    """7 points or more: a drawing's letters have 12 pixels of its width."""
    printed = STYLE[STYLE.index("@media print") :]
    points = float(re.search(r"font-size: ([0-9.]+)pt", printed).group(1))
    width = float(re.search(r"figure svg \{ max-width: ([0-9.]+)rem", printed).group(1))
    assert 12 * width * points / BROAD.width >= 7
