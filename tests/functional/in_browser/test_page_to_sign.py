"""The page to sign: one sheet of paper, and no wider than a phone."""

import base64
from datetime import date
from fractions import Fraction

import pytest

from dpsql.domain.found.people_of_rows import PeopleOfRows
from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.found.released_column import ReleasedColumn
from dpsql.report.explored_sentences import tell_few
from dpsql.report.sign_off.before import Before
from dpsql.report.sign_off.columns import Labels, list_signed, tell_fineness, tell_shape
from dpsql.report.sign_off.page import Published, SignedFiles, render_sign_off
from tests.conftest import write_paper_job
from tests.functional.in_browser.looks import BEYOND, BROKEN

FINE = tell_fineness(PeopleOfRows(5, 21, 160, 12, 900), Fraction(1, 3), 90), tell_few(12, 160), 41


@pytest.mark.parametrize(
    ("columns", "files", "absent", "shape"),
    [
        (8, 4, None, "levels"),
        (8, 4, 2, "levels"),
        (7, 10, None, "levels"),
        (4, 40, None, "levels"),
        (300, 4, None, "levels"),
        (8, 4, 2, "parts"),
        (8, 4, None, "boxes"),
        (300, 4, None, "boxes"),
    ],
)
def test_what_is_signed_is_one_sheet_of_paper(
    browser, duckdb_bench, tmp_path, columns, files, absent, shape
):
    """More than have their place on it stand on other sheets, after the signature."""
    names = [f"education_of_person_{number}" for number in range(columns)]
    becomes = dict.fromkeys(names, ("2024-02-28", "2024-02", "2024", "*"))
    labels = Labels(dict.fromkeys(names, 3), becomes)
    verified = {
        "public_rows": 9,
        "public_columns": names,
        "release": {"rows": 5},
        "models": [{"name": f"m{number}", "asked": "2"} for number in range(3)],
        "presence": {"min": "0", "max": "1/5"},
        **take_shape(shape, names),
    }
    words = {"keep": ["name"], "about": ABOUT} | ({"known_absent": absent} if absent else {})
    job = write_paper_job(duckdb_bench, delta={"max": "1/5"}, **words)
    released = {} if shape == "levels" else dict.fromkeys(names, RELEASED)
    page = tmp_path / "sign.html"
    published = Published(tell_shape(verified, 40), list_signed(verified, labels, released), *FINE)
    own, reads = (
        {f"{name}_{number}.parquet": "0f" * 32 for number in range(count)}
        for name, count in (("rel_pooled", 3), ("hierarchies/education", files))
    )
    signed = SignedFiles(own, reads, date(2026, 1, 31))
    before = Before(160, PlacedPeople(160, 160, 0, 0), Fraction(1), None, 2_000)
    page.write_text(render_sign_off(job, "r.csv", verified, before, signed, published))
    browser.open(page, width=390)
    assert browser.evaluate(BEYOND) <= 0
    assert browser.evaluate(BROKEN) == []
    browser.open(page)
    # Other fonts are wider: two lines are left, and more where the job says less.
    left = 30 if absent else 40
    browser.evaluate(f"document.querySelector('header').style.paddingBottom = '{left}px'")
    assert (count_sheets(browser, A4) == 1) == (columns < 300 and files < 10)
    browser.evaluate("document.querySelector('.annex')?.remove()")
    assert [count_sheets(browser, size) for size in (A4, US_LETTER)] == [1, 1]


#: Names of quasi-identifiers.
LONG_NAMES = ["first_visit_of_the_year", "nationality", "x" * 80]
#: Cells of a column of parts or boxes: one row of a hundred has a label of one value.
RELEASED = ReleasedColumn(
    [("2024-01-11..2024-03-29", 53), ("2024-04-02..2024-12-30", 47)], 1, Fraction(1, 3)
)


def take_shape(shape, names):
    """What a verified release has of its quasi-identifiers."""
    return {
        "levels": {"levels": dict.fromkeys(names, 1)},
        "steps": {"levels": dict.fromkeys(names, 1), "steps": []},
        "boxes": {"boxes": {"unsafe": False, "orders": dict.fromkeys(names, "alpha")}},
        "parts": {"cuts": [{"column": name, "rest": True} for name in names]},
    }[shape]


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("shape", ["steps", "boxes", "parts"])
def test_the_page_to_sign_is_no_wider_than_a_phone(browser, duckdb_bench, tmp_path, shape, width):
    """Whatever a release has, and however long names are; a table that is wider has its own box."""
    becomes = dict.fromkeys(LONG_NAMES, ("2024-02-28", "2024-02", "*"))
    labels = Labels(dict.fromkeys(LONG_NAMES, 3), becomes)
    released = dict.fromkeys(LONG_NAMES, RELEASED)
    verified = {
        "public_rows": 9,
        "public_columns": LONG_NAMES,
        "release": {"rows": 5},
        "models": [{"name": "m" * 60, "asked": "2"}],
        "presence": {"min": "0", "max": "1/5"},
        **take_shape(shape, LONG_NAMES),
    }
    job = write_paper_job(duckdb_bench, keep=["name"], about=ABOUT, delta={"max": "1/5"})
    digests = {f"{'release_of_a_trial' * 4}.parquet": "0f" * 32, f"{'y' * 80}.csv": "0f" * 32}
    signed = SignedFiles(digests, digests, date(2026, 1, 31))
    published = Published(tell_shape(verified, 40), list_signed(verified, labels, released), *FINE)
    before = Before(160, PlacedPeople(160, 160, 0, 0), Fraction(1), None, 2_000)
    page = tmp_path / "sign.html"
    page.write_text(render_sign_off(job, "r.csv", verified, before, signed, published))
    browser.open(page, width=width)
    assert browser.evaluate("document.documentElement.clientWidth") == width
    assert browser.evaluate(BEYOND) <= 0
    # Nothing is cut off either: what stands beyond the screen is in a box that scrolls.
    cut = f"""[...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll")
      && e.checkVisibility() && e.getBoundingClientRect().right > {width + 1}
    ).map(e => e.textContent)"""
    assert browser.evaluate(cut) == []
    assert browser.evaluate("document.querySelectorAll('.scroll tbody th').length") == len(
        LONG_NAMES
    )


#: Inches.
A4, US_LETTER = (8.27, 11.69), (8.5, 11)


ABOUT = {
    "title": "Survey of occupations and incomes, extract for the university of another town",
    "purpose": "Teaching of statistics at three schools of the region, from autumn on. Students get"
    " the file under the terms of use of the survey, which forbid to link it with other tables.",
    "responsible": "A. Weber, department of official statistics",
    "reason_for_delta": "The board of data protection accepted one in five for extracts of surveys."
    " Nobody who answered has an advantage from denying it, and the harm of being found is small.",
}


def count_sheets(browser, size):
    words = dict(zip(("paperWidth", "paperHeight"), size, strict=True))
    found = browser.ask("Page.printToPDF", preferCSSPageSize=True, **words)
    return base64.b64decode(found["data"]).count(b"/Type /Page\n")
