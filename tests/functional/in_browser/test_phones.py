"""The pages on a phone."""

import pytest

from tests.functional.in_browser.looks import BEYOND, BROKEN, CONTRASTS


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_what_rows_get_is_no_tower_and_the_banner_hides_nothing(
    browser, explored, width
):
    browser.open(explored[1], width=width)
    for kind in range(browser.evaluate("document.querySelectorAll('input[name=kind]').length")):
        browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{kind}].click()")
        browser.settle()
        cells = "document.querySelectorAll('#explored-columns td:last-child')"
        widths = browser.evaluate(f"[...{cells}].map(cell => cell.offsetWidth)")
        assert len(widths) == 3 and min(widths) >= 11 * 16
        assert browser.evaluate(BEYOND) <= 0
    browser.evaluate("bound.scrollIntoView()")
    banner = "document.querySelector('.internal').getBoundingClientRect().bottom"
    assert browser.evaluate(banner) < browser.evaluate("bound.getBoundingClientRect().top")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_reaches_beyond_the_screen(browser, explored, several, scheme):
    for page in (explored[1], several):
        browser.open(page, width=390, scheme=scheme)
        for kind in range(browser.evaluate("document.querySelectorAll('input[name=kind]').length")):
            browser.evaluate(f"document.querySelectorAll('input[name=kind]')[{kind}].click()")
            browser.settle()
            assert browser.evaluate(BEYOND) <= 0
            *worst, (count, _) = browser.evaluate(CONTRASTS)
            assert worst[0][0] >= 4.5 and count > 50, worst
        small = """[...document.querySelectorAll("#explorer input, thead button")].filter(e => {
          const box = (e.closest("label") || e).getBoundingClientRect();
          return box.height < 24 || box.width < 24;
        }).length"""
        assert browser.evaluate(small) == 0


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_ranges_of_presence_leave_their_numbers_free(browser, explored, width):
    """Whatever letters the browser has: wide ones, too."""
    browser.open(explored[1], width=width)
    wide = """document.body.style.fontFamily = "DejaVu Sans, Verdana, sans-serif";
      for (const e of document.querySelectorAll("#explored-people .number"))
        e.textContent = "1,234,567";"""
    # A box may be narrower than the letters in it.
    overlap = """[...document.querySelectorAll("#explored-people tr")].filter(row => {
      const [range, number] = [...row.cells].slice(0, 2).map(cell => {
        const letters = document.createRange();
        letters.selectNodeContents(cell);
        return letters.getBoundingClientRect();
      });
      return range.right > number.left;
    }).length"""
    rows = "document.querySelectorAll('#explored-people tr').length"
    assert browser.evaluate(rows) > 0
    assert browser.evaluate(wide + overlap) == 0


def test_on_a_phone_figures_and_pictures_are_on_the_screen(browser, explored):
    browser.open(explored[1], width=390)
    beyond = """[...document.querySelectorAll(
      "figure svg, #presence ~ .scroll td, #kept ~ .scroll td.number, #classes ~ .scroll td.number"
    )].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth
    ).map(e => e.textContent)"""
    seen = """["#presence ~ .scroll td", "#kept ~ .scroll .number", "#classes ~ .scroll td"]
      .map(name => document.querySelectorAll(name).length > 0)"""
    assert browser.evaluate(seen) == [True] * 3
    assert browser.evaluate(beyond) == []
    # Sentences stand below their line, over the whole width.
    narrow = """[...document.querySelectorAll(".under")].map(e => {
      const box = e.getBoundingClientRect(), above = e.parentElement.getBoundingClientRect();
      return box.width < above.width - 1 || box.top <= above.top + 8;
    })"""
    assert set(browser.evaluate(narrow)) == {False}
    assert browser.evaluate(BROKEN) == []


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_labels_of_classes_stand_under_their_numbers(browser, explored, width):
    browser.open(explored[1], width=width)
    wide = """(() => {
      const table = document.querySelector('table.labelled');
      const box = table.closest('.scroll');
      const named = [...table.querySelectorAll('td.label')].every(
        one => getComputedStyle(one, '::before').content.includes(one.dataset.column));
      return [box.scrollWidth - box.clientWidth, named];
    })()"""
    assert browser.evaluate(wide) == [0, True]
