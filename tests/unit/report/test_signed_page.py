"""What stands on the page to sign, and where."""

import re
from datetime import date
from fractions import Fraction

import pytest

from dpsql.domain.found.placed_people import PlacedPeople
from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.domain.sections.private_table import PrivateTable
from dpsql.domain.sections.source import PeopleSource
from dpsql.domain.threshold import PresenceBounds
from dpsql.report.sign_off.before import Before
from dpsql.report.sign_off.columns import Labels, list_signed
from dpsql.report.sign_off.page import Published, SignedFiles, render_sign_off
from tests.conftest import write_paper_job


@pytest.fixture
def paper_job(duckdb_bench):
    """The job of the paper, which no engine is asked about."""
    return lambda **words: write_paper_job(duckdb_bench, **words)


def test_names_that_have_their_place_stand_on_the_sheet(paper_job):
    """What an outsider knows is signed: nineteen short names need no sheet of their own."""
    verified = {
        "public_rows": 9,
        "public_columns": [f"c{number}" for number in range(19)],
        "release": {"rows": 5},
        "models": [],
        "presence": {"min": "0", "max": "1/2"},
    }
    published = Published("levels", list_signed({"levels": {"c0": 1}}, Labels({"c0": 2}), {}))
    files = SignedFiles({"r.csv": "0f" * 32}, {}, date(2026, 1, 31))
    given = paper_job(), "r.csv", verified, make_before(()), files, published
    text = render_sign_off(*given).replace("<wbr>", "")
    assert "<bdi>c17</bdi>, <bdi>c18</bdi></td>" in text
    assert "Lists of the release" not in text


def make_before(telling):
    """Of 5 rows of T, all certain."""
    placed = PlacedPeople(certain=5, above=5, below=0, absent=4)
    return Before(5, placed, Fraction(1), None, public_rows=9, telling=telling)


def test_long_lists_are_folded_and_stand_after_the_signature(paper_job):
    """On the screen a list of 300 names is one line; on paper the sheet to sign is one page."""
    names = [f"c{number}" for number in range(300)]
    job = paper_job(constraints={"k_anonymity": 2})
    job = job.with_unchecked({"keep": tuple(f"k{number}" for number in range(40))})
    verified = {
        "public_rows": 9,
        "public_columns": names,
        "release": {"rows": 5},
        "models": [{"name": f"m{number}", "asked": "2"} for number in range(40)],
        "presence": {"min": "0", "max": "1/2"},
    }
    telling = tuple(TellingColumn(name, 5, decides=True) for name in names)
    labels = Labels(dict.fromkeys(names, 2))
    columns = list_signed({"levels": dict.fromkeys(names, 1)}, labels, {})
    published, before = Published("levels", columns), make_before(telling)
    reads = {f"{number}.csv": "0f" * 32 for number in range(9)}
    files = SignedFiles({"r.csv": "0f" * 32}, reads, date(2026, 1, 31))
    text = render_sign_off(job, "r.csv", verified, before, files, published).replace("<wbr>", "")
    sheet, annex = text.split('<h2 id="sign">')
    # A sheet of its own says to what it belongs.
    assert f"with <bdi>r.csv</bdi>, SHA-256 <code>{'0f' * 32}</code>" in annex
    assert annex.count("<bdi>c299</bdi>") == 2
    assert annex.count("<bdi>k39</bdi>") == 1
    assert "<summary>300 quasi-identifiers</summary>" in sheet
    assert sheet.count("<summary>300 columns</summary>") == 1
    assert sheet.count("listed after the signature") == 4
    assert "verified on 2026-01-31" in sheet
    assert "To know c0 or c1 or c2 or one of 297 other columns alone is enough." in sheet
    assert "published as they are reveal about a person: 40 columns." in sheet
    assert "40 conditions in all: each holds" in sheet
    assert (
        "<li>These conditions ask of a class: k_anonymity: so many rows of T or more.</li>" in sheet
    )
    folded = re.sub("<details.*?</details>", "", sheet, flags=re.DOTALL)
    assert "c299" not in folded and "k39" not in folded and "8.csv" not in folded
    assert annex.count("8.csv") == 1


@pytest.mark.parametrize(
    ("words", "checked", "taken"),
    [
        ({}, None, "That P has everybody once, as one row (not checked: the job names no person)"),
        (
            {"person": ()},
            None,
            "as one row (not checked: the job says that no column names people)",
        ),
        (
            {"person": ("pid",)},
            "each has a value of its own in pid.",
            "That P has everybody, and is",
        ),
        (
            {"person": ("town", "nr")},
            "P has one row per person: no two agree in all of town and nr.",
            "That P has everybody, and is",
        ),
        (
            {"private": PrivateTable(source=PeopleSource(path="t.csv"), key="nr")},
            "Each row of P has a value of its own in nr, the key.",
            "That each nr is another person, and that P has everybody and is the P",
        ),
        (
            {"public": PeopleSource(path="p.csv", count="n")},
            None,
            "That P has everybody once, and is the P that others have.",
        ),
    ],
    ids=["no person", "said to be none", "person", "several columns", "key", "counts"],
)
def test_whether_rows_are_people_stands_where_it_belongs(paper_job, words, checked, taken):
    """And a column that shows much of T, or is likely the secret, among what is granted."""
    job = paper_job().with_unchecked(words)
    verified = {
        "public_rows": 9,
        "public_columns": ["zip"],
        "release": {"rows": 5},
        "models": [],
        "presence": {"min": "0", "max": "1/2"},
        "levels": {"zip": 1},
    }
    telling = tuple(TellingColumn(f"c{i}", 5, decides=False, is_likely=True) for i in range(5))
    shown = {"zip": 4, "visits": 4, "few": 0, "d": 1, "e": 1, "f": 1}
    telling += tuple(TellingColumn(name, rows, decides=False) for name, rows in shown.items())
    before = make_before(telling)
    files = SignedFiles({"r.csv": "0f" * 32}, {}, date(2026, 1, 31))
    sheet = render_sign_off(job, "r.csv", verified, before, files, Published("levels", ()))
    first, second = sheet.split('id="assumed"')
    assert taken in second and ("one row per person" in first) == bool(words.get("person"))
    assert checked is None or checked in first
    assert "That nobody knows c0 or c1 or c2 or one of 2 other columns: it alone may" in second
    assert (
        "That nobody knows visits, though public_columns lists it: nobody outside of T has some of"
        " its values (4 of 5 rows of T): who knows them is certain, whatever is released."
    ) in second
    assert "The same of 1 other column (" in second and "nobody knows few" not in second
    assert "nobody knows zip," not in second


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({}, "Some people of P can be known to be in T for certain. Some people of P can be known"),
        (
            {"together": {"method": "bounds", "presence": {"min": "0", "max": "1"}}},
            "Some people of P may be known to be in T for certain. Before anything is published,"
            " anybody of P is there with a probability of ≈ 55.6 %.<",
        ),
    ],
)
def test_certainty_is_no_probability_above_which_nobody_is(paper_job, words, told):
    verified = {
        "public_rows": 9,
        "public_columns": ["zip"],
        "release": {"rows": 5},
        "models": [],
        "presence": {"min": "0", "max": "1"},
        "levels": {"zip": 0},
    }
    if words:
        words["together"] |= {"releases": 1, "of_other_tables": 0}
    files = SignedFiles({"r.csv": "0f" * 32}, {}, date(2026, 1, 31))
    published = Published("levels", ())
    sheet = render_sign_off(
        paper_job(), "r.csv", verified | words, make_before(()), files, published
    )
    assert told in sheet.replace("\u00a0", " ") and "above 100" not in sheet
    assert "Release to sign: <bdi>r.csv</bdi></h1>" in sheet


@pytest.mark.parametrize(
    ("placed", "more", "sentence"),
    [
        (
            PlacedPeople(0, 4, 0, 0),
            {},
            "Whoever knows P could place somebody in T with a probability of up to 75 %."
            " 4 of 90 people of P are above δmax 50 %, and none below δmin 5 %.",
        ),
        (
            PlacedPeople(7, 7, 9, 3),
            {},
            "Whoever knows P is certain of all 7 people that they are in T. 7 of 90 people of P are"
            " above δmax 50 %, and 9 below δmin 5 % (3 of them certainly not in T).",
        ),
        (
            PlacedPeople(2, 8, 3, 3, certain_if_absent=5),
            {"known_absent": 1},
            "Whoever knows P is certain of 2 of 7 people that they are in T. Whoever also knows,"
            " of 1 person with the same values, that they are not in T is certain of 5. Then 8 of"
            " 90 people of P can be above δmax 50 %, and 3 below δmin 5 % (certainly not in T).",
        ),
        (
            PlacedPeople(0, 0, 0, 0, certain_if_absent=0),
            {"known_absent": 2, "bounds": PresenceBounds(Fraction(0), Fraction(3, 4))},
            "Whoever knows P could place somebody in T with a probability of up to 75 %. Whoever"
            " also knows, of 2 people with the same values, that they are not in T is certain of"
            " nobody. Then none of 90 people of P can be above δmax 75 %.",
        ),
        (
            PlacedPeople(1, 0, 1, 1, contradicting=2),
            {"posterior": 1.0, "bounds": PresenceBounds(Fraction(1, 9), Fraction(1))},
            "Whoever knows P and the rates of the prior is certain of 1 of 7 people that they are"
            " in T. 1 of 90 people of P is below δmin ≈ 11.1 % (certainly not in T). Of 2"
            " combinations of raw values T has too few or too many rows for these rates (0 or 1);"
            " people there are not counted.",
        ),
        (
            PlacedPeople(1, 0, 0, 1),
            {"bounds": None},
            "Whoever knows P is certain of 1 of 7 people that they are in T. 1 of 90 people of P"
            " (≈ 1.1 %) can be known not to be in T.",
        ),
    ],
)
def test_one_pattern_says_who_is_certain_and_who_is_beyond_delta(placed, more, sentence):
    words = {"bounds": PresenceBounds(Fraction(1, 20), Fraction(1, 2)), **more}
    before = Before(7, placed, Fraction(3, 4), None, 90, **words)
    assert before.sentence.replace("\u00a0", " ") == sentence
