"""The gallery and the first screen show what the packaged example really gives."""

import re
from pathlib import Path

import duckdb
import pytest

import dpsql
from docs.make.gallery import DOCS, PICTURES, find_blocks
from dpsql.demo import write_people
from tests.pages.pages import REPOSITORY

INTERNAL = sorted(set(PICTURES) - {"report"})


def test_every_picture_is_small_and_shown():
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    pictures = sorted((DOCS / "pictures" / "gallery").iterdir())
    assert [path.name for path in pictures] == [f"{name}.webp" for name in sorted(PICTURES)]
    for path in pictures:
        assert path.stat().st_size < 100_000
        assert path.read_bytes()[8:12] == b"WEBP"
        assert f"](pictures/gallery/{path.name})](gallery/{path.stem}.html)" in text


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_every_picture_leads_to_a_page_of_the_site(site: Path, name: str):
    page = (site / "gallery" / f"{name}.html").read_text(encoding="utf-8")
    marks = re.findall(r"Not for publication|Internal: ", page)
    assert bool(marks) == (name in INTERNAL)
    assert page.count('href="../gallery.html"') == 1
    assert len(page) < 1_000_000


def test_the_site_does_not_say_how_it_is_built(site: Path):
    page = (site / "gallery.html").read_text(encoding="utf-8")
    assert "leads to the page itself" in page
    assert "site is built" not in page


def test_the_first_screen_shows_a_row_of_the_release(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_people(tmp_path)
    (title, job), *_ = [(title, text) for _, title, text in find_blocks() if title]
    Path(title).write_text(job, encoding="utf-8")
    outcome = dpsql.anonymize(title)
    signed = dpsql.sign_off(title, "signed.html")
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    raw, released = (
        [cell.strip().replace("\\", "") for cell in line.split("|")[2:-1]]
        for line in re.findall(r"^\| (?:raw|released) \|.*$", readme, re.MULTILINE)
    )
    columns = "zip, age::VARCHAR, visit::VARCHAR, nationality, lab_result"
    assert tuple(raw) in duckdb.sql(f"SELECT {columns} FROM 'trial.parquet'").fetchall()
    found = duckdb.sql("FROM read_csv('trial-released.csv', all_varchar = true)").fetchall()
    assert tuple(released) in found
    assert outcome.levels == {"zip": 1, "age": 3, "visit": 2, "nationality": 2}
    plain = " ".join(readme.replace("**", "").split())
    # Of the sentences before, the first screen has the first.
    before = signed.before.sentence.partition(". ")[0].removeprefix("Whoever")
    assert f"Before: whoever{before}. After:" in plain
    assert str(outcome.presence.maximum) in plain
    sentence = "the probability of being in T is between 0 % and ≈ 17.0 %"
    assert sentence in plain
